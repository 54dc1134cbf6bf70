import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { variables } from "../../src/config/Settings.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { exportedAttributes } from "../../src/telemetry/exportFilter.ts"
import { metricDefinitions } from "../../src/telemetry/metrics.ts"

const page = readFileSync("docs/operations.md", "utf8")

/** The texts in backquotes. */
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].flatMap(([, text]) => text ?? [])

/** The first cells of the table that has this head. */
const cells = (head: string): ReadonlyArray<string> => {
  const table = page.slice(page.indexOf(head)).split("\n\n")[0] ?? ""
  return table
    .split("\n")
    .slice(2)
    .map((row) => row.split("|")[1] ?? "")
}

describe("docs/operations.md", () => {
  it("names only existing metrics, codes, variables and tools", () => {
    const known = new Set<string>([
      ...Object.values(metricDefinitions).map(({ name }) => name),
      ...Object.values(errorTraits).map(({ code }) => code),
      ...Object.values(variables).map(({ name }) => name),
      ...exportedAttributes,
      "INTERNAL_ERROR"
    ])
    const names = quoted.flatMap((text) => /^(?:mcp\.[\w.]+|[A-Z]+_[A-Z_]+)(?==|$)/.exec(text) ?? [])
    assert.isAbove(names.length, 30)
    assert.deepStrictEqual(
      names.filter(
        (name) => !known.has(name) && !/^(DEBUG|OTEL_\*|NODE_EXTRA_CA_CERTS|SELF_SIGNED_\w+|UNABLE_TO_\w+)$/.test(name)
      ),
      []
    )
  })

  it("lists exactly the exported span attributes", () => {
    const listed = cells("| attribute | span | meaning |").flatMap((cell) => cell.match(/[\w.]+/g) ?? [])
    assert.sameMembers(listed, [...exportedAttributes])
  })

  it("names only log messages that exist", () => {
    const [, search = ""] = /Search the log for these messages:\n\n([\s\S]*?)\n\n/.exec(page) ?? []
    const words = [...search.matchAll(/`([^`]+)`/g)].flatMap(([, text]) => text ?? [])
    const source = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(`src/${path}`, "utf8").replaceAll(/\$\{\w+\}/g, "_"))
      .join("\n")
    assert.isAbove(words.length, 3)
    assert.deepStrictEqual(
      words.filter((text) => !source.includes(text.replace("closed → open", "_ → _"))),
      []
    )
  })
})
