/** The budgets of each client for what its calls take of this process, whether or not they send a request to Discord. */
import { Context, Effect, Layer } from "effect"
import { BulkheadFullError } from "../errors/DiscordMcpError.ts"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import { type BudgetLimits, type Owner, SharedBudget } from "../resilience/SharedBudget.ts"
import * as Turns from "../resilience/Turns.ts"
import { Caller } from "../telemetry/Caller.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"

/** The maximum number of calls at once. A step of a plan and an item of `for_each` are calls, too. */
export const CALLS: BudgetLimits = { total: 1000, share: 250, floor: 10 }

/** The maximum number of calls that wait for an event or an answer, subscriptions included. */
export const WAITS: BudgetLimits = { total: 800, share: 200, floor: 10 }

/** The maximum number of calls in the plans that are checked or run. */
export const PLANNED_CALLS: BudgetLimits = { total: 40_000, share: 10_000, floor: 100 }

/** The maximum number of characters of the results that running plans keep. */
export const KEPT_CHARS: BudgetLimits = { total: 40_000_000, share: 20_000_000, floor: 200_000 }

/** The maximum number of calls of a client in a minute. Unauthenticated clients, who share one budget, have four times as many. */
export const CALLS_PER_MINUTE = 6000
const UNAUTHENTICATED = 4

/** The maximum number of clients whose calls are counted. One more is a new client for the one that was not seen for longest. */
const CLIENTS_MAX = 10_000

/** The budgets of clients. */
export interface Budgets {
  /** Runs a call of a client within its budgets. */
  readonly run: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** Runs a call that waits for an event or for a person. */
  readonly wait: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E | BulkheadFullError, R>
  /** Returns whether the client can wait once more. */
  readonly canWait: Effect.Effect<boolean>
  /** Runs the work of one request, in a later turn of the event loop if much was done in this one. */
  readonly inTurn: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Runs a part of a plan's work, so that other clients have their turns. */
  readonly runPart: ReturnType<Turns.Turns["runPart"]>
  /** Makes what a plan takes from the budgets. It is given back when the scope of the plan's call ends. */
  readonly hold: () => Effect.Effect<Hold>
}

/** What one plan takes from the budgets of its client. */
export interface Hold {
  /** Takes the calls of the plan. Returns the error if there are too many. */
  readonly plan: (calls: number) => BulkheadFullError | undefined
  /** Counts characters that are kept (positive) or no longer kept (negative). */
  readonly keep: (chars: number) => void
  /** Returns whether the client can keep more. */
  readonly canKeep: () => boolean
  /** Gives everything back. */
  readonly end: () => void
}

/** Makes the budgets of a server. */
export const make = (): Budgets => {
  const calls = new SharedBudget(CALLS)
  const waits = new SharedBudget(WAITS)
  const planned = new SharedBudget(PLANNED_CALLS)
  const kept = new SharedBudget(KEPT_CHARS)
  const rates = new CallRates()
  const turns = Turns.make()
  const owner = Effect.map(Caller, ({ clientId }): Owner => clientId)

  const within =
    (budget: SharedBudget, limits: BudgetLimits, scopes: Scopes) =>
    <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E | BulkheadFullError, R> =>
      Effect.flatMap(owner, (owner) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => take(budget, limits, scopes, owner, 1) ?? Effect.void),
          () => call,
          () => Effect.sync(() => budget.give(owner, 1))
        )
      )

  const countCall = Effect.flatMap(Effect.zip(owner, monotonicMs), ([owner, nowMs]) => {
    const retry_after_ms = rates.count(owner, nowMs)
    return retry_after_ms === undefined
      ? Effect.void
      : new BulkheadFullError({ limit: rateOf(owner), scope: "client_rate", retry_after_ms })
  })

  return {
    run: (call) => Effect.zipRight(countCall, within(calls, CALLS, ["client", "global"])(call)),
    inTurn: (call) => Effect.flatMap(owner, (owner) => turns.run(owner)(call)),
    wait: within(waits, WAITS, ["waits", "waits"]),
    canWait: Effect.map(owner, (owner) => waits.excess(owner, 1) === undefined),
    runPart: (part, isRefused) => Effect.flatMap(owner, (owner) => turns.runPart(owner)(part, isRefused)),
    hold: () => Effect.map(owner, (owner) => makeHold(owner, planned, kept))
  }
}

/** The scopes of an error: the client is at its share, or all clients are at the total. */
type Scopes = readonly [BulkheadFullError["scope"], BulkheadFullError["scope"]]

/** Takes an amount of a budget. Returns the error if it does not fit. */
const take = (
  budget: SharedBudget,
  { total }: BudgetLimits,
  [ofClient, ofAll]: Scopes,
  owner: Owner,
  amount: number
): BulkheadFullError | undefined => {
  const excess = budget.excess(owner, amount)
  if (excess === undefined) {
    budget.add(owner, amount)
    return undefined
  }
  return excess === "share"
    ? new BulkheadFullError({ limit: budget.limitOf(owner), scope: ofClient })
    : new BulkheadFullError({ limit: total, scope: ofAll })
}

const makeHold = (owner: Owner, planned: SharedBudget, kept: SharedBudget): Hold => {
  let calls = 0
  let chars = 0
  const keep = (more: number) => {
    kept.add(owner, more)
    chars += more
  }
  return {
    plan: (count) => {
      const full = take(planned, PLANNED_CALLS, ["planned", "planned"], owner, count)
      if (full === undefined) calls += count
      return full
    },
    keep,
    canKeep: () => kept.excess(owner, 0) === undefined,
    end: () => {
      planned.give(owner, calls)
      calls = 0
      keep(-chars)
    }
  }
}

const rateOf = (owner: Owner): number => CALLS_PER_MINUTE * (owner === undefined ? UNAUTHENTICATED : 1)

/** Counts the calls of clients in token buckets. */
class CallRates {
  readonly #buckets = new BoundedMap<Owner, { readonly left: number; readonly ms: number }>(CLIENTS_MAX)

  /** Counts a call. Returns the time until the next one can be counted if the client is over its limit. */
  count(owner: Owner, nowMs: number): number | undefined {
    const limit = rateOf(owner)
    const msPerCall = 60_000 / limit
    const { left: before, ms } = this.#buckets.get(owner) ?? { left: limit, ms: nowMs }
    const left = Math.min(limit, before + Math.max(0, nowMs - ms) / msPerCall)
    if (left < 1) return Math.ceil((1 - left) * msPerCall)
    this.#buckets.set(owner, { left: left - 1, ms: nowMs })
    return undefined
  }
}

/** Takes nothing of any budget. */
const noHold: Hold = {
  plan: () => undefined,
  keep: () => undefined,
  canKeep: () => true,
  end: () => undefined
}

const unlimited: Budgets = {
  run: (call) => call,
  wait: (call) => call,
  canWait: Effect.succeed(true),
  inTurn: (call) => call,
  runPart: (part) => part,
  hold: () => Effect.succeed(noHold)
}

/** The budgets of the clients of this server. Without a server, such as for the check of one input, there is no limit. */
export class ClientCalls extends Context.Reference<ClientCalls>()("effect-discord-mcp/tools/ClientCalls", {
  defaultValue: () => unlimited
}) {}

/** The budgets of a server. */
export const layer: Layer.Layer<ClientCalls> = Layer.sync(ClientCalls, make)

/** What the plan of the current call takes from the budgets of its client. By default it takes nothing. */
export class PlanHold extends Context.Reference<PlanHold>()("effect-discord-mcp/tools/PlanHold", {
  defaultValue: () => noHold
}) {}
