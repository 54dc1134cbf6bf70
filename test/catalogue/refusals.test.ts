/** Every failure reason of every tool, from Discord's error code to the error that the caller gets. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Layer, TestClock } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { tagOfCode } from "../../src/errors/discordCodes.ts"
import { fromEnvelope, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { checkEnvelope } from "../../src/testing/checkEnvelope.ts"
import type { Reason } from "../../src/tools/dsl/Reason.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { answer, makeWire, refusal, type Step } from "../discord/wire.ts"
import { asksInMemory, call, overDiscord, settingsOf } from "../dispatch/app.ts"
import { isDeep, turn } from "../turns.ts"

/** One response from Discord that a reason explains. */
interface Refused {
  readonly code: number
  readonly answers: Step
}

const refusals = (reason: Reason, input: object): ReadonlyArray<Refused> =>
  [reason.on ?? []].flat().flatMap((code): ReadonlyArray<Refused> => {
    if (reason.issue !== undefined) {
      return [reason.issue].flat().map((issue) => ({ code, answers: complaining(code, issue) }))
    }
    return [{ code, answers: reason.why === undefined ? refusing(code) : denying(code, input) }]
  })

/** An error response with a code and its HTTP status. */
const refusing = (code: number): Step => {
  switch (tagOfCode(code)) {
    case "DiscordRateLimitError":
      return refusal(429, code, { "x-ratelimit-scope": "user", "retry-after": "5" })
    case "DiscordNotFoundError":
      return refusal(404, code)
    case "DiscordAuthError":
      return refusal(code === WEBHOOK_TOKEN ? 401 : 403, code)
    case "DiscordPermissionError":
    case "DiscordFeatureUnavailable":
      return refusal(403, code)
    default:
      return refusal(400, code)
  }
}

const WEBHOOK_TOKEN = 50027

/** An error response about a field of the input. */
const complaining = (code: number, issue: string): Step =>
  answer(400, { code, message: "Invalid Form Body", errors: { _errors: [{ code: issue, message: "no" }] } })

/** A bot with all permissions by default, in a guild where every other role is above its own. */
const denying = (code: number, input: object, permissions = ADMINISTRATOR): Step => {
  const { channel_id, guild_id }: { readonly channel_id?: unknown; readonly guild_id?: unknown } = input
  const named = [...new Set(JSON.stringify(input).match(/\d{17,20}/g))]
  const roles = [
    { id: BOTS_ROLE, position: 1, permissions },
    ...named.map((id) => ({ id, position: 2, permissions: "0" }))
  ]
  const known: Readonly<Record<string, unknown>> = {
    "GET /users/@me": { id: BOT },
    [`GET /guilds/${guild_id}`]: { id: guild_id, owner_id: "2", roles },
    [`GET /guilds/${guild_id}/roles`]: roles,
    [`GET /guilds/${guild_id}/members/${BOT}`]: { roles: [BOTS_ROLE] },
    [`GET /channels/${channel_id}`]: { id: channel_id, type: 2, guild_id }
  }
  return (request, onPhase) => {
    const found = known[`${request.method} ${request.path}`]
    return (found === undefined ? refusal(403, code) : answer(200, found))(request, onPhase)
  }
}

const ADMINISTRATOR = "8"
const BOT = "9"
const BOTS_ROLE = "8"

/** A server that gets one response to every request of a call. `asked`: whether the call sent a request. */
const caller = Effect.gen(function* () {
  let answers: Step = refusal(400, 0)
  const wire = makeWire((request, onPhase) => answers(request, onPhase))
  const settings = yield* settingsOf({ MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" })
  const server = yield* Layer.build(
    Layer.provide(overDiscord(Layer.provide(Discord.layer, wire.layer), settings), asksInMemory)
  )
  return Effect.fnUntraced(function* (tool: string, input: object, step: Step) {
    // Circuits and cached lookups of the previous call are reset.
    yield* TestClock.adjust("1 minute")
    answers = step
    const before = wire.sent.length
    const { structured, text } = yield* Effect.provide(call(tool, input), server)
    return { structured, text, asked: wire.sent.length > before }
  })
})

/** Generates an input that the tool accepts and sends. Some generated inputs are rejected. */
const goodInput = Effect.fnUntraced(function* (tool: Tool, calling: Effect.Effect.Success<typeof caller>) {
  // The first input is usually accepted, and others take long to generate.
  for (let number = -1; number < 10; number++) {
    for (const input of yield* batch(tool, 7, Math.max(number, 0), number < 0 ? 1 : undefined)) {
      if ((yield* calling(tool.name, input, refusal(400, 0))).asked) return input
    }
  }
  return yield* Effect.dieMessage(`no generated input of ${tool.name} is sent`)
})

/** A third of the reasons, each at the first tool that has it. A deep run checks all reasons of all tools. */
const checkedReasons = Effect.sync(() => {
  const seen = new Set<string>()
  return withCodes.flatMap((tool) => {
    const reasons = Object.entries(tool.failures).filter((named) => {
      const before = seen.size
      seen.add(JSON.stringify(named))
      return isDeep || (seen.size > before && before % 3 === 0)
    })
    return reasons.length === 0 ? [] : [{ tool, reasons }]
  })
})

const withCodes = catalogue.filter(({ failures }) => Object.values(failures).some(({ on }) => on !== undefined))

describe("an error from Discord", () => {
  it("has a reason in most tools", () => {
    assert.isAtLeast(withCodes.length, 200)
  })

  it.scoped("carries reason and hint, for a third of the reasons, and for all in a deep run", () =>
    Effect.gen(function* () {
      const calling = yield* caller
      for (const { reasons, tool } of yield* checkedReasons) {
        yield* turn
        const input = yield* goodInput(tool, calling)
        for (const [name, reason] of reasons) {
          for (const { answers, code } of refusals(reason, input)) {
            // What cannot be read may be lost, which needs consent.
            const consented = tool.asks === undefined ? input : { ...input, __confirm: true }
            const { structured, text } = yield* calling(tool.name, consented, answers)
            const { discord_code } = Object(structured.upstream)
            assert.deepStrictEqual(
              [structured.reason, structured.recovery_hint, structured.suggested_tool, discord_code],
              [name, reason.recovery, reason.suggested_tool, code],
              tool.name
            )
            assert.deepStrictEqual(checkEnvelope(structured, text), [], tool.name)
            const back: unknown = Either.getOrThrow(Either.map(fromEnvelope(structured), toEnvelope))
            assert.deepStrictEqual(back, structured, tool.name)
          }
        }
      }
    })
  )
})

describe("a reason", () => {
  it.scoped("does not hide a permission that is missing", () =>
    Effect.gen(function* () {
      const calling = yield* caller
      const input = { guild_id: "111111111111111111", user_id: "222222222222222222", __confirm: true }
      const outranked = yield* calling("members_kick", input, denying(50013, input))
      assert.deepInclude(outranked.structured, { reason: "member_above_bot", why: "role_hierarchy" })
      const powerless = yield* calling("members_kick", input, denying(50013, input, "0"))
      assert.deepInclude(powerless.structured, {
        missing_permissions: ["KICK_MEMBERS"],
        recovery_hint: "Grant KICK_MEMBERS to the bot's role in Server Settings → Roles, then retry."
      })
      assert.notProperty(powerless.structured, "reason")
    })
  )

  it.scoped("does not hide what else is wrong in the input", () =>
    Effect.gen(function* () {
      const calling = yield* caller
      const input = { channel_id: "111111111111111111", content: "Ahoy", reply_to: "222222222222222222" }
      const errors = (...codes: ReadonlyArray<string>) =>
        answer(400, { code: 50035, errors: { _errors: codes.map((code) => ({ code, message: "no" })) } })
      const alone = yield* calling("messages_send", input, errors("REPLIES_UNKNOWN_MESSAGE"))
      assert.deepInclude(alone.structured, { reason: "reply_target_unknown", suggested_tool: "messages_read" })
      const oneOfTwo = yield* calling("messages_send", input, errors("REPLIES_UNKNOWN_MESSAGE", "BASE_TYPE_MAX_LENGTH"))
      assert.notProperty(oneOfTwo.structured, "reason")
      assert.include(String(oneOfTwo.structured.recovery_hint), "Fix the arguments: no")
    })
  )

  it.scoped("is in both halves of the answer", () =>
    Effect.gen(function* () {
      const calling = yield* caller
      const input = { channel_id: "111111111111111111", message_id: "222222222222222222", emoji: "👍" }
      const { structured, text } = yield* calling("reactions_create", input, refusal(400, 50083))
      assert.deepInclude(structured, { code: "DISCORD_CONFLICT", reason: "thread_archived" })
      assert.include(text, "Reason: thread_archived")
      assert.include(text, "Suggested tool: channels_modify")
      assert.include(text, "Recovery: Unarchive it with channels_modify {channel_id, archived: false}, then retry.")
    })
  )
})
