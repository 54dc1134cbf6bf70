import { Context, Data, type Effect } from "effect"
import type { HttpResponse } from "../errors/classifyResponse.ts"
import type { Method, RequestFile } from "./DiscordRequest.ts"

/** An encoded request. */
export interface WireRequest {
  readonly method: Method
  readonly path: string
  readonly query: URLSearchParams | undefined
  readonly body: unknown
  readonly files: ReadonlyArray<RequestFile>
  /** Sends the body as form fields. */
  readonly form?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly reason: string | undefined
  /** Whether to send the bot's token. */
  readonly authorized: boolean
}

/** The phase of an exchange: nothing sent or the response complete, waiting for headers, reading the body. */
export type Phase = "idle" | "headers" | "body"

/** The connection failed. `network` is the code of the operating system or HTTP client. */
export class WireFailure extends Data.TaggedError("WireFailure")<{ readonly network: string }> {}

/**
 * Sends one request and reads the whole response. Never retries, queues or times out.
 * Interruption aborts the socket. `onPhase` is called with each phase.
 */
export class Transport extends Context.Tag("effect-discord-mcp/discord/Transport")<
  Transport,
  { readonly send: (request: WireRequest, onPhase: (phase: Phase) => void) => Effect.Effect<HttpResponse, WireFailure> }
>() {}
