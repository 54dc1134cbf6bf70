/** Completes and compares the ids of a call with the links in it. */
import { partsOfLink } from "../shared/links.ts"
import type { ObjectShape } from "./inputShape.ts"

/** Fields whose link must be of the objects that the other fields name. */
const LINKED: ReadonlySet<string> = new Set(["channel_id", "event_id", "message_id", "reply_to", "token", "webhook_id"])

/** Returns whether a value can be such a link. */
export const isLink = (name: string, value: unknown): boolean =>
  typeof value === "string" && LINKED.has(name) && value.trimStart().startsWith("https://")

/**
 * Sets required fields that are missing to the ids in links of other fields. Reports a link that contradicts another
 * field. Returns whether the fields changed.
 */
export const addLinkedIds = (
  fields: Map<string, unknown>,
  shape: ObjectShape,
  report: (name: string, message: string) => void
): boolean => {
  const before = fields.size
  for (const [name, value] of [...fields]) {
    if (!isLink(name, value)) continue
    for (const [part, id] of partsOfLink(String(value))) {
      const other = fieldOf(part)
      const field = shape.field(other)
      if (other === name || field === undefined || field.list !== undefined) continue
      if (!fields.has(other)) {
        if (!shape.isOptional(other)) fields.set(other, id)
      } else if (other !== TOKEN && (idOf(part, fields.get(other)) ?? id) !== id) {
        report(name, `is a link with another ${other}: send the ${other} of the link`)
      }
    }
  }
  return fields.size > before
}

const TOKEN = "token"

/** Returns the field for a part of a link. */
const fieldOf = (part: string): string => (part === TOKEN ? TOKEN : `${part}_id`)

/** Returns the id that a value names: a plain id, a mention or a link. */
const idOf = (part: string, value: unknown): string | undefined =>
  typeof value !== "string"
    ? undefined
    : (partsOfLink(value).get(part) ?? /^\W{0,4}(\d{17,20})>?$/.exec(value.trim())?.[1])
