import { HttpClientRequest } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, field, refusal, Sandbox, sandboxAndClient, send, textField } from "./http.ts"

layer(sandboxAndClient(), { excludeTestServices: true })("the embedded Discord", (it) => {
  it.effect("returns the bot's user", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { body, status } = yield* ask("GET", "/users/@me")
      assert.deepStrictEqual(
        [status, field("id")(body), field("username")(body), field("bot")(body)],
        [200, ids.bot, "sandbox-bot", true]
      )
    })
  )

  it.effect("lists both guilds with counts", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { body } = yield* ask("GET", "/users/@me/guilds?with_counts=true")
      assert.deepStrictEqual(field("id")(body), [ids.guild, ids.otherGuild])
      assert.deepStrictEqual(field("approximate_member_count")(body), [20, 3])
      const after = yield* ask("GET", `/users/@me/guilds?after=${ids.guild}&limit=1`)
      assert.deepStrictEqual(field("id")(after.body), [ids.otherGuild])
    })
  )

  it.effect("serves paths without a version too", () =>
    Effect.gen(function* () {
      const { token, url } = yield* Sandbox
      const { status } = yield* HttpClientRequest.get(`${url}/users/@me`).pipe(
        HttpClientRequest.setHeader("authorization", `Bot ${token}`),
        send
      )
      assert.strictEqual(status, 200)
    })
  )

  it.effect("rejects a wrong token without rate-limit headers", () =>
    Effect.gen(function* () {
      const { url } = yield* Sandbox
      for (const authorization of ["Bot wrong", "sandbox-token", "Bearer sandbox-token"]) {
        const request = HttpClientRequest.get(`${url}/v10/users/@me`)
        const got = yield* send(HttpClientRequest.setHeader(request, "authorization", authorization))
        assert.deepStrictEqual([got.status, got.body], [401, { message: "401: Unauthorized", code: 0 }])
        assert.isFalse(Object.keys(got.headers).some((name) => name.startsWith("x-ratelimit")))
      }
    })
  )

  it.effect("lists the channels, roles and members of a guild", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const channels = yield* ask("GET", `/guilds/${ids.guild}/channels`)
      assert.strictEqual(Array.isArray(channels.body) && channels.body.length, 10)
      const roles = yield* ask("GET", `/guilds/${ids.guild}/roles`)
      assert.deepStrictEqual(field("name")(roles.body), ["@everyone", "member", "moderator", "sandbox-bot", "admin"])
      const all = yield* ask("GET", `/guilds/${ids.guild}/members?limit=1000`)
      assert.strictEqual(Array.isArray(all.body) && all.body.length, 20)
      const found = yield* ask("GET", `/guilds/${ids.guild}/members/search?query=BRU&limit=5`)
      assert.deepStrictEqual(field("id")(field("user")(found.body)), [ids.members.bruno])
      const one = yield* ask("GET", `/guilds/${ids.guild}/members/${ids.bot}`)
      assert.deepStrictEqual(field("roles")(one.body), [ids.roles.bot])
    })
  )

  it.effect("sends 50001 for a channel that it cannot view and 50013 for one that it cannot send to", () =>
    Effect.gen(function* () {
      const { channels, messages } = (yield* Sandbox).ids
      const noAccess = [403, 50001, "Missing Access"]
      const noPermission = [403, 50013, "Missing Permissions"]
      assert.deepStrictEqual(refusal(yield* ask("GET", `/channels/${channels.secret}`)), noAccess)
      assert.deepStrictEqual(refusal(yield* ask("GET", `/channels/${channels.secret}/messages`)), noAccess)
      assert.strictEqual((yield* ask("GET", `/channels/${channels.staff}/messages`)).status, 200)
      assert.deepStrictEqual(
        refusal(yield* ask("POST", `/channels/${channels.staff}/messages`, { content: "x" })),
        noPermission
      )
      const others = `/channels/${channels.announcements}/messages/${messages.inAnnouncements}`
      assert.deepStrictEqual(refusal(yield* ask("DELETE", others)), noPermission)
      assert.deepStrictEqual(refusal(yield* ask("PATCH", `/channels/${channels.thread}`, { name: "x" })), noPermission)
    })
  )

  it.effect("sends a specific code for each kind of unknown id", () =>
    Effect.gen(function* () {
      const { channels, guild, members } = (yield* Sandbox).ids
      const none = "111111111111111111"
      const cases = [
        [`/channels/${none}`, 10003, "Unknown Channel"],
        [`/guilds/${none}`, 10004, "Unknown Guild"],
        [`/channels/${channels.general}/messages/${none}`, 10008, "Unknown Message"],
        [`/users/${none}`, 10013, "Unknown User"],
        [`/guilds/${guild}/members/${none}`, 10013, "Unknown User"]
      ] as const
      for (const [path, code, message] of cases) {
        assert.deepStrictEqual(refusal(yield* ask("GET", path)), [404, code, message])
      }
      const stranger = `/guilds/${(yield* Sandbox).ids.otherGuild}/members/${members.bruno}`
      assert.deepStrictEqual(refusal(yield* ask("GET", stranger)), [404, 10007, "Unknown Member"])
      assert.deepStrictEqual((yield* ask("GET", "/partner-sdk/token")).body, {
        message: "The sandbox does not know GET /partner-sdk/token",
        code: 0
      })
    })
  )

  it.effect("names an invalid id in the path", () =>
    Effect.gen(function* () {
      const got = yield* ask("GET", "/channels/general")
      assert.strictEqual(got.status, 400)
      assert.deepStrictEqual(field("errors")(got.body), {
        channel_id: { _errors: [{ code: "NUMBER_TYPE_COERCE", message: 'Value "general" is not snowflake.' }] }
      })
    })
  )

  it.effect("reports all problems of a form together, each at its path", () =>
    Effect.gen(function* () {
      const { channels } = (yield* Sandbox).ids
      const got = yield* ask("POST", `/channels/${channels.general}/messages`, {
        content: "x".repeat(2001),
        tts: "yes",
        nonce: "n".repeat(26),
        embeds: [{ fields: [{ name: "only a name" }, { name: "", value: "v" }], color: "red" }, "no embed"],
        message_reference: { message_id: "first" }
      })
      assert.deepStrictEqual(refusal(got), [400, 50035, "Invalid Form Body"])
      assert.deepStrictEqual(field("errors")(got.body), {
        content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 2000 or fewer in length." }] },
        tts: { _errors: [{ code: "BOOLEAN_TYPE_CONVERT", message: "Must be either true or false." }] },
        nonce: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 25 or fewer in length." }] },
        embeds: {
          0: {
            color: { _errors: [{ code: "NUMBER_TYPE_COERCE", message: 'Value "red" is not int.' }] },
            fields: {
              0: { value: { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] } },
              1: {
                name: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 256 in length." }] }
              }
            }
          },
          1: { _errors: [{ code: "DICT_TYPE_CONVERT", message: "Only dictionaries may be used in a DictType" }] }
        },
        message_reference: {
          message_id: { _errors: [{ code: "NUMBER_TYPE_COERCE", message: 'Value "first" is not snowflake.' }] }
        }
      })
      const page = yield* ask("GET", `/channels/${channels.general}/messages?limit=101`)
      assert.deepStrictEqual(field("errors")(page.body), {
        limit: { _errors: [{ code: "NUMBER_TYPE_MAX", message: "int value should be less than or equal to 100." }] }
      })
    })
  )

  it.effect("distinguishes invalid JSON from a wrong content type", () =>
    Effect.gen(function* () {
      const { ids, token, url } = yield* Sandbox
      const post = (text: string, type: string) =>
        HttpClientRequest.post(`${url}/v10/channels/${ids.channels.general}/messages`).pipe(
          HttpClientRequest.setHeader("authorization", `Bot ${token}`),
          HttpClientRequest.bodyText(text, type),
          send
        )
      assert.deepStrictEqual(refusal(yield* post("{", "application/json")).slice(0, 2), [400, 50109])
      assert.deepStrictEqual(refusal(yield* post("{}", "text/plain")).slice(0, 2), [400, 50035])
    })
  )

  it.effect("creates, updates and deletes a channel", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const body = { name: "Release Notes", topic: "what is new", parent_id: channels.community }
      const made = yield* ask("POST", `/guilds/${guild}/channels`, body)
      assert.deepStrictEqual([made.status, field("name")(made.body)], [201, "release-notes"])
      const path = `/channels/${textField(made.body, "id")}`
      const changed = yield* ask("PATCH", path, { topic: null, rate_limit_per_user: 5 })
      assert.deepStrictEqual(
        ["name", "topic", "rate_limit_per_user", "parent_id"].map((name) => field(name)(changed.body)),
        ["release-notes", null, 5, channels.community]
      )
      assert.strictEqual((yield* ask("DELETE", path)).status, 200)
      assert.deepStrictEqual(refusal(yield* ask("GET", path)), [404, 10003, "Unknown Channel"])
      const orphan = yield* ask("POST", `/guilds/${guild}/channels`, { name: "x", parent_id: channels.general })
      assert.deepStrictEqual(field("errors")(orphan.body), {
        parent_id: { _errors: [{ code: "CHANNEL_PARENT_INVALID", message: "Category does not exist" }] }
      })
    })
  )
})
