import { Context, Data, type Effect } from "effect"
import type { HttpResponse } from "../errors/classifyResponse.ts"
import type { Method, RequestFile } from "./DiscordRequest.ts"

/** A request ready for the wire. */
export interface WireRequest {
  readonly method: Method
  readonly path: string
  readonly query: URLSearchParams | undefined
  readonly body: unknown
  readonly files: ReadonlyArray<RequestFile>
  /** The body goes as fields of the form beside its files. */
  readonly form?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly reason: string | undefined
  /** Whether the bot's token goes along. */
  readonly authorized: boolean
}

/** How far an exchange has come: nothing sent, waiting for headers, reading the body. */
export type Phase = "idle" | "headers" | "body"

/** The connection failed or broke; `network` is the operating system's or the client's code. */
export class WireFailure extends Data.TaggedError("WireFailure")<{ readonly network: string }> {}

/**
 * Carries one request and reads the whole answer. It never retries, queues or
 * times out; interrupting it aborts the socket. `onPhase` tells how far it is.
 */
export class Transport extends Context.Tag("effect-discord-mcp/discord/Transport")<
  Transport,
  { readonly send: (request: WireRequest, onPhase: (phase: Phase) => void) => Effect.Effect<HttpResponse, WireFailure> }
>() {}
