/** The steps of a request: record, apply a fault, authorize, rate limit, route. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect, Either, Encoding, Random, Record } from "effect"
import type { Conditions } from "./BucketCounter.ts"
import type { Buckets } from "./Buckets.ts"
import { answerControl, type ControlContext } from "./control.ts"
import { json, notImplemented, type Reply, unauthorized, withHeaders } from "./discordError.ts"
import {
  cloudflareReply,
  type Faults,
  type HttpEffect,
  notReadyReply,
  placeholderReply,
  rateLimitReply,
  statusReply
} from "./Fault.ts"
import { parseTarget, type RequestBody, type RequestTarget, readBody, redacted } from "./incomingRequest.ts"
import * as wire from "./nodeServer.ts"
import { ensurePermitted } from "./Permissions.ts"
import { checkIds, findRoute, type Match, majorOf, type RouteRequest } from "./Router.ts"
import { shuffled } from "./shuffled.ts"

/** The parts of a sandbox that its HTTP app uses. */
interface SandboxContext extends ControlContext {
  readonly buckets: Buckets
  readonly token: string
}

/** Creates the HTTP app of a sandbox. */
export const makeApp = (context: SandboxContext) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const target = parseTarget(request.url)
    if (target.path.startsWith("/__sandbox")) {
      const { body } = yield* readBody(request)
      return toResponse(yield* answerControl(context, request.method, target.path, body))
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

/** A response whose connection breaks, and where it breaks. */
interface BrokenResponse {
  readonly broken: Effect.Effect<void>
  readonly at: wire.BreakPoint
  readonly status: number
}

const applyFault = Effect.fnUntraced(function* (
  context: SandboxContext,
  request: HttpServerRequest.HttpServerRequest,
  target: RequestTarget,
  fault: NonNullable<ReturnType<Faults["take"]>>,
  answer: Effect.Effect<Reply>
): Effect.fn.Return<Reply | BrokenResponse> {
  const effect = fault.do
  // A delay keeps the normal response. The client may disconnect first.
  if (effect.kind === "latency") {
    const wait = Effect.interruptible(Effect.sleep(effect.ms))
    return yield* fault.after_effect === true ? Effect.zipLeft(answer, wait) : Effect.zipRight(wait, answer)
  }
  const reply = fault.after_effect === true ? yield* answer : placeholderReply
  // A response without a body has no middle, so the placeholder breaks instead.
  const breakable = reply.body === "" ? placeholderReply : reply
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
      return hanging(request, breakable, effect)
    case "reset":
      return { broken: wire.reset(request, breakable, effect.at), at: effect.at, status: breakable.status }
    case "cut":
      return { broken: wire.cut(request, breakable), at: "body", status: breakable.status }
  }
})

/** Leaves the connection open, or breaks it after `ms`. */
const hanging = (
  request: HttpServerRequest.HttpServerRequest,
  reply: Reply,
  { at = "headers", ms }: Extract<HttpEffect, { readonly kind: "hang" }>
) => {
  const hang = wire.hang(request, reply, at)
  const broken = ms === undefined ? hang : Effect.raceFirst(hang, Effect.delay(wire.breakOff(request), ms))
  return { broken, at, status: reply.status }
}

/** Returns the response to a request without a fault. */
const answerTo = (
  context: SandboxContext,
  { headers, method }: HttpServerRequest.HttpServerRequest,
  { queryAll, inApi, path, query }: RequestTarget,
  { body, files }: RequestBody
): Effect.Effect<Reply> =>
  Effect.gen(function* () {
    if (!inApi && method === "GET") {
      const nowMs = yield* Clock.currentTimeMillis
      const file = context.state.media.answer({ path, query, range: headers.range, nowMs })
      if (file !== undefined) return file
    }
    const match = inApi ? findRoute(context.routes, method, path) : undefined
    const isBot = headers.authorization === `Bot ${context.token}` && !context.state.gateway.tokenReset
    if (match?.route.open !== true && !isBot) return yield* unauthorized
    if (match === undefined) return yield* notImplemented(method, path)
    const { params, route } = match

    const conditions = context.conditions.current
    yield* halfLatency(conditions)
    const nowMs = yield* Clock.currentTimeMillis
    const { buckets } = context
    const major = majorOf(path)
    const admission = buckets.take(route.operation, major, nowMs)
    const onArrival = buckets.headers(route.operation, major, nowMs)
    /** Waits for the second half of the latency, then adds the rate-limit headers. */
    const deliver = (reply: Reply) =>
      Effect.zipRight(
        halfLatency(conditions),
        Effect.map(Clock.currentTimeMillis, (leavesMs) =>
          withHeaders(
            reply,
            conditions.stamp === "arrival" ? onArrival : buckets.headers(route.operation, major, leavesMs)
          )
        )
      )
    if (admission === "global") return buckets.refusal(admission, route.operation, major, nowMs)
    if (admission === "user") return yield* deliver(buckets.refusal(admission, route.operation, major, nowMs))

    const { state } = context
    state.nowMs = nowMs
    const reason = reasonOf(headers["x-audit-log-reason"])
    const run = Effect.gen(function* () {
      yield* checkIds(params)
      const reply = yield* runRoute(match, { state, nowMs, query, queryAll, reason, body: yield* body, files })
      return conditions.shuffle === true && method === "GET" && typeof reply.body === "string" && reply.status === 200
        ? { ...reply, body: yield* shuffled(route.operation, reply.body) }
        : reply
    })
    const reply = yield* Effect.catchTag(run, "Refusal", (refusal) => Effect.succeed(refusal.reply))
    state.changes.flush()
    return yield* deliver(reply)
  }).pipe(
    Effect.catchTag("Refusal", (refusal) => Effect.succeed(refusal.reply)),
    // A bug in the sandbox must not look like a failure of Discord.
    Effect.catchAllDefect((defect) =>
      Effect.succeed(json(500, { message: `The sandbox has a bug: ${defect}`, code: 0 }))
    )
  )

/** Runs the handler of a route, if the bot may do what the request does. */
const runRoute = Effect.fnUntraced(function* ({ params, route }: Match, request: Omit<RouteRequest<string>, "param">) {
  const { body, files, state } = request
  if (!route.open) {
    yield* ensurePermitted(state, { method: route.method, route: route.template, path: params, body, files })
  }
  return yield* route.run({ ...request, param: (name) => params[name] ?? "" })
})

/** Waits for half of the latency. The client may disconnect first. */
const halfLatency = ({ jitter_ms, latency_ms }: Conditions): Effect.Effect<void> =>
  latency_ms + jitter_ms === 0
    ? Effect.void
    : Effect.flatMap(Random.nextIntBetween(0, jitter_ms + 1), (more) =>
        Effect.interruptible(Effect.sleep(latency_ms / 2 + more))
      )

/** Headers are ASCII, so the reason is percent-encoded. Discord counts its length in code points. */
const reasonOf = (header: string | undefined): string | undefined =>
  header === undefined || header === ""
    ? undefined
    : [...Either.getOrElse(Encoding.decodeUriComponent(header), () => header)].slice(0, 512).join("")

const toResponse = ({ body, headers, status }: Reply): HttpServerResponse.HttpServerResponse => {
  if (body === "") return HttpServerResponse.empty({ status, headers })
  const options = {
    status,
    contentType: headers["content-type"] ?? "application/octet-stream",
    headers: Record.remove(headers, "content-type")
  }
  return typeof body === "string"
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(body, options)
}
