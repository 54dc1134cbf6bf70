/** How Discord says no: status, JSON code and message text of every refusal the sandbox knows. */
import { Array, Data, Record } from "effect"
import type { Reply } from "./Reply.ts"
import { json } from "./Reply.ts"

/** A request refused, with the answer that says so. */
export class Refusal extends Data.TaggedError("Refusal")<{ readonly reply: Reply }> {}

/** One thing wrong with a form: where, and Discord's code and text for it. */
export interface Problem {
  readonly path: ReadonlyArray<PropertyKey>
  readonly code: string
  readonly message: string
}

/** A refusal with a JSON code. */
export const refuse = (status: number, code: number, message: string): Refusal =>
  new Refusal({ reply: json(status, { message, code }) })

/** 400 50035 with every problem at its place in the nested `errors` (Discord docs, reference, error messages). */
export const invalidForm = (problems: ReadonlyArray<Problem>): Refusal =>
  new Refusal({ reply: json(400, { message: "Invalid Form Body", code: 50035, errors: nest(problems) }) })

export const unauthorized = refuse(401, 0, "401: Unauthorized")

export const unknownChannel = refuse(404, 10003, "Unknown Channel")
export const unknownGuild = refuse(404, 10004, "Unknown Guild")
export const unknownMember = refuse(404, 10007, "Unknown Member")
export const unknownMessage = refuse(404, 10008, "Unknown Message")
export const unknownUser = refuse(404, 10013, "Unknown User")
export const unknownEmoji = refuse(400, 10014, "Unknown Emoji")

export const tooLarge = refuse(413, 40005, "Request entity too large")
export const missingAccess = refuse(403, 50001, "Missing Access")
export const notTheAuthor = refuse(403, 50005, "Cannot edit a message authored by another user")
export const emptyMessage = refuse(400, 50006, "Cannot send an empty message")
export const missingPermissions = refuse(403, 50013, "Missing Permissions")
export const wrongChannelType = refuse(400, 50024, "Cannot execute action on this channel type")
export const tooOldToDelete = refuse(400, 50034, "You can only bulk delete messages that are under 14 days old.")
export const invalidJson = refuse(400, 50109, "The request body contains invalid JSON.")
export const archivedThread = refuse(400, 50083, "Thread is archived")

/** No operation of Discord's, or one the sandbox has no behaviour for. */
export const notImplemented = (method: string, path: string): Refusal =>
  refuse(404, 0, `The sandbox does not know ${method} ${path}`)

interface ErrorTree {
  readonly [key: string]: ErrorTree | ReadonlyArray<{ readonly code: string; readonly message: string }>
}

const nest = (problems: ReadonlyArray<Problem>): ErrorTree => {
  const [below, here] = Array.partition(problems, (problem) => problem.path.length === 0)
  const groups = Array.groupBy(below, (problem) => String(problem.path[0]))
  return {
    ...(here.length > 0 && { _errors: here.map(({ code, message }) => ({ code, message })) }),
    ...Record.map(groups, (group) => nest(group.map((problem) => ({ ...problem, path: problem.path.slice(1) }))))
  }
}
