/** Where each permission can be granted, in each text that says so. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { requiredPermissions } from "../../../src/discord/permissions/requiredPermissions.ts"
import { DiscordPermissionError, describe as describeError } from "../../../src/errors/DiscordMcpError.ts"
import { grantHint, type PermissionName, permissionBits } from "../../../src/errors/PermissionName.ts"
import { answer, refusal, type Step } from "../../discord/wire.ts"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { gateServer } from "../../safety/gateServer.ts"
import { asking, denialIn, denialOf, type GuildFacts, guildWith, inMemory, roleOf, SEND, text } from "./denials.ts"

// Object.keys loses the key type; the keys are those of `permissionBits`.
const names = Object.keys(permissionBits) as ReadonlyArray<PermissionName>

/** Permissions without a channel type in Discord's table of permissions. */
const guildWide: ReadonlySet<string> = new Set([
  ...["KICK_MEMBERS", "BAN_MEMBERS", "ADMINISTRATOR", "MANAGE_GUILD", "VIEW_AUDIT_LOG", "VIEW_GUILD_INSIGHTS"],
  ...["CHANGE_NICKNAME", "MANAGE_NICKNAMES", "MANAGE_GUILD_EXPRESSIONS", "CREATE_GUILD_EXPRESSIONS"],
  ...["MODERATE_MEMBERS", "VIEW_CREATOR_MONETIZATION_ANALYTICS"]
])

/** The clause of a hint that names a permission. */
const clauseOf = (hint: string, name: string): string =>
  hint.split("; ").find((clause) => new RegExp(`\\b${name}\\b`).test(clause)) ?? ""

type GrantedBy = "role" | "role or overwrite" | "overwrite"

/** Where a hint says to grant a permission. */
const grantedBy = (hint: string, name: string): GrantedBy | undefined => {
  const clause = clauseOf(hint, name)
  const [role, overwrite] = [clause.includes("Server Settings → Roles"), clause.includes("the channel's permissions")]
  return role ? (overwrite ? "role or overwrite" : "role") : overwrite ? "overwrite" : undefined
}

type Grants = ReadonlyArray<readonly [string, GrantedBy | undefined]>

const grantsOf = (hintOf: (name: PermissionName) => string): Grants =>
  names.map((name) => [name, grantedBy(hintOf(name), name)])

const expected = (inChannel: GrantedBy): Grants => names.map((name) => [name, guildWide.has(name) ? "role" : inChannel])

const onlyRoles: Grants = names.map((name) => [name, "role"])

/** The hint of a denial with this missing permission. */
const refused = (route: string) => (name: PermissionName) =>
  describeError(
    new DiscordPermissionError({ missing_permissions: [name], upstream: { status: 403, method: "POST", route } })
  ).recovery_hint

describe("the hint of a missing permission", () => {
  it("names the channel's overwrites only for a permission that they can have, and only where a channel decides", () => {
    assert.deepStrictEqual(grantsOf(refused("/channels/:id/messages")), expected("role or overwrite"))
    assert.deepStrictEqual(grantsOf(refused("/guilds/:id/roles")), onlyRoles)
  })

  it("names only the channel's overwrites where one of them denies the permission", () => {
    assert.deepStrictEqual(
      grantsOf((name) => grantHint({ missing: [name], inChannel: true, deniedInChannel: [name] })),
      expected("overwrite")
    )
  })

  it("says where to grant each of several permissions", () => {
    assert.strictEqual(
      grantHint({
        missing: ["KICK_MEMBERS", "SEND_MESSAGES", "EMBED_LINKS"],
        inChannel: true,
        deniedInChannel: ["EMBED_LINKS"]
      }),
      "Grant KICK_MEMBERS to the bot's role in Server Settings → Roles; grant SEND_MESSAGES to the bot's role in Server Settings → Roles, or in the channel's permissions; grant EMBED_LINKS to the bot's role in the channel's permissions, which deny it now, then retry."
    )
  })
})

/** Every operation of the catalogue that needs a permission in a guild or a channel. */
const operations = catalogue.flatMap(({ name, operation }) => {
  if (operation === undefined) return []
  const isOnGuild = operation.route.startsWith("/guilds/")
  const ids = [isOnGuild ? "1" : "7", "5", "6", "8"]
  // The channel that follows another one is in the body.
  const request = asking(`${operation.method} ${operation.route}`, ids, {
    body: { webhook_channel_id: "7" },
    risk: "destructive"
  })
  return (requiredPermissions(request) ?? 0n) === 0n || !/^\/(guilds|channels)\/.+\//.test(operation.route)
    ? []
    : [{ name, request, isOnGuild }]
})

const powerless: GuildFacts = { roles: { "1": roleOf(0, 0n) }, channels: { "7": {} } }

describe("a refusal by Discord", () => {
  it.scoped("says where its permissions can be granted, for every operation", () =>
    Effect.gen(function* () {
      assert.isAbove(operations.length, 100)
      const { discord } = yield* inMemory(guildWith(powerless), { MCP_GLOBAL_REQUESTS_PER_SECOND: "10000" })
      for (const { isOnGuild, name, request } of operations) {
        const denial = yield* Effect.provide(denialOf(request), discord)
        const { recovery_hint } = describeError(denial)
        assert.isAbove(denial.missing_permissions?.length ?? 0, 0, name)
        for (const missing of denial.missing_permissions ?? []) {
          const by = isOnGuild || guildWide.has(missing) ? "role" : "role or overwrite"
          assert.strictEqual(grantedBy(recovery_hint, missing), by, `${name}: ${recovery_hint}`)
        }
      }
    })
  )

  it.scoped("names the overwrite that denies a permission", () =>
    Effect.gen(function* () {
      const roles = { "1": roleOf(0, permissionBits.VIEW_CHANNEL | permissionBits.SEND_MESSAGES) }
      const quiet = { id: "1", type: 0, allow: "0", deny: String(permissionBits.SEND_MESSAGES) }
      const denial = yield* denialIn(
        { roles, channels: { "7": { permission_overwrites: [quiet] } } },
        asking(SEND, ["7"], text)
      )
      assert.deepStrictEqual(denial.denied_in_channel, ["SEND_MESSAGES"])
      assert.strictEqual(grantedBy(describeError(denial).recovery_hint, "SEND_MESSAGES"), "overwrite")
    })
  )

  it.scoped("says that nobody can do it to the owner of the server", () =>
    Effect.gen(function* () {
      const denial = yield* denialIn(
        { roles: { "1": roleOf(0, permissionBits.KICK_MEMBERS) } },
        asking("DELETE /guilds/{guild_id}/members/{user_id}", ["1", "2"], { risk: "destructive" })
      )
      const { message, recovery_hint } = describeError(denial)
      assert.strictEqual(message, "Discord refused DELETE /guilds/:id/members/:id: the target owns the server.")
      assert.match(recovery_hint, /^Do not retry/)
    })
  )

  it("of an operation on the guild is never lifted by an overwrite", () => {
    const upstream = { status: 403, method: "PATCH", route: "/guilds/:id/members/:id" }
    const causes = ["role_hierarchy", "guild_owner", "two_factor_required", "timed_out", undefined] as const
    for (const why of causes) {
      // A refusal is repeated without a request (`sent: false`) when there are too many.
      for (const repeated of [{}, { sent: false, retry_after_ms: 60_000 } as const]) {
        const error = new DiscordPermissionError({ upstream, ...repeated, ...(why !== undefined && { why }) })
        assert.notMatch(describeError(error).recovery_hint, /overwrite|channel/)
      }
    }
  })
})

describe("permissions_explain", () => {
  it.live("says where each permission can be granted", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const grantsAt = Effect.fnUntraced(function* (channel: object) {
        const granted: Array<readonly [string, GrantedBy | undefined]> = []
        for (const name of names) {
          const input = { guild_id: ids.guild, role_id: ids.roles.member, requested_permissions: [name], ...channel }
          const { allowed, recovery_hint } = (yield* call("permissions_explain", input)).structured
          if (allowed === false) granted.push([name, grantedBy(String(recovery_hint), name)])
        }
        return granted
      })
      const inGuild = yield* grantsAt({})
      const inChannel = yield* grantsAt({ channel_id: ids.channels.general })
      assert.isAbove(inGuild.length, 20)
      assert.deepStrictEqual(
        inGuild.filter(([, by]) => by !== "role"),
        []
      )
      assert.isAbove(inChannel.length, 20)
      assert.deepStrictEqual(
        inChannel.filter(([name, by]) => (by === "role") !== guildWide.has(name)),
        []
      )
    }).pipe(served())
  )

  it.live("decides an action on a member by roles alone, also with a channel", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = { guild_id: ids.guild, channel_id: ids.channels.general, target_role_id: ids.roles.member }
      const { structured } = yield* call("permissions_explain", {
        ...input,
        action: "assign_role",
        role_id: ids.roles.member
      })
      assert.strictEqual(
        structured.recovery_hint,
        "Grant MANAGE_ROLES to the role in Server Settings → Roles, then retry."
      )
    }).pipe(served())
  )
})

const GUILD = "111111111111111111"
const CHANNEL = "222222222222222222"
const BOT = "333333333333333333"
const USER = "444444444444444444"

/** A guild in which the bot has no permission but to view channels, and the user owns the guild if `owned`. */
const guild =
  (owned: boolean): Step =>
  (request, onPhase) => {
    const roles = [{ id: GUILD, name: "@everyone", position: 0, permissions: owned ? "8" : "1024" }]
    const replies: Readonly<Record<string, unknown>> = {
      "/users/@me": { id: BOT, username: "bot" },
      [`/guilds/${GUILD}`]: { id: GUILD, name: "Tidepool", owner_id: owned ? USER : "1", roles },
      [`/guilds/${GUILD}/members/${BOT}`]: { user: { id: BOT, username: "bot" }, roles: [] },
      [`/guilds/${GUILD}/members/${USER}`]: { user: { id: USER, username: "kelp" }, roles: [] },
      [`/channels/${CHANNEL}`]: { id: CHANNEL, type: 0, name: "general", guild_id: GUILD, permission_overwrites: [] }
    }
    const body = replies[request.path]
    return (body === undefined ? refusal(404, 10003) : answer(200, body))(request, onPhase)
  }

/** Calls in a guild or a channel, with the permissions that they need there. */
const calls: ReadonlyArray<readonly [tool: string, input: object, Readonly<Record<string, GrantedBy>>]> = [
  ["members_kick", { guild_id: GUILD, user_id: USER }, { KICK_MEMBERS: "role" }],
  ["members_ban", { guild_id: GUILD, user_id: USER }, { BAN_MEMBERS: "role" }],
  ["members_timeout", { guild_id: GUILD, user_id: USER, minutes: 5 }, { MODERATE_MEMBERS: "role" }],
  ["members_modify", { guild_id: GUILD, user_id: USER, nick: "x" }, { MANAGE_NICKNAMES: "role" }],
  ["members_bulk_ban", { guild_id: GUILD, user_ids: [USER] }, { BAN_MEMBERS: "role", MANAGE_GUILD: "role" }],
  ["guild_modify", { guild_id: GUILD, name: "Cove" }, { MANAGE_GUILD: "role" }],
  ["roles_create", { guild_id: GUILD, name: "kelp" }, { MANAGE_ROLES: "role" }],
  ["channels_create_guild_channel", { guild_id: GUILD, name: "kelp", kind: "text" }, { MANAGE_CHANNELS: "role" }],
  ["channels_modify", { channel_id: CHANNEL, topic: "x" }, { MANAGE_CHANNELS: "role or overwrite" }],
  ["channels_delete", { channel_id: CHANNEL }, { MANAGE_CHANNELS: "role or overwrite" }],
  ["messages_send", { channel_id: CHANNEL, content: "x" }, { SEND_MESSAGES: "role or overwrite" }],
  ["webhooks_create", { channel_id: CHANNEL, name: "x" }, { MANAGE_WEBHOOKS: "role or overwrite" }],
  [
    "channels_modify_permissions",
    { channel_id: CHANNEL, overwrite_id: USER, type: "member", allow: ["KICK_MEMBERS"] },
    { MANAGE_ROLES: "role or overwrite", KICK_MEMBERS: "role" }
  ]
]

/** The preview of a call in that guild. */
const previewOf = Effect.fnUntraced(function* (tool: string, input: object, owned = false) {
  const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, guild(owned))
  const { structured, text } = yield* server.call(tool, input)
  return { preview: Object(structured.preview) as Readonly<Record<string, unknown>>, text } // JSON
})

describe("a preview of a call that the bot may not make", () => {
  for (const [tool, input, granted] of calls) {
    it.scoped(`says where the permissions of ${tool} can be granted`, () =>
      Effect.gen(function* () {
        const { preview, text } = yield* previewOf(tool, input)
        const hint = String(preview.recovery_hint)
        assert.includeMembers([preview.missing_permissions].flat(), Object.keys(granted))
        assert.deepStrictEqual(
          Object.fromEntries(Object.keys(granted).map((name) => [name, grantedBy(hint, name)])),
          granted
        )
        assert.include(text, hint)
      })
    )
  }

  it.scoped("says that nobody can do it to the owner of the server", () =>
    Effect.gen(function* () {
      const { preview, text } = yield* previewOf("members_kick", { guild_id: GUILD, user_id: USER }, true)
      assert.deepInclude(preview, { bot_may: false, obstacle: "guild_owner" })
      assert.include(text, "the target owns the server. Do not retry")
      assert.notMatch(text, /overwrite|channel's permissions/)
    })
  )
})
