/** The live events of a server as a stream, by the cursors of gateway_read and gateway_wait_for. */
import { Chunk, Duration, Effect, Option, Stream } from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { describe } from "../errors/describe.ts"
import type { CallFailure, Client } from "./Client.ts"
import type { ToolInput, ToolOutput } from "./ToolCall.ts"

/** Selects events, as the fields of `gateway_wait_for` do. */
export type EventFilter = Omit<ToolInput<"gateway_wait_for">, "after" | "timeout_seconds">

/** Where the stream begins, and how it reads. */
export interface EventsOptions {
  /** The cursor of an element, or of a result of a tool. Unset: only what happens from now on. */
  readonly after?: string
  /** The maximum number of events of one reading: 1 to 200. Default 50. */
  readonly limit?: number
}

/** An event as the server shows it, with the cursor after it. */
export type LiveEvent = ToolOutput<"gateway_wait_for">["items"][number] & { readonly cursor: string }
