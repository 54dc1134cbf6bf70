import { Data } from "effect"
import type { ErrorTag } from "../../errors/DiscordMcpError.ts"
import { quoted } from "../../errors/quoted.ts"
import { stripInvisible } from "../../safety/content/stripInvisible.ts"

/** How a check ended. A skipped one had nothing to go by. */
export type Status = "ok" | "warning" | "failed" | "skipped"

/** What a check found, and what to do about it. */
export interface Finding {
  readonly status: Status
  readonly found: string
  /** More of it, a line each. */
  readonly details?: ReadonlyArray<string>
  readonly todo?: ReadonlyArray<string>
  /** The same for programs. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** The check cannot be made: what it goes by is missing, and that is told elsewhere. */
export class Unasked extends Data.TaggedError("Unasked")<{ readonly why: string }> {}

/** Discord was asked, and there is no answer to go by. */
export class Unanswered extends Data.TaggedError("Unanswered")<{
  readonly found: string
  readonly todo: string
  /** The failure it comes of, where it was one of Discord's. */
  readonly by?: ErrorTag
}> {}

/** A name that somebody has given, with nothing in it that a terminal obeys. */
export const nameOf = (name: string): string => quoted(stripInvisible(name))

/** `1 tool`, `2 tools`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`

/** Names in a sentence: of many the first, and how many more. */
export const someOf = (names: ReadonlyArray<string>, max: number): string =>
  names.length <= max ? names.join(", ") : `${names.slice(0, max).join(", ")} and ${names.length - max} more`
