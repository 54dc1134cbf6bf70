/**
 * A text without what is hidden in it; the same text when nothing is. What no
 * reader sees can carry instructions, so out goes all that Unicode calls
 * default-ignorable (tags, zero-width characters, direction overrides, selectors,
 * fillers), control characters but newline and tab, halves of surrogate pairs,
 * noncharacters and the marks of annotations. What people need of it stays where
 * they need it, one at a time, so that a run of it carries nothing. Linear in the
 * length of the text.
 */
export const visible = (text: string): string =>
  SUSPECT.test(text) ? text.replaceAll(EACH, (_, needed: string | undefined) => needed ?? "") : text

/** All of it; of control characters newline and tab are none. */
const suspect = String.raw`[\0-\x08\x0B-\x1F\x7F-\x9F\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\uFFF9-\uFFFB]`

/** What stands before or after something that may stay must itself be seen. */
const after = (one: string): string => `(?<=(?!${suspect})${one})`
const before = (one: string): string => `(?=(?!${suspect})${one})`
const alone = `(?!${suspect})`

/** A letter, or a mark on one, of one of these scripts. */
const letterOf = (...scripts: ReadonlyArray<string>): string =>
  String.raw`(?=[\p{L}\p{M}])[${scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join("")}]`

/** Scripts whose letters join, or stack: with a joiner or a non-joiner after them they are written otherwise. */
const joining = letterOf("Arab", "Syrc", "Mand", "Nkoo", "Adlm", "Rohg", "Mong", "Phag")
const stacking = letterOf(..."Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt Java Bali".split(" "))

const spaceless = letterOf("Khmr", "Thai", "Laoo", "Mymr")
const fromTheRight = letterOf("Arab", "Hebr", "Syrc", "Thaa", "Nkoo")
const direction = String.raw`[\u061C\u200E\u200F]`

/** What stays, each with what must stand beside it. */
const stays = [
  // The flag of a region: a black flag, a short code in tags (gbeng is England), and the end of tags.
  String.raw`(?<=\u{1F3F4})[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,3}\u{E007F}`,
  // Whether something is shown as a text or as an emoji; and the base of a keycap.
  String.raw`(?<=(?![#*\d])\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[#*\d])\uFE0F(?=\u20E3)`,
  // Emoji made of emoji: families, professions, a heart on fire.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  // Persian and Hindi, for two, are misspelt without them.
  String.raw`${after(joining)}[\u200C\u200D]${alone}`,
  String.raw`${after(stacking)}[\u200C\u200D]${alone}`,
  // Where a word ends, in scripts that have no spaces between words.
  `${after(spaceless)}\u200B${before(spaceless)}`,
  // Forms of ideographs, of mathematical signs and of Mongolian letters.
  String.raw`(?<=[\p{Script=Han}\p{Sm}])[\uFE00-\uFE02]`,
  String.raw`${after(letterOf("Mong"))}(?:[\u180B-\u180D\u180F]|\u180E${before(letterOf("Mong"))})`,
  // A mark that keeps punctuation on its side of a word that is written from right to left.
  `${after(fromTheRight)}${direction}${alone}`,
  `(?<!${suspect})${direction}${before(fromTheRight)}`,
  // Where a long word may break.
  String.raw`${after(String.raw`\p{L}`)}\u00AD${before(String.raw`\p{L}`)}`,
  // The missing part of an old Hangul syllable.
  String.raw`\u115F(?=[\u1161-\u11A7\uD7B0-\uD7C6])|(?<=[\u1100-\u115E\uA960-\uA97C])\u1160`
]

const SUSPECT = new RegExp(suspect, "u")
// Looked at first, so that what most texts are made of costs one look.
const EACH = new RegExp(`(?=${suspect})(?:(${stays.join("|")})|${suspect})`, "gu")
