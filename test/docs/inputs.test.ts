/** Checks the tables of docs/inputs.md. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { prepared } from "../tools/prepared.ts"

/** The rows of a table under a heading: a tool, what is sent, and the last column. */
const rowsUnder = (heading: string): ReadonlyArray<readonly [tool: string, sent: unknown, last: string]> => {
  const [, section = ""] = readFileSync("docs/inputs.md", "utf8").split(`## ${heading}\n`)
  return [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \| `(.+?)` \| (.+) \|$/gm)].map(
    ([, tool = "", sent = "", last = ""]) => [tool, JSON.parse(sent), last]
  )
}

describe("docs/inputs.md", () => {
  it("shows spellings and the inputs that they become", () => {
    const rows = rowsUnder("Other spellings")
    assert.isAbove(rows.length, 15)
    for (const [tool, sent, taken] of rows) {
      const expected = Either.getOrThrow(prepared(tool, JSON.parse(taken.slice(1, -1)))).arguments
      assert.deepStrictEqual(Either.getOrThrow(prepared(tool, sent)).arguments, expected, tool)
    }
  })

  it("shows refusals with their hints", () => {
    const rows = rowsUnder("Refused")
    assert.isAbove(rows.length, 5)
    for (const [tool, sent, hint] of rows) {
      const refusal = Either.getOrUndefined(Either.flip(prepared(tool, sent)))
      assert.include(refusal?.validation_issues.map(({ message }) => message) ?? [], hint, tool)
    }
  })
})
