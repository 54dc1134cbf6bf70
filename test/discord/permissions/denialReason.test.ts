import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { permissionBits } from "../../../src/errors/PermissionName.ts"
import { asking, denial, denialIn, type GuildFacts, roleOf, SEND, text } from "./denials.ts"

const MEMBER = "PATCH /guilds/{guild_id}/members/{user_id}"

/** The denial of renaming a member. */
const denied = (here: GuildFacts, request = asking(MEMBER, ["1", "5"], { body: { nick: "x" }, risk: "write" })) =>
  denialIn(here, request)

const mayRename = { roles: { "1": roleOf(0, permissionBits.MANAGE_NICKNAMES) } }
const renaming = { required_permissions: ["MANAGE_NICKNAMES"] }

describe("a denial without a missing permission", () => {
  it.scoped("is timed_out for a bot in timeout", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 0, 1))
      const until = (day: string) => ({
        ...mayRename,
        bot: { communication_disabled_until: `2026-01-${day}T00:00:00.000000+00:00` }
      })
      assert.deepStrictEqual(yield* denied(until("02")), denial({ ...renaming, why: "timed_out" }, MEMBER))
      yield* TestClock.setTime(Date.UTC(2026, 0, 3))
      assert.deepStrictEqual(yield* denied(until("02")), denial({ ...renaming, why: "role_hierarchy" }, MEMBER))
    })
  )

  it.scoped("is never timed_out for an administrator", () =>
    Effect.gen(function* () {
      const here = {
        roles: { "1": roleOf(0, permissionBits.ADMINISTRATOR) },
        bot: { communication_disabled_until: "2126-01-01T00:00:00Z" }
      }
      assert.deepStrictEqual(yield* denied(here), denial({ ...renaming, why: "role_hierarchy" }, MEMBER))
    })
  )

  it.scoped("is two_factor_required for permissions that need it, if the guild requires it", () =>
    Effect.gen(function* () {
      const guild = { mfa_level: 1 }
      const operation = "DELETE /guilds/{guild_id}/members/{user_id}"
      const kick = (user: string) => asking(operation, ["1", user], { risk: "destructive" })
      const here = { guild, roles: { "1": roleOf(0, permissionBits.KICK_MEMBERS) } }
      const kicking = { required_permissions: ["KICK_MEMBERS"] }
      assert.deepStrictEqual(
        yield* denied(here, kick("5")),
        denial({ ...kicking, why: "two_factor_required" }, operation)
      )
      // The owner's rank is known, and no second factor lifts it.
      assert.deepStrictEqual(yield* denied(here, kick("2")), denial({ ...kicking, why: "guild_owner" }, operation))
      assert.deepStrictEqual(
        yield* denied({ ...mayRename, guild }),
        denial({ ...renaming, why: "role_hierarchy" }, MEMBER)
      )
    })
  )

  it.scoped("is role_hierarchy for a role above the bot's, and unknown for one below it", () =>
    Effect.gen(function* () {
      const operation = "PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}"
      const roles = {
        "1": roleOf(0, permissionBits.MANAGE_ROLES),
        "20": roleOf(1, 0n),
        "30": roleOf(2, 0n),
        "40": roleOf(2, 0n),
        "50": roleOf(3, 0n)
      }
      const why = (role: string) =>
        Effect.map(
          denied({ roles, bot: { roles: ["20", "40"] } }, asking(operation, ["1", "5", role], { risk: "write" })),
          (it) => it.why
        )
      assert.deepStrictEqual(yield* Effect.forEach(["20", "30", "40", "50", "60"], why), [
        undefined,
        "role_hierarchy",
        "role_hierarchy",
        "role_hierarchy",
        undefined
      ])
    })
  )

  it.scoped("is privileged_intent for a list that requires an intent", () =>
    Effect.gen(function* () {
      const list = "GET /guilds/{guild_id}/members"
      const search = "GET /guilds/{guild_id}/messages/search"
      const here = { code: 50001, roles: { "1": roleOf(0, permissionBits.READ_MESSAGE_HISTORY) } }
      assert.deepStrictEqual(
        yield* denied(here, asking(list, ["1"])),
        denial({ why: "privileged_intent" }, list, 50001)
      )
      assert.deepStrictEqual(
        yield* denied(here, asking(search, ["1"])),
        denial({ required_permissions: ["READ_MESSAGE_HISTORY"], why: "privileged_intent" }, search, 50001)
      )
    })
  )

  it.scoped("has no reason if none is known", () =>
    Effect.gen(function* () {
      const operation = "GET /guilds/{guild_id}/audit-logs"
      const here = { roles: { "1": roleOf(0, permissionBits.VIEW_AUDIT_LOG) } }
      assert.deepStrictEqual(
        yield* denied(here, asking(operation, ["1"])),
        denial({ required_permissions: ["VIEW_AUDIT_LOG"] }, operation)
      )
    })
  )

  it.scoped("names no permission outside of guilds", () =>
    Effect.gen(function* () {
      const here = { channels: { "7": { type: 1, guild_id: undefined } } }
      assert.deepStrictEqual(yield* denied(here, asking(SEND, ["7"], text)), denial({}))
    })
  )
})
