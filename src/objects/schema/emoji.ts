import { Option, Predicate, Schema } from "effect"
import { emojiNamed, qualified } from "../../text/emojiNames.ts"
import { alsoTakes, type Conversion } from "./alsoTakes.ts"
import { Id, nullish } from "./reply.ts"

/** A custom emoji: `name:id`, or `<:name:id>` and `<a:name:id>` as in a message. */
const CUSTOM = /^(?:<a?:|:|a:)?(\w{2,32}):(\d{17,20})>?$/

/** The characters of a Unicode emoji: pictographs, flags and keycaps, with joiners and modifiers. */
const UNICODE =
  /^(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))[\p{Emoji}\p{Emoji_Component}]{1,32}$/u

const isOneCharacter = (value: string): boolean => [...new Intl.Segmenter().segment(value)].length === 1

/** Makes a field for an emoji. The value decodes to the format of Discord's paths: the character itself, or `name:id`. */
export const emoji = (description: string) =>
  Schema.transform(
    Schema.String.annotations({ message: () => "must be an emoji, as a string" }),
    Schema.String.pipe(
      Schema.filter((value) => CUSTOM.test(value) || (UNICODE.test(value) && isOneCharacter(value)) || NOT_AN_EMOJI, {
        arbitrary: () => (fc) =>
          fc.oneof(
            fc.constantFrom("👍", "👍🏽", "❤️", "🇮🇸", "1️⃣", "🏴‍☠️"),
            fc.bigInt({ min: 10n ** 16n, max: 2n ** 63n }).map((id) => `tide:${id}`)
          )
      })
    ),
    { strict: true, decode: toEmoji, encode: (value) => value }
  ).annotations({ description, ...alsoTakes(toEmojiText) })

const NOT_AN_EMOJI =
  "must be one emoji: 👍, :thumbsup:, or name:id of a custom emoji, from emojis_list_guild or app_emojis_list"

/** Converts every spelling of an emoji to the one that Discord takes. Other texts stay as they are. */
const toEmoji = (given: string): string => {
  const text = given.trim()
  if (CUSTOM.test(text)) return text.replace(CUSTOM, "$1:$2")
  const character = text.length > SPELLED_MAX ? text : (emojiNamed(text) ?? text.replaceAll(CODE_POINT, fromCodePoint))
  return UNICODE.test(character) ? qualified(character) : text
}

const SPELLED_MAX = 200

/** A code point as code, Unicode or HTML writes it: `\\u{1f44d}`, `\\uD83D`, `U+1F44D`, `&#128077;`, `&#x1f44d;`. */
const CODE_POINT = /(?:\\u\{?|U\+|&#(x?))([\da-f]{2,6})[};]?[ ,]?/gi

const fromCodePoint = (text: string, hex: string | undefined, digits: string): string => {
  const code = Number.parseInt(digits, text.startsWith("&#") && hex === "" ? 10 : 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : text
}

/** Converts an emoji object of Discord, `{ id, name }` or `{ emoji_id, emoji_name }`, or the text of a URL to a text. */
export const toEmojiText: Conversion = (value) => {
  if (typeof value === "string" && ENCODED.test(value)) {
    return Option.getOrElse(Option.liftThrowable(decodeURIComponent)(value), () => value)
  }
  if (!Predicate.isRecord(value)) return value
  const { emoji_id, emoji_name, id = emoji_id, name = emoji_name } = value
  if (typeof id === "string") return `${typeof name === "string" ? name : UNNAMED}:${id}`
  return typeof name === "string" ? name : value
}

/** Converts the two emoji fields of an object of Discord to `emoji`. */
export const withOneEmoji: Conversion = (value) => {
  if (!Predicate.isRecord(value) || "emoji" in value || !("emoji_id" in value || "emoji_name" in value)) return value
  const { emoji_animated: _, emoji_id, emoji_name, ...rest } = value
  const emoji = toEmojiText({ emoji_id, emoji_name })
  return typeof emoji === "string" ? { ...rest, emoji } : emoji_id == null && emoji_name == null ? rest : value
}

/** Converts an emoji to the object that components have. */
export const toEmojiObject: Conversion = (value) =>
  typeof value === "string" && !value.startsWith("{") ? emojiParts(toEmoji(value)) : value

/** An emoji as in the path of a URL: `%F0%9F%91%8D`, `name%3Aid`. */
const ENCODED = /^[\w%]{0,100}%[\da-f]{2}[\w%]{0,100}$/i

/** Splits an emoji into name and id. A Unicode emoji has no id. */
export const emojiParts = (value: string): { readonly id?: string; readonly name: string } => {
  const [, name, id] = CUSTOM.exec(value) ?? []
  return name === undefined || id === undefined ? { name: value } : { id, name }
}

/** Converts an emoji to the format of forums and their tags. */
export const forumEmoji = (value: string) => {
  const { id, name } = emojiParts(value)
  return id === undefined ? { emoji_id: null, emoji_name: name } : { emoji_id: id, emoji_name: null }
}

/** Formats an emoji of a reply as inputs take it. A deleted custom emoji has no name. */
export const emojiText = (id: string | null | undefined, name: string | null | undefined): string | undefined =>
  id == null ? (name ?? undefined) : `${name ?? UNNAMED}:${id}`

/** The fields that an object of a reply has for its emoji. */
export const emojiFields = { emoji_id: nullish(Id), emoji_name: nullish(Schema.String) }

/** The placeholder of an unknown name. Discord identifies the emoji by its id. */
const UNNAMED = "emoji"
