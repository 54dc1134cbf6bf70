import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  DiscordFailure,
  DiscordRateLimitError,
  DiscordRestUnavailable,
  DiscordTimeoutError,
  describe as tell
} from "../../src/errors/DiscordMcpError.ts"
import { invalidRequests } from "../../src/telemetry/metrics.ts"
import { someOf, turn } from "../turns.ts"
import { shown } from "./metric.ts"
import { connect, create, finish, plain, request, send } from "./session.ts"
import { answer, cut, hang, hangInBody, limited, refusal, type Step } from "./wire.ts"

const asked = {
  GET: request(),
  PUT: request({ method: "PUT", risk: "write" }),
  PATCH: request({ method: "PATCH", risk: "write" }),
  DELETE: request({ method: "DELETE", risk: "write" }),
  "POST with nonce": send(),
  "other POST": create
} as const
type Kind = keyof typeof asked

const everything = Object.keys(asked) as ReadonlyArray<Kind> // the keys of `asked`

/** The failure of a call, by kind of request. */
type Expected = (kind: Kind) => DiscordFailure

const upstreamOf = (kind: Kind, status: number, discord_code?: number) => ({
  status,
  method: asked[kind].method,
  route:
    { "POST with nonce": "/channels/:id/messages", "other POST": "/guilds/:id/roles" }[kind as string] ??
    "/channels/:id",
  ...(discord_code !== undefined && { discord_code })
})

/** The outcome of a POST is unknown. The failure is that of the first attempt that may have succeeded, with all attempts. */
const isPost = (kind: Kind) => kind.includes("POST")
const attemptsOf = (kind: Kind) => (kind === "other POST" ? 1 : 3)

const unavailable =
  (status: number, unknown: (kind: Kind) => boolean): Expected =>
  (kind) =>
    new DiscordRestUnavailable({
      upstream: upstreamOf(kind, status),
      outcome_unknown: unknown(kind),
      attempts: unknown(kind) ? attemptsOf(kind) : 3
    })

const broken =
  (network: string, unknown: (kind: Kind) => boolean): Expected =>
  (kind) =>
    new DiscordRestUnavailable({
      network,
      outcome_unknown: unknown(kind),
      attempts: unknown(kind) ? attemptsOf(kind) : 3
    })

const late =
  (phase: "headers" | "body"): Expected =>
  (kind) =>
    new DiscordTimeoutError({ phase, outcome_unknown: isPost(kind), attempts: attemptsOf(kind) })

const never = () => false

interface Row {
  readonly step: Step
  readonly attempts: (kind: Kind) => number
  readonly expected: Expected
}

const always = () => 3

const rows: Readonly<Record<string, Row>> = {
  "429": {
    step: limited(0.5),
    attempts: always,
    expected: (kind) =>
      new DiscordRateLimitError({
        retry_after_ms: 500,
        scope: "user",
        sent: true,
        upstream: upstreamOf(kind, 429),
        attempts: 3
      })
  },
  "never connected: ECONNREFUSED": {
    step: cut("ECONNREFUSED"),
    attempts: always,
    expected: broken("ECONNREFUSED", never)
  },
  "never connected: ENOTFOUND": { step: cut("ENOTFOUND"), attempts: always, expected: broken("ENOTFOUND", never) },
  "never connected: connect timeout": {
    step: cut("UND_ERR_CONNECT_TIMEOUT"),
    attempts: always,
    expected: broken("UND_ERR_CONNECT_TIMEOUT", never)
  },
  "502": { step: answer(502, "<html>"), attempts: always, expected: unavailable(502, never) },
  "503": { step: answer(503, { message: "503", code: 0 }), attempts: always, expected: unavailable(503, never) },
  "500": { step: refusal(500, 0), attempts: attemptsOf, expected: unavailable(500, isPost) },
  "504": {
    step: answer(504, "<html>"),
    attempts: attemptsOf,
    expected: (kind) =>
      new DiscordTimeoutError({
        phase: "upstream",
        outcome_unknown: isPost(kind),
        upstream: upstreamOf(kind, 504),
        attempts: attemptsOf(kind)
      })
  },
  "timeout before the headers": { step: hang, attempts: attemptsOf, expected: late("headers") },
  "timeout in the body": { step: hangInBody, attempts: attemptsOf, expected: late("body") },
  "cut connection: ECONNRESET": { step: cut(), attempts: attemptsOf, expected: broken("ECONNRESET", isPost) },
  "cut connection: other side closed": {
    step: cut("UND_ERR_SOCKET"),
    attempts: attemptsOf,
    expected: broken("UND_ERR_SOCKET", isPost)
  }
}

describe("which requests are retried", () => {
  for (const [name, { attempts, expected, step }] of Object.entries(rows)) {
    // The kinds of requests differ alike in all rows, so one row of each sort has all of them.
    for (const kind of name === "500" || name === "429" ? everything : (["GET", "other POST"] as const)) {
      it.scoped(`after ${name}: ${kind} makes ${attempts(kind) === 1 ? "one attempt" : "all attempts"}`, () =>
        Effect.gen(function* () {
          const { call, sent } = yield* connect(step, { timeoutDefaultMs: 1000 })
          const [end] = yield* finish(call(asked[kind]), 60_000)
          const failure = expected(kind)
          assert.deepStrictEqual(end, plain(failure))
          assert.strictEqual(sent.length, attempts(kind))
          const unknown = "outcome_unknown" in failure && failure.outcome_unknown
          assert.strictEqual(tell(failure).retriable, !unknown)
        })
      )
    }
  }

  for (const kind of everything) {
    it.scoped(`a ${kind} that is rejected before sending says so and may be called again`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(limited(60))
        yield* finish(call(asked[kind]), 0)
        const [end, ms] = yield* finish(call(asked[kind]), 0)
        const failure = new DiscordRateLimitError({ retry_after_ms: 60_005, scope: "user", sent: false })
        assert.deepStrictEqual([end, ms], [plain(failure), 0])
        assert.isTrue(tell(failure).retriable)
        assert.strictEqual(sent.length, 1)
      })
    )

    it.scoped(`a ${kind} is not retried after a certificate error`, () =>
      Effect.gen(function* () {
        const { call, sent } = yield* connect(cut("CERT_HAS_EXPIRED"))
        const [end] = yield* finish(call(asked[kind]), 0)
        assert.deepStrictEqual(
          end,
          plain(new DiscordRestUnavailable({ network: "CERT_HAS_EXPIRED", outcome_unknown: false, attempts: 1 }))
        )
        assert.strictEqual(sent.length, 1)
      })
    )
  }
})

describe("a 4xx that is not Discord's", () => {
  const html = "<html>Blocked by the proxy</html>"
  /** Discord counts only these (Discord docs, rate limits, invalid request limit). */
  const invalid: ReadonlyArray<number> = [401, 403, 429]
  /** The same request may succeed later. A 429 that is not Discord's is a ban, and stops all requests. */
  const transient: ReadonlyArray<number> = [408, 425]

  it.scoped("is retried only if it is transient, and counted once for each request", () =>
    Effect.gen(function* () {
      const bodies = [html, undefined, { error: "no" }]
      for (let status = 400; status < 500; status++) {
        yield* turn
        // Those that are treated differently from others are checked with every kind of request.
        const isSpecial = [...invalid, ...transient, 400, 404, 407, 413].includes(status)
        for (const [at, kind] of everything.entries()) {
          if (!isSpecial && at !== status % everything.length) continue
          const { call, sent } = yield* connect(answer(status, bodies[at % bodies.length]))
          yield* finish(call(asked[kind]), 60_000)
          assert.strictEqual(sent.length, transient.includes(status) ? 3 : 1, `${status} ${kind}`)
          // Each service has its own count.
          if (invalid.includes(status)) assert.strictEqual(yield* shown(invalidRequests), 1, `${status} ${kind}`)
        }
      }
    })
  )

  it.scoped("is answered to a read with the way to the operator, and to a write with the first step too", () =>
    Effect.gen(function* () {
      const check = "Tell the operator to check DISCORD_API_URL and any proxy between this server and Discord."
      for (const [at, status] of [302, 400, 403, 404, 405, 407, 421, 451].entries()) {
        for (const kind of someOf(everything, 3, at)) {
          const { call } = yield* connect(answer(status, html))
          const [end] = yield* finish(call(asked[kind]), 60_000)
          const { recovery_hint, retriable } = tell(decode(end))
          assert.isFalse(retriable)
          assert.include(recovery_hint, check)
          assert.strictEqual(recovery_hint.startsWith("Read the current state first"), kind !== "GET")
        }
      }
    })
  )
})

const decode = Schema.decodeUnknownSync(DiscordFailure)
