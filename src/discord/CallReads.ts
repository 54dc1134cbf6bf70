/** The objects that one call has read, so that its result can say what was there before a change. */
import { Effect, FiberRef, Predicate } from "effect"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import { type DiscordRequest, pathOf } from "./DiscordRequest.ts"

/** The maximum number of replies that a call keeps, the newest ones. */
const READS_MAX = 100

/** The replies that a call has read, by path. An object counts as it was before the first write to its path. */
export class CallReads {
  readonly #replies = new BoundedMap<string, { readonly path: string; readonly body: unknown }>(READS_MAX)
  readonly #written = new Set<string>()

  /** Keeps the reply to a read. */
  add({ path, route }: DiscordRequest, body: unknown): void {
    const own = pathOf(route, path)
    this.#replies.set(own, { path: own, body })
  }

  /** Returns the object that a write is about to change, as the call has read it: by itself or in a list. */
  beforeWrite({ path, route }: DiscordRequest): unknown {
    const own = pathOf(route, path)
    if (this.#written.has(own)) return undefined
    this.#written.add(own)
    return this.#replies.get(own)?.body ?? this.#inParent(own)
  }

  /**
   * Returns an object from what has it: `/guilds/1/roles` has `/guilds/1/roles/2`, `/guilds/1/channels` has `/channels/2`,
   * and `/guilds/1` has the parts of a guild.
   */
  #inParent(own: string): unknown {
    const [, parent = "", id = ""] = /^(.*)\/([^/]+)$/.exec(own) ?? []
    const part = PARTS[id]
    if (part !== undefined) return Object(this.#replies.get(parent)?.body)[part]
    const isListOf = (path: string) => path === parent || (/^\/\w+$/.test(parent) && path.endsWith(parent))
    const lists = [...this.#replies.values()].filter(({ path }) => isListOf(path)).map(({ body }) => body)
    return lists
      .filter(Array.isArray)
      .reverse()
      .flat()
      .find((item) => idsOf(item).includes(id))
  }
}

/** Objects that can only be read as a part of another one, by the end of their path. */
const PARTS: Readonly<Record<string, string>> = { "incident-actions": "incidents_data" }

/** Returns the ids of an item of a list. That of a member is the id of its user. */
const idsOf = (item: unknown): ReadonlyArray<unknown> => {
  if (!Predicate.isReadonlyRecord(item)) return []
  const { code, id, user } = item
  return [id, code, Predicate.isReadonlyRecord(user) ? user.id : undefined]
}

/** The reads of the current call. Unset: nothing is kept. A cache runs its lookups with other services, but in this fiber. */
export const currentReads = FiberRef.unsafeMake<CallReads | undefined>(undefined)

/** Runs a call, and keeps what it reads until it ends. */
export const keepingReads = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.locally(call, currentReads, new CallReads()))
