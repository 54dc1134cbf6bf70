import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, FastCheck, Fiber, Schema } from "effect"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { Envelope } from "../../src/errors/Envelope.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { renderEnvelope } from "../../src/errors/renderEnvelope.ts"
import {
  CHANNEL,
  connect,
  create,
  OTHER_CHANNEL,
  type Overrides,
  read,
  remove,
  send,
  webhook
} from "../discord/session.ts"
import {
  answer,
  bucket,
  cloudflare,
  cut,
  hang,
  hangInBody,
  later,
  limited,
  ok,
  refusal,
  type Step
} from "../discord/wire.ts"
import { checkInTurns, runs } from "../turns.ts"
import { virtually } from "./virtually.ts"

const CALLS = 20
const ATTEMPTS = 3

const settings: Overrides = {
  bulkheadLimit: 12,
  retryMaxAttempts: ATTEMPTS,
  retryJitter: "full",
  circuitFailureThreshold: 3,
  circuitHalfOpenAfterMs: 5000,
  timeoutDefaultMs: 2000,
  deadlineMs: 15_000,
  rateLimitMaxWaitMs: 6000
}

/** The possible responses. Common ones first, because FastCheck shrinks towards them. */
const steps: Readonly<Record<string, Step>> = {
  ok,
  "ok, slow": later(700, answer(200, { id: "1" }, bucket(3, 2, 1))),
  "ok, bucket empty": answer(200, { id: "1" }, bucket(3, 0, 2)),
  "204": answer(204),
  "404": refusal(404, 10008),
  "403": refusal(403, 50007),
  "429 user": limited(1, "user", bucket(3, 0, 1)),
  "429 sub-limit": limited(4, "user", { "retry-after": "4", ...bucket(3, 2, 1) }),
  "429 shared": limited(2, "shared", bucket(3, 2, 1)),
  "429 global": limited(1, "global", { "x-ratelimit-global": "true" }),
  "429 without anything": limited(undefined),
  "429 too long": limited(3600),
  "500": refusal(500, 0),
  "502": answer(502, "<html>"),
  "503 with a hint": answer(503, "", { "retry-after": "3" }),
  "504": answer(504, "<html>"),
  "408": answer(408, "late"),
  cut: cut(),
  refused: cut("ECONNREFUSED"),
  hang,
  "hang in the body": hangInBody,
  "a web page": answer(200, "<html>"),
  redirect: answer(302),
  "index not ready": answer(202, { code: 110000, retry_after: 0 }),
  "a ban": answer(429, "error code: 1015", { "retry-after": "4" }),
  "a ban page": cloudflare["a 1020 page"]
}
const names = Object.keys(steps)

const requests = [
  read(),
  send(),
  create,
  remove(),
  read(OTHER_CHANNEL),
  webhook,
  { ...send(), duration: "long" as const }
]

/** The responses in order, repeated, and the calls with their times. */
interface Scenario {
  readonly seed: number
  readonly answers: ReadonlyArray<string>
  readonly calls: ReadonlyArray<{
    readonly request: number
    readonly startMs: number
    readonly cancelAfterMs: number | undefined
  }>
}

const scenario: FastCheck.Arbitrary<Scenario> = FastCheck.record({
  seed: FastCheck.integer(),
  answers: FastCheck.array(FastCheck.constantFrom(...names), { minLength: 1, maxLength: 30 }),
  calls: FastCheck.array(
    FastCheck.record({
      request: FastCheck.nat(requests.length - 1),
      startMs: FastCheck.nat(9000),
      cancelAfterMs: FastCheck.option(FastCheck.nat(5000), { freq: 4, nil: undefined })
    }),
    { minLength: CALLS, maxLength: CALLS }
  )
})

const encode = Schema.encodeSync(DiscordMcpError)

/** Runs the scenario, then waits until all limits, circuits and bans have ended. Returns the exits. */
const play = ({ answers, calls }: Scenario) =>
  Effect.gen(function* () {
    let healthy = false
    let next = 0
    const { call, sent } = yield* connect(
      (request, onPhase) => (healthy ? ok : (steps[answers[next++ % answers.length] ?? "ok"] ?? ok))(request, onPhase),
      settings
    )
    const fibers = yield* Effect.forEach(calls, ({ cancelAfterMs, request, startMs }) =>
      Effect.gen(function* () {
        const done = yield* Deferred.make<void>()
        const fiber = yield* call(requests[request] ?? read()).pipe(
          Effect.delay(startMs),
          Effect.ensuring(Deferred.succeed(done, undefined)),
          Effect.fork
        )
        if (cancelAfterMs !== undefined) {
          yield* Fiber.interruptFork(fiber).pipe(
            Effect.delay(startMs + cancelAfterMs),
            Effect.raceFirst(Deferred.await(done)),
            Effect.fork
          )
        }
        return fiber
      })
    )
    const exits = yield* Effect.forEach(fibers, Fiber.await)
    const requested = sent.length

    // Longer than any limit of the script: the last ban takes a minute, one route an hour.
    healthy = true
    yield* Effect.sleep(3_700_000)
    // One probe for each circuit that may be half-open or open, one at a time.
    yield* Effect.forEach([read(), send(), create, remove(), webhook], (one) => Effect.exit(call(one)))
    const free = yield* Effect.forEach(
      Array.from({ length: settings.bulkheadLimit ?? 0 }, (_, n) => read(String(BigInt(CHANNEL) + BigInt(n)))),
      (one) => Effect.exit(call(one)),
      { concurrency: "unbounded" }
    )
    const routes = yield* Effect.forEach([read(), send(), create, remove(), webhook], (one) => Effect.exit(call(one)))
    return { exits, requested, after: [...free, ...routes] }
  }).pipe(Effect.scoped)

describe("the whole chain", () => {
  it.live(
    "sends few requests, has typed failures and ends idle, for any responses, disconnects, hangs and cancellations",
    () =>
      checkInTurns(
        [scenario],
        (it) => {
          const played = virtually(play(it), it.seed)
          if (Exit.isFailure(played)) throw new Error(String(played.cause))
          const { after: healthy, exits, requested } = played.value

          assert.isAtMost(requested, CALLS * ATTEMPTS)
          for (const exit of exits) {
            if (Exit.isSuccess(exit) || Exit.isInterrupted(exit)) continue
            // Every other exit is one typed failure and not a defect.
            assert.strictEqual(exit.cause._tag, "Fail", String(exit.cause))
            if (exit.cause._tag === "Fail") agree(exit.cause.error)
          }
          // All permits, probes, queues and kill switches are free again.
          for (const exit of healthy) assert.isTrue(Exit.isSuccess(exit), String(exit))
        },
        { numRuns: runs(250) }
      )
  )
})

/** The envelope of a failure decodes, and its text has the facts of its structure. */
const agree = (error: DiscordMcpError): void => {
  const encoded = encode(error)
  assert.deepStrictEqual(encode(Schema.decodeSync(DiscordMcpError)(encoded)), encoded)
  const envelope = Schema.decodeUnknownSync(Envelope)(toEnvelope(error))
  const text = renderEnvelope(envelope)
  const { category, code, message, recovery_hint, retriable, ...rest } = envelope
  assert.isTrue(
    text.startsWith(`Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${message}`),
    text
  )
  assert.isTrue(text.endsWith(`Recovery: ${recovery_hint}`), text)
  for (const [name, value] of Object.entries(rest)) {
    assert.include(text.toLowerCase(), `${name.replaceAll("_", " ").toLowerCase()}: `)
    if (typeof value !== "object") assert.include(text, String(value))
  }
  if (envelope.outcome_unknown === true) assert.isFalse(retriable)
  if (code === "CIRCUIT_OPEN" || code === "DISCORD_RATE_LIMITED") assert.isAbove(envelope.retry_after_ms ?? 0, 0)
}
