/** Emojis by Discord's names, and the one spelling of an emoji that Discord takes. */
import { emojiTable } from "./emojiTable.ts"

/**
 * Adds the variation selectors that an emoji needs, and drops those that it does not: a heart without its selector is a
 * text, and Discord knows no such emoji (Unicode, emoji-data).
 */
export const qualified = (emoji: string): string => {
  const characters = [...emoji.replaceAll(SELECTOR, "")]
  return characters
    .map((character, at) =>
      isText(character) && !MODIFIER.test(characters[at + 1] ?? "") ? character + SELECTOR : character
    )
    .join("")
}

const SELECTOR = "\u{fe0f}"
const MODIFIER = /\p{Emoji_Modifier}/u

/** Characters that are texts, unless a selector or a skin tone follows. */
const isText = (character: string): boolean =>
  /\p{Emoji}/u.test(character) && !/\p{Emoji_Presentation}/u.test(character)

let byName: ReadonlyMap<string, string> | undefined

/** The table is read for the first name. */
const emojis = (): ReadonlyMap<string, string> => {
  byName ??= new Map(
    emojiTable
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [emoji = "", ...names] = line.split(" ")
        return names.map((name) => [name, emoji] as const)
      })
  )
  return byName
}

/** Returns the emoji of a name, with or without colons: `:thumbsup:`, `+1`, `:wave_tone3:`, `:wave::skin-tone-3:`. */
export const emojiNamed = (text: string): string | undefined => {
  const [, name = ""] = NAMED.exec(text.trim().toLowerCase()) ?? []
  const [, tone = "", other = tone] = TONE.exec(name) ?? []
  const plain = emojis().get(name.replace(TONE, ""))
  const modifier = TONES.get(other.replaceAll("-", "_"))
  return plain === undefined || modifier === undefined ? plain : withTone(plain, modifier)
}

const NAMED = /^:?([^\s:]{1,80}(?:::skin-tone-[1-5])?):?$/

/** The tone in a name, which the name of the plain emoji lacks. */
const TONE = /_(tone[1-5]|(?:medium_)?(?:light|dark)_skin_tone|medium_skin_tone)|::(skin-tone-[1-5])/

/** The skin tones, from light to dark, and how names say them. */
const TONES: ReadonlyMap<string, string> = new Map(
  [
    ["light", "🏻"],
    ["medium_light", "🏼"],
    ["medium", "🏽"],
    ["medium_dark", "🏾"],
    ["dark", "🏿"]
  ].flatMap(([word, modifier = ""], at) =>
    [`tone${at + 1}`, `${word}_skin_tone`, `skin_tone_${at + 1}`].map((name) => [name, modifier] as const)
  )
)

/** Gives an emoji a skin tone. Not one of several people, who have a tone each. */
const withTone = (emoji: string, modifier: string): string | undefined => {
  const [first, ...others] = emoji.matchAll(/\p{Emoji_Modifier_Base}\u{fe0f}?/gu)
  return first === undefined || others.length > 0
    ? undefined
    : emoji.replace(first[0], withoutMarks(first[0]) + modifier)
}

/** Returns whether Discord has the emoji, in this spelling. */
export const isDiscordEmoji = (emoji: string): boolean => {
  known ??= new Set([...emojis().values()].map(withoutMarks))
  return known.has(withoutMarks(emoji)) && qualified(emoji) === emoji
}

let known: ReadonlySet<string> | undefined

const withoutMarks = (emoji: string): string => emoji.replaceAll(/\p{Emoji_Modifier}|\u{fe0f}/gu, "")
