// @effect-diagnostics strictEffectProvide:off
import { inspect } from "node:util"
import { assert, it, describe as suite } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Cause, Effect, Either, FastCheck, Logger } from "effect"
import { DiscordMcpError, describe } from "../../src/errors/DiscordMcpError.ts"
import { describeDefect, fromEnvelope, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { errorOf } from "../../src/testing/anyError.ts"
import { runs, turn } from "../turns.ts"
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

suite("the message of an error", () => {
  /** Samples and drawn errors of every class, also as the client decodes them. */
  const ofEveryClass = DiscordMcpError.members.map(({ _tag }) => {
    const drawn = FastCheck.sample(errorOf(_tag), { numRuns: runs(15), seed: 1 })
    const decoded = samples[_tag].map((error) => Either.getOrThrow(fromEnvelope(toEnvelope(error))))
    return { tag: _tag, errors: [...samples[_tag], ...drawn, ...decoded] as ReadonlyArray<DiscordMcpError> } // its members
  })

  for (const { errors, tag } of ofEveryClass) {
    it.effect(`is what happened and what to do, wherever a ${tag} is shown`, () =>
      Effect.gen(function* () {
        for (const error of errors) {
          yield* turn
          const { message, recovery_hint } = toEnvelope(error)
          strictEqual(error.message, `${message} ${recovery_hint}`)
          assert.notMatch(error.message, /undefined|NaN|\[object/)
          const rejection: unknown = yield* Effect.promise(() =>
            Effect.runPromise(Effect.fail(error)).catch((thrown) => thrown)
          )
          const logged: Array<string> = []
          const logger = Logger.map(Logger.jsonLogger, (line) => void logged.push(JSON.parse(line).message.message))
          yield* Effect.provide(Effect.logError(error), Logger.replace(Logger.defaultLogger, logger))
          const shown = [String(error), inspect(error), Cause.pretty(Cause.fail(error)), Object(rejection).message]
          strictEqual(logged[0], error.message)
          for (const text of shown) assert.include(text, error.message)
          strictEqual(String(error), `${tag}: ${error.message}`)
        }
      })
    )
  }

  it("is not a field: the error is equal to another, and encoded, without it", () => {
    for (const { errors } of ofEveryClass) {
      for (const error of errors) assert.notInclude(Object.keys(error), "message")
    }
  })

  it("has no secret of a field", () => {
    const secret = ["MTI0ODMyODA1MDI3ODQwMDAwMQ", "GhIjKl", "abcdefghijklmnopqrstuvwxyz0123456789AB"].join(".")
    for (const error of Object.values(samples).flat()) {
      const leaking = Object.fromEntries(
        Object.entries(error).map(([name, value]) => [name, typeof value === "string" ? `x ${secret}` : value])
      )
      const { message } = Object.assign(Object.create(Object.getPrototypeOf(error)), leaking, { _tag: error._tag })
      assert.notInclude(message, secret)
    }
  })

  it("is the class's name for an error that lacks its fields", () => {
    for (const { prototype } of DiscordMcpError.members) assert.isString(prototype.message)
  })
})
