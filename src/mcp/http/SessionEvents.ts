/** The boundary to the SDK's event store: the sent messages of a session, for clients that resume a stream. */
// @effect-diagnostics asyncFunction:off
import type { EventId, EventStore, StreamId } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js"
import { BoundedMap } from "../../resilience/BoundedMap.ts"
import type { Owner } from "../../resilience/SharedBudget.ts"
import { SharedItems } from "../../resilience/SharedItems.ts"

/** The maximum size of the messages kept for one session, in bytes. The newest message is kept above it. */
export const EVENTS_MAX_BYTES = 1024 * 1024

/** The maximum size of the messages kept for all sessions, in bytes. One client has at most a quarter. */
export const ALL_EVENTS_MAX_BYTES = 64 * 1024 * 1024

/** The size that each kept message counts in addition to its text, in bytes. */
const EVENT_BYTES = 512

/** The time in milliseconds that a message is kept. */
export const EVENT_LIFE_MS = 5 * 60_000

/** The maximum number of streams with lost messages that are remembered. */
const LOST_MAX = 250

interface Event {
  readonly session: SessionEvents
  readonly seq: number
  readonly stream: StreamId
  /** The message as JSON in UTF-8, because the memory of a string is not known. */
  readonly json: Buffer
  readonly bytes: number
  readonly storedMs: number
  /** Whether the message is the response, which is the last message of its stream. */
  readonly last: boolean
}

/** The messages that all sessions keep. */
export type KeptEvents = SharedItems<Event>

/** Makes the store of the messages of all sessions. What does not fit is dropped, the oldest of a client first. */
export const makeKeptEvents = (): KeptEvents =>
  new SharedItems({ total: ALL_EVENTS_MAX_BYTES, onDrop: ({ session }) => session.dropOldest() })

/** Keeps the messages of one session, bounded in bytes and time. */
export class SessionEvents implements EventStore {
  readonly #kept: KeptEvents
  readonly #owner: Owner
  readonly #now: () => number
  #events: Array<Event> = []
  #bytes = 0
  #seq = 0
  #closed = false
  /** The newest dropped message of each stream, forgotten streams included. */
  readonly #lost = new BoundedMap<StreamId, number>(LOST_MAX)
  #lostBefore = 0

  /** `now` returns the time in monotonic milliseconds. */
  constructor(kept: KeptEvents, owner: Owner, now: () => number) {
    this.#kept = kept
    this.#owner = owner
    this.#now = now
  }

  async storeEvent(stream: StreamId, message: JSONRPCMessage): Promise<EventId> {
    const seq = ++this.#seq
    // The SDK also requests an id for an event without content, which needs no resending.
    if ("jsonrpc" in message) this.#store(seq, stream, message)
    return `${seq}.${stream}`
  }

  #store(seq: number, stream: StreamId, message: JSONRPCMessage): void {
    const json = Buffer.from(JSON.stringify(message))
    const event: Event = {
      session: this,
      seq,
      stream,
      json,
      bytes: json.length + EVENT_BYTES,
      storedMs: this.#now(),
      last: !("method" in message)
    }
    while (this.#events.length > 0 && this.#bytes + event.bytes > EVENTS_MAX_BYTES) this.dropOldest()
    if (!this.#closed && this.#kept.add(this.#owner, event, event.bytes)) {
      this.#events.push(event)
      this.#bytes += event.bytes
    } else this.#lose(event)
  }

  /**
   * Returns the stream of an event; `undefined` if messages after the event are lost, because the
   * client would not notice the gap.
   */
  async getStreamIdForEventId(id: EventId): Promise<StreamId | undefined> {
    const event = parsed(id)
    if (event === undefined || event.seq > this.#seq) return undefined
    const lost = this.#lost.get(event.stream) ?? (event.seq < this.#lostBefore ? this.#lostBefore : 0)
    return lost > event.seq ? undefined : event.stream
  }

  async replayEventsAfter(
    id: EventId,
    { send }: { readonly send: (id: EventId, message: JSONRPCMessage) => Promise<void> }
  ): Promise<StreamId> {
    for (const { json, seq, stream } of this.after(id)) await send(`${seq}.${stream}`, JSON.parse(json.toString()))
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

  /** Drops all messages. */
  clear(): void {
    while (this.#events.length > 0) this.dropOldest()
  }

  /** Drops expired messages. */
  expire(): void {
    const oldest = this.#now() - EVENT_LIFE_MS
    while ((this.#events[0]?.storedMs ?? oldest) < oldest) this.dropOldest()
  }

  /** Drops the oldest message, which is also the oldest of this session among the messages of its client. */
  dropOldest(): void {
    const event = this.#events.shift()
    if (event === undefined) return
    this.#kept.remove(this.#owner, event)
    this.#bytes -= event.bytes
    this.#lose(event)
  }

  /** Drops all messages, and keeps no further ones. */
  close(): void {
    this.#closed = true
    while (this.#events.length > 0) this.dropOldest()
  }

  #lose({ seq, stream }: Event): void {
    const [, forgotten = 0] = this.#lost.set(stream, seq) ?? []
    this.#lostBefore = Math.max(this.#lostBefore, forgotten)
  }
}

const parsed = (id: EventId): { readonly seq: number; readonly stream: StreamId } | undefined => {
  const [, seq, stream] = /^(\d{1,15})\.(.{1,100})$/.exec(id) ?? []
  return seq === undefined || stream === undefined ? undefined : { seq: Number(seq), stream }
}
