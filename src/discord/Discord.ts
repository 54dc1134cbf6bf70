import { Cause, Clock, Context, Effect, Either, Exit, FiberRef, Layer, MutableRef, Option } from "effect"
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
import { OwnSecrets, type OwnSecretsShape } from "../text/secrets.ts"
import { buildRequest, namesOf, summaryOf } from "./buildRequest.ts"
import * as CallFailure from "./CallFailure.ts"
import { currentReads } from "./CallReads.ts"
import {
  currentUser,
  type DiscordRequest,
  loadContent,
  type Reply,
  templateOf,
  timeLimitsOf,
  withContentCached
} from "./DiscordRequest.ts"
import { expectedBot } from "./expectedBot.ts"
import * as KillSwitch from "./KillSwitch.ts"
import * as KnownNames from "./KnownNames.ts"
import * as OpenInteractions from "./OpenInteractions.ts"
import { OwnApplication } from "./OwnApplication.ts"
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
    const shared = yield* SharedLimits
    const invalid = InvalidRequests.make(shared, observe.invalidRequest)
    const chain = new RequestChain({
      invalid,
      killSwitch: yield* KillSwitch.make(askToken(transport, invalid)),
      names: KnownNames.make(),
      rateLimiter: yield* RateLimiter.make(
        { maxWaitMs: settings.rateLimitMaxWaitMs, globalPerSecond: settings.globalRequestsPerSecond },
        shared
      ),
      resilience: yield* Resilience.make(resilienceSettings(settings), {
        onTransition: observe.transition,
        onInFlight: observe.inFlight
      }),
      secrets: yield* OwnSecrets,
      settings,
      transport
    })
    const request = (request: DiscordRequest) => chain.request(request)
    return Discord.of(
      new DiscordApi({
        explain: yield* explainDenial.make(request),
        identity: yield* expectedBot(settings.expectedBotId, request),
        interactions: OpenInteractions.make(),
        names: chain.names,
        ownApplication: new OwnApplication(request),
        settings,
        typing: yield* Typing.make
      })
    )
  })
)

/** What the API needs above the chain. */
interface ApiParts {
  readonly explain: Effect.Effect.Success<ReturnType<typeof explainDenial.make>>
  readonly identity: Effect.Effect.Success<ReturnType<typeof expectedBot>>
  readonly interactions: OpenInteractions.OpenInteractions
  readonly names: KnownNames.KnownNames
  readonly ownApplication: OwnApplication
  readonly settings: Settings["Type"]
  readonly typing: Typing.Typing
}

/** Discord's API: the chain, with the identity of the bot, interactions by id, and why Discord denies a request. */
class DiscordApi {
  readonly #parts: ApiParts
  readonly names: KnownNames.KnownNames
  readonly interactions: OpenInteractions.OpenInteractions
  readonly typing: Typing.Typing
  readonly identified: Effect.Effect<void, DiscordFailure, Permit>

  constructor(parts: ApiParts) {
    const { identity, interactions, names, settings, typing } = parts
    this.#parts = parts
    this.names = names
    this.interactions = interactions
    this.typing = typing
    this.identified =
      settings.expectedBotId === undefined
        ? Effect.void
        : Deadline.limit(timeLimitsOf(settings, "default").deadlineMs)(identity.identified)
  }

  readonly request = (request: DiscordRequest): Effect.Effect<Reply, DiscordFailure, Permit> =>
    (request.subject === "interaction" ? this.interactions.withToken(request) : Effect.succeed(request)).pipe(
      Effect.flatMap((wanted) =>
        wanted.path.application_id === undefined ? Effect.succeed(wanted) : this.#parts.ownApplication.withId(wanted)
      ),
      Effect.flatMap((complete) => this.#sendExplained(complete)),
      Effect.tap(() => (isMessage(request) ? this.typing.end(String(request.path.channel_id)) : Effect.void)),
      Deadline.limit(timeLimitsOf(this.#parts.settings, request.duration).deadlineMs)
    )

  /** Sends a request, and explains a denial. */
  #sendExplained(request: DiscordRequest): Effect.Effect<Reply, DiscordFailure, Permit> {
    const { explain, identity } = this.#parts
    return withContentCached(request, (request) =>
      Effect.catchTag(identity.request(request), "DiscordPermissionError", (denied) =>
        Effect.flatMap(
          Effect.flatMap(loadContent(request), (loaded) => explain(denied, loaded)),
          Effect.fail
        )
      )
    )
  }
}

/** What the chain needs. */
interface ChainParts {
  readonly invalid: InvalidRequests.InvalidRequests
  readonly killSwitch: KillSwitch.KillSwitch
  readonly names: KnownNames.KnownNames
  readonly rateLimiter: RateLimiter.RateLimiter
  readonly resilience: Resilience.Resilience
  readonly secrets: OwnSecretsShape
  readonly settings: Settings["Type"]
  readonly transport: Transport["Type"]
}

/** One request on its way through the chain. */
interface Run {
  readonly request: DiscordRequest
  readonly permit: Permit["Type"]
  readonly clientId: string | undefined
  readonly keys: ReturnType<typeof namesOf>
  /** What the transport does for the current attempt. */
  readonly phase: MutableRef.MutableRef<Phase>
  /** The request as it is sent. It is built once: before the chain, or, if files must be loaded, in the bulkhead slot. */
  readonly wire: Effect.Effect<WireRequest, AttemptError>
}

/** Sends requests through the resilience chain. Does not explain denials. */
class RequestChain {
  readonly #parts: ChainParts
  readonly names: KnownNames.KnownNames

  constructor(parts: ChainParts) {
    this.#parts = parts
    this.names = parts.names
  }

  readonly request = Effect.fnUntraced(function* (this: RequestChain, request: DiscordRequest) {
    const { resilience } = this.#parts
    const permit = yield* Permit
    yield* requirePermit(permit, request)
    const { clientId } = yield* Caller
    const keys = namesOf(request, yield* Clock.currentTimeMillis)
    const phase = MutableRef.make<Phase>("idle")
    const wire = yield* this.#wireOf(request, phase)
    const run: Run = { request, permit, clientId, keys, phase, wire }
    const reads = yield* FiberRef.get(currentReads)
    const before = request.method === "GET" ? undefined : reads?.beforeWrite(request)
    return yield* resilience.protect(this.#callOf(run)).pipe(
      // Read after the attempts, because a retry returns the same body and the circuit is not affected.
      Effect.flatMap((answer) => {
        if (request.method === "GET") reads?.add(request, answer.body)
        const reply = read(request, before === undefined ? answer : { ...answer, before })
        return KnownNames.routes.has(request.route)
          ? Effect.zipRight(this.names.learn(request, answer.body), reply)
          : reply
      }),
      Effect.catchAll((failure) => {
        const attempts = failure._tag === "CallFailure" ? failure.attempts : 0
        const error = failure._tag === "CallFailure" ? CallFailure.finalError(request, failure) : failure
        return Effect.zipRight(observe.failure(error, attempts), Effect.fail(error))
      }),
      span(
        "Discord.request",
        { "discord.route": keys.route },
        { begun: () => stateOfGuards(resilience, keys.route), ended: exitLabels }
      )
    )
  })

  /** Returns the request as it is sent. */
  #wireOf(
    request: DiscordRequest,
    phase: MutableRef.MutableRef<Phase>
  ): Effect.Effect<Effect.Effect<WireRequest, AttemptError>, AttemptError> {
    const { secrets, settings } = this.#parts
    if (request.load === undefined) return Effect.map(buildRequest(request, secrets), Effect.succeed)
    const ms = timeLimitsOf(settings, request.duration).deadlineMs
    const onTimeout = () => CallFailure.expired(request, undefined, MutableRef.get(phase)).error
    return loadContent(request).pipe(
      Effect.flatMap((loaded) => buildRequest(loaded, secrets)),
      Timeout.apply({ ms, onTimeout }),
      Effect.cached
    )
  }

  /** Returns the request with its keys and policies. */
  #callOf(run: Run): Resilience.Call<CallFailure.AttemptSuccess, CallFailure.CallFailure, never> {
    const { clientId, keys, phase, request } = run
    return {
      circuit: keys.route,
      bucket: keys.limitKey.id,
      ...(clientId !== undefined && { client: clientId }),
      send: (last) => this.#send(run, Option.getOrUndefined(last)),
      admit: (attempt, last) => this.#admit(run, attempt, Option.getOrUndefined(last)),
      timeout: {
        ms: timeLimitsOf(this.#parts.settings, request.duration).timeoutMs,
        onTimeout: (last) => CallFailure.timedOut(request, Option.getOrUndefined(last), MutableRef.get(phase))
      },
      // `dispatch` or `request` has set the deadline, which the timeout, the retry and the rate limit read.
      deadline: {
        onExpired: (last) => CallFailure.expired(request, Option.getOrUndefined(last), MutableRef.get(phase))
      },
      retry: {
        repeatable: ({ error }) => this.#mayRepeat(error, run),
        hintMs: ({ error }) => hintOf(error),
        onRepeat: ({ error }) => observe.retry(error)
      },
      outcomeOf: Exit.match({
        onSuccess: () => "success",
        onFailure: (cause) => outcomeOf(Cause.map(cause, ({ error }) => error))
      })
    }
  }

  /**
   * Runs an attempt when all of these agree, in this order: the state of the token, the limit of invalid requests, the
   * rate limit, the caller's current policy, and the state of the token again, because the rate limit may wait.
   */
  #admit(
    { clientId, keys: { limitKey, target }, permit, phase, wire }: Run,
    attempt: Effect.Effect<CallFailure.AttemptSuccess, CallFailure.AttemptFailure>,
    previous: CallFailure.CallFailure | undefined
  ): Effect.Effect<CallFailure.AttemptSuccess, CallFailure.AttemptFailure> {
    const { invalid, killSwitch, rateLimiter } = this.#parts
    const verdict = (exit: CallFailure.AttemptExit) => CallFailure.verdictOf(exit, MutableRef.get(phase) !== "idle")
    const withinInvalidLimit = invalid.guard(clientId, target, verdict)
    const withinRateLimit = rateLimiter.apply(limitKey, CallFailure.rateLimitOf, clientId)
    const ifPolicyAllows = ifAllowedBy(permit)
    const observed = observe.attempt((previous?.attempts ?? 0) + 1)(attempt)
    return Effect.suspend(() => {
      MutableRef.set(phase, "idle")
      return killSwitch.check.pipe(
        Effect.zipRight(wire),
        Effect.zipRight(withinInvalidLimit(withinRateLimit(ifPolicyAllows(killSwitch.guard(observed)))))
      )
    }).pipe(
      Effect.mapError((error) =>
        error._tag === "CallFailure" || error._tag === "DeadlineExceeded" ? error : CallFailure.notSent(previous, error)
      )
    )
  }

  /** Sends one attempt and classifies its response. `previous` is the failure of the attempt before. */
  #send = Effect.fnUntraced(function* (
    this: RequestChain,
    { clientId, phase, request, wire }: Run,
    previous: CallFailure.CallFailure | undefined
  ) {
    const { invalid, transport } = this.#parts
    const attempts = (previous?.attempts ?? 0) + 1
    const summary = summaryOf(request, attempts)
    // `#admit` has built the request before, and has returned its failure.
    const response = yield* transport
      .send(yield* Effect.orDie(wire), (now) => MutableRef.set(phase, now))
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
    yield* countInvalid(invalid, error, clientId)
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
  #mayRepeat(failure: AttemptError, { clientId, request }: Run): Effect.Effect<boolean> {
    const { invalid, settings } = this.#parts
    if (!isRepeatable(failure, request.repeat)) return Effect.succeed(false)
    if (failure._tag !== "DiscordRateLimitError") return Effect.succeed(true)
    return failure.retry_after_ms > settings.rateLimitMaxWaitMs ? Effect.succeed(false) : invalid.mayRepeat(clientId)
  }
}

/** Runs an effect if the caller's current policy allows the call. */
const ifAllowedBy = ({ policy }: Permit["Type"]) => {
  const allowed = Effect.mapError(
    policy.beforeRequest,
    (rejection) => new ScopeRejectedError({ ...rejection, policy_changed: "not_sent" })
  )
  return <A, E>(attempt: Effect.Effect<A, E>): Effect.Effect<A, E | ScopeRejectedError> =>
    Effect.zipRight(allowed, attempt)
}

/** Returns whether a request sends a message of the bot, which ends its typing in the channel. */
const isMessage = ({ method, route }: DiscordRequest): boolean =>
  method === "POST" && route === "/channels/{channel_id}/messages"

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
  { response, ...reply }: CallFailure.AttemptSuccess & Pick<Reply, "before">
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
