import { type Clock, type Context, Duration, Effect, Metric, type Scope } from "effect"
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
  limits: SessionLimits,
  parts: Omit<SessionParts, "kept">
): Effect.fn.Return<Sessions, never, Scope.Scope> {
  const sessions = new SessionTable({
    limits,
    session: { ...parts, kept: makeKeptEvents() },
    scope: yield* Effect.scope,
    context: yield* Effect.context<never>(),
    clock: yield* Effect.clock
  })
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(SWEEP_EVERY), sessions.sweep())))
  yield* Effect.addFinalizer(() => sessions.endAll())
  return {
    open: (owner) => sessions.open(owner),
    find: (id, owner) => sessions.find(id, owner),
    during: (session, work) => sessions.during(session, work),
    end: (session) => sessions.end(session),
    endUnless: (isClient) => sessions.endUnless(isClient),
    running: () => sessions.running()
  }
})

/** What the list of sessions uses. */
interface TableParts {
  readonly limits: SessionLimits
  readonly session: SessionParts
  /** The scope of the ends of sessions. */
  readonly scope: Scope.Scope
  /** A session keeps its context. The context of the request that opens it holds the request and its body. */
  readonly context: Context.Context<never>
  readonly clock: Clock.Clock
}

/** The open sessions by their ids. */
class SessionTable {
  readonly #parts: TableParts
  readonly #slotOf = new Map<string, Slot>()
  readonly #dropped: Array<Session> = []
  readonly #slots: SharedItems<Slot>

  constructor(parts: TableParts) {
    this.#parts = parts
    this.#slots = new SharedItems<Slot>({
      total: parts.limits.httpMaxSessions,
      share: Math.max(1, Math.floor(parts.limits.httpMaxSessions / CLIENT_SHARE)),
      isDroppable: ({ session }) => session !== undefined && isIdle(session),
      onDrop: ({ session }) => {
        if (session !== undefined && this.#slotOf.delete(session.id)) this.#dropped.push(session)
      }
    })
  }

  open(owner: Owner): Effect.Effect<Session | undefined> {
    return Effect.suspend(() => {
      const slot: Slot = { owner }
      const isFree = this.#slots.add(owner, slot)
      const opening = isFree
        ? Effect.onError(this.#openIn(slot), () => Effect.sync(() => this.#slots.remove(owner, slot)))
        : Effect.succeed(undefined)
      return this.#endDropped().pipe(Effect.zipRight(opening), Effect.zipLeft(this.#count()))
    }).pipe(
      Effect.mapInputContext((_: Context.Context<never>) => this.#parts.context),
      Effect.uninterruptible
    )
  }

  find(id: string, owner: Owner): Session | undefined {
    const session = this.#slotOf.get(id)?.session
    return session?.owner === owner ? session : undefined
  }

  during<A, E, R>(session: Session, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.sync(() => this.#touch(session, 1)),
      () => work,
      () => Effect.sync(() => this.#touch(session, -1))
    )
  }

  end(session: Session): Effect.Effect<void> {
    return Effect.suspend(() => {
      const slot = this.#slotOf.get(session.id)
      if (slot === undefined) return Effect.void
      this.#slotOf.delete(session.id)
      this.#slots.remove(slot.owner, slot)
      return Effect.zipRight(this.#count(), Effect.asVoid(Effect.forkIn(session.end, this.#parts.scope)))
    })
  }

  endUnless(isClient: (owner: string) => boolean): Effect.Effect<void> {
    return Effect.suspend(() =>
      this.#endEach(this.#all().filter(({ owner }) => owner !== undefined && !isClient(owner)))
    )
  }

  running(): number {
    return this.#all().reduce((sum, { running }) => sum + running(), 0)
  }

  /** Ends the sessions that were unused for too long, and drops events that are too old. */
  sweep(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { clock, limits } = this.#parts
      const oldestMs = monotonicMsOf(clock) - limits.httpSessionIdleMs
      const unused: Array<Session> = []
      for (const session of this.#all()) {
        session.events.expire()
        if (session.usedMs <= oldestMs && isIdle(session)) unused.push(session)
      }
      return this.#endEach(unused)
    })
  }

  /** Ends all sessions, and waits until they have ended. */
  endAll(): Effect.Effect<void> {
    return Effect.forEach(this.#all(), (session) => session.end, { concurrency: "unbounded", discard: true })
  }

  #all(): ReadonlyArray<Session> {
    return [...this.#slotOf.values()].flatMap(({ session }) => session ?? [])
  }

  #openIn(slot: Slot) {
    return Effect.gen(this, function* () {
      const id = yield* secureToken
      const session = yield* openSession(id, slot.owner, this.#parts.session)
      slot.session = session
      this.#slotOf.set(id, slot)
      return session
    })
  }

  #touch(session: Session, change: 1 | -1): void {
    session.open += change
    session.usedMs = monotonicMsOf(this.#parts.clock)
    const slot = this.#slotOf.get(session.id)
    if (slot !== undefined) this.#slots.touch(slot.owner, slot)
  }

  #endDropped() {
    return Effect.suspend(() =>
      Effect.forEach(this.#dropped.splice(0), (session) => Effect.forkIn(session.end, this.#parts.scope), {
        discard: true
      })
    )
  }

  #endEach(sessions: ReadonlyArray<Session>): Effect.Effect<void> {
    return Effect.forEach(sessions, (session) => this.end(session), { discard: true })
  }

  #count() {
    return Effect.suspend(() => Metric.set(httpSessions, this.#slots.size))
  }
}

const isIdle = ({ open, running }: Session): boolean => open === 0 && running() === 0
