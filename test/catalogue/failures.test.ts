import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { RESTJSONErrorCodes } from "discord-api-types/v10"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import { tagOfCode } from "../../src/errors/discordCodes.ts"
import { checkHint } from "../../src/testing/checkEnvelope.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Reason } from "../../src/tools/dsl/Reason.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { subjects } from "../../src/tools/shared/failures.ts"
import { root, sources } from "../sources.ts"

/** All reasons of all tools. */
const declared = catalogue.flatMap(({ failures, name: tool }) =>
  Object.entries(failures).map(([name, reason]) => ({ tool, name, reason }))
)

/** Each reason once. */
const distinct = new Map(declared.map(({ name, reason }) => [name, reason]))

const codesOf = ({ on }: Reason): ReadonlyArray<number> => [on ?? []].flat()

/** What identifies a reason: its codes and conditions. */
const signsOf = (reason: Reason): ReadonlyArray<string> =>
  codesOf(reason).flatMap((code) => [reason.issue ?? reason.why ?? ""].flat().map((sign) => `${code} ${sign}`))

const wrong = (isRight: (it: (typeof declared)[number]) => boolean): ReadonlyArray<string> =>
  declared.filter((it) => !isRight(it)).map(({ name, tool }) => `${tool}: ${name}`)

describe("failure reasons", () => {
  it("exist in most categories, with the same meaning in every tool", () => {
    assert.isAtLeast(distinct.size, 100)
    assert.deepStrictEqual(
      wrong(({ name, reason }) => distinct.get(name) === reason),
      []
    )
    const categories = (tools: typeof catalogue) => [...new Set(tools.map(({ category }) => category))]
    assert.deepStrictEqual(
      categories(catalogue).filter(
        (it) => !categories(catalogue.filter((tool) => Object.keys(tool.failures).length > 0)).includes(it)
      ),
      [META]
    )
  })

  it("are defined once, and a tool declares each of them", () => {
    const written = subjects.flatMap((subject) => Object.keys(subject))
    assert.deepStrictEqual([...new Set(written)].sort(), [...written].sort())
    assert.deepStrictEqual(
      written.filter((name) => !distinct.has(name)),
      []
    )
  })

  it("have a name in snake_case, a sentence with the cause and a hint of five words or more", () => {
    assert.deepStrictEqual(
      wrong(({ name }) => /^[a-z]+(_[a-z]+)*$/.test(name)),
      []
    )
    assert.deepStrictEqual(
      wrong(({ reason: { when } }) => /^[A-Z].*\.$/.test(when) && when.split(" ").length >= 3),
      []
    )
    assert.deepStrictEqual(
      wrong(({ reason: { recovery } }) => /[^.]\.$/.test(recovery) && recovery.length <= 250),
      []
    )
    // The hint begins with a verb and has five words or more.
    assert.deepStrictEqual(
      [...distinct.values()].flatMap(({ recovery }) => checkHint(recovery)),
      []
    )
  })

  it("never suggest to change the operator's settings", () => {
    assert.deepStrictEqual(
      wrong(({ reason: { recovery } }) => !/MCP_|ALLOWED_|DISCORD_TOKEN|\boperator\b/i.test(recovery)),
      []
    )
  })

  it("explain only unambiguous error codes that Discord documents", () => {
    assert.deepStrictEqual(
      wrong(({ reason }) => codesOf(reason).every((code) => RESTJSONErrorCodes[code] !== undefined)),
      []
    )
    const doubtful = [
      "DiscordRestUnavailable",
      "DiscordTimeoutError",
      "DiscordUnexpectedResponse",
      "DiscordIndexNotReady"
    ]
    assert.deepStrictEqual(
      wrong(({ reason }) => codesOf(reason).every((code) => !doubtful.includes(tagOfCode(code) ?? ""))),
      []
    )
  })

  it("are distinct within a tool", () => {
    const twice = catalogue.flatMap(({ failures, name }) => {
      const signs = Object.values(failures).flatMap(signsOf)
      return signs.filter((sign, at) => signs.indexOf(sign) !== at).map((sign) => `${name}: ${sign}`)
    })
    assert.deepStrictEqual(twice, [])
  })

  it("have an error code, or a tool whose own code fails with them", () => {
    const own = catalogue.filter(({ operation }) => operation === undefined).map(({ name }) => name)
    assert.deepStrictEqual(
      wrong(({ reason, tool }) => codesOf(reason).length > 0 || own.includes(tool)),
      []
    )
    // These are used in the code of a tool.
    const said = sources
      .filter(({ path }) => /^(?:tools|blueprint|undo|live)\//.test(path))
      .map(({ path }) => readFileSync(root + path, "utf8"))
      .join("\n")
    assert.deepStrictEqual(
      [...distinct]
        .filter(([name, reason]) => codesOf(reason).length === 0 && !said.includes(`fail("${name}"`))
        .map(([name]) => name),
      []
    )
  })

  it("name only existing tools, fields and permissions", () => {
    const known = new Set([
      ...catalogue.flatMap(({ input, name }) => [name, ...fieldsIn(publishedSchema(input))]),
      "retry_after_ms"
    ])
    const named = [...distinct].flatMap(([name, { recovery, suggested_tool, when }]) => [
      ...(`${when} ${recovery}`.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? []).map((word) => `${name}: ${word}`),
      ...(suggested_tool === undefined || findTool(suggested_tool) !== undefined ? [] : [`${name}: ${suggested_tool}`])
    ])
    assert.deepStrictEqual(
      named.filter((it) => !known.has(it.split(": ")[1] ?? "")),
      []
    )
  })

  it("suggest only arguments that the tool accepts", () => {
    const calls = [...distinct].flatMap(([name, { recovery }]) =>
      [...recovery.matchAll(/\b([a-z]+(?:_[a-z]+)+) \{([^}]*)\}/g)].map(([, tool = "", given = ""]) => ({
        name,
        tool,
        given
      }))
    )
    assert.isAbove(calls.length, 80)
    assert.deepStrictEqual(
      calls.flatMap(({ given, name, tool }) =>
        given
          .split(/,(?![^[]*\])/)
          .map((field) => field.trim().split(":")[0] ?? "")
          .filter((field) => !fieldsOf(tool).includes(field))
          .map((field) => `${name}: ${tool} {${field}}`)
      ),
      []
    )
  })
})

/** The input fields of a tool. */
const fieldsOf = (tool: string): ReadonlyArray<string> =>
  catalogue.flatMap(({ input, name }) => (name === tool ? Object.keys(Object(publishedSchema(input).properties)) : []))

/** The names of all fields of a schema, at any depth. */
const fieldsIn = (node: unknown): ReadonlyArray<string> => {
  if (Array.isArray(node)) return node.flatMap(fieldsIn)
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === "properties" ? Object.keys(Object(value)) : []),
    ...fieldsIn(value)
  ])
}
