import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option } from "effect"
import { moderationBits, permissionsOrDefault } from "../../src/cli/sandboxPermissions.ts"
import { bitsOf } from "../../src/errors/PermissionName.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"

describe("the permissions of the sandbox's bot", () => {
  it("allow moderation by default, or are the named ones", () => {
    const of = (text: string) => Either.getOrNull(permissionsOrDefault(Option.some(text)))
    assert.strictEqual(Either.getOrNull(permissionsOrDefault(Option.none())), moderationBits)
    assert.strictEqual(of("none"), 0n)
    assert.strictEqual(of("ban_members, KICK_MEMBERS"), bitsOf(["BAN_MEMBERS", "KICK_MEMBERS"]))
  })

  it("names all unknown permissions, with the nearest known ones or else with all of them", () => {
    const problem = (text: string) =>
      Option.getOrElse(Either.getLeft(permissionsOrDefault(Option.some(text))), () => "")
    assert.strictEqual(problem("BAN_MEMBER,PIN_MESSAGES"), "unknown permissions: BAN_MEMBER; did you mean BAN_MEMBERS?")
    assert.match(
      problem("BAN_MEMBER,FLY"),
      /^unknown permissions: BAN_MEMBER; did you mean BAN_MEMBERS\?, FLY\. The permissions are: CREATE_INSTANT_INVITE, .*BYPASS_SLOWMODE$/
    )
  })

  it("rejects a blank name", () => {
    for (const text of ["", " ", ",", "BAN_MEMBERS,", "BAN_MEMBERS,,KICK_MEMBERS", "\u200b"]) {
      assert.deepStrictEqual(
        permissionsOrDefault(Option.some(text)),
        Either.left("a name is blank. For no permissions, use none")
      )
    }
  })

  it.live("let it time out and ban members", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const member = { guild_id: ids.guild, user_id: ids.members.bruno }
      const muted = yield* call("members_timeout", { ...member, minutes: 5, __confirm: true })
      assert.deepStrictEqual([muted.isError, muted.structured.code], [false, undefined])
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_CONFIRM: "flag" }, { ...roomy, permissions: moderationBits }))
  )
})
