/** Sub-limits and shared limits: routes closed for a while although their bucket is not empty. Times in monotonic milliseconds. */

/** Whose limit closed a gate. */
export type GateScope = "user" | "shared"

/** The closed routes, by route and major parameter. */
export interface Gates {
  readonly close: (key: string, until: number, scope: GateScope, now: number) => void
  /** How long a route stays closed; zero for an open one. */
  readonly waitMs: (key: string, now: number) => number
  readonly scopeOf: (key: string) => GateScope | undefined
  readonly size: () => number
}

/** Closed gates remembered at most. */
const MAX_REMEMBERED = 2048

/** Makes a memory where every gate is open. */
export const make = (): Gates => {
  const closed = new Map<string, { readonly until: number; readonly scope: GateScope }>()
  return {
    close: (key, until, scope, now) => {
      for (const [old, gate] of closed) if (gate.until <= now) closed.delete(old)
      const known = closed.get(key)
      closed.delete(key)
      closed.set(key, known !== undefined && known.until > until ? known : { until, scope })
      for (const oldest of closed.keys()) {
        if (closed.size <= MAX_REMEMBERED) return
        closed.delete(oldest)
      }
    },
    waitMs: (key, now) => Math.max(0, (closed.get(key)?.until ?? now) - now),
    scopeOf: (key) => closed.get(key)?.scope,
    size: () => closed.size
  }
}
