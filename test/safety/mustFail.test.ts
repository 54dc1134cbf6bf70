import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bits } from "discord-api-types/v10"
import { Effect, TestClock } from "effect"
import { firstIdAt } from "../../src/objects/schema/snowflake.ts"
import type { Environment } from "../dispatch/app.ts"
import { gateServer, nobody, somebody } from "./gateServer.ts"
import { ABOVE, CHANNEL, discordWith, GUILD, OBJECT, USER } from "./preview/guildOfRoles.ts"

const RUN: Environment = { MCP_DRY_RUN: "false" }

/** Each way in which a call gets consent. */
const ways: Readonly<Record<string, Environment>> = {
  "a token": { ...RUN, MCP_CONFIRM: "token" },
  "a flag": { ...RUN, MCP_CONFIRM: "flag" },
  "a person's answer": { ...RUN, MCP_CONFIRM: "elicit" },
  "an approval in Discord": {
    ...RUN,
    MCP_CONFIRM: "discord",
    MCP_APPROVERS: USER,
    MCP_APPROVAL_CHANNEL: CHANNEL,
    MCP_GATEWAY: "true"
  }
}

const ALL = Bits.ViewChannel | Bits.ManageMessages | Bits.ManageThreads | Bits.ReadMessageHistory
const thread = (metadata: object) => ({
  [`/channels/${OBJECT}`]: {
    id: OBJECT,
    type: 11,
    name: "tides",
    guild_id: GUILD,
    parent_id: CHANNEL,
    thread_metadata: metadata
  }
})
const clear = ["reactions_delete_all", { channel_id: OBJECT, message_id: "777777777777777777" }] as const
const remove = ["messages_delete", { channel_id: OBJECT, message_id: "777777777777777777" }] as const
const kick = ["members_kick", { guild_id: GUILD, user_id: USER }] as const

type Case = readonly [Parameters<typeof discordWith>[0], string, object, object]

/** Calls that must fail, and the error of each. */
const failing: Readonly<Record<string, Case>> = {
  "lacks a permission": [{}, ...kick, { code: "DISCORD_PERMISSION_DENIED", missing_permissions: ["KICK_MEMBERS"] }],
  "must not see the channel": [
    { allows: Bits.ManageChannels },
    "channels_delete",
    { channel_id: CHANNEL },
    { code: "DISCORD_PERMISSION_DENIED", missing_permissions: ["VIEW_CHANNEL"] }
  ],
  "ranks below the member": [
    { allows: Bits.KickMembers, theirs: [ABOVE] },
    ...kick,
    { code: "DISCORD_PERMISSION_DENIED", why: "role_hierarchy" }
  ],
  "ranks below the role": [
    { allows: Bits.ManageRoles },
    "roles_delete",
    { guild_id: GUILD, role_id: ABOVE },
    { code: "DISCORD_PERMISSION_DENIED", why: "role_hierarchy" }
  ],
  "means the owner": [
    { allows: Bits.BanMembers, guild: { owner_id: USER } },
    "members_ban",
    { guild_id: GUILD, user_id: USER },
    { code: "DISCORD_PERMISSION_DENIED", why: "guild_owner" }
  ],
  "is timed out": [
    { allows: Bits.KickMembers, bot: { communication_disabled_until: "2099-01-01T00:00:00Z" } },
    ...kick,
    { code: "DISCORD_PERMISSION_DENIED", why: "timed_out" }
  ],
  "has an owner without the two factors that the guild demands": [
    { allows: Bits.KickMembers, guild: { mfa_level: 1 }, self: { mfa_enabled: false } },
    ...kick,
    { code: "DISCORD_PERMISSION_DENIED", why: "two_factor_required" }
  ],
  "clears reactions in an archived thread": [
    { allows: ALL, bodies: thread({ archived: true, locked: false }) },
    ...clear,
    { code: "DISCORD_CONFLICT" }
  ]
}

/** Calls that may succeed, as far as the preview can know. */
const possible: Readonly<Record<string, readonly [Parameters<typeof discordWith>[0], string, object]>> = {
  "has the permission": [{ allows: Bits.KickMembers }, ...kick],
  "has an owner with two factors": [
    { allows: Bits.KickMembers, guild: { mfa_level: 1 }, self: { mfa_enabled: true } },
    ...kick
  ],
  "has an owner of whom nothing is known": [{ allows: Bits.KickMembers, guild: { mfa_level: 1 } }, ...kick],
  "is in a guild that cannot be read": [{ bodies: { [`/guilds/${GUILD}`]: undefined } }, ...kick],
  "deletes in an archived thread": [{ allows: ALL, bodies: thread({ archived: true, locked: false }) }, ...remove],
  "deletes in an archived thread that is locked": [
    { allows: ALL, bodies: thread({ archived: true, locked: true }) },
    ...remove
  ],
  "clears reactions in an active thread": [{ allows: ALL, bodies: thread({ archived: false, locked: true }) }, ...clear]
}

describe("a call that must fail", () => {
  const causes = Object.entries(failing)
  // Each cause with a token, and each other way with the first cause.
  for (const [way, environment] of Object.entries(ways)) {
    for (const [what, [discord, tool, input, expected]] of way === "a token" || way === "a flag"
      ? causes
      : causes.slice(0, 1)) {
      it.scoped(`is refused before ${way} is asked for, because the bot ${what}`, () =>
        Effect.gen(function* () {
          const server = yield* gateServer(environment, discordWith(discord))
          const person = somebody("accepted")
          const { structured } = yield* server.call(tool, input, way === "a person's answer" ? person : nobody)
          assert.deepInclude(structured, { ...expected, sent: false })
          assert.notProperty(structured, "confirmation_token")
          assert.match(String(structured.message), /nothing was sent/)
          assert.isNotEmpty(structured.recovery_hint ?? structured.recovery)
          assert.deepStrictEqual([person.asked, server.changes()], [[], []])
        })
      )
    }
  }

  for (const [what, [discord, tool, input]] of Object.entries(possible)) {
    it.scoped(`is not one whose bot ${what}: it gets its token`, () =>
      Effect.gen(function* () {
        const server = yield* gateServer({ ...RUN, MCP_CONFIRM: "token" }, discordWith(discord))
        const { structured } = yield* server.call(tool, input, nobody)
        assert.property(structured, "confirmation_token")
      })
    )
  }

  it.scoped("is a bulk deletion of messages older than two weeks, whose ids are named", () =>
    Effect.gen(function* () {
      const dayMs = 86_400_000
      const server = yield* gateServer({ ...RUN, MCP_CONFIRM: "token" }, discordWith({ allows: ALL }))
      yield* TestClock.setTime(1_800_000_000_000)
      const idOf = (days: number) => String(firstIdAt(1_800_000_000_000 - days * dayMs))
      const [fresh, old, older] = [idOf(13.9), idOf(14.1), idOf(400)]
      const { structured } = yield* server.call(
        "messages_bulk_delete",
        { channel_id: CHANNEL, message_ids: [fresh, old, older] },
        nobody
      )
      assert.deepInclude(structured, { code: "VALIDATION_FAILED", reason: "message_too_old_for_bulk" })
      const text = JSON.stringify(structured)
      assert.notInclude(text, fresh)
      for (const id of [old, older]) assert.include(text, id)
      assert.include(text, "messages_delete")
      assert.deepStrictEqual(server.changes(), [])
    })
  )
})
