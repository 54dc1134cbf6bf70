// Reads one environment variable.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as sets from "discord-emoji"
import { emojiNamed, isDiscordEmoji, qualified } from "../../src/text/emojiNames.ts"

const PATH = "src/text/emojiTable.ts"

/** Names with a skin tone follow from the others. */
const TONE = /_tone\d|_skin_tone/

const named = Object.values(sets).flatMap((set) => Object.entries<string>(set))

/** The names by emoji, without skin tones. */
const namesOf = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>()
  for (const [name, emoji] of named) {
    if (TONE.test(name)) continue
    const whole = qualified(emoji)
    names.set(whole, (names.get(whole) ?? new Set()).add(name))
  }
  return names
}

const source = (): string => {
  const lines = [...namesOf()].map(([emoji, names]) => `${emoji} ${[...names].join(" ")}`)
  return `/** Discord's emojis and their names: an emoji in each line. Written by \`npm run docs\`, from \`discord-emoji\`. */\nexport const emojiTable = \`\n${lines.join("\n")}\n\`\n`
}

describe("the table of emojis", () => {
  it("is up to date (npm run docs)", () => {
    const expected = source()
    if (process.env.DOCS === "write") writeFileSync(PATH, expected)
    assert.strictEqual(readFileSync(PATH, "utf8"), expected)
  })

  it("has every name of Discord, and gives no other emoji for a name with a skin tone", () => {
    const wrong = named.filter(([name, emoji]) => {
      const found = emojiNamed(name)
      return found === undefined ? !TONE.test(name) : found !== qualified(emoji) || !isDiscordEmoji(found)
    })
    assert.deepStrictEqual(wrong, [])
  })
})
