import { Duration, Effect, type Scope } from "effect"
import { monotonicMsOf } from "../../resilience/monotonic.ts"
import { secureToken } from "../../safety/secureToken.ts"
import { openSession, type Session, type SessionParts } from "./Session.ts"

/** Bounds of the sessions of a server. */
export interface SessionLimits {
  readonly httpMaxSessions: number
  readonly httpSessionIdleMs: number
}

/** The open sessions. */
export interface Sessions {
  /** Opens a session. Returns `undefined` if there are too many sessions and none is idle. */
  readonly open: (owner: string | undefined) => Effect.Effect<Session | undefined>
  /** Finds a session of a client. The session of another client counts as missing. */
  readonly find: (id: string, owner: string | undefined) => Session | undefined
  /** Runs a request of a session. Meanwhile the session is not idle. */
  readonly during: <A, E, R>(session: Session, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly end: (session: Session) => Effect.Effect<void>
  /** Ends the sessions whose owner is no longer a client. */
  readonly endUnless: (isClient: (owner: string) => boolean) => Effect.Effect<void>
  readonly count: () => number
  /** The number of running calls in all sessions. */
  readonly running: () => number
}

/** The share of all sessions that one client may hold. */
const CLIENT_SHARE = 10

/** The interval of the check for idle sessions. */
const SWEEP_EVERY = Duration.seconds(1)

/** Makes an empty list of sessions. All sessions end with the scope. */
export const make = Effect.fnUntraced(function* (
  { httpMaxSessions: max, httpSessionIdleMs: idleMs }: SessionLimits,
  parts: SessionParts
): Effect.fn.Return<Sessions, never, Scope.Scope> {
  // In order of last use, oldest first.
  const sessions = new Map<string, Session>()
  // Includes sessions that are being opened.
  let total = 0
  const countOf = new Map<string | undefined, number>()
  const perClient = Math.max(1, Math.floor(max / CLIENT_SHARE))
  const scope = yield* Effect.scope
  const clock = yield* Effect.clock

  const forget = (session: Session): boolean => {
    if (!sessions.delete(session.id)) return false
    count(session.owner, -1)
    return true
  }

  const count = (owner: string | undefined, change: 1 | -1) => {
    total += change
    const now = (countOf.get(owner) ?? 0) + change
    if (now === 0) countOf.delete(owner)
    else countOf.set(owner, now)
  }

  const end = (session: Session) =>
    Effect.suspend(() => (forget(session) ? Effect.asVoid(Effect.forkIn(session.end, scope)) : Effect.void))

  const oldestIdle = (owner?: string): Session | undefined => {
    for (const session of sessions.values()) {
      if (isIdle(session) && (owner === undefined || session.owner === owner)) return session
    }
    return undefined
  }

  /** Returns whether one more session may open. Ends the oldest idle session if the limit is reached. */
  const freeSlot = (owner: string | undefined) =>
    Effect.gen(function* () {
      if (owner !== undefined && (countOf.get(owner) ?? 0) >= perClient) {
        const oldest = oldestIdle(owner)
        if (oldest === undefined) return false
        yield* end(oldest)
      }
      if (total < max) return true
      const oldest = oldestIdle()
      if (oldest === undefined) return false
      yield* end(oldest)
      return true
    })

  const touch = (session: Session, change: 1 | -1) => {
    session.open += change
    session.usedMs = monotonicMsOf(clock)
    if (sessions.delete(session.id)) sessions.set(session.id, session)
  }

  const sweep = Effect.suspend(() => {
    const oldestMs = monotonicMsOf(clock) - idleMs
    const unused: Array<Session> = []
    for (const session of sessions.values()) {
      session.events.expire()
      if (session.usedMs <= oldestMs && isIdle(session)) unused.push(session)
    }
    return Effect.forEach(unused, end, { discard: true })
  })
  yield* Effect.forkScoped(Effect.forever(Effect.zipRight(Effect.sleep(SWEEP_EVERY), sweep)))
  yield* Effect.addFinalizer(() =>
    Effect.forEach([...sessions.values()], (session) => session.end, { concurrency: "unbounded", discard: true })
  )

  return {
    open: (owner) =>
      Effect.flatMap(freeSlot(owner), (hasSlot) =>
        hasSlot
          ? Effect.gen(function* () {
              count(owner, 1)
              const id = yield* secureToken
              const session = yield* Effect.onError(openSession(id, owner, parts), () =>
                Effect.sync(() => count(owner, -1))
              )
              sessions.set(session.id, session)
              return session
            })
          : Effect.succeed(undefined)
      ).pipe(Effect.uninterruptible),
    find: (id, owner) => {
      const session = sessions.get(id)
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
          [...sessions.values()].filter(({ owner }) => owner !== undefined && !isClient(owner)),
          end,
          { discard: true }
        )
      ),
    count: () => sessions.size,
    running: () => {
      let running = 0
      for (const session of sessions.values()) running += session.running()
      return running
    }
  }
})

const isIdle = ({ open, running }: Session): boolean => open === 0 && running() === 0
