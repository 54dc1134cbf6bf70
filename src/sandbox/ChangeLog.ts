/** Records the changes of maps, so that no change of the sandbox's state can miss its gateway event. */

/** A value that was added, replaced or removed. */
export interface ChangeOf<Kinds, K extends keyof Kinds> {
  readonly kind: K
  /** The id of the owner. Empty for values without owner. */
  readonly owner: string
  /** The id of the value, or `ALL` if all values of the owner were removed at once. */
  readonly id: string
  readonly before: Kinds[K] | undefined
  readonly after: Kinds[K] | undefined
}

export type Change<Kinds> = { readonly [K in keyof Kinds]: ChangeOf<Kinds, K> }[keyof Kinds]

/** The id of a change that removed all values of an owner. */
export const ALL = "*"

/**
 * The changes since the last `flush`. A value that changed more than once has one entry, with its first and its last
 * value. So a request that writes an object in steps is one change.
 */
export class ChangeLog<Kinds> {
  #changes = new Map<string, Change<Kinds>>()
  readonly #listeners = new Set<(changes: ReadonlyArray<Change<Kinds>>) => void>()

  /** Creates a map whose changes are recorded. */
  map<K extends keyof Kinds>(kind: K, owner = ""): Map<string, Kinds[K]> {
    return new RecordedMap<Kinds[K]>((id, before, after) => this.record({ kind, owner, id, before, after }))
  }

  /** Creates maps by owner whose changes are recorded. */
  byOwner<K extends keyof Kinds>(kind: K): MapByOwner<Kinds[K]> {
    return new MapByOwner((owner) => this.map(kind, owner))
  }

  record<K extends keyof Kinds>(change: ChangeOf<Kinds, K>): void {
    const key = `${String(change.kind)} ${change.owner} ${change.id}`
    const first = this.#changes.get(key) ?? change
    this.#changes.set(key, { ...change, before: first.before } as Change<Kinds>) // the same key has the same kind
  }

  /** Calls a function with the changes of each flush, until the returned function is called. */
  listen(listener: (changes: ReadonlyArray<Change<Kinds>>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Gives the changes to the listeners, in the order in which the values first changed, and forgets them. */
  flush(): void {
    if (this.#changes.size === 0) return
    const changes = [...this.#changes.values()].filter(({ after, before }) => after !== before)
    this.#changes = new Map()
    for (const listener of this.#listeners) listener(changes)
  }
}

/** A map that reports what `set`, `delete` and `clear` change. */
class RecordedMap<V> extends Map<string, V> {
  readonly #record: (id: string, before: V | undefined, after: V | undefined) => void

  constructor(record: (id: string, before: V | undefined, after: V | undefined) => void) {
    super()
    this.#record = record
  }

  override set(id: string, value: V): this {
    this.#record(id, this.get(id), value)
    return super.set(id, value)
  }

  override delete(id: string): boolean {
    this.#record(id, this.get(id), undefined)
    return super.delete(id)
  }

  override clear(): void {
    const [first] = this.values()
    this.#record(ALL, first, undefined)
    super.clear()
  }
}

/** Values by two ids: the id of the owner and the id of the value. */
export class MapByOwner<V> {
  readonly #maps = new Map<string, Map<string, V>>()
  readonly #make: (owner: string) => Map<string, V>

  constructor(make: (owner: string) => Map<string, V>) {
    this.#make = make
  }

  /** Returns the values of one owner, in order of insertion. Changes to the map are kept. */
  of(owner: string): Map<string, V> {
    const known = this.#maps.get(owner)
    if (known !== undefined) return known
    const fresh = this.#make(owner)
    this.#maps.set(owner, fresh)
    return fresh
  }

  /** Removes the values of an owner that does not exist any more. Its own removal is the recorded change. */
  forget(owner: string): void {
    this.#maps.delete(owner)
  }

  /** Returns every value with its owner and its id. */
  *all(): Generator<readonly [owner: string, id: string, value: V]> {
    for (const [owner, values] of this.#maps) for (const [id, value] of values) yield [owner, id, value]
  }
}
