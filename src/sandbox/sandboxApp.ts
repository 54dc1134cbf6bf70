/** The sandbox's whole way of answering: record, applyFault if asked to, authorize, limit, route. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect, Either, Encoding, Random, Record } from "effect"
import type { Buckets } from "./Buckets.ts"
import type { Conditions } from "./Conditions.ts"
import { answerControl, type ControlContext } from "./control.ts"
import { notImplemented, unauthorized } from "./discordError.ts"
import type { Fault } from "./Fault.ts"
import { cloudflareReply, notReadyReply, placeholderReply, rateLimitReply, statusReply } from "./faultReply.ts"
import { parseTarget, type RequestBody, type RequestTarget, readBody, redacted } from "./incomingRequest.ts"
import * as wire from "./nodeServer.ts"
import { json, type Reply, withHeaders } from "./Reply.ts"
import { checkIds, findRoute, majorOf } from "./Router.ts"

/** What the app works on. */
export interface SandboxContext extends ControlContext {
  readonly buckets: Buckets
  readonly token: string
}

/** Makes the HTTP app of a sandbox. */
export const makeApp = (context: SandboxContext) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const target = parseTarget(request.url)
    if (target.path.startsWith("/__sandbox")) {
      const { body } = yield* readBody(request)
      return toResponse(answerControl(context, request.method, target.path, body))
    }

    const { recorder } = context
    const { path, query } = target
    const ticket = recorder.open({ method: request.method, path, query, headers: redacted(request.headers) })
    wire.onClientAbort(request, () => recorder.abort(ticket))
    const requestBody = yield* readBody(request)
    recorder.arrive(ticket, requestBody.recorded)

    const answer = answerTo(context, request, target, requestBody)
    const operation = findRoute(context.routes, request.method, path)?.route.operation
    const fault = context.faults.take({ method: request.method, path, operation })
    const outcome = fault === undefined ? yield* answer : yield* applyFault(context, request, target, fault, answer)
    if (!("broken" in outcome)) {
      recorder.answer(ticket, outcome.status)
      return toResponse(outcome)
    }
    if (outcome.at === "body") recorder.answer(ticket, outcome.status)
    yield* outcome.broken
    return HttpServerResponse.empty()
  })

/** An answer that goes wrong on the wire, up to where it gets. */
interface Broken {
  readonly broken: Effect.Effect<void>
  readonly at: wire.BreakPoint
  readonly status: number
}

const applyFault = Effect.fnUntraced(function* (
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  target: RequestTarget,
  fault: Fault,
  answer: Effect.Effect<Reply>
): Effect.fn.Return<Reply | Broken> {
  const effect = fault.do
  // Only a wait leaves the request its own answer; the client may well leave first.
  if (effect.kind === "latency") {
    const wait = Effect.interruptible(Effect.sleep(effect.ms))
    return yield* fault.after_effect === true ? Effect.zipLeft(answer, wait) : Effect.zipRight(wait, answer)
  }
  const reply = fault.after_effect === true ? yield* answer : placeholderReply
  // An answer without a body has no middle to break in.
  const half = reply.body === "" ? placeholderReply : reply
  switch (effect.kind) {
    case "status":
      return statusReply(effect)
    case "rate_limit": {
      const { method } = request
      const operation = findRoute(context.routes, method, target.path)?.route.operation ?? `${method} ${target.path}`
      const nowMs = yield* Clock.currentTimeMillis
      return rateLimitReply(effect, { buckets: context.buckets, operation, major: majorOf(target.path), nowMs })
    }
    case "cloudflare":
      return cloudflareReply(effect)
    case "index_not_ready":
      return notReadyReply(effect)
    case "hang":
      return { broken: wire.hang(request, half, effect.at), at: effect.at, status: half.status }
    case "reset":
      return { broken: wire.reset(request, half, effect.at), at: effect.at, status: half.status }
    case "cut":
      return { broken: wire.cut(request, half), at: "body", status: half.status }
  }
})

/** The answer of a Discord where nothing goes wrong. */
const answerTo = (
  context: SandboxContext,
  { headers, method }: HttpServerRequest.HttpServerRequest,
  { queryAll, inApi, path, query }: RequestTarget,
  { body, files }: RequestBody
): Effect.Effect<Reply> =>
  Effect.gen(function* () {
    const match = inApi ? findRoute(context.routes, method, path) : undefined
    if (match?.route.open !== true && headers.authorization !== `Bot ${context.token}`) return yield* unauthorized
    if (match === undefined) return yield* notImplemented(method, path)
    const { params, route } = match

    const conditions = context.conditions.current
    yield* half(conditions)
    const nowMs = yield* Clock.currentTimeMillis
    const { buckets } = context
    const major = majorOf(path)
    const admission = buckets.take(route.operation, major, nowMs)
    const onArrival = buckets.headers(route.operation, major, nowMs)
    /** Lets the response travel, and stamps it. */
    const answered = (reply: Reply) =>
      Effect.zipRight(
        half(conditions),
        Effect.map(Clock.currentTimeMillis, (leavesMs) =>
          withHeaders(
            reply,
            conditions.stamp === "arrival" ? onArrival : buckets.headers(route.operation, major, leavesMs)
          )
        )
      )
    if (admission === "global") return buckets.refusal(admission, route.operation, major, nowMs)
    if (admission === "user") return yield* answered(buckets.refusal(admission, route.operation, major, nowMs))

    const { state } = context
    state.nowMs = nowMs
    const reason = reasonOf(headers["x-audit-log-reason"])
    const run = Effect.gen(function* () {
      yield* checkIds(params)
      const param = (name: string) => params[name] ?? ""
      return yield* route.run({ state, nowMs, param, query, queryAll, reason, body: yield* body, files })
    })
    const reply = yield* Effect.catchTag(run, "Refusal", (refusal) => Effect.succeed(refusal.reply))
    return yield* answered(reply)
  }).pipe(
    Effect.catchTag("Refusal", (refusal) => Effect.succeed(refusal.reply)),
    // A mistake in here must look like one, and not like a Discord that fails.
    Effect.catchAllDefect((defect) =>
      Effect.succeed(json(500, { message: `The sandbox has a bug: ${defect}`, code: 0 }))
    )
  )

/** Half of the latency. The client may well leave first. */
const half = ({ jitter_ms, latency_ms }: Conditions): Effect.Effect<void> =>
  latency_ms + jitter_ms === 0
    ? Effect.void
    : Effect.flatMap(Random.nextIntBetween(0, jitter_ms + 1), (more) =>
        Effect.interruptible(Effect.sleep(latency_ms / 2 + more))
      )

/** A header holds no umlauts, so the reason comes percent-encoded. Discord counts its characters by code points. */
const reasonOf = (header: string | undefined): string | undefined =>
  header === undefined || header === ""
    ? undefined
    : [...Either.getOrElse(Encoding.decodeUriComponent(header), () => header)].slice(0, 512).join("")

const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse =>
  body === ""
    ? HttpServerResponse.empty({ status, headers })
    : HttpServerResponse.text(body, {
        status,
        contentType: headers["content-type"] ?? "application/octet-stream",
        headers: Record.remove(headers, "content-type")
      })
