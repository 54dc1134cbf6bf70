// The one switch of this file is the shell's.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chainPicture, composition } from "./chainPicture.ts"
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
    assert.deepStrictEqual(composition(), ["bulkhead", "circuits", "Deadline", "Retry", "rateLimit", "Timeout", "send"])
    assert.notInclude(chainPicture(), "undescribed")
  })
})

describe("the picture of a preview", () => {
  it.live("is current (npm run docs)", () => Effect.map(previewPicture, (drawn) => holds("preview", drawn)))
})
