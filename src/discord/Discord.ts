import { Clock, Context, Effect, Either, Exit, Layer, MutableRef, Scope } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { attemptTimedOut, classifyResponse, networkFailed, unexpectedResponse } from "../errors/classifyResponse.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { failIfPolicyRejects } from "../errors/failIfPolicyRejects.ts"
import { exitLabels } from "../errors/metricLabels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import * as Resilience from "../resilience/Resilience.ts"
import * as Timeout from "../resilience/Timeout.ts"
import { Permit } from "../safety/Permit.ts"
import { Caller } from "../telemetry/Caller.ts"
import { OwnSecrets } from "../telemetry/OwnSecrets.ts"
import { span } from "../telemetry/span.ts"
import { buildRequest, rateLimitKeyOf, summaryOf, targetOf } from "./buildRequest.ts"
import * as CallAttempts from "./CallAttempts.ts"
import { currentUser, type DiscordRequest, type Reply } from "./DiscordRequest.ts"
import { expectedBot } from "./expectedBot.ts"
import { countsAsInvalid, hintOf, isRepeatable, outcomeOf } from "./failureFacts.ts"
import * as KillSwitch from "./KillSwitch.ts"
import * as observe from "./observe.ts"
import * as explainDenial from "./permissions/explainDenial.ts"
import { templateOf } from "./Route.ts"
import * as InvalidRequests from "./rate-limit/InvalidRequests.ts"
import { SharedLimits } from "./rate-limit/Limits.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import { secretIn } from "./secretIn.ts"
import { Transport, type WireRequest } from "./Transport.ts"
import { isGone } from "./unknownCodes.ts"

/**
 * Discord's API. It takes a request value and returns a typed Effect. Every request passes through the
 * resilience chain and requires the gate's permit.
 */
export class Discord extends Context.Tag("effect-discord-mcp/discord/Discord")<
  Discord,
  {
    readonly request: (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>
    /** Fails if the token belongs to another bot than the operator expects. Every request checks this too. */
    readonly identified: Effect.Effect<void, DiscordFailure, Permit>
  }
>() {}

/** Provides the service over a transport. */
export const layer: Layer.Layer<Discord, never, Settings | Transport> = Layer.scoped(
  Discord,
  Effect.gen(function* () {
    const settings = yield* Settings
    const transport = yield* Transport
    const secrets = yield* OwnSecrets
    const shared = yield* SharedLimits
    const invalid = InvalidRequests.make(shared, observe.invalidRequest)
    const killSwitch = yield* KillSwitch.make(askToken(transport, invalid))
    const rateLimiter = yield* RateLimiter.make(
      { maxWaitMs: settings.rateLimitMaxWaitMs, globalPerSecond: settings.globalRequestsPerSecond },
      shared
    )
    const resilience = yield* Resilience.make(resilienceSettings(settings), {
      onTransition: observe.transition,
      onInFlight: observe.inFlight
    })

    /** Builds a request, unless it contains a secret of this server. */
    const wireOf = (request: DiscordRequest): Effect.Effect<WireRequest, ValidationError> =>
      secretIn(secrets, request) ?? buildRequest(request)

    /** Sends a request through the chain. Does not explain denials. */
    const call = Effect.fnUntraced(function* (request: DiscordRequest) {
      const permit = yield* Permit
      yield* requirePermit(permit, request)
      const { clientId } = yield* Caller
      const route = `${request.method} ${templateOf(request.route)}`
      const { deadlineMs, timeoutMs } = budgetsOf(settings, request.duration)
      const inTime = Timeout.apply({ ms: deadlineMs, onTimeout: () => CallAttempts.expired })
      // Built once: before the chain, or inside the bulkhead slot if files must be loaded.
      const wire =
        request.load === undefined
          ? Effect.succeed(yield* wireOf(request))
          : yield* Effect.cached(inTime(Effect.flatMap(loadContent(request), wireOf)))
      const key = rateLimitKeyOf(request, yield* Clock.currentTimeMillis)
      const attempts = MutableRef.make(CallAttempts.none)
      const responseOf = (exit: Ended) =>
        Exit.isInterrupted(exit) ? undefined : CallAttempts.responseOf(MutableRef.get(attempts))
      const protect = resilience.protect<Reply, DiscordFailure, never>({
        circuit: route,
        bucket: key.id,
        ...(clientId !== undefined && { client: clientId }),
        send: Effect.flatMap(wire, (wire) => exchange(request, wire, attempts)),
        timeout: { ms: timeoutMs, onTimeout: () => timedOut(request, attempts) },
        rateLimit: (send) =>
          Effect.zipRight(
            request.load === undefined ? killSwitch.check : Effect.zipRight(killSwitch.check, wire),
            attempt(send, attempts, permit).pipe(
              rateLimiter.apply(key, responseOf, clientId),
              withinInvalidBudget(clientId, request, attempts)
            )
          ),
        retry: {
          repeatable: (failure) => mayRepeat(failure, request, clientId),
          hintMs: hintOf,
          onRepeat: observe.retry
        },
        deadline: { onExpired: () => CallAttempts.expired },
        outcomeOf
      })
      return yield* protect.pipe(
        Effect.flatMap((reply): Effect.Effect<Reply, DiscordFailure> => {
          if (reply.alreadyApplied || request.read === undefined) return Effect.succeed(reply)
          // Read after the attempts, because a retry returns the same body and the circuit is not affected.
          const reading = request.read(reply.body)
          if (reading !== undefined) return Effect.succeed({ ...reply, ...reading })
          const { response, count } = MutableRef.get(attempts)
          return unexpectedResponse(summaryOf(request, count), response?.status ?? 200)
        }),
        Effect.catchAll((failure) => {
          const history = MutableRef.get(attempts)
          const concluded = CallAttempts.conclude(request, history)(failure)
          return Effect.zipRight(observe.failure(concluded, history.count), Effect.fail(concluded))
        }),
        span(
          "Discord.request",
          { "discord.route": route },
          { begun: stateOfGuards(resilience, route), ended: exitLabels }
        )
      )
    })

    /** Runs an attempt that the rate limiter admitted: checks the permit and the kill switch, and records the failure. */
    const attempt = (send: Effect.Effect<Reply, DiscordFailure>, attempts: Attempts, permit: Permit["Type"]) =>
      Effect.suspend(() => {
        MutableRef.update(attempts, CallAttempts.startNext)
        const guarded = Effect.zipRight(
          failIfPolicyRejects(permit.policy.beforeRequest, "not_sent"),
          killSwitch.guard(observe.attempt(() => MutableRef.get(attempts))(send))
        )
        return Effect.tapError(guarded, (failure) =>
          Effect.sync(() => MutableRef.update(attempts, CallAttempts.recordFailure(failure)))
        )
      })

    /** Runs an attempt, or answers it without a request if too many requests were refused. */
    const withinInvalidBudget =
      (clientId: string | undefined, request: DiscordRequest, attempts: Attempts) =>
      (send: Effect.Effect<Reply, DiscordFailure>) =>
        Effect.suspend(() => {
          const { count } = MutableRef.get(attempts)
          const target = targetOf(request)
          const result = () => CallAttempts.resultSince(MutableRef.get(attempts), count)
          const resultOf = (exit: Ended) => (Exit.isInterrupted(exit) ? ({ _tag: "nothing" } as const) : result())
          const interrupted = () =>
            result()._tag === "unanswered" ? invalid.unanswered(clientId, target) : Effect.void
          return invalid.guard(clientId, target, resultOf)(Effect.onInterrupt(send, interrupted))
        })

    /** Sends one request and classifies its response. */
    const exchange = (request: DiscordRequest, wire: WireRequest, attempts: Attempts) =>
      Effect.gen(function* () {
        const { count, ambiguous } = MutableRef.updateAndGet(attempts, CallAttempts.recordSent)
        const summary = summaryOf(request, count)
        const response = yield* transport
          .send(wire, (phase) => MutableRef.update(attempts, CallAttempts.recordPhase(phase)))
          .pipe(Effect.mapError(({ network }) => networkFailed(summary, network)))
        MutableRef.update(attempts, CallAttempts.recordResponse(response))
        const classified = classifyResponse(summary, response)
        if (Either.isRight(classified)) return { body: classified.right, attempts: count, alreadyApplied: false }
        const failure = classified.left
        yield* countInvalid(invalid, failure, (yield* Caller).clientId)
        if (ambiguous !== undefined && failure._tag === "DiscordNotFoundError") {
          const applied = isGone(request.method, request.route, failure.upstream.discord_code)
          if (applied) return { body: undefined, attempts: count, alreadyApplied: true }
        }
        return yield* failure
      })

    /**
     * Returns whether to retry. A 429 is retried only within the operator's maximum wait, and only while the
     * client has used less than half of its share of Discord's limit of invalid requests.
     */
    const mayRepeat = (
      failure: DiscordFailure,
      { repeat }: DiscordRequest,
      clientId: string | undefined
    ): Effect.Effect<boolean> => {
      if (!isRepeatable(failure, repeat)) return Effect.succeed(false)
      if (failure._tag !== "DiscordRateLimitError") return Effect.succeed(true)
      return failure.retry_after_ms > settings.rateLimitMaxWaitMs ? Effect.succeed(false) : invalid.mayRepeat(clientId)
    }

    const explain = yield* explainDenial.make(call)

    const bot = expectedBot(settings.expectedBotId, call)
    return Discord.of({
      identified:
        settings.expectedBotId === undefined
          ? Effect.void
          : Deadline.limit(budgetsOf(settings, "default").deadlineMs)(bot.identified),
      request: (request) =>
        withContentCached(request, (request) =>
          Effect.catchTag(bot.request(request), "DiscordPermissionError", (denied) =>
            Effect.flatMap(
              Effect.flatMap(loadContent(request), (it) => explain(denied, it)),
              Effect.fail
            )
          )
        ).pipe(Deadline.limit(budgetsOf(settings, request.duration).deadlineMs))
    })
  })
)

/** The end of an attempt. */
type Ended = Exit.Exit<Reply, DiscordFailure>

/** The history of a call's attempts. */
type Attempts = MutableRef.MutableRef<CallAttempts.CallAttempts>

/** Runs `use` with a request whose content is loaded at most once, and released afterwards. */
const withContentCached = <A, E, R>(
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

/** Loads the content of a request. Inside `withContentCached`, the scope of `withContentCached` owns the content. */
const loadContent = ({ load, ...request }: DiscordRequest): Effect.Effect<DiscordRequest, ValidationError> =>
  load === undefined
    ? Effect.succeed(request)
    : Effect.scoped(Effect.map(load, (content) => ({ ...request, ...content })))

/** Fails with a defect if the permit does not cover the request, which is a bug of the server. */
const requirePermit = (permit: Permit["Type"], { method, risk, route }: DiscordRequest): Effect.Effect<void> =>
  permit.covers(risk)
    ? Effect.void
    : Effect.dieMessage(
        `the permit of ${permit.tool} covers ${permit.risk}, not ${method} ${templateOf(route)} (${risk})`
      )

const timedOut = (request: DiscordRequest, attempts: Attempts): DiscordFailure => {
  const { count, phase } = MutableRef.get(attempts)
  return attemptTimedOut(summaryOf(request, count), phase === "body" ? "body" : "headers")
}

/** Counts responses that Discord counts against this IP address. */
const countInvalid = (
  invalid: InvalidRequests.InvalidRequests,
  failure: DiscordFailure,
  clientId: string | undefined
): Effect.Effect<void> =>
  Effect.zipRight(
    countsAsInvalid(failure) ? invalid.record(clientId) : Effect.void,
    failure._tag === "DiscordRateLimitError" ? observe.rateLimited(failure.scope) : Effect.void
  )

/** Asks Discord whether the bot's token is valid. Bypasses the chain, which waits for the result. */
const askToken = (
  transport: Transport["Type"],
  invalid: InvalidRequests.InvalidRequests
): Effect.Effect<KillSwitch.TokenState> =>
  Effect.gen(function* () {
    const wire = yield* buildRequest(currentUser)
    const response = yield* transport.send(wire, () => undefined)
    const classified = classifyResponse(summaryOf(currentUser, 1), response)
    if (Either.isRight(classified)) return "accepted" as const
    // The answer is for all clients.
    yield* countInvalid(invalid, classified.left, undefined)
    return classified.left._tag === "DiscordAuthError" ? ("refused" as const) : ("unknown" as const)
  }).pipe(Effect.orElseSucceed(() => "unknown" as const))

/**
 * Returns the state of bulkhead and circuit for the span of a request. These policies have no spans,
 * because they never wait.
 */
const stateOfGuards = ({ bulkhead, circuits }: Resilience.Resilience, route: string) =>
  Effect.zipWith(bulkhead.inFlight, circuits.state(route), (inFlight, circuit) => ({
    "bulkhead.in_flight": inFlight,
    "circuit.state": circuit
  }))

const resilienceSettings = (settings: Settings["Type"]): Resilience.ResilienceSettings => ({
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
