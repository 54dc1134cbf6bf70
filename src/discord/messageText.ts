/** The texts of a message that people see, of Discord's object. Searches, filters of events and waits use the same ones. */
import { Predicate } from "effect"

/** Maximum number of texts of one message, and the depth at which they are read. Discord's limits are below both. */
const TEXTS_MAX = 500
const DEPTH_MAX = 12

/** The parts of a message that hold texts. */
const PARTS = ["content", "embeds", "components", "attachments", "poll", "sticker_items", "message_snapshots"]

/** Fields of parts that people see as text, or that the view of a message shows as such. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["content", "title", "description", "name", "value", "text", "label", "placeholder", "filename", "custom_id"],
  ...["url", "icon_url"]
])

/** Fields of parts that are no text of the message. A signed link of a file says nothing that its name does not. */
const UNREAD: ReadonlySet<string> = new Set(["attachments.url", "author.username", "mentions", "provider", "emoji"])

/** Returns every text of a message that people see: of embeds, components, files, polls, stickers and forwards, too. */
export const messageTexts = (message: unknown): ReadonlyArray<string> => textsIn(message, PARTS)

/** Returns the texts of the embeds and components of a message. */
export const richTexts = (message: unknown): ReadonlyArray<string> => textsIn(message, ["embeds", "components"])

const textsIn = (message: unknown, parts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const visit = (value: unknown, field: string, depth: number): void => {
    if (texts.length >= TEXTS_MAX || depth > DEPTH_MAX) return
    if (typeof value === "string") {
      if (value !== "" && TEXTS.has(field)) texts.push(value)
    } else if (Array.isArray(value)) for (const one of value) visit(one, field, depth)
    else if (Predicate.isReadonlyRecord(value)) {
      const { custom_id, label, url = custom_id } = value
      if (typeof label === "string" && typeof url === "string") texts.push(`[${label}](${url})`)
      for (const [name, part] of Object.entries(value)) {
        if (!UNREAD.has(name) && !UNREAD.has(`${field}.${name}`)) visit(part, name, depth + 1)
      }
    }
  }
  if (Predicate.isReadonlyRecord(message)) for (const part of parts) visit(message[part], part, 0)
  return texts
}

/** Returns what finds a text in others. Case and compatibility forms of Unicode do not matter. */
export const textFinder = (text: string) => {
  const wanted = normalize(text)
  return (texts: ReadonlyArray<string>): boolean => normalize(texts.join("\n")).includes(wanted)
}

const normalize = (text: string): string => text.normalize("NFKC").toLowerCase()
