import { it, describe as suite } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { FastCheck } from "effect"
import { describe, describeDefect } from "../../src/errors/describe.ts"
import { samples } from "./samples.ts"

suite("the description of a failure", () => {
  it("consists of complete sentences", () => {
    for (const error of Object.values(samples).flat()) {
      const { message, recovery_hint } = describe(error)
      // A message may start with the name of a tool, in lower case.
      strictEqual(/^([A-Z]|[a-z]+_).*\.$/s.test(message), true, message)
      if (error._tag !== "ValidationError") strictEqual(/^[A-Z].*[.}]$/s.test(recovery_hint), true, recovery_hint)
    }
  })

  it("never shows the internals of a value", () => {
    for (const error of Object.values(samples).flat()) {
      const { message, recovery_hint } = describe(error)
      strictEqual(/undefined|NaN|\[object|null/.test(`${message} ${recovery_hint}`), false, message)
    }
  })

  it("distinguishes the bot's own limits from a missing permission", () => {
    const hints = samples.DiscordPermissionError.map((error) => describe(error).recovery_hint)
    deepStrictEqual(
      [...new Set(hints)],
      [
        "Grant MANAGE_ROLES to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry.",
        "Ask a server admin to check the bot's role and the channel's permission overwrites for MANAGE_ROLES, then retry.",
        "Ask a server admin to check the bot's role and the channel's permission overwrites, then retry.",
        "Ask a server admin to check the bot's role and the channel's permission overwrites, then retry. The server sends such a call again in 42000 ms.",
        "Do not retry: no permission changes this. Tell the person why, or choose another target.",
        "Move the bot's role above the target's highest role in Server Settings → Roles, then retry.",
        "Do not retry: nobody can do this to the owner of the server. Tell the person why, or choose another target.",
        "Ask the bot's owner to enable two-factor authentication on their Discord account, then retry.",
        "Ask the operator to enable the intent on the Bot page of the Discord Developer Portal, then retry.",
        "Ask a server admin to lift the bot's timeout, then retry."
      ]
    )
  })
})

suite("the description of a defect", () => {
  it.prop("is the same for every defect, except for the incident id", [FastCheck.uuid()], ([id]) => {
    deepStrictEqual(describeDefect(id), {
      retriable: false,
      message: "The server hit an internal error. This is a bug in the server, not in your call.",
      recovery_hint: `Do not retry. Report incident ${id} to the operator: the server's log has the details under this id.`
    })
  })
})
