// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type CallFailure, Client, callTool } from "../../src/client/index.ts"
import { Fault, Sandbox, sandbox } from "../../src/testing/index.ts"

const POST = "POST /channels/:id/messages"

/** Settings without retries. The timeout is far above what a busy machine takes for a response. */
const settings = { retryEnabled: false, circuitEnabled: false } as const

/** A short timeout, for faults without a response. */
const impatient = { ...settings, timeoutDefaultMs: 500 } as const

const general = Effect.map(Sandbox, ({ ids }) => ids.channels.general)

const send = (content: string) =>
  Effect.flatMap(general, (channel_id) => callTool("messages_send", { channel_id, content }))

/** Returns the error of a message that is sent during a fault, and whether the message exists afterwards. */
const sentDuring = Effect.fnUntraced(function* (fault: Fault.Fault, content: string) {
  const { clearFaults, fail, messages } = yield* Sandbox
  yield* fail(fault)
  const error = yield* Effect.flip(send(content))
  yield* clearFaults
  const there = (yield* messages(yield* general)).some((message) => message.content === content)
  return { error, there }
})

const fieldsOf = (error: CallFailure): Readonly<Record<string, unknown>> => ({ ...error })

describe("a fault", () => {
  // Each test has its own server, because a server remembers rate limits.
  const live = <A, E>(name: string, test: Effect.Effect<A, E, Client | Sandbox>, own: typeof settings = settings) =>
    it.live(name, () => Effect.provide(test, sandbox({ settings: own })))

  const meets = (
    what: string,
    fault: Fault.Fault,
    expected: { readonly [field: string]: unknown; readonly there: boolean }
  ) =>
    live(
      `${what} gives ${expected._tag}`,
      Effect.gen(function* () {
        const { error, there } = yield* sentDuring(fault, what)
        assert.deepInclude({ ...fieldsOf(error), _tag: error._tag, there }, expected)
      }),
      expected._tag === "DiscordTimeoutError" ? impatient : settings
    )

  meets("a refusal", Fault.status(403, 50013).on(POST), { _tag: "DiscordPermissionError", there: false })
  meets("a limit reached", Fault.status(400, 30003).on(POST), { _tag: "DiscordLimitReached", there: false })
  meets("an outage", Fault.status(503).on(POST), { _tag: "DiscordRestUnavailable", there: false })
  meets("an outage after the effect", Fault.status(500).afterEffect().on(POST), {
    _tag: "DiscordRestUnavailable",
    outcome_unknown: true,
    there: true
  })
  meets("a bad gateway", Fault.badGateway().on(POST), { _tag: "DiscordRestUnavailable", there: false })
  meets("a rate limit", Fault.rateLimited({ retryAfterMs: 60_500, scope: "shared" }).on(POST), {
    _tag: "DiscordRateLimitError",
    retry_after_ms: 60_500,
    scope: "shared",
    there: false
  })
  meets("silence", Fault.hang().on(POST), { _tag: "DiscordTimeoutError", phase: "headers", there: false })
  meets("silence after the effect", Fault.hang().afterEffect().on(POST), {
    _tag: "DiscordTimeoutError",
    outcome_unknown: true,
    there: true
  })
  meets("a broken connection", Fault.cutBeforeEffect().on(POST), { _tag: "DiscordRestUnavailable", there: false })
  meets("a connection that breaks after the effect", Fault.cutAfterEffect().on(POST), {
    _tag: "DiscordRestUnavailable",
    outcome_unknown: true,
    there: true
  })
  meets("half an answer", Fault.halfAnswer().on(POST), { outcome_unknown: true, there: true })
  meets("a web page", Fault.notJson().on(POST), { _tag: "DiscordUnexpectedResponse", there: false })
  meets("a Cloudflare block", Fault.cloudflare("1020").on(POST), {
    _tag: "DiscordCloudflareBlocked",
    there: false
  })
  meets("an unknown status without a code of Discord", Fault.answer({ status: 499, body: { message: "?" } }).on(POST), {
    _tag: "DiscordUnexpectedResponse",
    there: false
  })
  meets("an unknown status", Fault.answer({ status: 499, body: { message: "?", code: 99_999 } }).on(POST), {
    _tag: "ValidationError",
    there: false
  })

  live(
    "of a search gives DiscordIndexNotReady",
    Effect.gen(function* () {
      const { fail, ids } = yield* Sandbox
      yield* fail(Fault.indexNotReady({ retryAfterMs: 4000 }).on("GET /guilds/:id/messages/search"))
      const error = yield* Effect.flip(callTool("messages_search", { guild_id: ids.guild, content: "tide" }))
      assert.deepInclude(fieldsOf(error), { _tag: "DiscordIndexNotReady", retry_after_ms: 4000 })
    })
  )

  live(
    "that only delays the response causes no error",
    Effect.gen(function* () {
      const { fail } = yield* Sandbox
      yield* fail(Fault.delayed(20).on(POST))
      assert.strictEqual((yield* send("late")).length, 4)
    })
  )

  live(
    "starts after `after` requests of its operation, and ends after `times`",
    Effect.gen(function* () {
      const { fail, ids } = yield* Sandbox
      yield* fail(Fault.status(502).after(2).times(2).on(POST))
      const outcomes: Array<string> = []
      for (let at = 0; at < 6; at++) {
        // Requests of other operations do not count.
        yield* callTool("channels_get", { channel_id: ids.channels.general })
        outcomes.push(yield* Effect.match(send("x"), { onFailure: ({ _tag }) => _tag, onSuccess: () => "sent" }))
      }
      assert.deepStrictEqual(outcomes, [
        "sent",
        "sent",
        "DiscordRestUnavailable",
        "DiscordRestUnavailable",
        "sent",
        "sent"
      ])
    })
  )

  live(
    "follows another fault in a script",
    Effect.gen(function* () {
      const { clearFaults, fail } = yield* Sandbox
      yield* fail(Fault.script(Fault.status(403, 50013).on(POST), Fault.status(502).forever().on(POST)))
      const outcome = Effect.map(Effect.flip(send("x")), ({ _tag }) => _tag)
      assert.deepStrictEqual(yield* Effect.replicateEffect(outcome, 3), [
        "DiscordPermissionError",
        "DiscordRestUnavailable",
        "DiscordRestUnavailable"
      ])
      yield* clearFaults
      yield* send("well again")
    })
  )

  live(
    "without an operation applies to the next request",
    Effect.gen(function* () {
      const { fail, ids } = yield* Sandbox
      yield* fail(Fault.badGateway().times(2))
      const client = yield* Client
      const tag = Effect.map(Effect.flip(client.callTool("guild_get", { guild_id: ids.guild })), ({ _tag }) => _tag)
      assert.strictEqual(yield* tag, "DiscordRestUnavailable")
      assert.strictEqual((yield* Effect.flip(send("x")))._tag, "DiscordRestUnavailable")
      yield* send("x")
    })
  )
})

describe("a fault as a value", () => {
  it("is immutable: each modifier returns a new fault", () => {
    const outage = Fault.status(503)
    const longer = outage.times(5)
    assert.deepStrictEqual(outage.script[0].times, undefined)
    assert.deepStrictEqual(longer.script[0].times, 5)
    assert.deepStrictEqual(outage.on(POST).script, outage.on(POST).script)
  })

  it("is JSON that a sandbox in another process accepts", () => {
    const script = Fault.script(
      Fault.rateLimited({ retryAfterMs: 1500 }).after(1).on(POST),
      Fault.hang().afterEffect().forever()
    )
    assert.deepStrictEqual(JSON.parse(JSON.stringify(script)), {
      script: [
        {
          match: { operation: POST },
          after: 1,
          do: { kind: "rate_limit", scope: "user", retry_after: 1.5 }
        },
        { times: "forever", after_effect: true, do: { kind: "hang", at: "headers" } }
      ]
    })
  })
})

describe("a hanging response", () => {
  it.live("breaks off after ms, which the call reports as an unreachable Discord", () =>
    Effect.gen(function* () {
      const { fail, ids } = yield* Sandbox
      yield* fail(Fault.hang({ ms: 20 }).forever())
      const failure = yield* Effect.flip(callTool("guild_get", { guild_id: ids.guild }))
      assert.strictEqual(failure._tag, "DiscordRestUnavailable")
    }).pipe(Effect.provide(sandbox({ settings })))
  )
})

describe("the permissions of the bot", () => {
  it.live("are given by name", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const ban = { guild_id: ids.guild, user_id: ids.members.bruno, __confirm: true }
      assert.strictEqual((yield* Effect.flip(callTool("members_ban", ban)))._tag, "DiscordPermissionError")
    }).pipe(Effect.provide(sandbox({ settings: { ...settings, dryRun: false }, permissions: ["KICK_MEMBERS"] })))
  )

  it.live("allow what they name", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      yield* callTool("members_ban", { guild_id: ids.guild, user_id: ids.members.bruno, __confirm: true })
    }).pipe(Effect.provide(sandbox({ settings: { ...settings, dryRun: false }, permissions: ["BAN_MEMBERS"] })))
  )
})

describe("faults from the start", () => {
  it.live("are an option of the layer", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(send("x")))._tag, "DiscordRestUnavailable")
      yield* send("x")
    }).pipe(Effect.provide(sandbox({ settings, faults: [Fault.badGateway().on(POST)] })))
  )

  it.live("cause a defect if the sandbox cannot apply them", () =>
    Effect.gen(function* () {
      const { fail } = yield* Sandbox
      const computed = Number("-1")
      const exit = yield* Effect.exit(fail(Fault.status(502).after(computed)))
      assert.isTrue(exit._tag === "Failure" && exit.cause._tag === "Die")
    }).pipe(Effect.provide(sandbox({ settings })))
  )
})
