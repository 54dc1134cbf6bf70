import { Schema } from "effect"

/** A custom emoji: `<:name:id>` as it stands in a message, `<a:name:id>` when it moves, or `name:id`. */
const CUSTOM = /^(?:<a?:|:|a:)?(\w{2,32}):(\d{17,20})>?$/

/** What emoji of Unicode are made of: pictures, flags and keycaps, with the signs that join and colour them. */
const UNICODE =
  /^(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))[\p{Emoji}\p{Emoji_Component}]{1,32}$/u

const isOne = (value: string): boolean => [...new Intl.Segmenter().segment(value)].length === 1

/** An emoji as Discord's paths have it: the character itself, or `name:id`. */
export const emoji = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be an emoji, as a string" }),
    Schema.String.pipe(
      Schema.filter(
        (value) =>
          CUSTOM.test(value) || (UNICODE.test(value) && isOne(value)) || "must be one emoji: 👍, name:id or <:name:id>",
        {
          arbitrary: () => (fc) =>
            fc.oneof(
              fc.constantFrom("👍", "👍🏽", "❤️", "🇮🇸", "1️⃣", "🏴‍☠️"),
              fc.bigInt({ min: 10n ** 16n, max: 2n ** 63n }).map((id) => `tide:${id}`)
            )
        }
      )
    ),
    { strict: true, decode: (text) => text.trim().replace(CUSTOM, "$1:$2"), encode: (value) => value }
  ).annotations({ description })

/** The two halves of an emoji: a custom one has an id, one of Unicode has none. */
export const emojiParts = (value: string): { readonly id?: string; readonly name: string } => {
  const [, name, id] = CUSTOM.exec(value) ?? []
  return name === undefined || id === undefined ? { name: value } : { id, name }
}

/** An emoji as forums and their tags have it. */
export const forumEmoji = (value: string) => {
  const { id, name } = emojiParts(value)
  return id === undefined ? { emoji_id: null, emoji_name: name } : { emoji_id: id, emoji_name: null }
}

/** An emoji of Discord's in one text, as inputs take it. A custom one that is gone has no name any more. */
export const emojiText = (id: string | null | undefined, name: string | null | undefined): string | undefined =>
  id == null ? (name ?? undefined) : `${name ?? "emoji"}:${id}`
