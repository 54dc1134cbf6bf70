/** Values by two ids: the id of the owner and the id of the value. */
export class MapByOwner<V> {
  readonly #maps = new Map<string, Map<string, V>>()

  /** Returns the values of one owner, in order of insertion. Changes to the map are kept. */
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
