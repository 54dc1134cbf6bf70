/** A fake transport: records requests and returns the responses of a test. */
import { Clock, Effect, Layer } from "effect"
import { type Phase, Transport, WireFailure, type WireRequest } from "../../src/discord/Transport.ts"
import type { HttpResponse } from "../../src/errors/classifyResponse.ts"

/** The response to one request. */
export type Step = (request: WireRequest, onPhase: (phase: Phase) => void) => Effect.Effect<HttpResponse, WireFailure>

/** A sent request with its time. */
export interface Sent extends WireRequest {
  readonly at: number
}

/** A transport whose responses come from `step`. */
export const makeWire = (step: Step) => {
  const sent: Array<Sent> = []
  let aborted = 0
  const layer = Layer.succeed(Transport, {
    send: (request, onPhase) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        sent.push({ ...request, at })
        onPhase("headers")
        return Effect.onInterrupt(step(request, onPhase), () =>
          Effect.sync(() => {
            aborted++
          })
        )
      })
  })
  return { layer, sent, aborted: () => aborted }
}

/** One step per request; the last one for all further ones. */
export const script = (...steps: readonly [Step, ...ReadonlyArray<Step>]): Step => {
  let next = 0
  return (request, onPhase) => (steps[Math.min(next++, steps.length - 1)] ?? steps[0])(request, onPhase)
}

/** A complete response. A text is a body that is not JSON. */
export const answer =
  (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  () =>
    Effect.succeed({
      status,
      header: (name) => headers[name],
      body:
        body === undefined
          ? { kind: "empty" }
          : typeof body === "string"
            ? { kind: "foreign", text: body }
            : { kind: "json", value: body }
    })

/** A successful response. */
export const ok = answer(200, { id: "1" })

/** A rejection in Discord's form. */
export const refusal = (status: number, code: number, headers?: Readonly<Record<string, string>>): Step =>
  answer(status, { message: "no", code }, headers)

/** The connection breaks. */
export const cut =
  (network = "ECONNRESET"): Step =>
  () =>
    Effect.fail(new WireFailure({ network }))

/** The response never arrives. */
export const hang: Step = () => Effect.never

/** The headers arrive, the body never ends. */
export const hangInBody: Step = (_, onPhase) => {
  onPhase("body")
  return Effect.never
}

/** The transport fails with a defect. */
export const bug: Step = () => Effect.die("a bug")

/** The same step after a delay. */
export const later =
  (ms: number, step: Step): Step =>
  (request, onPhase) =>
    Effect.delay(step(request, onPhase), ms)

/** The headers of a bucket. */
export const bucket = (limit: number, remaining: number, resetAfter: number, name = "b1") => ({
  "x-ratelimit-limit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset-after": String(resetAfter),
  "x-ratelimit-bucket": name
})

/** Discord's 429, in seconds. Bucket and other headers are added. */
export const limited = (
  retry_after: unknown,
  scope: "user" | "global" | "shared" = "user",
  headers: Readonly<Record<string, string>> = {}
): Step =>
  answer(
    429,
    { message: "You are being rate limited.", retry_after, global: scope === "global" },
    { "x-ratelimit-scope": scope, ...headers }
  )

/** Pages of Cloudflare, the network in front of Discord. */
export const cloudflare = {
  "an IP ban as JSON, without Retry-After": answer(429, {
    code: 0,
    message: "You are being blocked from accessing our API temporarily"
  }),
  "error 1015 as text, with Retry-After": answer(429, "error code: 1015", { "retry-after": "66271" }),
  "a 1020 page": answer(403, "<html>error 1020</html>"),
  "the JSON code 40333": refusal(403, 40333)
} as const
