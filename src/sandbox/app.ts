/** The sandbox's whole way of answering: record, spoil if asked to, authorize, limit, route. */
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Effect, Either, Encoding, Random, Record } from "effect"
import type { Buckets } from "./Buckets.ts"
import type { Conditions } from "./Conditions.ts"
import { answerControl, type Controlled } from "./control.ts"
import { notImplemented, unauthorized } from "./discordError.ts"
import type { Fault } from "./Fault.ts"
import { cloudflareReply, notReadyReply, rateLimitReply, standIn, statusReply } from "./faultReply.ts"
import { type Carried, carriedBy, redacted, type Target, targetOf } from "./incoming.ts"
import { json, type Reply, withHeaders } from "./Reply.ts"
import { checkIds, findRoute, majorOf } from "./Router.ts"
import * as wire from "./wire.ts"

/** What the app works on. */
export interface AppState extends Controlled {
  readonly buckets: Buckets
  readonly token: string
}

/** Makes the HTTP app of a sandbox. */
export const makeApp = (state: AppState) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const target = targetOf(request.url)
    if (target.path.startsWith("/__sandbox")) {
      const { body } = yield* carriedBy(request)
      return toResponse(answerControl(state, request.method, target.path, body))
    }

    const { recorder } = state
    const { path, query } = target
    const ticket = recorder.open({ method: request.method, path, query, headers: redacted(request.headers) })
    wire.onAbandoned(request, () => recorder.abort(ticket))
    const carried = yield* carriedBy(request)
    recorder.arrive(ticket, carried.recorded)

    const answer = answerTo(state, request, target, carried)
    const operation = findRoute(state.routes, request.method, path)?.route.operation
    const fault = state.faults.take({ method: request.method, path, operation })
    const outcome = fault === undefined ? yield* answer : yield* spoil(state, request, target, fault, answer)
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
  readonly at: wire.Place
  readonly status: number
}

const spoil = Effect.fnUntraced(function* (
  state: AppState,
  request: HttpServerRequest.HttpServerRequest,
  target: Target,
  fault: Fault,
  answer: Effect.Effect<Reply>
): Effect.fn.Return<Reply | Broken> {
  const harm = fault.do
  // Only a wait leaves the request its own answer; the client may well leave first.
  if (harm.kind === "latency") {
    const wait = Effect.interruptible(Effect.sleep(harm.ms))
    return yield* fault.after_effect === true ? Effect.zipLeft(answer, wait) : Effect.zipRight(wait, answer)
  }
  const reply = fault.after_effect === true ? yield* answer : standIn
  // An answer without a body has no middle to break in.
  const half = reply.body === "" ? standIn : reply
  switch (harm.kind) {
    case "status":
      return statusReply(harm)
    case "rate_limit": {
      const { method } = request
      const operation = findRoute(state.routes, method, target.path)?.route.operation ?? `${method} ${target.path}`
      const nowMs = yield* Clock.currentTimeMillis
      return rateLimitReply(harm, { buckets: state.buckets, operation, major: majorOf(target.path), nowMs })
    }
    case "cloudflare":
      return cloudflareReply(harm)
    case "index_not_ready":
      return notReadyReply(harm)
    case "hang":
      return { broken: wire.hang(request, half, harm.at), at: harm.at, status: half.status }
    case "reset":
      return { broken: wire.reset(request, half, harm.at), at: harm.at, status: half.status }
    case "cut":
      return { broken: wire.cut(request, half), at: "body", status: half.status }
  }
})

/** The answer of a Discord where nothing goes wrong. */
const answerTo = (
  state: AppState,
  { headers, method }: HttpServerRequest.HttpServerRequest,
  { all, inApi, path, query }: Target,
  { body, files }: Carried
): Effect.Effect<Reply> =>
  Effect.gen(function* () {
    const match = inApi ? findRoute(state.routes, method, path) : undefined
    if (match?.route.open !== true && headers.authorization !== `Bot ${state.token}`) return yield* unauthorized
    if (match === undefined) return yield* notImplemented(method, path)
    const { params, route } = match

    const conditions = state.conditions.current
    yield* half(conditions)
    const nowMs = yield* Clock.currentTimeMillis
    const { buckets } = state
    const major = majorOf(path)
    const verdict = buckets.take(route.operation, major, nowMs)
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
    if (verdict === "global") return buckets.refusal(verdict, route.operation, major, nowMs)
    if (verdict === "user") return yield* answered(buckets.refusal(verdict, route.operation, major, nowMs))

    const { world } = state
    world.nowMs = nowMs
    const reason = reasonOf(headers["x-audit-log-reason"])
    const run = Effect.gen(function* () {
      yield* checkIds(params)
      const param = (name: string) => params[name] ?? ""
      return yield* route.run({ world, nowMs, param, query, all, reason, body: yield* body, files })
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
