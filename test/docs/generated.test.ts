// Reads one environment variable.
// @effect-diagnostics processEnv:off
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { manifestOf, withCommands } from "../../packaging/start.mjs"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { aliasesTable } from "./aliasesTable.ts"
import { areasTable } from "./areasTable.ts"
import { clientSections, elicitationTable } from "./clientSections.ts"
import { conventionsTable, dialectExamples, jsonRpcExample } from "./dialectTables.ts"
import { doctorRun } from "./doctorRun.ts"
import { moduleDiagram } from "./moduleDiagram.ts"
import { startBlock } from "./startBlocks.ts"
import { surfacesTable } from "./surfaces.ts"
import {
  bundleTable,
  commandVariablesTable,
  consentTable,
  errorsTable,
  exitCodesTable,
  metricsTable,
  restrictionList,
  settingsTable,
  verdictsTable
} from "./tables.ts"
import { terminalPages } from "./terminalPages.ts"
import { reasonsTable, toolIndex, toolsTables } from "./toolsTable.ts"
import { causesTable, startTable } from "./troubleshootingTables.ts"

/** The class of `test/docs/newError.ts`. */
const newError = /\/\*\*[\s\S]*/.exec(readFileSync("test/docs/newError.ts", "utf8"))?.[0] ?? ""

/** `npm run docs` writes what `npm test` compares. */
const writing = process.env.DOCS === "write"

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
]

const doctor = await Effect.runPromise(doctorRun)
const terminal = await Effect.runPromise(terminalPages)
const surfaces = await Effect.runPromise(surfacesTable)
const startProblems = await Effect.runPromise(startTable)

const generate = (what: string): string => {
  const [kind, name = ""] = what.split(" ")
  switch (kind) {
    case "errors":
      return errorsTable()
    case "consent":
      return consentTable()
    case "dialects":
      return dialectExamples()
    case "jsonrpc":
      return jsonRpcExample()
    case "conventions":
      return conventionsTable()
    case "metrics":
      return metricsTable()
    case "settings":
      return name === "commands" ? commandVariablesTable() : settingsTable(name === "resilience" ? "resilience" : "all")
    case "restrictions":
      return restrictionList()
    case "tools":
      return toolsTables()
    case "surfaces":
      return surfaces
    case "reasons":
      return reasonsTable()
    case "aliases":
      return aliasesTable()
    case "exit-codes":
      return name === "audit" || name === "doctor" ? verdictsTable(name) : exitCodesTable()
    case "areas":
      return areasTable()
    case "causes":
      return causesTable()
    case "start-problems":
      return startProblems
    case "start":
      return startBlock(name)
    case "bundle":
      return bundleTable()
    case "tool-index":
      return toolIndex()
    case "clients":
      return clientSections()
    case "elicitation":
      return elicitationTable()
    case "doctor":
      return doctor
    case "terminal":
      return terminal[name] ?? assert.fail(`nothing shows "${name}"`)
    case "new-tool":
      return `   \`\`\`ts\n${indented(/^ {2}post\([\s\S]*?\n {2}\}\)/m.exec(readFileSync("test/docs/newTool/tools.ts", "utf8"))?.[0] ?? "")}\n   \`\`\``
    case "new-error":
      return `\`\`\`ts\n${newError}\`\`\``
    case "modules":
      return moduleDiagram()
    case "example":
      return `\`\`\`ts\n${readFileSync(`docs/examples/${name}.ts`, "utf8")
        .replaceAll(/^\/\/ @effect-diagnostics.*\n/gm, "")
        .trim()}\n\`\`\``
    default:
      return assert.fail(`nothing generates "${what}"`)
  }
}

/** Code inside a list item. */
const indented = (code: string): string => code.replaceAll(/^ {2}/gm, "   ")

const regenerated = (page: string): string =>
  withCommands(
    page
      .replaceAll(
        // The path of a call is measured by test/process/callPath.test.ts, which writes it, too.
        /^( *)<!-- generated:(?!path )(.+?) -->\n[\s\S]*?<!-- \/generated -->/gm,
        (_, indent: string, what: string) =>
          `${indent}<!-- generated:${what} -->\n${generate(what)}\n${indent}<!-- /generated -->`
      )
      // The row of the README that compares numbers of tools.
      .replace(/^\| tools \| \d+ \|/m, `| tools | ${catalogue.length} |`),
    manifestOf()
  )

describe("generated documentation", () => {
  for (const path of pages) {
    it(`${path} is up to date (npm run docs)`, () => {
      const page = readFileSync(path, "utf8")
      if (writing) writeFileSync(path, regenerated(page))
      assert.strictEqual(readFileSync(path, "utf8"), regenerated(page))
    })
  }
})

describe("docs/configuration.md", () => {
  it("names every variable that the code reads, but those of the platform", () => {
    const page = readFileSync("docs/configuration.md", "utf8")
    const platform = ["APPDATA", "HOME", "LOCALAPPDATA", "PATH", "TERM", "USERPROFILE", "XDG_CONFIG_HOME", "CODEX_HOME"]
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(`src/${path}`, "utf8"))
    const read = sources.flatMap((source) => [
      ...[...source.matchAll(/ariables(?:\(\))?\.([A-Z][A-Z_]{3,})\b/g)].flatMap(([, name]) => name ?? []),
      ...[...source.matchAll(/const \{ ([A-Z][A-Z_, ]+) \} = \S*ariables\b/g)].flatMap(
        ([, names]) => names?.split(", ") ?? []
      ),
      ...[...source.matchAll(/"((?:DISCORD_MCP|MCP|OTEL|LOG)_[A-Z_]+)"/g)].flatMap(([, name]) => name ?? [])
    ])
    assert.includeMembers(read, ["NO_COLOR", "XDG_STATE_HOME", "DISCORD_MCP_TOKEN", "MCP_AUDIT_FILE"])
    assert.deepStrictEqual(
      [...new Set(read)].filter((name) => !platform.includes(name) && !page.includes(`\`${name}\``)),
      []
    )
  })
})
