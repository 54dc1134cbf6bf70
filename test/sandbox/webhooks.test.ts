import { HttpBody, HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, field, mightySandbox, NOBODY, refusal, Sandbox, send, textField } from "./http.ts"

/** Sends a request without authorization, as anyone with the webhook URL can. */
const anonymously = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown
) {
  const { url } = yield* Sandbox
  const request = HttpClientRequest.make(method)(`${url}/v10${path}`)
  return yield* send(body === undefined ? request : HttpClientRequest.setBody(request, HttpBody.unsafeJson(body)))
})

layer(mightySandbox, { excludeTestServices: true })("webhooks of the embedded Discord", (it) => {
  it.effect("are created, listed, updated and deleted", () =>
    Effect.gen(function* () {
      const { channels, guild, webhook } = (yield* Sandbox).ids
      const made = yield* ask("POST", `/channels/${channels.general}/webhooks`, { name: "Feed" })
      const id = textField(made.body, "id")
      assert.isAbove(textField(made.body, "token").length, 60)
      for (const list of [`/channels/${channels.general}`, `/guilds/${guild}`])
        assert.sameMembers([field("id")((yield* ask("GET", `${list}/webhooks`)).body)].flat(), [webhook, id])
      const moved = yield* ask("PATCH", `/webhooks/${id}`, { name: "Feeds", channel_id: channels.support })
      assert.deepStrictEqual([field("name")(moved.body), field("channel_id")(moved.body)], ["Feeds", channels.support])
      assert.strictEqual((yield* ask("DELETE", `/webhooks/${id}`)).status, 204)
      assert.deepStrictEqual(refusal(yield* ask("GET", `/webhooks/${id}`)), [404, 10015, "Unknown Webhook"])
      const wrong = yield* ask("POST", `/channels/${channels.general}/webhooks`, { name: "" })
      assert.strictEqual(refusal(wrong)[1], 50035)
    })
  )

  it.effect("send, edit and delete messages with only their token", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { ids } = sandbox
      const token = textField((yield* ask("GET", `/webhooks/${ids.webhook}`)).body, "token")
      const path = `/webhooks/${ids.webhook}/${token}`
      assert.strictEqual((yield* anonymously("POST", path, { content: "quiet" })).status, 204)
      const said = yield* anonymously("POST", `${path}?wait=true`, { content: "hello", username: "Herald" })
      assert.deepStrictEqual([said.status, field("webhook_id")(said.body)], [200, ids.webhook])
      assert.strictEqual((yield* sandbox.messages(ids.channels.general))[0]?.author.username, "Herald")
      const message = `${path}/messages/${textField(said.body, "id")}`
      assert.strictEqual(field("content")((yield* anonymously("PATCH", message, { content: "hi" })).body), "hi")
      assert.strictEqual(field("content")((yield* anonymously("GET", message)).body), "hi")
      assert.strictEqual((yield* anonymously("DELETE", message)).status, 204)
      assert.deepStrictEqual(refusal(yield* anonymously("GET", message)), [404, 10008, "Unknown Message"])
      assert.deepStrictEqual(
        refusal(yield* anonymously("POST", `/webhooks/${ids.webhook}/wrong`, { content: "x" })).slice(0, 2),
        [401, 50027]
      )
      assert.deepStrictEqual(
        refusal(yield* anonymously("POST", `/webhooks/${NOBODY}/x`, { content: "x" })).slice(0, 2),
        [404, 10015]
      )
    })
  )
})
