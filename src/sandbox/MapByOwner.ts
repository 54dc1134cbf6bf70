/** Things by two ids: whose they are, and their own. */
export class MapByOwner<V> {
  readonly #maps = new Map<string, Map<string, V>>()

  /** All of one owner, in the order they came; to be changed in place. */
  of(owner: string): Map<string, V> {
    const known = this.#maps.get(owner)
    if (known !== undefined) return known
    const fresh = new Map<string, V>()
    this.#maps.set(owner, fresh)
    return fresh
  }

  forget(owner: string): void {
    this.#maps.delete(owner)
  }
}
