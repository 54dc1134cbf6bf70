// The one switch of this file is the shell's.
// @effect-diagnostics processEnv:off
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chainPicture, composition } from "./chainPicture.ts"
import { conversationPicture, TITLE } from "./conversationPicture.ts"
import { previewPicture } from "./previewPicture.ts"

/** `npm run docs` draws what `npm test` compares. */
const writing = process.env.DOCS === "write"

const holds = (name: string, drawn: string) => {
  const path = `docs/pictures/${name}.svg`
  if (writing) writeFileSync(path, drawn)
  assert.strictEqual(readFileSync(path, "utf8"), drawn)
  assert.notMatch(drawn, /(href|src|@import|url\((?!#))/)
}

describe("the picture of the chain", () => {
  it("is current (npm run docs)", () => holds("chain", chainPicture()))

  it("has the policies in the order of their composition", () => {
    assert.deepStrictEqual(composition(), ["bulkhead", "circuits", "Deadline", "Retry", "admit", "Timeout", "send"])
    assert.notInclude(chainPicture(), "undescribed")
  })
})

describe("the picture of a preview", () => {
  it.live("is current (npm run docs)", () => Effect.map(previewPicture, (drawn) => holds("preview", drawn)))
})

describe("the picture of a conversation", () => {
  it.live("is current (npm run docs)", () => Effect.map(conversationPicture, (drawn) => holds("conversation", drawn)))

  it("is on the first screen of the README, with its title", () => {
    const top = readFileSync("README.md", "utf8").split("\n").slice(0, 30).join("\n")
    assert.include(top, `![${TITLE}](docs/pictures/conversation.svg)`)
  })
})

/** The width of a character of the widest of the fonts, in parts of the font's size. */
const WIDEST = 0.62
const FONT_PX = 14

interface Label {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly y: number
}

/** The texts of a picture with their extents. All pictures use one size of a monospaced font. */
const labelsOf = (svg: string): ReadonlyArray<Label> =>
  [...svg.matchAll(/<text ([^>]*)>(.*?)<\/text>/g)].map(([, attributes = "", inner = ""]) => {
    const text = inner.replaceAll(/<[^>]+>/g, "").replaceAll(/&\w+;/g, "_")
    const number = (name: string) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(attributes)?.[1])
    const width = [...text].length * WIDEST * FONT_PX
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? "start"
    const from = number("x") - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0)
    return { text, from, to: from + width, y: number("y") }
  })

/** The innermost rectangle around the start of a text, which its end must not leave. */
const boxAround = (svg: string, { from, y }: Label) =>
  [...svg.matchAll(/<rect (?:x="(\d+)" y="(\d+)" )?width="(\d+)" height="(\d+)"/g)]
    .map(([, x = 0, top = 0, width, height]) => ({
      left: Number(x),
      top: Number(top),
      right: Number(x) + Number(width),
      bottom: Number(top) + Number(height)
    }))
    .filter(({ bottom, left, right, top }) => left <= from && from <= right && top <= y && y <= bottom)
    .reduce((inner, box) => (box.right - box.left < inner.right - inner.left ? box : inner))

describe("the labels of a picture", () => {
  // The demo scrolls: its lines are as long as a terminal is wide.
  for (const name of readdirSync("docs/pictures").filter((name) => name !== "demo.svg")) {
    it(`end inside their box, and cover no other label: ${name}`, () => {
      const svg = readFileSync(`docs/pictures/${name}`, "utf8")
      assert.deepStrictEqual([...new Set(svg.match(/font(?:-size)?:\d+px/g))], [`font:${FONT_PX}px`])
      const labels = labelsOf(svg)
      assert.isAbove(labels.length, 5)
      // A character of slack: the boxes are drawn for the usual width.
      const outside = labels.filter((label) => label.to > boxAround(svg, label).right + FONT_PX)
      const covered = labels.filter((one) =>
        labels.some((other) => other !== one && other.y === one.y && other.from <= one.from && one.from < other.to)
      )
      assert.deepStrictEqual([outside, covered], [[], []])
    })
  }
})
