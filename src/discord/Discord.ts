import { Cause, Clock, Context, Effect, Either, Exit, Layer, MutableRef, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import { classifyResponse, networkFailed, unexpectedResponse } from "../errors/classifyResponse.ts"
import type { AttemptError, DiscordFailure } from "../errors/DiscordMcpError.ts"
import { ScopeRejectedError } from "../errors/DiscordMcpError.ts"
import { exitLabels } from "../errors/metricLabels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import * as Resilience from "../resilience/Resilience.ts"
import * as Timeout from "../resilience/Timeout.ts"
import { Caller } from "../telemetry/Caller.ts"
import { span } from "../telemetry/span.ts"
import { OwnSecrets } from "../text/secrets.ts"
import { buildRequest, namesOf, summaryOf } from "./buildRequest.ts"
import * as CallFailure from "./CallFailure.ts"
import {
  budgetsOf,
  currentUser,
  type DiscordRequest,
  loadContent,
  type Reply,
  templateOf,
  withContentCached
} from "./DiscordRequest.ts"
import { expectedBot } from "./expectedBot.ts"
import * as KillSwitch from "./KillSwitch.ts"
import * as KnownNames from "./KnownNames.ts"
import * as OpenInteractions from "./OpenInteractions.ts"
import * as observe from "./observe.ts"
import { Permit } from "./Permit.ts"
import * as explainDenial from "./permissions/explainDenial.ts"
import * as InvalidRequests from "./rate-limit/InvalidRequests.ts"
import { SharedLimits } from "./rate-limit/Limits.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import { countsAsInvalid, hintOf, isRepeatable, outcomeOf } from "./requestFailure.ts"
import { type Phase, Transport, type WireRequest } from "./Transport.ts"
import * as Typing from "./Typing.ts"
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
    /** The names that replies have shown. */
    readonly names: KnownNames.KnownNames
    /** The interactions of live events. Unset: there are none. */
    readonly interactions?: OpenInteractions.OpenInteractions
    /** The channels in which the bot goes on typing. Unset: it does not. */
    readonly typing?: Typing.Typing
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
    const names = KnownNames.make()
    const interactions = OpenInteractions.make()
    const typing = yield* Typing.make
    const killSwitch = yield* KillSwitch.make(askToken(transport, invalid))
    const rateLimiter = yield* RateLimiter.make(
      { maxWaitMs: settings.rateLimitMaxWaitMs, globalPerSecond: settings.globalRequestsPerSecond },
      shared
    )
    const resilience = yield* Resilience.make(resilienceSettings(settings), {
      onTransition: observe.transition,
      onInFlight: observe.inFlight
    })

    /** Sends a request through the chain. Does not explain denials. */
    const call = Effect.fnUntraced(function* (request: DiscordRequest) {
      const permit = yield* Permit
      yield* requirePermit(permit, request)
      const { clientId } = yield* Caller
      const { limitKey, route, target } = namesOf(request, yield* Clock.currentTimeMillis)
      const { deadlineMs, timeoutMs } = budgetsOf(settings, request.duration)
      // What the transport does for the current attempt.
      const phase = MutableRef.make<Phase>("idle")
      const isUnanswered = () => MutableRef.get(phase) !== "idle"
      const expired = (last: Last) => CallFailure.expired(request, Option.getOrUndefined(last), MutableRef.get(phase))
      // Built once: before the chain, or inside the bulkhead slot if files must be loaded.
      const wire =
        request.load === undefined
          ? Effect.succeed(yield* buildRequest(request, secrets))
          : yield* loadContent(request).pipe(
              Effect.flatMap((loaded) => buildRequest(loaded, secrets)),
              Timeout.apply({ ms: deadlineMs, onTimeout: () => expired(Option.none()).error }),
              Effect.cached
            )

      /**
       * Runs an attempt when all allow it, in this order: the kill switch, the budget of invalid requests, the rate
       * limit, the current policy, and the kill switch again, because the rate limit may wait.
       */
      const whenAllowed = (send: Effect.Effect<CallFailure.AttemptSuccess, CallFailure.AttemptFailure>, last: Last) =>
        Effect.suspend(() => {
          const previous = Option.getOrUndefined(last)
          MutableRef.set(phase, "idle")
          const attempt = permit.policy.beforeRequest.pipe(
            Effect.mapError((rejection) => new ScopeRejectedError({ ...rejection, policy_changed: "not_sent" })),
            Effect.zipRight(killSwitch.guard(observe.attempt((previous?.attempts ?? 0) + 1)(send))),
            rateLimiter.apply(limitKey, CallFailure.rateLimitOf, clientId),
            invalid.guard(clientId, target, (exit) => CallFailure.verdictOf(exit, isUnanswered()))
          )
          return killSwitch.check.pipe(
            Effect.zipRight(wire),
            Effect.zipRight(attempt),
            Effect.mapError((error) =>
              error._tag === "CallFailure" || error._tag === "DeadlineExceeded"
                ? error
                : CallFailure.notSent(previous, error)
            )
          )
        })

      return yield* resilience
        .protect<CallFailure.AttemptSuccess, CallFailure.CallFailure, never>({
          circuit: route,
          bucket: limitKey.id,
          ...(clientId !== undefined && { client: clientId }),
          // `whenAllowed` has built the request before, and has returned its failure.
          send: (last) =>
            Effect.flatMap(Effect.orDie(wire), (wire) => exchange(request, wire, phase, Option.getOrUndefined(last))),
          // The rate limit is one of the checks before an attempt.
          rateLimit: whenAllowed,
          timeout: {
            ms: timeoutMs,
            onTimeout: (last) => CallFailure.timedOut(request, Option.getOrUndefined(last), MutableRef.get(phase))
          },
          // `dispatch` or `request` has set the deadline, which the timeout, the retry and the rate limit read.
          deadline: { onExpired: expired },
          retry: {
            repeatable: ({ error }) => mayRepeat(error, request, clientId),
            hintMs: ({ error }) => hintOf(error),
            onRepeat: ({ error }) => observe.retry(error)
          },
          outcomeOf: Exit.match({
            onSuccess: () => "success",
            onFailure: (cause) => outcomeOf(Cause.map(cause, ({ error }) => error))
          })
        })
        .pipe(
          // Read after the attempts, because a retry returns the same body and the circuit is not affected.
          Effect.flatMap((answer) =>
            KnownNames.routes.has(request.route)
              ? Effect.zipRight(names.learn(request, answer.body), read(request, answer))
              : read(request, answer)
          ),
          Effect.catchAll((failure) => {
            const attempts = failure._tag === "CallFailure" ? failure.attempts : 0
            const error = failure._tag === "CallFailure" ? CallFailure.finalError(request, failure) : failure
            return Effect.zipRight(observe.failure(error, attempts), Effect.fail(error))
          }),
          span(
            "Discord.request",
            { "discord.route": route },
            { begun: () => stateOfGuards(resilience, route), ended: exitLabels }
          )
        )
    })

    /** Sends one request and classifies its response. `previous` is the failure of the attempt before. */
    const exchange = Effect.fnUntraced(function* (
      request: DiscordRequest,
      wire: WireRequest,
      phase: MutableRef.MutableRef<Phase>,
      previous: CallFailure.CallFailure | undefined
    ) {
      const attempts = (previous?.attempts ?? 0) + 1
      const summary = summaryOf(request, attempts)
      const response = yield* transport
        .send(wire, (now) => MutableRef.set(phase, now))
        .pipe(
          Effect.mapError(({ network }) => {
            MutableRef.set(phase, "idle")
            return CallFailure.sent(previous, networkFailed(summary, network))
          })
        )
      MutableRef.set(phase, "idle")
      const classified = classifyResponse(summary, response)
      if (Either.isRight(classified)) return { body: classified.right, attempts, alreadyApplied: false, response }
      const error = classified.left
      yield* countInvalid(invalid, error, (yield* Caller).clientId)
      if (previous?.ambiguous !== undefined && error._tag === "DiscordNotFoundError") {
        const isApplied = isGone(request.method, request.route, error.upstream.discord_code)
        if (isApplied) return { body: undefined, attempts, alreadyApplied: true, response }
      }
      return yield* CallFailure.sent(previous, error, response)
    })

    /**
     * Returns whether to retry. A 429 is retried only within the operator's maximum wait, and only while the
     * client has used less than half of its share of Discord's limit of invalid requests.
     */
    const mayRepeat = (
      failure: AttemptError,
      { repeat }: DiscordRequest,
      clientId: string | undefined
    ): Effect.Effect<boolean> => {
      if (!isRepeatable(failure, repeat)) return Effect.succeed(false)
      if (failure._tag !== "DiscordRateLimitError") return Effect.succeed(true)
      return failure.retry_after_ms > settings.rateLimitMaxWaitMs ? Effect.succeed(false) : invalid.mayRepeat(clientId)
    }

    const explain = yield* explainDenial.make(call)

    const identity = yield* expectedBot(settings.expectedBotId, call)
    const send = (request: DiscordRequest) =>
      withContentCached(request, (request) =>
        Effect.catchTag(identity.request(request), "DiscordPermissionError", (denied) =>
          Effect.flatMap(
            Effect.flatMap(loadContent(request), (it) => explain(denied, it)),
            Effect.fail
          )
        )
      )
    return Discord.of({
      names,
      interactions,
      typing,
      identified:
        settings.expectedBotId === undefined
          ? Effect.void
          : Deadline.limit(budgetsOf(settings, "default").deadlineMs)(identity.identified),
      request: (request) =>
        (request.subject === "interaction"
          ? Effect.flatMap(interactions.withToken(request), send)
          : send(request)
        ).pipe(
          Effect.tap(() => (isMessage(request) ? typing.end(String(request.path.channel_id)) : Effect.void)),
          Deadline.limit(budgetsOf(settings, request.duration).deadlineMs)
        )
    })
  })
)

/** Returns whether a request sends a message of the bot, which ends its typing in the channel. */
const isMessage = ({ method, route }: DiscordRequest): boolean =>
  method === "POST" && route === "/channels/{channel_id}/messages"

/** The failure of the attempt before the current one. */
type Last = Option.Option<CallFailure.CallFailure>

/** Fails with a defect if the permit does not cover the request, which is a bug of the server. */
const requirePermit = (permit: Permit["Type"], { method, risk, route }: DiscordRequest): Effect.Effect<void> =>
  permit.covers(risk)
    ? Effect.void
    : Effect.dieMessage(
        `the permit of ${permit.tool} covers ${permit.risk}, not ${method} ${templateOf(route)} (${risk})`
      )

/** Reads the body of a successful response. */
const read = (
  request: DiscordRequest,
  { response, ...reply }: CallFailure.AttemptSuccess
): Effect.Effect<Reply, CallFailure.CallFailure> => {
  if (reply.alreadyApplied || request.read === undefined) return Effect.succeed(reply)
  const reading = request.read(reply.body)
  if (reading !== undefined) return Effect.succeed({ ...reply, ...reading })
  const error = unexpectedResponse(summaryOf(request, reply.attempts), response.status)
  return new CallFailure.CallFailure({ error, attempts: reply.attempts, ambiguous: undefined, response })
}

/** Counts responses that Discord counts against this IP address. */
const countInvalid = (
  invalid: InvalidRequests.InvalidRequests,
  failure: AttemptError,
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

/** Returns the state of bulkhead and circuit for the span of a request. They have no spans. */
const stateOfGuards = ({ bulkhead, circuits }: Resilience.Resilience, route: string) =>
  Effect.zipWith(bulkhead.inFlight, circuits.state(route), (inFlight, circuit) => ({
    "bulkhead.in_flight": inFlight,
    "circuit.state": circuit
  }))

const resilienceSettings = (settings: Settings["Type"]): Resilience.ResilienceSettings => ({
  bulkhead: { limit: settings.bulkheadLimit, maxWaitMs: settings.rateLimitMaxWaitMs },
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
