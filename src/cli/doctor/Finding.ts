import { Data } from "effect"
import type { ErrorTag } from "../../errors/DiscordMcpError.ts"
import { stripInvisible } from "../../text/stripInvisible.ts"
import { quoted } from "../../text/words.ts"

/** The result of a check. A check is skipped if its prerequisites are missing. */
export type Status = "ok" | "warning" | "failed" | "skipped"

/** What a check found, and how to fix it. */
export interface Finding {
  readonly status: Status
  readonly found: string
  /** Details, one line each. */
  readonly details?: ReadonlyArray<string>
  readonly todo?: ReadonlyArray<string>
  /** The finding as JSON. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** The check cannot run because a prerequisite is missing. Another check reports the prerequisite. */
export class CheckSkipped extends Data.TaggedError("CheckSkipped")<{ readonly why: string }> {}

/** Discord did not answer, or answered with an error. */
export class QueryFailed extends Data.TaggedError("QueryFailed")<{
  readonly found: string
  readonly todo: string
  /** The tag of the underlying Discord error, if there is one. */
  readonly by?: ErrorTag
}> {}

/** Quotes a user-defined name, without terminal control characters. */
export const safeName = (name: string): string => quoted(stripInvisible(name))

/** The result of the doctor as a whole. */
export type DoctorVerdict = Exclude<Status, "skipped">

/** Returns the worst status. Skipped checks do not count. */
export const doctorVerdict = (all: ReadonlyArray<Pick<Finding, "status">>): DoctorVerdict =>
  worstFirst.find((verdict) => all.some(({ status }) => status === verdict)) ?? "ok"

const worstFirst = ["failed", "warning"] as const satisfies ReadonlyArray<DoctorVerdict>
