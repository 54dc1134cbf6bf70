import { Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { optional, text } from "./fields.ts"
import type { ToolResult } from "./Tool.ts"

/** The field that asks for the page after the last one. */
export const cursor = optional(text("next_cursor of the page before, to get the next one.", { max: 200 }))

/** A page of results: what is on it, and how to get the next one if there may be one. */
export const page = (items: ReadonlyArray<unknown>, next: string | undefined, emptyNotice: string): ToolResult => ({
  value: { items, ...(next !== undefined && { next_cursor: next }), ...(items.length === 0 && { notice: emptyNotice }) }
})

/** A cursor that stands for "what comes before (or after) this id". */
export const cursorAt = (direction: "before" | "after", id: string): string => `${direction}:${id}`

/** What a cursor of ours asks Discord for. */
export const cursorQuery = (
  value: string | undefined
): Either.Either<Readonly<Record<string, string>>, ValidationIssue> => {
  if (value === undefined) return Either.right({})
  const match = /^(before|after):(\d{17,20})$/.exec(value)
  return match?.[1] === undefined || match[2] === undefined
    ? Either.left({ path: "cursor", message: "is not a next_cursor of this tool", code: "invalid_cursor" })
    : Either.right({ [match[1]]: match[2] })
}
