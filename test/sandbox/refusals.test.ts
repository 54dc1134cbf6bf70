import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ALL_PERMISSIONS } from "../../src/discord/permissions/effectivePermissions.ts"
import { alwaysRequired } from "../../src/discord/permissions/requiredPermissions.ts"
import { bitsOf } from "../../src/errors/PermissionName.ts"
import { routes } from "../../src/sandbox/routes/all.ts"
import { ask, refusal, Sandbox, sandboxAndClient } from "./http.ts"

layer(sandboxAndClient({ globalPerSecond: 1000 }), { excludeTestServices: true })(
  "a bot of the seed, which may do little",
  (it) => {
    it.effect("gets 50013 for operations that need a permission it lacks", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const guild = `/guilds/${ids.guild}`
        const channel = `/channels/${ids.channels.general}`
        const refused = [
          ["PATCH", guild, {}],
          ["POST", `${guild}/roles`, {}],
          ["PATCH", `${guild}/members/${ids.members.bruno}`, { nick: "x" }],
          ["DELETE", `${guild}/members/${ids.members.bruno}`],
          ["PUT", `${guild}/members/${ids.members.bruno}/roles/${ids.roles.member}`],
          ["GET", `${guild}/bans`],
          ["PUT", `${guild}/bans/${ids.members.bruno}`, {}],
          ["GET", `${guild}/prune`],
          ["GET", `${guild}/audit-logs`],
          ["GET", `${guild}/invites`],
          ["GET", `${guild}/webhooks`],
          ["GET", `${guild}/auto-moderation/rules`],
          ["POST", `${guild}/scheduled-events`, {}],
          ["POST", `${guild}/emojis`, {}],
          ["DELETE", `${guild}/emojis/${ids.emoji}`],
          ["PUT", `${guild}/onboarding`, {}],
          ["POST", `${channel}/webhooks`, { name: "x" }],
          ["POST", `${channel}/invites`, {}],
          ["DELETE", `/webhooks/${ids.webhook}`],
          ["PUT", `${channel}/permissions/${ids.roles.member}`, { type: 0 }]
        ] as const
        for (const [method, path, body] of refused)
          assert.deepStrictEqual(
            [path, refusal(yield* ask(method, path, body))],
            [path, [403, 50013, "Missing Permissions"]]
          )
      })
    )

    it.effect("gets 50013 for every operation that always requires a permission it lacks", () =>
      Effect.gen(function* () {
        const { channels, guild, inviteCode, webhook } = (yield* Sandbox).ids
        const known: Readonly<Record<string, string>> = {
          guild_id: guild,
          channel_id: channels.general,
          webhook_id: webhook,
          code: inviteCode
        }
        const body = { channel_id: channels.general, webhook_channel_id: channels.general }
        const lacking = routes.flatMap(({ method, open, segments, template: route }) => {
          const names = segments.filter((part) => part.startsWith(":")).map((part) => part.slice(1))
          const path = Object.fromEntries(names.map((name) => [name, known[name] ?? guild]))
          const required = bitsOf(alwaysRequired({ method, route, path }, { own: true, reacted: true }))
          const asked = segments.map((part) => path[part.slice(1)] ?? part).join("/")
          return open || (required & ~SEED) === 0n ? [] : [{ method, asked }]
        })
        assert.isAbove(lacking.length, 60)
        for (const { asked, method } of lacking) {
          const reply = yield* ask(method, asked, method === "GET" ? undefined : body)
          assert.deepStrictEqual([method, asked, refusal(reply)], [method, asked, [403, 50013, "Missing Permissions"]])
        }
      })
    )
  }
)

/** The permissions of the bot in `#general`, as `Seed.ts` describes them. */
const SEED = bitsOf([
  "VIEW_CHANNEL",
  "SEND_MESSAGES",
  "READ_MESSAGE_HISTORY",
  "ADD_REACTIONS",
  "CONNECT",
  "SPEAK",
  "SEND_MESSAGES_IN_THREADS",
  "CREATE_PUBLIC_THREADS",
  "CHANGE_NICKNAME",
  "SEND_POLLS",
  "EMBED_LINKS",
  "ATTACH_FILES",
  "MANAGE_CHANNELS",
  "MANAGE_MESSAGES"
])

layer(sandboxAndClient({ permissions: ALL_PERMISSIONS, requireTwoFactor: true }), { excludeTestServices: true })(
  "a guild that demands two factors of moderators",
  (it) => {
    it.effect("refuses moderation with 60003, also what depends on an object, and nothing else", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const guild = `/guilds/${ids.guild}`
        const general = `/channels/${ids.channels.general}`
        const refused = [
          ["DELETE", `${guild}/members/${ids.members.bruno}`],
          ["PUT", `${guild}/bans/${ids.members.bruno}`, {}],
          ["POST", `${guild}/roles`, {}],
          ["PATCH", guild, { name: "x" }],
          ["PATCH", general, { topic: "x" }],
          ["DELETE", `${general}/messages/${ids.messages.byMember}`]
        ] as const
        for (const [method, path, body] of refused) {
          const expected = [403, 60003, "Two factor is required for this operation"]
          assert.deepStrictEqual([path, refusal(yield* ask(method, path, body))], [path, expected])
        }
        const sent = yield* ask("POST", `${general}/messages`, { content: "Hello." })
        const { id } = Object(sent.body)
        for (const [method, path] of [
          ["GET", guild],
          ["DELETE", `${general}/messages/${id}`]
        ] as const) {
          assert.isBelow((yield* ask(method, path)).status, 300, path)
        }
        assert.deepInclude((yield* ask("GET", "/users/@me")).body, { mfa_enabled: false })
      })
    )
  }
)
