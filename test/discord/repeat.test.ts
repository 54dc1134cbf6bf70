import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DiscordRateLimitError } from "../../src/errors/ClientErrors.ts"
import type { DiscordFailure } from "../../src/errors/DiscordMcpError.ts"
import { describe as tell } from "../../src/errors/describe.ts"
import { DiscordRestUnavailable, DiscordTimeoutError } from "../../src/errors/ServerErrors.ts"
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

/** What the caller is told in the end, for a kind of request. */
type Told = (kind: Kind) => DiscordFailure

const upstreamOf = (kind: Kind, status: number, discord_code?: number) => ({
  status,
  method: asked[kind].method,
  route:
    { "POST with nonce": "/channels/:id/messages", "other POST": "/guilds/:id/roles" }[kind as string] ??
    "/channels/:id",
  ...(discord_code !== undefined && { discord_code })
})

/** Of a POST nobody knows whether it worked; the first try that may have is what the caller is told of, with all tries. */
const isPost = (kind: Kind) => kind.includes("POST")
const triesOf = (kind: Kind) => (kind === "other POST" ? 1 : 3)

const unavailable =
  (status: number, unknown: (kind: Kind) => boolean): Told =>
  (kind) =>
    new DiscordRestUnavailable({
      upstream: upstreamOf(kind, status),
      outcome_unknown: unknown(kind),
      attempts: unknown(kind) ? triesOf(kind) : 3
    })

const broken =
  (network: string, unknown: (kind: Kind) => boolean): Told =>
  (kind) =>
    new DiscordRestUnavailable({ network, outcome_unknown: unknown(kind), attempts: unknown(kind) ? triesOf(kind) : 3 })

const late =
  (phase: "headers" | "body"): Told =>
  (kind) =>
    new DiscordTimeoutError({ phase, outcome_unknown: isPost(kind), attempts: triesOf(kind) })

const never = () => false

interface Row {
  readonly step: Step
  readonly tries: (kind: Kind) => number
  readonly told: Told
}

const always = () => 3

const rows: Readonly<Record<string, Row>> = {
  "429": {
    step: limited(0.5),
    tries: always,
    told: (kind) =>
      new DiscordRateLimitError({
        retry_after_ms: 500,
        scope: "user",
        sent: true,
        upstream: upstreamOf(kind, 429),
        attempts: 3
      })
  },
  "never connected: ECONNREFUSED": { step: cut("ECONNREFUSED"), tries: always, told: broken("ECONNREFUSED", never) },
  "never connected: ENOTFOUND": { step: cut("ENOTFOUND"), tries: always, told: broken("ENOTFOUND", never) },
  "never connected: connect timeout": {
    step: cut("UND_ERR_CONNECT_TIMEOUT"),
    tries: always,
    told: broken("UND_ERR_CONNECT_TIMEOUT", never)
  },
  "502": { step: answer(502, "<html>"), tries: always, told: unavailable(502, never) },
  "503": { step: answer(503, { message: "503", code: 0 }), tries: always, told: unavailable(503, never) },
  "500": { step: refusal(500, 0), tries: triesOf, told: unavailable(500, isPost) },
  "504": {
    step: answer(504, "<html>"),
    tries: triesOf,
    told: (kind) =>
      new DiscordTimeoutError({
        phase: "upstream",
        outcome_unknown: isPost(kind),
        upstream: upstreamOf(kind, 504),
        attempts: triesOf(kind)
      })
  },
  "timeout before the headers": { step: hang, tries: triesOf, told: late("headers") },
  "timeout in the body": { step: hangInBody, tries: triesOf, told: late("body") },
  "cut connection: ECONNRESET": { step: cut(), tries: triesOf, told: broken("ECONNRESET", isPost) },
  "cut connection: other side closed": {
    step: cut("UND_ERR_SOCKET"),
    tries: triesOf,
    told: broken("UND_ERR_SOCKET", isPost)
  }
}

describe("what is safe to repeat", () => {
  for (const [name, { step, told, tries }] of Object.entries(rows)) {
    for (const kind of everything) {
      it.scoped(`after ${name}: ${kind} makes ${tries(kind) === 1 ? "one try only" : "all its tries"}`, () =>
        Effect.gen(function* () {
          const { call, sent } = yield* connect(step, { timeoutDefaultMs: 1000 })
          const [end] = yield* finish(call(asked[kind]), 60_000)
          const failure = told(kind)
          assert.deepStrictEqual(end, plain(failure))
          assert.strictEqual(sent.length, tries(kind))
          const unknown = "outcome_unknown" in failure && failure.outcome_unknown
          assert.strictEqual(tell(failure).retriable, !unknown)
        })
      )
    }
  }

  for (const kind of everything) {
    it.scoped(`a ${kind} held back here has not been sent, says so, and may be called again`, () =>
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

    it.scoped(`a ${kind} certificate error is not repeated: asking again does not make it valid`, () =>
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
