import { Clock, Context, Effect, Either, type Exit, Layer, MutableRef, Scope } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { attemptTimedOut, classifyResponse, networkFailed, unexpectedResponse } from "../errors/classifyResponse.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { exitLabels } from "../errors/metricLabels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import * as Resilience from "../resilience/Resilience.ts"
import * as Timeout from "../resilience/Timeout.ts"
import { Permit } from "../safety/Permit.ts"
import { OwnSecrets } from "../telemetry/OwnSecrets.ts"
import { annotate, span, whereTraced } from "../telemetry/span.ts"
import { askedOf, buildRequest, rateLimitKeyOf } from "./buildRequest.ts"
import * as CallAttempts from "./CallAttempts.ts"
import { currentUser, type DiscordRequest, type Reply } from "./DiscordRequest.ts"
import { expectedBot } from "./expectedBot.ts"
import { countsAsInvalid, hintOf, isRepeatable, outcomeOf } from "./failureFacts.ts"
import * as KillSwitch from "./KillSwitch.ts"
import * as observe from "./observe.ts"
import * as explainDenial from "./permissions/explainDenial.ts"
import { templateOf } from "./Route.ts"
import * as InvalidRequests from "./rate-limit/InvalidRequests.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import { refuseSecrets } from "./refuseSecrets.ts"
import { Transport, type WireRequest } from "./Transport.ts"
import { isGone } from "./unknownCodes.ts"

/**
 * Discord's API: a request value in, a typed Effect out. Every request takes the
 * whole chain, and needs the proof that the gate let it pass.
 */
export class Discord extends Context.Tag("effect-discord-mcp/discord/Discord")<
  Discord,
  {
    readonly request: (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>
    /** Fails when the token is not that of the bot the operator expects. Every request does the same by itself. */
    readonly identified: Effect.Effect<void, DiscordFailure, Permit>
  }
>() {}

/** The service over a transport. */
export const layer: Layer.Layer<Discord, never, Settings | Transport> = Layer.effect(
  Discord,
  Effect.gen(function* () {
    const settings = yield* Settings
    const transport = yield* Transport
    const secrets = yield* OwnSecrets
    const invalid = InvalidRequests.make()
    const killSwitch = yield* KillSwitch.make(askToken(transport, invalid))
    const rateLimiter = RateLimiter.make({
      maxWaitMs: settings.rateLimitMaxWaitMs,
      globalPerSecond: settings.globalRequestsPerSecond
    })
    const resilience = yield* Resilience.make(chainOf(settings), {
      onTransition: observe.transition,
      onInFlight: observe.inFlight
    })

    /** One call through the whole chain. Its 403s are not explained. */
    const call = Effect.fnUntraced(function* (request: DiscordRequest) {
      yield* requirePermit(request)
      const route = `${request.method} ${templateOf(request.route)}`
      const built = Effect.flatMap(whole(request), (it) =>
        Effect.zipRight(refuseSecrets(secrets, it), buildRequest(it))
      )
      // Without files to load it is built before the chain; with them inside the slot. Either way once.
      const { deadlineMs, timeoutMs } = budgetsOf(settings, request.duration)
      const inTime = Timeout.apply({ ms: deadlineMs, onTimeout: () => CallAttempts.expired })
      const wire = yield* request.load === undefined ? Effect.map(built, Effect.succeed) : Effect.cached(inTime(built))
      const key = rateLimitKeyOf(request, yield* Clock.currentTimeMillis)
      const attempts = MutableRef.make(CallAttempts.none)
      const protect = resilience.protect<Reply, DiscordFailure, never>({
        circuit: route,
        bucket: `${key.template} ${key.major}`,
        send: Effect.flatMap(wire, (wire) => exchange(request, wire, attempts)),
        timeout: { ms: timeoutMs, onTimeout: () => timedOut(request, attempts) },
        rateLimit: (send) =>
          Effect.zipRight(
            Effect.zipRight(killSwitch.check, wire),
            rateLimiter.apply(key, () => CallAttempts.responseOf(MutableRef.get(attempts)))(attempt(send, attempts))
          ),
        retry: { repeatable: (failure) => mayRepeat(failure, request), hintMs: hintOf, onRepeat: observe.retry },
        deadline: { onExpired: () => CallAttempts.expired },
        outcomeOf
      })
      return yield* protect.pipe(
        Effect.filterOrElse(
          (reply) => reply.alreadyApplied || (request.fits?.(reply.body) ?? true),
          // Not part of an attempt: another one would bring the same, and it says nothing of Discord's health.
          () => {
            const { answer, count } = MutableRef.get(attempts)
            return unexpectedResponse(askedOf(request, count), answer?.status ?? 200)
          }
        ),
        Effect.mapError((failure) => CallAttempts.conclude(request, MutableRef.get(attempts))(failure)),
        Effect.tapError((failure) => observe.failure(failure, MutableRef.get(attempts).count)),
        (protect) => Effect.zipRight(guardsFound(resilience, route), protect),
        span("Discord.request", { "discord.route": route }, { ended: exitLabels })
      )
    })

    /** An attempt whose turn has come: past the kill switch, and on record however it ends. */
    const attempt = (send: Effect.Effect<Reply, DiscordFailure>, attempts: Attempts) =>
      Effect.suspend(() => {
        MutableRef.update(attempts, CallAttempts.begun)
        return killSwitch
          .guard(attemptSpan(attempts)(send))
          .pipe(
            Effect.tapError((failure) => Effect.sync(() => MutableRef.update(attempts, CallAttempts.failed(failure))))
          )
      })

    /** One request and its answer, classified. */
    const exchange = (request: DiscordRequest, wire: WireRequest, attempts: Attempts) =>
      Effect.gen(function* () {
        const { count, doubt } = MutableRef.updateAndGet(attempts, CallAttempts.sent)
        const asked = askedOf(request, count)
        const answer = yield* transport
          .send(wire, (phase) => MutableRef.update(attempts, CallAttempts.reached(phase)))
          .pipe(Effect.mapError(({ network }) => networkFailed(asked, network)))
        MutableRef.update(attempts, CallAttempts.answered(answer))
        const classified = classifyResponse(asked, answer)
        if (Either.isRight(classified)) return { body: classified.right, attempts: count, alreadyApplied: false }
        const failure = classified.left
        yield* counted(invalid, failure)
        if (doubt !== undefined && failure._tag === "DiscordNotFoundError") {
          const applied = isGone(request.method, request.route, failure.upstream.discord_code)
          if (applied) return { body: undefined, attempts: count, alreadyApplied: true }
        }
        return yield* failure
      })

    /** A 429 is waited for only within the operator's patience, and never near Discord's ban. */
    const mayRepeat = (failure: DiscordFailure, { repeat }: DiscordRequest): Effect.Effect<boolean> =>
      failure._tag === "DiscordRateLimitError" && failure.retry_after_ms > settings.rateLimitMaxWaitMs
        ? Effect.succeed(false)
        : failure._tag === "DiscordRateLimitError"
          ? Effect.map(mayRisk(invalid), (mayRisk) => mayRisk && isRepeatable(failure, repeat))
          : Effect.succeed(isRepeatable(failure, repeat))

    const explain = yield* explainDenial.make({ request: call, mayAsk: mayRisk(invalid) })

    const bot = expectedBot(settings.expectedBotId, call)
    return Discord.of({
      identified: Deadline.limit(budgetsOf(settings, "default").deadlineMs)(bot.identified),
      request: (request) =>
        loadingOnce(request, (request) =>
          Effect.catchTag(bot.request(request), "DiscordPermissionError", (denied) =>
            Effect.flatMap(
              Effect.flatMap(whole(request), (it) => explain(denied, it)),
              Effect.fail
            )
          )
        ).pipe(Deadline.limit(budgetsOf(settings, request.duration).deadlineMs))
    })
  })
)

/** The attempts of one call: an immutable history in one cell. */
type Attempts = MutableRef.MutableRef<CallAttempts.CallAttempts>

/** Uses the request with its content loaded at most once, and held until the use ends. */
const loadingOnce = <A, E, R>(
  request: DiscordRequest,
  use: (request: DiscordRequest) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Scope.Scope> | R> => {
  const { load } = request
  return load === undefined
    ? use(request)
    : Effect.scopeWith((scope) =>
        Effect.flatMap(Effect.cached(Scope.extend(load, scope)), (load) => use({ ...request, load }))
      ).pipe(Effect.scoped)
}

/** The request with its content. What `loadingOnce` has made is held by the scope given there. */
const whole = ({ load, ...request }: DiscordRequest): Effect.Effect<DiscordRequest, ValidationError> =>
  load === undefined
    ? Effect.succeed(request)
    : Effect.scoped(Effect.map(load, (content) => ({ ...request, ...content })))

/** Dies if the permit does not cover the request, which is a bug of this server. */
const requirePermit = ({ method, risk, route }: DiscordRequest) =>
  Effect.flatMap(Permit, (permit) =>
    permit.covers(risk)
      ? Effect.void
      : Effect.dieMessage(
          `the permit of ${permit.tool} covers ${permit.risk}, not ${method} ${templateOf(route)} (${risk})`
        )
  )

const timedOut = (request: DiscordRequest, attempts: Attempts): DiscordFailure => {
  const { count, phase } = MutableRef.get(attempts)
  return attemptTimedOut(askedOf(request, count), phase === "body" ? "body" : "headers")
}

/** Counts what Discord counts against this address. */
const counted = (invalid: InvalidRequests.InvalidRequests, failure: DiscordFailure) =>
  Effect.zipRight(
    countsAsInvalid(failure) ? Effect.flatMap(invalid.record, observe.invalidRequest) : Effect.void,
    failure._tag === "DiscordRateLimitError" ? observe.rateLimited(failure.scope) : Effect.void
  )

/** Past this share of Discord's limit of invalid requests no 429 is tried again, and no denial is explained. */
const STOP_RISKING_AT = 0.8

/** Whether a request may be sent that Discord may count as invalid. */
const mayRisk = (invalid: InvalidRequests.InvalidRequests) =>
  Effect.map(invalid.count, (count) => count < InvalidRequests.LIMIT * STOP_RISKING_AT)

/** Asks Discord whether it accepts the bot's token, past the chain that waits for the answer. */
const askToken = (
  transport: Transport["Type"],
  invalid: InvalidRequests.InvalidRequests
): Effect.Effect<KillSwitch.TokenState> =>
  Effect.gen(function* () {
    const wire = yield* buildRequest(currentUser)
    const answer = yield* transport.send(wire, () => undefined)
    const classified = classifyResponse(askedOf(currentUser, 1), answer)
    if (Either.isRight(classified)) return "accepted" as const
    yield* counted(invalid, classified.left)
    return classified.left._tag === "DiscordAuthError" ? ("refused" as const) : ("unknown" as const)
  }).pipe(Effect.orElseSucceed(() => "unknown" as const))

/** In what state a call finds the two guards that never wait, and so have no span of their own. */
const guardsFound = ({ bulkhead, circuits }: Resilience.Resilience, route: string) =>
  whereTraced(
    Effect.flatMap(Effect.zip(bulkhead.inFlight, circuits.state(route)), ([inFlight, circuit]) =>
      annotate({ "bulkhead.in_flight": inFlight, "circuit.state": circuit })
    )
  )

/** One attempt as a trace shows it: its number, and what Discord said to it. */
const attemptSpan =
  (attempts: Attempts) =>
  <A>(send: Effect.Effect<A, DiscordFailure>): Effect.Effect<A, DiscordFailure> =>
    Effect.suspend(() =>
      span(
        "attempt",
        { attempt: MutableRef.get(attempts).count + 1 },
        {
          kind: "client",
          ended: (exit: Exit.Exit<unknown, DiscordFailure>) => {
            const { answer } = MutableRef.get(attempts)
            return {
              ...exitLabels(exit),
              ...(answer !== undefined && { "http.response.status_code": answer.status })
            }
          }
        }
      )(send)
    )

const chainOf = (settings: Settings["Type"]): Resilience.ResilienceSettings => ({
  bulkhead: { limit: settings.bulkheadLimit },
  circuit: {
    enabled: settings.circuitEnabled,
    failureThreshold: settings.circuitFailureThreshold,
    windowMs: settings.circuitWindowMs,
    halfOpenAfterMs: settings.circuitHalfOpenAfterMs
  },
  retry: {
    enabled: settings.retryEnabled,
    maxAttempts: settings.retryMaxAttempts,
    baseDelayMs: settings.retryBaseDelayMs,
    maxDelayMs: settings.retryMaxDelayMs,
    jitter: settings.retryJitter
  }
})
