/** A lock keeps everyone from writing but those it excepts, and an unlock restores what was set before. */
import { assert, describe, it } from "@effect/vitest"
import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, FastCheck } from "effect"
import { effectivePermissions } from "../../../src/discord/permissions/effectivePermissions.ts"
import { permissionsWith, writingBits } from "../../../src/tools/channels/lockChanges.ts"
import { asked, call, codeOf, roomy, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { runs, someOf } from "../../turns.ts"
import { armed } from "../wired.ts"

const MANAGER = Bit.ManageRoles | Bit.ViewAuditLog
const limits = {
  ...roomy.limits,
  "PUT /channels/:id/permissions/:id": { limit: 10_000, windowMs: 1000 },
  "DELETE /channels/:id/permissions/:id": { limit: 10_000, windowMs: 1000 },
  "GET /guilds/:id/members/:id": { limit: 10_000, windowMs: 1000 },
  "GET /guilds/:id/audit-logs": { limit: 10_000, windowMs: 1000 }
}
const manager = { ...roomy, limits, permissions: MANAGER }

interface Overwrite {
  readonly id: string
  readonly type: number
  readonly allow: string
  readonly deny: string
}

const objectAt = (path: string) =>
  Effect.flatMap(Sandbox, ({ snapshot }) => Effect.map(snapshot, (all) => Object(all[path])))

const overwritesOf = (channel: string): Effect.Effect<ReadonlyArray<Overwrite>, never, Served> =>
  Effect.map(objectAt(`/channels/${channel}`), ({ permission_overwrites }) =>
    [...permission_overwrites].sort((a, b) => (a.id < b.id ? -1 : 1))
  )

const setOverwrites = (channel: string, permission_overwrites: ReadonlyArray<Overwrite>) =>
  Effect.flatMap(Sandbox, ({ patch }) => patch({ [`/channels/${channel}`]: { permission_overwrites } }))

/** The writing permissions of somebody with these roles in a channel. */
const writes = Effect.fnUntraced(function* (channel: string, roles: ReadonlyArray<string>, id = "") {
  const { ids } = yield* Sandbox
  const all = yield* Effect.flatMap(Sandbox, ({ snapshot }) => snapshot)
  const guildRoles = Object.entries(all).flatMap(([path, it]) =>
    path.startsWith(`/guilds/${ids.guild}/roles/`) ? [Object(it)] : []
  )
  const { type } = yield* objectAt(`/channels/${channel}`)
  const overwrites = (yield* overwritesOf(channel)).map((it) => ({
    ...it,
    allow: BigInt(it.allow),
    deny: BigInt(it.deny)
  }))
  const byId = guildRoles.map((role) => [role.id, BigInt(role.permissions)] as const)
  return (
    effectivePermissions(
      { id: ids.guild, ownerId: ids.owner, roles: new Map(byId) },
      { id, roles, timedOut: false },
      permissionsWith(type, overwrites)
    ) & writingBits(type)
  )
})

const BITS = [Bit.SendMessages, Bit.SendMessagesInThreads, Bit.CreatePublicThreads, Bit.AddReactions, Bit.AttachFiles]
const anySide = FastCheck.array(FastCheck.constantFrom("allow", "deny", "none"), {
  minLength: BITS.length,
  maxLength: BITS.length
})

describe("channels_lock", () => {
  it.live("leaves writing to excepted roles, and channels_unlock restores every overwrite", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { bot, channels, guild, members, roles } = ids
      const owners = [
        ...[guild, roles.member, roles.moderator, roles.bot].map((id) => ({ id, type: 0 })),
        ...[members.bruno, bot].map((id) => ({ id, type: 1 }))
      ]
      const anyOverwrites = FastCheck.tuple(
        FastCheck.subarray(owners),
        FastCheck.array(anySide, { minLength: 6, maxLength: 6 })
      ).map(([some, sides]) =>
        some.map((owner, at): Overwrite => {
          const sum = (side: string) =>
            String(BITS.reduce((all, bit, n) => (sides[at]?.[n] === side ? all | bit : all), 0n))
          return { ...owner, allow: sum("allow"), deny: sum("deny") }
        })
      )
      const anyChannel = FastCheck.constantFrom(
        channels.general,
        channels.forum,
        channels.voice,
        channels.announcements
      )
      const cases = FastCheck.sample(FastCheck.tuple(anyChannel, anyOverwrites, FastCheck.boolean()), {
        numRuns: runs(100),
        seed: 7
      })
      for (const [channel, overwrites, excepts] of cases) {
        yield* setOverwrites(channel, overwrites)
        const before = yield* overwritesOf(channel)
        const botCould = yield* writes(channel, [roles.bot], bot)
        const except = excepts ? [roles.moderator] : []
        const locked = yield* call("channels_lock", { channel_id: channel, except })
        assert.strictEqual(codeOf(locked), "ok", JSON.stringify(locked.structured))
        for (const own of [[], [roles.member], excepts ? [] : [roles.moderator]])
          assert.strictEqual(yield* writes(channel, own), 0n)
        assert.strictEqual(yield* writes(channel, [roles.member], members.bruno), 0n)
        assert.strictEqual(yield* writes(channel, [roles.bot], bot), botCould)
        if (excepts) assert.notStrictEqual((yield* writes(channel, [roles.moderator])) & Bit.SendMessages, 0n)
        const count = (yield* asked).length
        assert.deepStrictEqual((yield* call("channels_lock", { channel_id: channel, except })).structured.changes, [])
        assert.isFalse((yield* asked).slice(count).some((line) => line.startsWith("PUT")))
        assert.strictEqual(codeOf(yield* call("channels_unlock", { channel_id: channel })), "ok")
        assert.deepStrictEqual(yield* overwritesOf(channel), before)
      }
    }).pipe(served(armed, manager))
  )

  it.live("says who still can write, what changed, and that nothing ends it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { bot, channels, guild, roles } = ids
      const until = "2100-01-01T00:00:00Z"
      const { structured } = yield* call("channels_lock", {
        channel_id: channels.general,
        except: [roles.moderator],
        until
      })
      const writing = ["SEND_MESSAGES", "CREATE_PUBLIC_THREADS", "SEND_MESSAGES_IN_THREADS"]
      assert.deepStrictEqual(structured, {
        id: channels.general,
        name: "general",
        kind: "text",
        until,
        except: [roles.moderator],
        changes: [
          { id: bot, kind: "member", bot: true, newly_allowed: writing },
          { id: roles.moderator, kind: "role", name: "moderator", newly_allowed: writing },
          { id: guild, kind: "role", name: "@everyone", newly_denied: writing }
        ],
        can_write: {
          everyone: [],
          roles: [{ id: roles.moderator, name: "moderator", can: writing }],
          administrators: [{ id: roles.admin, name: "admin" }],
          bot: writing
        },
        undo: "channels_unlock with this channel_id",
        notice:
          "Roles with ADMINISTRATOR can still write: no lock restricts them. Nothing unlocks the channel by itself: call channels_unlock at the time of until."
      })
    }).pipe(served(armed, manager))
  )

  it.live("locks the channels of a category that follow it, and names the others", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { community, general, support } = ids.channels
      yield* setOverwrites(support, [{ id: ids.roles.member, type: 0, allow: String(Bit.SendMessages), deny: "0" }])
      const { structured } = yield* call("channels_lock", { channel_id: community })
      assert.deepStrictEqual(structured.not_locked, [{ id: support, name: "support" }])
      assert.strictEqual(yield* writes(general, [ids.roles.member]), 0n)
      yield* call("channels_unlock", { channel_id: community })
      assert.deepStrictEqual(yield* overwritesOf(general), [])
    }).pipe(served(armed, manager))
  )

  it.live("refuses threads, roles of another guild and a time in the past", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general, thread } = ids.channels
      for (const [reason, input] of [
        ["thread_without_permissions", { channel_id: thread }],
        ["everyone", { except: [ids.guild] }],
        ["role_of_another_guild", { except: [ids.otherGuild] }],
        ["in_the_past", { until: "2020-01-01T00:00:00Z" }]
      ] as const) {
        const { structured } = yield* call("channels_lock", { channel_id: general, ...input })
        assert.deepInclude(structured, { code: "VALIDATION_FAILED", reason })
      }
      assert.deepStrictEqual(yield* overwritesOf(general), [])
    }).pipe(served(armed, manager))
  )

  it.live("says how much was done when a request fails, and goes on with the same call", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { announcements, general } = sandbox.ids.channels
      for (const [channel, after] of someOf(
        [
          [general, 1],
          [announcements, 0]
        ] as const,
        1
      )) {
        yield* sandbox.inject({
          match: { method: "PUT", path: "/channels/*/permissions/*" },
          after,
          do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }
        })
        const before = yield* overwritesOf(channel)
        const failed = yield* call("channels_lock", { channel_id: channel, except: [sandbox.ids.roles.moderator] })
        assert.strictEqual(codeOf(failed), "DISCORD_PERMISSION_DENIED")
        const hint = String(failed.structured.recovery_hint)
        if (after === 0) assert.notInclude(hint, "were changed before")
        else
          assert.match(hint, /^1 of 3 overwrites were changed before, and stay\. .* channels_unlock to restore them\./)
        yield* sandbox.clearFaults
        assert.strictEqual(codeOf(yield* call("channels_lock", { channel_id: channel })), "ok")
        yield* call("channels_unlock", { channel_id: channel })
        assert.deepStrictEqual(yield* overwritesOf(channel), before)
      }
    }).pipe(served(armed, manager))
  )

  it.live("previews the changes by name, of a plan with a deletion too", () =>
    Effect.gen(function* () {
      const { channels, roles } = (yield* Sandbox).ids
      const steps = [
        { id: "lock", tool: "channels_lock", args: { channel_id: channels.general, except: [roles.moderator] } },
        { id: "unlock", tool: "channels_unlock", args: { channel_id: channels.announcements } },
        { id: "delete", tool: "channels_delete", args: { channel_id: channels.showcase } }
      ]
      const { structured } = yield* call("mcp_pipeline", { steps })
      const writing = "SEND_MESSAGES, CREATE_PUBLIC_THREADS, SEND_MESSAGES_IN_THREADS"
      const [lock, unlock] = ["channels_lock", "channels_unlock"].map(
        (tool) => Object(structured.preview).steps.find((step: object) => Object(step).tool === tool)?.facts
      )
      assert.deepStrictEqual(lock.overwrites_changed, [
        `the bot: newly allowed ${writing}`,
        `@moderator: newly allowed ${writing}`,
        `@everyone: newly denied ${writing}`
      ])
      assert.deepStrictEqual(unlock.overwrites_changed, ["@everyone: no longer denied SEND_MESSAGES"])
    }).pipe(served({}, { ...manager, permissions: MANAGER | Bit.ManageChannels }))
  )
})

describe("channels_unlock", () => {
  it.live("keeps what somebody else has changed since, and names it", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { announcements } = ids.channels
      const { guild, roles } = ids
      const role = { id: roles.moderator, type: 0 }
      const send = String(Bit.SendMessages)
      yield* setOverwrites(announcements, [{ ...role, allow: send, deny: "0" }])
      yield* call("channels_lock", { channel_id: announcements })
      const others = (yield* overwritesOf(announcements)).filter(({ id }) => id !== roles.moderator)
      yield* setOverwrites(announcements, [...others, { ...role, allow: String(Bit.AttachFiles), deny: send }])
      const { structured } = yield* call("channels_unlock", { channel_id: announcements })
      assert.deepStrictEqual(structured.kept, [{ id: roles.moderator, kind: "role", name: "moderator" }])
      assert.deepStrictEqual(yield* overwritesOf(announcements), [
        { ...role, allow: String(Bit.AttachFiles), deny: send }
      ])
      assert.notInclude(JSON.stringify(yield* overwritesOf(announcements)), guild)
    }).pipe(served(armed, manager))
  )

  it.live("removes only the denials of everyone without a lock in the log, and says what is unknown", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const denied = { id: ids.guild, type: 0, allow: "0", deny: String(Bit.SendMessages | Bit.AttachFiles) }
      const other = { id: ids.roles.member, type: 0, allow: "0", deny: String(Bit.SendMessages) }
      yield* setOverwrites(general, [denied, other])
      const { structured } = yield* call("channels_unlock", { channel_id: general })
      assert.match(String(structured.notice), /(VIEW_AUDIT_LOG|45 days).*: only the denials of @everyone are removed\./)
      assert.deepStrictEqual(
        new Set(yield* overwritesOf(general)),
        new Set([{ ...denied, deny: String(Bit.AttachFiles) }, other])
      )
    }).pipe((test) =>
      Effect.zipRight(served(armed, manager)(test), served(armed, { ...manager, permissions: Bit.ManageRoles })(test))
    )
  )

  it.live("opens nothing after the lock has ended", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { announcements } = ids.channels
      const before = yield* overwritesOf(announcements)
      yield* setOverwrites(announcements, [
        ...before,
        { id: ids.roles.member, type: 0, allow: String(Bit.SendMessages), deny: "0" }
      ])
      for (const tool of ["channels_lock", "channels_unlock", "channels_unlock"]) {
        assert.strictEqual(codeOf(yield* call(tool, { channel_id: announcements })), "ok")
      }
      assert.deepInclude(
        yield* overwritesOf(announcements),
        before.find(({ id }) => id === ids.guild)
      )
    }).pipe(served(armed, manager))
  )

  it.live("reads further pages of the audit log", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      yield* call("channels_lock", { channel_id: general })
      for (let count = 0; count < 100; count++)
        yield* call("channels_modify_permissions", {
          channel_id: general,
          overwrite_id: ids.roles.member,
          type: "role",
          [count % 2 === 0 ? "deny" : "inherit"]: ["ATTACH_FILES"]
        })
      yield* call("channels_unlock", { channel_id: general })
      assert.deepStrictEqual(yield* overwritesOf(general), [{ id: ids.roles.member, type: 0, allow: "0", deny: "0" }])
      const log = yield* call("audit_log_get", { guild_id: ids.guild, action_type: "CHANNEL_OVERWRITE_DELETE" })
      assert.include(JSON.stringify(log.structured), "channels_unlock")
      assert.strictEqual(AuditLogEvent.ChannelOverwriteDelete, 15)
    }).pipe(served(armed, manager))
  )
})
