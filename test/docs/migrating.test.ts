// @effect-diagnostics strictEffectProvide:off

import { readFileSync } from "node:fs"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { catalogue, categories, findTool } from "../../src/catalogue/catalogue.ts"
import { readTextFile } from "../../src/cli/settings.ts"
import { loadSettings } from "../../src/config/loadSettings.ts"
import { variables } from "../../src/config/Settings.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { formerNames } from "../../src/text/formerNames.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import * as original from "./originalNames.ts"

const page = readFileSync("docs/migrating.md", "utf8")

/** The texts in backquotes. */
const quoted = (text: string): ReadonlyArray<string> => [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, it]) => it ?? [])

/** The rows of the table under a heading, without its head. */
const rows = (heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const section = new RegExp(`^#+ ${heading}$([\\s\\S]*?)(?=^#)`, "gm")
  const found = [...`${page}\n#`.matchAll(section)].flatMap(([, text = ""]) => text.match(/^\|.*\|$/gm)?.slice(2) ?? [])
  assert.isNotEmpty(found, heading)
  return found.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim())
  )
}

const fieldsOf = (tool: string): ReadonlyArray<string> => {
  const found = findTool(tool)
  return found === undefined ? [] : Object.keys(Object(publishedSchema(found.input).properties))
}

const ours = new Set(catalogue.map(({ name }) => name))
const ourVariables = new Set<string>(Object.values(variables).map(({ name }) => name))
const settings = ["Token, guilds, tools", "Resilience", "Logs and audit"].flatMap(rows)
const [gone, goneVariables] = [true, false].map((tools) =>
  rows("Left out").filter(([there = ""]) => /`[a-z]/.test(there) === tools)
)

describe("docs/migrating.md", () => {
  it("names only existing tools", () => {
    const kept = rows("Same name").flatMap(([, tools = ""]) => quoted(tools))
    const changed = rows("Changed fields").flatMap(([tools = ""]) => quoted(tools))
    const instead = (gone ?? []).flatMap(([, here = ""]) => quoted(here))
    for (const tool of [...kept, ...changed, ...instead]) assert.isTrue(ours.has(tool), tool)
    assert.strictEqual(new Set(kept).size, kept.length)
    for (const [there = ""] of gone ?? []) for (const tool of quoted(there)) assert.isFalse(ours.has(tool), tool)
  })

  it("lists a tool of the same name under its category", () => {
    for (const [title = "", tools = ""] of rows("Same name")) {
      const [category, count] = title.split(/[ ()]+/)
      assert.strictEqual(quoted(tools).length, Number(count), title)
      for (const tool of quoted(tools)) assert.strictEqual(findTool(tool)?.category, category, tool)
    }
  })

  it("lists every tool with a former name, under both names", () => {
    const listed = rows("Shorter name").map(([there = "", here = ""]) => [quoted(there)[0], quoted(here)[0]])
    assert.sameDeepMembers(listed, Object.entries(formerNames))
  })

  it("names existing fields of tools, and removed fields as removed", () => {
    const names = (cell: string) => quoted(cell).filter((it) => /^[a-z_]+$/.test(it) && !ours.has(it))
    // Fields of a plan's step.
    const nested = new Set(["id", "on_error", "for_each"])
    for (const [tools = "", was = "", is = ""] of rows("Changed fields")) {
      for (const tool of quoted(tools)) {
        const fields = fieldsOf(tool)
        for (const field of names(is)) assert.isTrue(fields.includes(field) || nested.has(field), `${tool} ${field}`)
        if (!is.startsWith("removed")) continue
        for (const field of names(was)) assert.isFalse(fields.includes(field), `${tool} ${field}`)
      }
    }
  })

  it("names exactly the existing variables", () => {
    const named = quoted(page).filter((it) => /^(?:MCP|DISCORD|LOG|ALLOWED)_[A-Z_]+$/.test(it))
    const theirs = new Set([...settings, ...(goneVariables ?? [])].flatMap(([there = ""]) => quoted(there)))
    const failures = new Set(rows("Error codes").flat().flatMap(quoted))
    for (const name of named) {
      if (name.endsWith("_") || failures.has(name) || theirs.has(name)) continue
      assert.isTrue(ourVariables.has(name), name)
    }
    for (const [there = "", here = ""] of [...settings, ...(goneVariables ?? [])]) {
      for (const name of quoted(here)) assert.isTrue(ourVariables.has(name), name)
      if (here === "—") for (const name of quoted(there)) assert.isFalse(ourVariables.has(name), name)
      else assert.isNotEmpty(quoted(here), there)
    }
  })

  it("names only codes that failures here have", () => {
    const codes = new Set<string>([...Object.values(errorTraits).map(({ code }) => code), "INTERNAL_ERROR"])
    for (const [there = "", here = ""] of rows("Error codes")) {
      const named = here === "the same" ? quoted(there) : quoted(here).filter((it) => /^[A-Z_]+$/.test(it))
      for (const code of named) assert.isTrue(codes.has(code), code)
    }
  })

  it.effect("shows a configuration that this server starts with, without a warning", () =>
    Effect.gen(function* () {
      const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json)
      assert.strictEqual(blocks.length, 2)
      const { mcpServers } = yield* Schema.decodeUnknown(Clients)(blocks[1])
      const known = { tools: [...ours], categories }
      const loaded = yield* loadSettings(
        { ...mcpServers.discord.env, DISCORD_TOKEN: "x".repeat(60) },
        known,
        readTextFile
      )
      assert.deepStrictEqual(
        [loaded.warnings, loaded.settings.dryRun, loaded.settings.toolSurface, loaded.settings.retryMaxAttempts],
        [[], false, "search", 4]
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

const Clients = Schema.parseJson(
  Schema.Struct({
    mcpServers: Schema.Struct({
      discord: Schema.Struct({ env: Schema.Record({ key: Schema.String, value: Schema.String }) })
    })
  })
)

describe("docs/migrating.md and the names of the original", () => {
  const mentioned = new Set(quoted(page))

  it("mentions every tool of the original", () => {
    assert.strictEqual(original.tools.length, 208)
    for (const tool of [...original.tools, ...original.dispatchers]) assert.isTrue(mentioned.has(tool), tool)
  })

  it("lists only tools of the original under the same name", () => {
    const theirs = new Set([...original.tools, ...original.dispatchers])
    for (const tool of rows("Same name").flatMap(([, tools = ""]) => quoted(tools))) {
      assert.isTrue(theirs.has(tool), tool)
    }
  })

  it("mentions every variable of the original", () => {
    for (const name of original.variables) assert.isTrue(mentioned.has(name), name)
  })
})
