import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Discord from "../../../src/discord/Discord.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { permissionBits } from "../../../src/errors/PermissionName.ts"
import * as SandboxModule from "../../../src/sandbox/Sandbox.ts"
import { asking, denial, denialIn, denialOf, roleOf, SEND, settings, text } from "./denials.ts"

const { Sandbox } = SandboxModule

/** The real chain with a sandbox over HTTP. */
const overHttp = Layer.unwrapEffect(
  Effect.map(Sandbox, ({ token, url }) =>
    Discord.layer.pipe(
      Layer.provide(
        RestTransport.layer({ apiUrl: url, token: Redacted.make(token), userAgent: "effect-discord-mcp/test" })
      ),
      Layer.provide(settings({ MCP_RETRY_BASE_DELAY_MS: "50" }))
    )
  )
).pipe(Layer.provideMerge(SandboxModule.layer()))

/** Runs a test with its own sandbox. */
const served = <A, E>(test: Effect.Effect<A, E, Discord.Discord | SandboxModule.Sandbox>) =>
  Effect.scoped(Effect.flatMap(Layer.build(overHttp), (context) => Effect.provide(test, context)))

/** The requests to a sandbox, sorted, because lookups run concurrently. */
const asked = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.map(({ method, path }) => `${method} ${path}`).sort())
)

const DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"

describe("a denial, over HTTP", () => {
  it.live("names the permission that the bot lacks in a channel", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        assert.deepStrictEqual(
          yield* denialOf(asking(SEND, [ids.channels.staff], text)),
          denial({
            missing_permissions: ["SEND_MESSAGES"],
            denied_in_channel: ["SEND_MESSAGES"],
            required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"]
          })
        )
      })
    )
  )

  it.live("names VIEW_CHANNEL if the bot cannot view the channel", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { secret } = ids.channels
        const send = denial(
          { missing_permissions: ["VIEW_CHANNEL"], required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] },
          SEND,
          50001
        )
        assert.deepStrictEqual(yield* denialOf(asking(SEND, [secret], text)), send)
        assert.deepStrictEqual(yield* denialOf(asking(SEND, [secret], text)), send)
        const [user, channel, post] = ["GET /users/@me", `GET /channels/${secret}`, `POST /channels/${secret}/messages`]
        assert.deepStrictEqual(yield* asked, [channel, user, post, post])
      })
    )
  )

  it.live("of the channel itself names it without further requests", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const operation = "GET /channels/{channel_id}"
        assert.deepStrictEqual(
          yield* denialOf(asking(operation, [ids.channels.secret])),
          denial({ missing_permissions: ["VIEW_CHANNEL"], required_permissions: ["VIEW_CHANNEL"] }, operation, 50001)
        )
        assert.deepStrictEqual(yield* asked, [`GET /channels/${ids.channels.secret}`])
      })
    )
  )

  it.live("of deleting another user's message names MANAGE_MESSAGES", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const request = asking(DELETE, [ids.channels.announcements, ids.messages.inAnnouncements], {
          risk: "destructive"
        })
        assert.deepStrictEqual(
          yield* denialOf(request),
          denial(
            {
              missing_permissions: ["MANAGE_MESSAGES"],
              denied_in_channel: ["MANAGE_MESSAGES"],
              required_permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES"]
            },
            DELETE
          )
        )
      })
    )
  )

  it.live("uses the parent's permissions in a thread", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const operation = "DELETE /channels/{channel_id}"
        assert.deepStrictEqual(
          yield* denialOf(asking(operation, [ids.channels.thread], { risk: "destructive" })),
          denial(
            { missing_permissions: ["MANAGE_THREADS"], required_permissions: ["VIEW_CHANNEL", "MANAGE_THREADS"] },
            operation
          )
        )
        assert.include(yield* asked, `GET /channels/${ids.channels.general}`)
      })
    )
  )

  it.live("caches its lookups: a second denial makes no further request", () =>
    served(
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { guild } = ids
        const { staff } = ids.channels
        const first = yield* denialOf(asking(SEND, [staff], text))
        const [post, ...lookups] = [
          `POST /channels/${staff}/messages`,
          `GET /channels/${staff}`,
          `GET /guilds/${guild}`,
          `GET /guilds/${guild}/members/${ids.bot}`,
          "GET /users/@me"
        ]
        assert.deepStrictEqual(yield* asked, [...lookups, post])
        assert.deepStrictEqual(yield* denialOf(asking(SEND, [staff], text)), first)
        assert.deepStrictEqual(yield* asked, [...lookups, post, post])
      })
    )
  )

  it.live("keeps the denial and adds the required permissions if lookups fail; failures are not cached", () =>
    served(
      Effect.gen(function* () {
        const { clearFaults, ids, inject } = yield* Sandbox
        const request = asking(SEND, [ids.channels.staff], text)
        const takes = { required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"] }
        yield* inject({
          match: { method: "GET", path: "/guilds/**" },
          times: 1000,
          do: { kind: "status", status: 500 }
        })
        assert.deepStrictEqual(yield* denialOf(request), denial(takes))
        yield* clearFaults
        assert.deepStrictEqual(
          yield* denialOf(request),
          denial({ ...takes, missing_permissions: ["SEND_MESSAGES"], denied_in_channel: ["SEND_MESSAGES"] })
        )
      })
    )
  )
})

describe("explaining a denial", () => {
  it.scoped("leaves out implicit denials", () =>
    Effect.gen(function* () {
      const roles = { "1": roleOf(0, permissionBits.VIEW_CHANNEL | permissionBits.EMBED_LINKS) }
      const request = asking(SEND, ["7"], { ...text, body: { embeds: [{}] } })
      assert.deepStrictEqual(
        yield* denialIn({ roles, channels: { "7": {} } }, request),
        denial({
          missing_permissions: ["SEND_MESSAGES"],
          required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"]
        })
      )
    })
  )

  it.scoped("in the channel of the body, if its permissions count", () =>
    Effect.gen(function* () {
      const operation = "POST /channels/{channel_id}/followers"
      const hooks = { id: "1", type: 0, allow: String(permissionBits.MANAGE_WEBHOOKS), deny: "0" }
      const roles = { "1": roleOf(0, permissionBits.VIEW_CHANNEL) }
      const channels = { "7": { permission_overwrites: [hooks] }, "8": {} }
      assert.deepStrictEqual(
        yield* denialIn(
          { roles, channels },
          asking(operation, ["7"], { body: { webhook_channel_id: "8" }, risk: "write" })
        ),
        denial(
          { missing_permissions: ["MANAGE_WEBHOOKS"], required_permissions: ["VIEW_CHANNEL", "MANAGE_WEBHOOKS"] },
          operation
        )
      )
    })
  )

  it.scoped("in a thread by the overwrites of its parent", () =>
    Effect.gen(function* () {
      const silent = { id: "1", type: 0, allow: "0", deny: String(permissionBits.SEND_MESSAGES_IN_THREADS) }
      const roles = { "1": roleOf(0, permissionBits.VIEW_CHANNEL | permissionBits.SEND_MESSAGES_IN_THREADS) }
      const lacks = (permission: string) =>
        denial({
          missing_permissions: [permission],
          denied_in_channel: [permission],
          required_permissions: ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"]
        })
      const thread = { type: 11, parent_id: "8" }
      const request = asking(SEND, ["7"], text)
      const denied = { roles, channels: { "7": thread, "8": { permission_overwrites: [silent] } } }
      assert.deepStrictEqual(yield* denialIn(denied, request), lacks("SEND_MESSAGES_IN_THREADS"))
      const sender = { id: "9", type: 1, allow: "0", deny: String(permissionBits.VIEW_CHANNEL) }
      const hidden = { roles, channels: { "7": thread, "8": { permission_overwrites: [sender] } } }
      assert.deepStrictEqual(yield* denialIn(hidden, request), lacks("VIEW_CHANNEL"))
    })
  )
})
