/** Which texts people cannot tell apart. */
import { Effect } from "effect"
import { stripInvisible } from "./sanitize.ts"

/** Returns what people see of a text: Discord removes the white space at its ends. */
export const visibleText = (text: string): string => stripInvisible(text).replaceAll(/\s+/g, " ").trim()

/** The characters of ASCII that look like others, as Unicode's table has them. */
const asciiLooks: Readonly<Record<string, string>> = { "0": "O", "1": "l", I: "l", "|": "l", m: "rn" }

const inAscii = (text: string): string => text.replaceAll(/[01I|m]/g, (sign) => asciiLooks[sign] ?? sign)

/** Returns the numbers of the texts that look like an earlier one. The table is loaded for other characters than ASCII. */
export const lookAlikes = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
  const isAscii = texts.every((text) => /^[\x00-\x7F]*$/.test(text))
  const replace = isAscii
    ? inAscii
    : yield* Effect.map(
        Effect.promise(() => import("unicode-confusables")),
        ({ rectifyConfusion }) => rectifyConfusion
      )
  // As UTS 39 compares them. The table has some characters whose replacement it replaces, too.
  const looks = texts.map((text) => replace(replace(visibleText(text).normalize("NFKD"))).normalize("NFD"))
  return looks.flatMap((look, index) => (looks.indexOf(look) < index ? [index] : []))
})
