import { createPublicKey, verify } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Queue } from "effect"
import type { GatewayEffect } from "../../../src/sandbox/Fault.ts"
import { ask, at, field, mightySandbox, refusal, Sandbox, textField } from "../http.ts"

/** A request that the endpoint received. */
interface Received {
  readonly type: number
  readonly isSigned: boolean
  readonly timestamp: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Runs an endpoint that verifies signatures, and answers clicks with an update of the message. */
const endpoint = Effect.fnUntraced(function* (isCareful = true) {
  const key = textField((yield* ask("GET", "/applications/@me")).body, "verify_key")
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(key, "hex")]),
    format: "der",
    type: "spki"
  })
  const received = yield* Queue.unbounded<Received>()
  const header = (request: IncomingMessage, name: string) => String(request.headers[name] ?? "")
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString()
      const timestamp = header(request, "x-signature-timestamp")
      const signature = Buffer.from(header(request, "x-signature-ed25519"), "hex")
      const isSigned = verify(null, Buffer.from(timestamp + text), publicKey, signature)
      const body = JSON.parse(text)
      received.unsafeOffer({ type: body.type, isSigned, timestamp: Number(timestamp), body })
      response.statusCode = isSigned || !isCareful ? 200 : 401
      response.setHeader("content-type", "application/json")
      response.end(
        JSON.stringify(body.type === 1 ? { type: 1 } : { type: 7, data: { content: "Clicked.", components: [] } })
      )
    })
  })
  yield* Effect.acquireRelease(
    Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => server.close())
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const registered = yield* ask("PATCH", "/applications/@me", {
    interactions_endpoint_url: `http://127.0.0.1:${port}/`
  })
  return { received, registered }
})

const question = {
  content: "May I?",
  components: [{ type: 1, components: [{ type: 2, style: 3, label: "Approve", custom_id: "yes" }] }]
}

const clicked = Effect.gen(function* () {
  const { awaitActs, ids, people } = yield* Sandbox
  const { general } = ids.channels
  const before = (yield* awaitActs(0)).length
  const message_id = textField((yield* ask("POST", `/channels/${general}/messages`, question)).body, "id")
  yield* people({ as: ids.members.ada, click: { channel_id: general, message_id, label: "Approve" } })
  return { before, message: `/channels/${general}/messages/${message_id}` }
})

layer(mightySandbox, { excludeTestServices: true })("the interactions endpoint of the application", (it) => {
  it.scoped("is verified by signed and wrongly signed PINGs, then receives clicks, and answers by HTTP", () =>
    Effect.gen(function* () {
      const { awaitActs } = yield* Sandbox
      const { received, registered } = yield* endpoint()
      assert.strictEqual(registered.status, 200)
      assert.sameMembers(
        [...(yield* Queue.takeAll(received))].map(({ isSigned, type }) => `${type} ${isSigned}`),
        ["1 false", "1 true"]
      )
      const { before, message } = yield* clicked
      const click = yield* Queue.take(received)
      assert.deepStrictEqual([click.isSigned, click.type, at(click.body, "data", "custom_id")], [true, 3, "yes"])
      assert.deepStrictEqual((yield* awaitActs(before + 1)).at(-1)?.answer?.type, 7)
      assert.strictEqual(field("content")((yield* ask("GET", message)).body), "Clicked.")
    })
  )

  it.scoped("is refused if it does not check signatures", () =>
    Effect.gen(function* () {
      const { registered } = yield* endpoint(false)
      assert.strictEqual(refusal(registered)[1], 50035)
    })
  )

  it.scoped("can receive what is forged, unsigned, old or repeated", () =>
    Effect.gen(function* () {
      const { inject } = yield* Sandbox
      const { received } = yield* endpoint()
      yield* Queue.takeAll(received)
      const parts = ["signature", "body", "unsigned", "timestamp", "replay"] as const
      const seen = []
      for (const part of parts) {
        const effect: GatewayEffect = { kind: "forge", part }
        yield* inject({ match: { gateway: "INTERACTION_CREATE" }, do: effect })
        yield* clicked
        const { isSigned, timestamp } = yield* Queue.take(received)
        const ageS = (yield* Clock.currentTimeMillis) / 1000 - timestamp
        seen.push([part, isSigned, ageS > 3500])
        if (part === "replay") assert.isTrue((yield* Queue.take(received)).isSigned)
      }
      assert.deepStrictEqual(seen, [
        ["signature", false, false],
        ["body", false, false],
        ["unsigned", false, false],
        ["timestamp", true, true],
        ["replay", true, false]
      ])
    })
  )
})
