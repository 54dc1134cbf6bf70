/** Colours by name and in the notations of CSS. */
import colorName from "color-name"

/** Discord's own colours that CSS has no name for, or another colour (Discord's brand, and its palette of roles). */
const DISCORD: Readonly<Record<string, number>> = {
  blurple: 0x5865f2,
  greyple: 0x99aab5,
  darkbutnotblack: 0x2c2f33,
  notquiteblack: 0x23272a,
  // No colour: a role without one shows its members in that of the theme.
  default: 0,
  none: 0
}

/** Reads `#RRGGBB`, `#RGB`, `0xRRGGBB`, `rgb(1, 2, 3)`, a name of CSS or of Discord. Numbers in digits are left alone. */
export const readColor = (given: string): number | undefined => {
  const text = given.trim().toLowerCase()
  if (text.length > COLOR_TEXT_MAX || /^\d+$/.test(text)) return undefined
  const [, digits] = /^(?:#|0x)?([\da-f]{6})$/.exec(text.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3")) ?? []
  if (digits !== undefined) return Number.parseInt(digits, 16)
  const [, ...parts] = /^rgb\((\d{1,3})[,\s]\s*(\d{1,3})[,\s]\s*(\d{1,3})\)$/.exec(text) ?? []
  if (parts.length > 0) return fromParts(parts.map(Number))
  const name = text.replace(/^colou?rs?\./, "").replaceAll(/[\s_-]/g, "")
  if (Object.hasOwn(DISCORD, name)) return DISCORD[name]
  return Object.hasOwn(NAMED, name) ? fromParts(NAMED[name] ?? []) : undefined
}

const COLOR_TEXT_MAX = 40

const NAMED: Readonly<Record<string, ReadonlyArray<number>>> = colorName

const fromParts = (parts: ReadonlyArray<number>): number | undefined =>
  parts.every((part) => part <= 0xff) ? parts.reduce((sum, part) => sum * 0x100 + part, 0) : undefined
