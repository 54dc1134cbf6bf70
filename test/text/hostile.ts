/** Texts of an attacker who wants to instruct a model. */
import { FastCheck } from "effect"
import { DELIMITER_TAG } from "../../src/text/delimiters.ts"

/** Characters that are removed in every position. */
export const carriers =
  /(?![\n\t])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}|[\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{E0001}\u{E0020}-\u{E002F}]|[\u{E0100}-\u{E01EF}]/u

/** Invisible characters, characters that justify them, and parts of delimiters. */
const parts = [
  ...["a", "Z", " ", "\n", "\t", "1", "#", "<", "/", '"', "\\", "-", "💬", "😀", "👍", "🏽", "❤", "🏴", "\u20E3"],
  ...["م", "ی", "क", "्", "ක", "א", "ខ", "ᠠ", "ᄀ", "ᅡ", "漢", "가", "∩"],
  ...["\u0000", "\u001B", "\u0085", "\u00AD", "\u034F", "\u061C", "\u115F", "\u1160", "\u17B4", "\u180B", "\u180E"],
  ...["\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u202A", "\u202E", "\u2060", "\u2066", "\u2069", "\u206F"],
  ...["\u3164", "\uFE00", "\uFE0E", "\uFE0F", "\uFEFF", "\uFFA0", "\uFFF9", "\uFFFB", "\uFDD0", "\uD83D", "\uDE00"],
  ...["\u{E0001}", "\u{E0020}", "\u{E0067}", "\u{E0062}", "\u{E0065}", "\u{E006E}", "\u{E007F}", "\u{E0100}"],
  ...[
    `<${DELIMITER_TAG} 0123456789ab>`,
    `</${DELIMITER_TAG} 0123456789ab>`,
    DELIMITER_TAG,
    DELIMITER_TAG.toUpperCase(),
    `＜/${DELIMITER_TAG}`,
    "written",
    "-on-"
  ]
]

/** A text of such parts. */
export const hostile = FastCheck.array(FastCheck.constantFrom(...parts), { maxLength: 24 }).map((all) => all.join(""))

/** Matches text that a quick reader takes for a delimiter. */
export const looksLikeMark = /[<＜]\s*\/?\s*written[\s-]*on[\s-]*discord/i
