import { Deferred, Effect } from "effect"

/** A request as it arrived, and how it ended. */
export interface RecordedRequest {
  readonly method: string
  /** Without `/api`, version and query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The authorization is redacted: `Bot ***`. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value; of a form with files `{ payload_json, files }`. */
  readonly body: unknown
  /** Of the answer; none while there is none, and none when there never was one. */
  readonly status?: number
  /** The client closed the connection before the answer was whole. */
  readonly aborted: boolean
}

/** Requests remembered at most. */
const KEPT = 10_000

/** Remembers every request and wakes those who wait for one. */
export class Recorder {
  readonly #entries: Array<RecordedRequest> = []
  #dropped = 0
  readonly arrived = new Tally()
  readonly aborted = new Tally()

  /** Notes a request whose body is not in yet; the ticket tells them apart. */
  open(request: Omit<RecordedRequest, "aborted" | "body" | "status">): number {
    this.#entries.push({ ...request, body: undefined, aborted: false })
    if (this.#entries.length > KEPT) {
      this.#entries.shift()
      this.#dropped++
    }
    return this.#entries.length - 1 + this.#dropped
  }

  /** The body is in: the request has arrived. */
  arrive(ticket: number, body: unknown): void {
    this.#update(ticket, { body })
    this.arrived.add()
  }

  answer(ticket: number, status: number): void {
    this.#update(ticket, { status })
  }

  abort(ticket: number): void {
    this.#update(ticket, { aborted: true })
    this.aborted.add()
  }

  get all(): ReadonlyArray<RecordedRequest> {
    return [...this.#entries]
  }

  #update(ticket: number, change: Partial<RecordedRequest>): void {
    const at = ticket - this.#dropped
    const entry = this.#entries[at]
    if (entry !== undefined) this.#entries[at] = { ...entry, ...change }
  }
}

/** A count that can be waited for. */
class Tally {
  #count = 0
  readonly #waiting = new Set<{ readonly count: number; readonly reached: Deferred.Deferred<void> }>()

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count++
    for (const waiter of this.#waiting) {
      if (waiter.count > this.#count) continue
      this.#waiting.delete(waiter)
      Deferred.unsafeDone(waiter.reached, Effect.void)
    }
  }

  /** Completes when there are at least so many. */
  reach(count: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#count >= count) return Effect.void
      return Effect.flatMap(Deferred.make<void>(), (reached) => {
        const waiter = { count, reached }
        this.#waiting.add(waiter)
        return Effect.ensuring(
          Deferred.await(reached),
          Effect.sync(() => this.#waiting.delete(waiter))
        )
      })
    })
  }
}
