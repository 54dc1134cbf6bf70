/** The boundary to the SDK's event store: the sent messages of a session, for clients that resume a stream. */
// @effect-diagnostics asyncFunction:off
import type { EventId, EventStore, StreamId } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"

/** The maximum size of the messages kept for one session, in bytes. The newest message is kept at any size. */
export const EVENTS_MAX_BYTES = 1024 * 1024

/** The time in milliseconds that a message is kept. */
export const EVENT_LIFE_MS = 5 * 60_000

/** The maximum number of streams with lost messages that are remembered. */
const LOST_MAX = 1000

interface Event {
  readonly seq: number
  readonly stream: StreamId
  readonly json: string
  readonly bytes: number
  readonly storedMs: number
  /** Whether the message is the response, which is the last message of its stream. */
  readonly last: boolean
}

/** Keeps the messages of one session, bounded in bytes and time. */
export class SessionEvents implements EventStore {
  readonly #now: () => number
  #events: Array<Event> = []
  #bytes = 0
  #seq = 0
  /** The newest dropped message of each stream, forgotten streams included. */
  readonly #lost = new Map<StreamId, number>()
  #lostBefore = 0

  /** `now` returns the time in monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const seq = ++this.#seq
    // The SDK also requests an id for an event without content, which needs no resending.
    if ("jsonrpc" in message) {
      const json = JSON.stringify(message)
      const bytes = Buffer.byteLength(json)
      this.#events.push({ seq, stream, json, bytes, storedMs: this.#now(), last: !("method" in message) })
      this.#bytes += bytes
      while (this.#bytes > EVENTS_MAX_BYTES && this.#events.length > 1) this.#drop()
    }
    return `${seq}.${stream}`
  }

  /**
   * Returns the stream of an event; `undefined` if messages after the event are lost, because the
   * client would not notice the gap.
   */
  async getStreamIdForEventId(id: EventId): Promise<StreamId | undefined> {
    const found = parsed(id)
    if (found === undefined || found.seq > this.#seq) return undefined
    const lost = this.#lost.get(found.stream) ?? (found.seq < this.#lostBefore ? this.#lostBefore : 0)
    return lost > found.seq ? undefined : found.stream
  }

  async replayEventsAfter(
    id: EventId,
    { send }: { readonly send: (id: EventId, message: JSONRPCMessage) => Promise<void> }
  ): Promise<StreamId> {
    for (const { json, seq, stream } of this.after(id)) await send(`${seq}.${stream}`, JSON.parse(json))
    return parsed(id)?.stream ?? ""
  }

  /** Returns the messages of a stream after the given one. */
  after(id: EventId): ReadonlyArray<Event> {
    const { seq, stream } = parsed(id) ?? { seq: this.#seq, stream: "" }
    return this.#events.filter((event) => event.stream === stream && event.seq > seq)
  }

  /** Returns whether the stream of an event has had its last message. */
  isOver(id: EventId): boolean {
    const stream = parsed(id)?.stream
    return this.#events.some((event) => event.stream === stream && event.last)
  }

  /** Drops expired messages. */
  expire(): void {
    const oldest = this.#now() - EVENT_LIFE_MS
    while ((this.#events[0]?.storedMs ?? oldest) < oldest) this.#drop()
  }

  #drop(): void {
    const event = this.#events.shift()
    if (event === undefined) return
    this.#bytes -= event.bytes
    this.#lost.delete(event.stream)
    this.#lost.set(event.stream, event.seq)
    const [forgotten] = this.#lost
    if (this.#lost.size > LOST_MAX && forgotten !== undefined) {
      this.#lost.delete(forgotten[0])
      this.#lostBefore = Math.max(this.#lostBefore, forgotten[1])
    }
  }
}

const parsed = (id: EventId): { readonly seq: number; readonly stream: StreamId } | undefined => {
  const [, seq, stream] = /^(\d{1,15})\.(.{1,100})$/.exec(id) ?? []
  return seq === undefined || stream === undefined ? undefined : { seq: Number(seq), stream }
}
