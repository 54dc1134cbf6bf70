import { Clock, Context, Effect, Either, Exit, Layer } from "effect"
import { budgetsOf } from "../config/budgets.ts"
import { Settings } from "../config/Settings.ts"
import { type Answer, classifyAnswer, networkFailed } from "../errors/classify.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { endLabels, labelsOf } from "../errors/labels.ts"
import * as Deadline from "../resilience/Deadline.ts"
import * as Resilience from "../resilience/Resilience.ts"
import { Clearance } from "../safety/Clearance.ts"
import { annotate, span, whereTraced } from "../telemetry/span.ts"
import type { DiscordRequest, Reply } from "./DiscordRequest.ts"
import * as Latches from "./Latches.ts"
import * as observe from "./observe.ts"
import * as explainDenial from "./permissions/explainDenial.ts"
import { templateOf } from "./Route.ts"
import * as InvalidRequests from "./rate-limit/InvalidRequests.ts"
import * as RateLimiter from "./rate-limit/RateLimiter.ts"
import { hintOf, isRepeatable, outcomeOf } from "./repeat.ts"
import { Transport, type WireRequest } from "./Transport.ts"
import { Tries } from "./Tries.ts"
import { laneOf, toWire } from "./toWire.ts"

/**
 * Discord's API: a request value in, a typed Effect out. Every request takes the
 * whole chain, and needs the proof that the gate let it pass.
 */
export class Discord extends Context.Tag("effect-discord-mcp/discord/Discord")<
  Discord,
  { readonly request: (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Clearance> }
>() {}

/** The service over a transport. */
export const layer: Layer.Layer<Discord, never, Settings | Transport> = Layer.effect(
  Discord,
  Effect.gen(function* () {
    const settings = yield* Settings
    const transport = yield* Transport
    const latches = Latches.make()
    const invalid = InvalidRequests.make()
    const rateLimiter = RateLimiter.make({
      maxWaitMs: settings.rateLimitMaxWaitMs,
      globalPerSecond: settings.globalRequestsPerSecond
    })
    const resilience = yield* Resilience.make(chainOf(settings), {
      onTransition: observe.transition,
      onInFlight: observe.inFlight
    })

    /** One try: sent, read, classified. */
    const attempt = (wire: WireRequest, tries: Tries, number: number): Effect.Effect<Reply, DiscordFailure> =>
      Effect.suspend(() => {
        // Before the latches: a try they refuse must not teach anew what the answer before it taught.
        tries.begin(number)
        return Effect.mapError(latches.guard(exchange(wire, tries)), (failure) => {
          tries.failed(failure)
          return failure
        })
      })

    const exchange = (wire: WireRequest, tries: Tries): Effect.Effect<Reply, DiscordFailure> =>
      Effect.matchEffect(
        Effect.suspend(() =>
          transport.send(wire, (phase) => {
            tries.phase = phase
          })
        ),
        {
          onFailure: ({ network }) => Effect.fail(networkFailed(tries.asked(), network)),
          onSuccess: (answer) => {
            tries.answer = answer
            return Either.match(classifyAnswer(tries.asked(), answer), {
              onRight: (body) => Effect.succeed({ body, attempts: tries.number, alreadyApplied: false }),
              onLeft: (failure) => Effect.zipRight(ledger(answer, failure), told(failure, tries))
            })
          }
        }
      )

    /** Counts what Discord counts against this address. */
    const ledger = ({ status }: Answer, failure: DiscordFailure) => {
      const limited = failure._tag === "DiscordRateLimitError" ? failure : undefined
      const counted = status === 401 || status === 403 || (status === 429 && limited?.scope !== "shared")
      return Effect.zipRight(
        counted ? Effect.flatMap(invalid.record, observe.invalidRequest) : Effect.void,
        limited === undefined ? Effect.void : observe.rateLimited(limited.scope)
      )
    }

    /** A 429 is waited for only within the operator's patience, and never near Discord's ban. */
    const mayRepeat = (failure: DiscordFailure, { request }: Tries): Effect.Effect<boolean> =>
      failure._tag === "DiscordRateLimitError"
        ? Effect.map(
            invalid.count,
            (count) =>
              isRepeatable(failure, request.repeat) &&
              failure.retry_after_ms <= settings.rateLimitMaxWaitMs &&
              count < InvalidRequests.LIMIT * STOP_RETRYING_AT
          )
        : Effect.succeed(isRepeatable(failure, request.repeat))

    /** How a call finds the two guards that never wait, and so have no span of their own. */
    const foundGuards = (route: string) =>
      whereTraced(
        Effect.flatMap(
          Effect.zip(resilience.bulkhead.inFlight, resilience.circuits.state(route)),
          ([inFlight, circuit]) => annotate({ "bulkhead.in_flight": inFlight, "circuit.state": circuit })
        )
      )

    const request = Effect.fnUntraced(function* (request: DiscordRequest) {
      const permit = yield* Clearance
      const route = `${request.method} ${templateOf(request.route)}`
      if (!permit.covers(request.risk)) {
        return yield* Effect.dieMessage(
          `${permit.tool} is cleared to ${permit.risk}, not for ${route} (${request.risk})`
        )
      }
      const tries = new Tries(request)
      const wire = yield* toWire(request)
      const lane = laneOf(request, yield* Clock.currentTimeMillis)
      const { deadlineMs, timeoutMs } = budgetsOf(settings, request.duration)
      return yield* resilience
        .protect<Reply, DiscordFailure, never>({
          circuit: route,
          bucket: `${lane.template} ${lane.major}`,
          send: (number) => attempt(wire, tries, number),
          pace: (send) =>
            Effect.zipRight(latches.check, rateLimiter.apply(lane, () => tries.learned())(attemptSpan(tries)(send))),
          timeout: { ms: timeoutMs, onTimeout: () => tries.timedOut() },
          deadline: { ms: deadlineMs, onExpired: () => tries.expired() },
          retry: {
            repeatable: (failure) => mayRepeat(failure, tries),
            hintMs: hintOf,
            onRepeat: observe.retry
          },
          outcomeOf
        })
        .pipe(
          Effect.mapError((failure) => tries.verdict(failure)),
          Effect.tapError((failure) => observe.failure(failure, tries)),
          (call) => Effect.zipRight(foundGuards(route), call),
          span("Discord.request", { "discord.route": route }, { ended: endLabels })
        )
    })

    const explain = yield* explainDenial.make({
      request,
      mayAsk: Effect.map(invalid.count, (count) => count < InvalidRequests.LIMIT * STOP_RETRYING_AT)
    })

    return Discord.of({
      request: (asked) =>
        request(asked).pipe(
          Effect.catchTag("DiscordPermissionError", (denied) => Effect.flatMap(explain(denied, asked), Effect.fail)),
          // Explaining is part of the call, so it shares the time of the call.
          Deadline.limit(budgetsOf(settings, asked.duration).deadlineMs)
        )
    })
  })
)

/** Past this share of Discord's limit of invalid requests no 429 is tried again, and no denial is explained. */
const STOP_RETRYING_AT = 0.8

/** What an answer of failure means here: a 404 to a DELETE whose try before got no answer is that try's success. */
const told = (failure: DiscordFailure, tries: Tries): Effect.Effect<Reply, DiscordFailure> =>
  failure._tag === "DiscordNotFoundError" && tries.request.method === "DELETE" && tries.doubt !== undefined
    ? Effect.succeed({ body: undefined, attempts: tries.number, alreadyApplied: true })
    : Effect.fail(failure)

/** One try as a trace shows it: its number, and what Discord said to it. */
const attemptSpan =
  (tries: Tries) =>
  <A>(send: Effect.Effect<A, DiscordFailure>): Effect.Effect<A, DiscordFailure> =>
    Effect.suspend(() =>
      span(
        "attempt",
        { attempt: tries.number + 1 },
        {
          kind: "client",
          ended: (exit: Exit.Exit<unknown, DiscordFailure>) => ({
            ...(Exit.isInterrupted(exit) && tries.cut !== undefined ? labelsOf(tries.cut) : endLabels(exit)),
            ...(tries.answer !== undefined && { "http.response.status_code": tries.answer.status })
          })
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
