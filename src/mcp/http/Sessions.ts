import { type Context, Duration, Effect, Metric, type Scope } from "effect"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { SharedItems } from "../../resilience/SharedItems.ts"
import { httpSessions } from "../../telemetry/metrics.ts"
import { monotonicMsOf } from "../../telemetry/monotonic.ts"
import { secureToken } from "../../text/secureToken.ts"
import { openSession, type Session, type SessionParts } from "./Session.ts"
import { makeKeptEvents } from "./SessionEvents.ts"

/** Bounds of the sessions of a server. */
export interface SessionLimits {
  readonly httpMaxSessions: number
  readonly httpSessionIdleMs: number
}

/** The open sessions. */
export interface Sessions {
  /** Opens a session. Returns `undefined` if there are too many sessions and none is idle. */
  readonly open: (owner: Owner) => Effect.Effect<Session | undefined>
  /** Finds a session of a client. The session of another client counts as missing. */
  readonly find: (id: string, owner: Owner) => Session | undefined
  /** Runs a request of a session. Meanwhile the session is not idle. */
  readonly during: <A, E, R>(session: Session, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly end: (session: Session) => Effect.Effect<void>
  /** Ends the sessions whose owner is no longer a client. */
  readonly endUnless: (isClient: (owner: string) => boolean) => Effect.Effect<void>
  /** The number of running calls in all sessions. */
  readonly running: () => number
}

/** The share of all sessions that one client may hold. */
const CLIENT_SHARE = 10

/** The interval of the check for idle sessions. */
const SWEEP_EVERY = Duration.seconds(1)

/** A session, or the capacity for one that is being opened. */
interface Slot {
  readonly owner: Owner
  session?: Session
}

/** Makes an empty list of sessions. All sessions end with the scope. */
export const make = Effect.fnUntraced(function* (
  { httpMaxSessions: max, httpSessionIdleMs: idleMs }: SessionLimits,
  parts: Omit<SessionParts, "kept">
): Effect.fn.Return<Sessions, never, Scope.Scope> {
  const kept = makeKeptEvents()
  const slotOf = new Map<string, Slot>()
  const dropped: Array<Session> = []
  const slots = new SharedItems<Slot>({
    total: max,
    share: Math.max(1, Math.floor(max / CLIENT_SHARE)),
    isDroppable: ({ session }) => session !== undefined && isIdle(session),
    onDrop: ({ session }) => {
      if (session !== undefined && slotOf.delete(session.id)) dropped.push(session)
    }
  })
  const scope = yield* Effect.scope
  // A session keeps its context. The context of the request that opens it holds the request and its body.
  const context = yield* Effect.context<never>()
  const clock = yield* Effect.clock
  const counted = Effect.suspend(() => Metric.set(httpSessions, slots.size))

  const endDropped = Effect.suspend(() =>
    Effect.forEach(dropped.splice(0), (session) => Effect.forkIn(session.end, scope), { discard: true })
  )

  const end = (session: Session) =>
    Effect.suspend(() => {
      const slot = slotOf.get(session.id)
      if (slot === undefined) return Effect.void
      slotOf.delete(session.id)
      slots.remove(slot.owner, slot)
      return Effect.zipRight(counted, Effect.asVoid(Effect.forkIn(session.end, scope)))
    })

  const open = Effect.fnUntraced(function* (slot: Slot) {
    const id = yield* secureToken
    const session = yield* openSession(id, slot.owner, { ...parts, kept })
    slot.session = session
    slotOf.set(id, slot)
    return session
  })

  const touch = (session: Session, change: 1 | -1) => {
    session.open += change
    session.usedMs = monotonicMsOf(clock)
    const slot = slotOf.get(session.id)
    if (slot !== undefined) slots.touch(slot.owner, slot)
  }

  const all = () => [...slotOf.values()].flatMap(({ session }) => session ?? [])

  const sweep = Effect.suspend(() => {
    const oldestMs = monotonicMsOf(clock) - idleMs
    const unused: Array<Session> = []
    for (const session of all()) {
      session.events.expire()
      if (session.usedMs <= oldestMs && isIdle(session)) unused.push(session)
    }
    return Effect.forEach(unused, end, { discard: true })
  })
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(SWEEP_EVERY), sweep)))
  yield* Effect.addFinalizer(() =>
    Effect.forEach(all(), (session) => session.end, { concurrency: "unbounded", discard: true })
  )

  return {
    open: (owner) =>
      Effect.suspend(() => {
        const slot: Slot = { owner }
        const isFree = slots.add(owner, slot)
        const opening = isFree
          ? Effect.onError(open(slot), () => Effect.sync(() => slots.remove(owner, slot)))
          : Effect.succeed(undefined)
        return endDropped.pipe(Effect.zipRight(opening), Effect.zipLeft(counted))
      }).pipe(
        Effect.mapInputContext((_: Context.Context<never>) => context),
        Effect.uninterruptible
      ),
    find: (id, owner) => {
      const session = slotOf.get(id)?.session
      return session?.owner === owner ? session : undefined
    },
    during: (session, work) =>
      Effect.acquireUseRelease(
        Effect.sync(() => touch(session, 1)),
        () => work,
        () => Effect.sync(() => touch(session, -1))
      ),
    end,
    endUnless: (isClient) =>
      Effect.suspend(() =>
        Effect.forEach(
          all().filter(({ owner }) => owner !== undefined && !isClient(owner)),
          end,
          { discard: true }
        )
      ),
    running: () => all().reduce((sum, { running }) => sum + running(), 0)
  }
})

const isIdle = ({ open, running }: Session): boolean => open === 0 && running() === 0
