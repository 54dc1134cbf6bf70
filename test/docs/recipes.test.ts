/** A recipe of a page that limits the tools allows every tool that its text and its commands use. */
import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { namesByCategory } from "../../src/catalogue/toolNames.ts"

const names = Object.values(namesByCategory).flat()

/** The parts of the pages with `MCP_TOOLS` in a command, by their titles: a section, or a paragraph that begins in bold. */
const recipes = readdirSync("docs")
  .filter((file) => file.endsWith(".md"))
  .flatMap((file) =>
    readFileSync(`docs/${file}`, "utf8")
      .split(/^(?=#{2,} |\*\*)/m)
      .flatMap((text) => {
        const tools = /^ *MCP_TOOLS=([a-z_,]+) node .*(?:init|serve)/m.exec(text)?.[1]?.split(",") ?? []
        return tools.length === 0 || !tools.every((tool) => names.includes(tool)) ? [] : [{ file, text, tools }]
      })
  )

describe("a recipe with MCP_TOOLS", () => {
  it("allows the tools that it uses", () => {
    assert.isAtLeast(recipes.length, 4)
    for (const { file, text, tools } of recipes) {
      const used = (text.match(/[a-z_]+/g) ?? []).filter((word) => names.includes(word))
      const waits = /main\.js wait /.test(text) ? ["gateway_wait_for"] : []
      assert.includeMembers([...tools], [...used, ...waits], `${file}: ${text.slice(0, 60)}`)
    }
  })
})
