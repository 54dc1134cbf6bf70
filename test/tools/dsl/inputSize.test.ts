import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { normalizeInput } from "../../../src/tools/dsl/decodeArguments.ts"
import { MAX_NESTING, MAX_VALUES } from "../../../src/tools/dsl/inputLimits.ts"
import { prepared } from "../prepared.ts"

const ID = "1248328050311954441"

/** The validation issues of arguments. */
const issuesOf = (tool: string, input: unknown) =>
  Either.match(prepared(tool, input), { onLeft: ({ validation_issues }) => validation_issues, onRight: () => [] })

/** Nests a value in lists. */
const nested = (depth: number): unknown => {
  let value: unknown = "x"
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { x: value }
  return value
}

const fields = (count: number, value: unknown = 1): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, value]))

describe("arguments of any size", () => {
  it("report 25 issues and count the others", () => {
    const issues = issuesOf("channels_get", { channel_id: ID, ...fields(1000) })
    assert.lengthOf(issues, 26)
    assert.deepStrictEqual(issues[0], {
      path: "field0",
      message: "is not a field of this tool; known are channel_id, view",
      code: "unknown_field",
      fix: { omit: true }
    })
    assert.deepStrictEqual(issues.at(-1), { path: "", message: "975 more problems are not listed", code: "more" })
  })

  it("count one further issue in the singular, and none after exactly 25", () => {
    assert.deepStrictEqual(issuesOf("channels_get", { channel_id: ID, ...fields(26) }).at(-1), {
      path: "",
      message: "1 more problem is not listed",
      code: "more"
    })
    assert.lengthOf(issuesOf("channels_get", { channel_id: ID, ...fields(25) }), 25)
  })

  it("are rejected if they are nested too deeply, anywhere", () => {
    for (const depth of [MAX_NESTING + 1, 5000, 100_000]) {
      for (const input of [
        { channel_id: ID, content: "x", embeds: [{ fields: nested(depth) }], components: nested(depth) },
        { tool: "channels_get", args: { channel_id: nested(depth) } },
        { tool: "channels_get", args: nested(depth * 2 + 1) }
      ]) {
        const issues = issuesOf("tool" in input ? "mcp_tools_read" : "messages_send", input)
        assert.isAtLeast(issues.length, 1)
      }
      assert.deepInclude(issuesOf("mcp_tools_read", { tool: "channels_get", args: { a: nested(depth) } })[0], {
        message: `is nested more than ${MAX_NESTING} levels deep`,
        code: "too_deep"
      })
    }
  })

  it("are rejected with one issue if they have too many values", () => {
    assert.deepStrictEqual(issuesOf("mcp_tools_read", { tool: "channels_get", args: fields(MAX_VALUES) }), [
      { path: "", message: `must have at most ${MAX_VALUES} values in all`, code: "too_many_values" }
    ])
  })

  it("report a list that is too long once, with its length, beside the issues of its first items", () => {
    const issues = issuesOf("roles_create", { guild_id: ID, name: "x", permissions: Array(5000).fill("NOTHING") })
    assert.match(issues[0]?.message ?? "", /^must have at most \d+ items, has 5000$/)
    assert.deepInclude(issues[1], { path: "permissions[0]", message: "NOTHING is not a Discord permission" })
    assert.match(issues.at(-1)?.message ?? "", /^\d+ more problems are not listed$/)
    assert.lengthOf(issues, 26)
  })

  it("report the issues at the beginning of long lists, and one behind a long list", () => {
    const overwrite = { id: ID, type: "role", allow: Array(45).fill("MANAGE_NOTHING"), deny: Array(45).fill("X") }
    const creation = { guild_id: ID, name: "x", kind: "text", permission_overwrites: Array(100).fill(overwrite) }
    const issues = issuesOf("channels_create_guild_channel", creation)
    assert.lengthOf(issues, 26)
    assert.strictEqual(issues[0]?.path, "permission_overwrites[0].allow[0]")
    const fine = { id: ID, type: "role", allow: Array(45).fill("SEND_MESSAGES") }
    const last = { id: ID, type: "role", allow: ["NOTHING"] }
    assert.deepStrictEqual(
      issuesOf("channels_create_guild_channel", {
        ...creation,
        permission_overwrites: [...Array(99).fill(fine), last]
      }).map(({ path }) => path),
      ["permission_overwrites[99].allow[0]"]
    )
  })

  it("truncate wrong texts in messages", () => {
    const long = "x".repeat(1_000_000)
    for (const [tool, input] of [
      ["messages_read", { channel_id: ID, limit: long }],
      ["roles_create", { guild_id: ID, name: "x", permissions: [long] }],
      ["channels_get", { channel_id: ID, [long]: 1 }],
      ["messages_send", { channel_id: ID, content: { [long]: long } }],
      ["channels_create_guild_channel", { guild_id: ID, name: "x", kind: long }]
    ] as const) {
      const [first] = issuesOf(tool, input)
      assert.isBelow(JSON.stringify(first).length, 1000, tool)
    }
  })
})

describe("fields with reserved names of JavaScript", () => {
  const withField = (name: string): unknown => JSON.parse(`{"${name}": {"channel_id": "${ID}"}}`)

  for (const name of ["__proto__", "constructor", "prototype"]) {
    it(`are unknown fields in every tool: ${name}`, () => {
      for (const { name: tool } of catalogue) {
        const found = issuesOf(tool, withField(name)).find(({ path }) => path === name)
        assert.strictEqual(found?.code, "unknown_field", tool)
      }
    })

    it(`are unknown fields in the arguments of a dispatcher: ${name}`, () => {
      const args = JSON.parse(`{"channel_id": "${ID}", "${name}": {"view": "full"}}`)
      assert.deepStrictEqual(
        issuesOf("mcp_tools_read", { tool: "channels_get", args }).map(({ code, path }) => [path, code]),
        [[`args.${name}`, "unknown_field"]]
      )
    })

    it(`are unknown fields deep inside: ${name}`, () => {
      const embeds = [{ title: "x", fields: [{ name: "a", value: "b", ...Object(withField(name)) }] }]
      // A spread copies the field.
      const parsed = JSON.parse(JSON.stringify(embeds))
      assert.deepStrictEqual(
        issuesOf("messages_send", { channel_id: ID, embeds: parsed }).map(({ code, path }) => [path, code]),
        [[`embeds[0].fields[0].${name}`, "unknown_field"]]
      )
      const args = JSON.parse(`{"channel_id": "${ID}", "x": [{"${name}": 1}]}`)
      assert.include(
        issuesOf("mcp_tools_read", { tool: "channels_get", args }).map(({ path }) => path),
        `args.x[0].${name}`
      )
    })
  }

  it("do not pollute Object.prototype", () => {
    issuesOf("mcp_tools_read", { tool: "channels_get", args: JSON.parse('{"__proto__": {"polluted": true}}') })
    assert.isUndefined(Object({}).polluted)
  })
})

describe("normalizeInput", () => {
  const inputs = FastCheck.json({ maxDepth: 6 }).map((text): unknown => JSON.parse(text))

  it.prop("returns a value without a schema unchanged, unless a name is reserved", [inputs], ([args]) => {
    const tool = catalogue.find(({ name }) => name === "mcp_tools_read")
    const input = { tool: "x", args }
    const normalized = tool && normalizeInput(tool.input.ast, input)
    const isObject = typeof args === "object" && args !== null && !Array.isArray(args)
    if (isObject && normalized?.issues.length === 0) assert.strictEqual(normalized.value, input)
  })

  it.prop("never makes a tool fail with a defect or more than 26 issues", [inputs], ([input]) => {
    for (const tool of catalogue) {
      const exit = Effect.runSync(Effect.either(tool.prepare(input)))
      if (Either.isLeft(exit)) assert.isAtMost(exit.left.validation_issues.length, 26, tool.name)
    }
  })
})
