/** Links of Discord name several ids: a message link names the guild, the channel and the message. */
import type { ObjectShape } from "./inputShape.ts"

/** The formats of links, and the fields that their parts belong to. */
const formats: ReadonlyArray<readonly [format: RegExp, fields: ReadonlyArray<string>]> = [
  [
    /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d{17,20}|@me)\/(\d{17,20})(?:\/(\d{17,20}))?\/?$/,
    ["guild_id", "channel_id", "message_id"]
  ],
  [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/events\/(\d{17,20})\/(\d{17,20})\/?$/, ["guild_id", "event_id"]],
  [
    /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})\/([\w-]{20,100})\/?$/,
    ["webhook_id", "token"]
  ]
]

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
    for (const [other, id] of idsIn(String(value))) {
      const field = shape.field(other)
      if (other === name || field === undefined || field.list !== undefined) continue
      if (!fields.has(other)) {
        if (!shape.isOptional(other)) fields.set(other, id)
      } else if (other !== "token" && (idOf(other, fields.get(other)) ?? id) !== id) {
        report(name, `is a link with another ${other}: send the ${other} of the link`)
      }
    }
  }
  return fields.size > before
}

/** Returns the ids in a link, by field. */
const idsIn = (link: string): ReadonlyArray<readonly [string, string]> => {
  for (const [format, fields] of formats) {
    const parts = format.exec(link.trim())?.slice(1)
    if (parts !== undefined) {
      return fields.flatMap((field, at) => {
        const part: string | undefined = parts[at]
        return part === undefined || part === "@me" ? [] : [[field, part] as const]
      })
    }
  }
  return []
}

/** Returns the id that a value of a field names: a plain id, a mention or a link. */
const idOf = (field: string, value: unknown): string | undefined =>
  typeof value !== "string"
    ? undefined
    : (new Map(idsIn(value)).get(field) ?? /^\W{0,4}(\d{17,20})>?$/.exec(value.trim())?.[1])
