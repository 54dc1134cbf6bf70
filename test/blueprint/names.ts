/** Random names: those that Discord keeps, and those that are hard for keys, YAML or templates. */
import { FastCheck as fc } from "effect"

/** Names that are hard for keys, YAML, templates or terminals. */
const odd = [
  ...["__proto__", "constructor", "toString", "<<", "@everyone", "{{item.id}}", "\\{{x}}", "{{", "%TAG"],
  ...[
    "- a",
    "a: b",
    "# c",
    "&a",
    "*a",
    "!tag",
    "|",
    ">",
    "[",
    "{}",
    "'",
    '"',
    "\\",
    "? a",
    ": a",
    "a #b",
    "---",
    "..."
  ],
  ...["~", "null", "no", "yes", "on", "true", ".inf", "0x10", "0o7", "1_000", "1e3", "-1", "2026-01-01", "1:30"],
  ...["a\nb", "a\tb", "\u2028", "\u0007", "\ufeffx", " x ", "\u00a0y", "x".repeat(100), "general~2", "a\u0301"],
  ...["🌊", "👩‍👩‍👧", "🇮🇸", "שלום", "مرحبا 1", "\u202eabc", "\u200b", "ｆｕｌｌ", "ß", "İ", "\u{e0041}", "𝕏"]
]

/** Names that many objects share. */
const common = ["general", "staff", "news", "help", "off topic"]

// The generators of fast-check for graphemes take a second to build their tables.
const anyCharacter = fc
  .oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

/** Names that people choose to break parsers. Lone surrogates are no text of JSON. */
export const name: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...odd),
  fc.constantFrom(...common),
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 6 })
)

/** Names that Discord keeps as they are, for channels that people write in. */
export const plainName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("general", "staff", "news", "help", "constructor", "café", "0x10", "no", "1e3"),
  fc.stringMatching(/^[a-z]{3,12}$/)
)

/** Names of emojis: letters, digits and underscores. */
export const wordName: fc.Arbitrary<string> = fc.constantFrom("wave", "tide", "no", "on", "__proto__", "1e3", "0x10")
