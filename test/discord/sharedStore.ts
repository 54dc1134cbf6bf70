/** A store of shared limits in memory, with a separate clock and a latency. */
import { Clock, Effect } from "effect"
import type { SharedLimitsShape } from "../../src/discord/rate-limit/Limits.ts"
import {
  type EndAnswer,
  type Exchange,
  type LimitsStore,
  nameOf,
  type SharedKey,
  type Stamped,
  type StartAnswer,
  type StoredBucket
} from "../../src/discord/rate-limit/LimitsStore.ts"
import { make } from "../../src/discord/rate-limit/ReplicaLimits.ts"

export interface SharedStoreOptions {
  /** The latency of one direction, drawn for each. */
  readonly latencyMs?: Effect.Effect<number>
  /** How far the store's clock is ahead. */
  readonly aheadMs?: number
}

interface Kept {
  readonly stored: StoredBucket
  readonly until: number
}

const nothing: StoredBucket = { version: "", state: "" }

/** Makes a store. While it is `unavailable`, it does not respond. `forget` acts like a restart. */
export const makeSharedStore = ({ aheadMs = 0, latencyMs }: SharedStoreOptions = {}) => {
  const buckets = new Map<string, Kept>()
  const names = new Map<string, string>()
  const blocks = new Map<string, { readonly until: number; readonly scope: "user" | "shared" }>()
  const counted = new Map<string, number>()
  let globalBlock = 0
  /** Of all time, which is shorter than ten minutes in these tests. */
  const invalid = { all: 0, byClient: new Map<string | undefined, number>() }
  const state = { unavailable: false, asked: 0 }

  const delay = latencyMs === undefined ? Effect.void : Effect.flatMap(latencyMs, Effect.sleep)

  const asking = <Answer>(answer: (now: number) => Answer): Effect.Effect<Stamped<Answer> | undefined> =>
    Effect.gen(function* () {
      if (state.unavailable) return undefined
      state.asked++
      yield* delay
      const at = (yield* Clock.currentTimeMillis) + aheadMs
      const stamped = { at, answer: answer(at) }
      yield* delay
      return stamped
    })

  const read = (key: SharedKey, now: number): StoredBucket => {
    const kept = buckets.get(nameOf(key))
    return kept === undefined || kept.until <= now ? nothing : kept.stored
  }
  const write = ({ key, lifeMs }: Pick<Exchange, "key" | "lifeMs">, stored: StoredBucket, now: number) =>
    buckets.set(nameOf(key), { stored, until: now + lifeMs })

  const store: LimitsStore = {
    start: (start) =>
      asking((now): StartAnswer => {
        const { from, global, key, to } = start
        const known = names.get(key.template)
        if (known !== undefined && known !== key.bucket) return { _tag: "named", bucket: known }
        if (key.bucket !== undefined) names.set(key.template, key.bucket)
        const block = blocks.get(`${key.template} ${key.major}`)
        if (block !== undefined && block.until > now) {
          return { _tag: "blocked", ms: block.until - now, scope: block.scope }
        }
        const stored = read(key, now)
        if (stored.version !== from || to === undefined) return { _tag: "changed", stored }
        if (global !== undefined) {
          if (globalBlock > now) return { _tag: "global", ms: globalBlock - now, minimumMs: globalBlock - now }
          for (const [id, until] of counted) if (until <= now) counted.delete(id)
          if (counted.size >= global.perSecond) {
            const ms = Math.max(1, Math.min(...counted.values()) - now)
            return { _tag: "global", ms, minimumMs: Math.min(ms, 1000) }
          }
          counted.set(global.id, now + 2000)
        }
        write(start, to, now)
        return { _tag: "started" }
      }),
    end: (end) =>
      asking((now): EndAnswer => {
        const { block, from, globalBlockMs, globalId, key, namesBucket, to } = end
        if (globalId !== undefined && counted.has(globalId)) counted.set(globalId, now + 1000)
        if (namesBucket && key.bucket !== undefined) names.set(key.template, key.bucket)
        if (block !== undefined) {
          blocks.set(`${key.template} ${key.major}`, { until: now + block.ms, scope: block.scope })
        }
        if (globalBlockMs !== undefined) globalBlock = Math.max(globalBlock, now + globalBlockMs)
        const stored = read(key, now)
        if (stored.version !== from) return { _tag: "changed", stored }
        write(end, to, now)
        return { _tag: "ended" }
      }),
    countInvalid: (more, client) =>
      Effect.sync(() => {
        if (state.unavailable) return undefined
        invalid.all += more
        invalid.byClient.set(client, (invalid.byClient.get(client) ?? 0) + more)
        return { all: invalid.all, own: invalid.byClient.get(client) ?? 0 }
      })
  }
  const forget = () => {
    for (const kept of [buckets, names, blocks, counted]) kept.clear()
    globalBlock = 0
  }
  const shared: SharedLimitsShape = {
    over: (local) => make(store, local),
    countInvalid: store.countInvalid
  }
  return { store, shared, state, forget }
}
