import type { Effect, Scope } from "effect"
import type { ValidationError } from "../errors/ClientErrors.ts"
import type { Risk } from "../safety/Permit.ts"

/** The methods of Discord's API. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Whose credential a request carries: the bot's, or the token that stands in its own path. */
export type Subject = "bot" | "webhook" | "interaction"

/** A file to be sent along. */
export interface RequestFile {
  readonly name: string
  readonly data: Uint8Array
  readonly contentType?: string
  /** The field of the form it stands in; by default one of a message's files. */
  readonly key?: string
}

/** One request to Discord, as a value. */
export interface DiscordRequest {
  readonly method: Method
  /** The route with its fields in braces: `/channels/{channel_id}/messages`. */
  readonly route: string
  /** A value for every field of the route. */
  readonly path: Readonly<Record<string, string>>
  /** A list is sent as its name with each of its values. */
  readonly query?: Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>
  readonly body?: unknown
  readonly files?: ReadonlyArray<RequestFile>
  /**
   * What must be loaded before it can be sent, in place of `body` and `files`. It
   * is loaded once, inside the call's slot, and held until the call has ended.
   */
  readonly load?: Effect.Effect<Pick<DiscordRequest, "body" | "files">, ValidationError, Scope.Scope>
  /** The body goes as fields of the form beside its files, not as one JSON value. */
  readonly form?: true
  /** Headers of this request alone, beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>>
  /** For the audit log; at most 512 characters. */
  readonly reason?: string
  readonly subject: Subject
  /** Whether a body is as the caller reads it: any other is an unexpected response. Unset, every body is. */
  readonly fits?: (body: unknown) => boolean
  /** What a good answer holds: `json` by default; `text` where Discord answers with a file or a word. */
  readonly accept?: "json" | "text"
  readonly risk: Risk
  /**
   * Whether a second identical request would change nothing more: `same` for
   * what is idempotent in effect, `nonce` for what Discord makes so by a nonce,
   * as far as its check of the nonce is atomic
   * (which is added here), `no` for the rest.
   */
  readonly repeat: "same" | "nonce" | "no"
  /** Which timeout and deadline hold. */
  readonly duration: "default" | "long"
}

/** What Discord answered. */
export interface Reply {
  /** The parsed body; `undefined` where Discord sends none. */
  readonly body: unknown
  /** Tries it took. */
  readonly attempts: number
  /** A repeated DELETE found that the first, unanswered one had worked. */
  readonly alreadyApplied: boolean
}

/** The repeat-safety that follows from the method alone. */
export const repeatOf = (method: Method): DiscordRequest["repeat"] => (method === "POST" ? "no" : "same")

/** Asks which bot the token belongs to. */
export const currentUser: DiscordRequest = {
  method: "GET",
  route: "/users/@me",
  path: {},
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default"
}
