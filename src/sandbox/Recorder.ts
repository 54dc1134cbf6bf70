import { Deferred, Effect } from "effect"

/** A request that the sandbox received, and its outcome. */
export interface RecordedRequest {
  readonly method: string
  /** Without `/api`, version and query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** `authorization` is redacted: `Bot ***`. */
  readonly headers: Readonly<Record<string, string>>
  /** The JSON value. For a form with files: `{ payload_json, files }`. */
  readonly body: unknown
  /** The status of the response. Absent until there is a response. */
  readonly status?: number
  /** Whether the client closed the connection before the response was complete. */
  readonly aborted: boolean
}

/** Maximum number of recorded requests. */
const MAX_REQUESTS = 10_000

/** Records requests and lets callers wait for them. */
export class Recorder {
  readonly #entries: Array<RecordedRequest> = []
  #dropped = 0
  readonly arrived = new AwaitableCounter()
  readonly aborted = new AwaitableCounter()

  /** Records a request before its body is read. Returns its ticket for later updates. */
  open(request: Omit<RecordedRequest, "aborted" | "body" | "status">): number {
    this.#entries.push({ ...request, body: undefined, aborted: false })
    if (this.#entries.length > MAX_REQUESTS) {
      this.#entries.shift()
      this.#dropped++
    }
    return this.#entries.length - 1 + this.#dropped
  }

  /** Records the body of a request. */
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

/** A counter that callers can wait for. */
class AwaitableCounter {
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

  /** Completes when the counter reaches `count`. */
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
