/**
 * Routes that get a 429 although their bucket has requests left. The cause is a sub-limit of a route,
 * or a limit that a resource shares with other users.
 */

/** The scope of the limit that blocks a route. */
export type RouteBlockScope = "user" | "shared"

interface RouteBlock {
  readonly until: number
  readonly scope: RouteBlockScope
}

/** The blocked routes, by rate-limit key. Times are monotonic milliseconds. */
export class RouteBlocks {
  readonly #blocks = new Map<string, RouteBlock>()

  /** Blocks a route. If the route is already blocked, the longer time applies. */
  add(key: string, until: number, scope: RouteBlockScope, now: number): void {
    for (const [old, block] of this.#blocks) if (block.until <= now) this.#blocks.delete(old)
    const known = this.#blocks.get(key)
    this.#blocks.delete(key)
    this.#blocks.set(key, known !== undefined && known.until > until ? known : { until, scope })
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_BLOCKS) return
      this.#blocks.delete(oldest)
    }
  }

  /** Returns how long a route stays blocked, or 0. */
  waitMs(key: string, now: number): number {
    return Math.max(0, (this.#blocks.get(key)?.until ?? now) - now)
  }

  scopeOf(key: string): RouteBlockScope | undefined {
    return this.#blocks.get(key)?.scope
  }

  get size(): number {
    return this.#blocks.size
  }
}

/** The maximum number of blocks. */
const MAX_BLOCKS = 2048
