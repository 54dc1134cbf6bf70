import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import {
  integer,
  listOf,
  nullable,
  object,
  opaque,
  optional,
  setOf,
  text,
  timestamp,
  url
} from "../../../src/objects/schema/fields.ts"
import { isJson, type Json, portableSchema, publishedSchema } from "../../../src/tools/dsl/publishedSchema.ts"
import { listingProfiles } from "../../../src/tools/meta/surface.ts"
import { toolListing } from "../../../src/tools/meta/toolListing.ts"
import { anthropic, anthropicStrict } from "./providers/anthropic.ts"
import { cursor, vsCode } from "./providers/editors.ts"
import { gemini } from "./providers/gemini.ts"
import { openAi, openAiStrict } from "./providers/openAi.ts"
import { type Provider, type SentTool, schemasIn } from "./providers/walk.ts"

const providers = [openAi, openAiStrict, anthropic, anthropicStrict, gemini, vsCode, cursor]

const strict: ReadonlyArray<Provider> = [openAiStrict, anthropicStrict]

/** Tools as the lists show them, and as mcp_tools_search does. */
const sent: Readonly<Record<string, ReadonlyArray<SentTool>>> = {
  "the core list": catalogue
    .filter(listingProfiles.everyday.has)
    .map((tool) => toolListing(tool, listingProfiles.everyday.styleOf)),
  "the full list": catalogue.map((tool) => toolListing(tool, listingProfiles.full.styleOf)),
  mcp_tools_search: catalogue.map(({ description, input, name }) => ({
    name,
    description,
    inputSchema: portableSchema(input)
  }))
}

/**
 * Tools that take an object of any fields: the arguments of another tool, or the body of another service. Strict mode
 * knows no such object. Clients send these tools without it.
 */
const neverStrict = [
  "mcp_tools_read",
  "mcp_tools_write",
  "mcp_tools_destructive",
  "mcp_pipeline",
  "webhooks_execute_slack",
  "webhooks_execute_github"
]

const problemsOf = (provider: Provider, tools: ReadonlyArray<SentTool>) =>
  tools
    .filter(({ name }) => !strict.includes(provider) || !neverStrict.includes(name))
    .flatMap((tool) => provider.problems(tool).map((problem) => `${tool.name}: ${problem}`))

describe("the schemas that clients get", () => {
  for (const [list, tools] of Object.entries(sent)) {
    for (const provider of providers) {
      it(`are accepted by ${provider.name} from ${list}`, () => {
        assert.deepStrictEqual(problemsOf(provider, tools), [])
      })
    }
  }

  it("leave objects open only where a tool is useless otherwise", () => {
    const open = (sent.mcp_tools_search ?? []).filter(({ inputSchema }) =>
      schemasIn(inputSchema).some(([, { additionalProperties }]) => additionalProperties === true)
    )
    assert.sameMembers(
      open.map(({ name }) => name),
      neverStrict
    )
  })

  it("are in the core list no more than every client sends to a model", () => {
    const limits = providers.flatMap(({ maxTools }) => maxTools ?? [])
    assert.isAtLeast(limits.length, 3)
    assert.isAtMost(sent["the core list"]?.length ?? 0, Math.min(...limits))
  })

  it("have no empty list of required fields", () => {
    const empty = Object.values(sent).flatMap((tools) =>
      tools.flatMap(({ inputSchema, name }) =>
        schemasIn(inputSchema).flatMap(([path, { required }]) =>
          Array.isArray(required) && required.length === 0 ? [`${name}.${path}`] : []
        )
      )
    )
    assert.deepStrictEqual(empty, [])
  })

  it("have no type but one, and no null", () => {
    const types = Object.values(sent).flatMap((tools) =>
      tools.flatMap(({ inputSchema }) => schemasIn(inputSchema).map(([, { type }]) => type))
    )
    assert.sameMembers([...new Set(types)], ["object", "string", "integer", "number", "boolean", "array"])
  })

  it("describe every field of the lists, however deep, or name it beside others or the tool that shows it", () => {
    const undescribed = ["the core list", "the full list"].flatMap((list) =>
      (sent[list] ?? []).flatMap((tool) =>
        schemasIn(tool.inputSchema).flatMap(([path, { description }]) =>
          path === "" ||
          path.endsWith("[]") ||
          (typeof description === "string" && description.trim().length > 2) ||
          isShownElsewhere(tool.inputSchema, path)
            ? []
            : [`${list}: ${tool.name}.${path}`]
        )
      )
    )
    assert.deepStrictEqual(undescribed, [])
  })

  it("list the required fields of every object, so that a client in strict mode can send it", () => {
    const inSearch = new Map((sent.mcp_tools_search ?? []).map((tool) => [tool.name, schemasIn(tool.inputSchema)]))
    const missing = ["the core list", "the full list"].flatMap((list) =>
      (sent[list] ?? []).flatMap(({ inputSchema, name }) => {
        const whole = new Map(inSearch.get(name))
        return schemasIn(inputSchema).flatMap(([path, { properties }]) =>
          [whole.get(path)?.required ?? []]
            .flat()
            .flatMap((field) =>
              isJson(properties) && !(String(field) in properties) ? [`${name}.${path}.${field}`] : []
            )
        )
      })
    )
    assert.deepStrictEqual(missing, [])
  })

  it("describe the form of times and URLs, for which there is no type", () => {
    const texts = catalogue.flatMap(({ input, name }) =>
      schemasIn(publishedSchema(input)).map(([path, schema]) => ({ path: `${name}.${path}`, ...schema }) as Json)
    )
    const wrong = (format: string, form: RegExp) =>
      texts.filter((one) => one.format === format && !form.test(String(one.description))).map(({ path }) => path)
    assert.deepStrictEqual(wrong("date-time", /ISO 8601/), [])
    assert.deepStrictEqual(wrong("uri", /\b(URL|link|https?:)/i), [])
  })
})

const portable = (fields: Schema.Struct.Fields): Json => {
  const { properties } = portableSchema(Schema.Struct(fields) as unknown as Schema.Schema.AnyNoContext) // no field needs services
  return isJson(properties) ? properties : {}
}

describe("a portable schema", () => {
  it("says in words what the subset has no keyword for", () => {
    assert.deepStrictEqual(
      portable({
        name: text("The name.", { max: 80 }),
        tag: text("The tag.", { min: 2, max: 30 }),
        topic: text("Up to 90 characters of text.", { max: 90, min: 0 }),
        link: url("A URL."),
        at: timestamp("ISO 8601 time."),
        cursor: opaque("A cursor.", 80),
        minutes: Schema.Literal(60, 1440).annotations({ description: "Minutes." }),
        words: setOf("Words.", text("A word.", { max: 9 }), 1, 3)
      }),
      {
        name: { type: "string", description: "The name. Up to 80 characters." },
        tag: { type: "string", description: "The tag. 2 to 30 characters." },
        topic: { type: "string", description: "Up to 90 characters of text." },
        link: { type: "string", description: "A URL." },
        at: { type: "string", description: "ISO 8601 time.", format: "date-time" },
        cursor: { type: "string", description: "A cursor." },
        minutes: { type: "integer", description: "Minutes. One of 60, 1440.", minimum: 60, maximum: 1440 },
        words: {
          type: "array",
          description: "Words.",
          minItems: 1,
          maxItems: 3,
          items: { type: "string", description: "A word. Up to 9 characters." }
        }
      }
    )
  })

  it("has no null, and one type for values of several", () => {
    const size = Schema.Union(integer("A size.", 0, 9), Schema.String).annotations({
      description: "A size or its name."
    })
    assert.deepStrictEqual(portable({ nick: optional(nullable(text("Nickname.", { max: 32 }))), size }), {
      nick: { type: "string", description: "Nickname. Up to 32 characters." },
      size: { type: "string", description: "A size or its name." }
    })
  })

  it("has the fields of all alternatives in one object, and requires what all require", () => {
    const square = object("A square.", {
      kind: Schema.Literal("square").annotations({ description: "Kind." }),
      side: integer("Side.", 1, 9)
    })
    const circle = object("A circle.", {
      kind: Schema.Literal("circle").annotations({ description: "Kind." }),
      radius: integer("Radius.", 1, 5)
    })
    assert.deepStrictEqual(portable({ shapes: listOf("Shapes.", Schema.Union(square, circle), 0, 9) }), {
      shapes: {
        type: "array",
        description: "Shapes.",
        maxItems: 9,
        items: {
          type: "object",
          description: "A square.",
          properties: {
            kind: { type: "string", description: "Kind.", enum: ["square", "circle"] },
            side: { type: "integer", description: "Side.", minimum: 1, maximum: 9 },
            radius: { type: "integer", description: "Radius.", minimum: 1, maximum: 5 }
          },
          required: ["kind"],
          additionalProperties: false
        }
      }
    })
  })
})

describe("the rules of a provider", () => {
  const sentTool = (inputSchema: Json, name = "messages_send"): SentTool => ({
    name,
    description: "Send.",
    inputSchema
  })
  const withField = (field: Json, name = "field") => sentTool({ type: "object", properties: { [name]: field } })
  const broken: Readonly<Record<string, readonly [SentTool, ReadonlyArray<Provider>]>> = {
    "a list of types": [withField({ type: ["string", "null"] }), [gemini]],
    "an enum of numbers": [withField({ type: "integer", enum: [1, 2] }), [gemini]],
    "an array without items": [withField({ type: "array" }), [openAi, openAiStrict, gemini, vsCode]],
    "an object without properties": [withField({ type: "object" }), [gemini]],
    "an open object": [
      withField({ type: "object", additionalProperties: true }),
      [openAiStrict, anthropicStrict, gemini]
    ],
    "a format": [withField({ type: "string", format: "uri" }), [openAiStrict, gemini]],
    "a length": [withField({ type: "string", maxLength: 9 }), [openAiStrict]],
    "a constant": [withField({ type: "string", const: "a" }), [openAiStrict, gemini]],
    "a pattern of properties": [
      withField({ type: "object", patternProperties: {} }),
      [openAiStrict, anthropicStrict, gemini]
    ],
    "a long enum of long values": [
      withField({ type: "string", enum: Array.from({ length: 251 }, (_, at) => `${at}`.padStart(60, "a")) }),
      [openAiStrict]
    ],
    "a property name with a dash": [withField({ type: "string" }, "en-US"), [gemini]],
    "alternatives at the root": [
      sentTool({ type: "object", properties: {}, anyOf: [] }),
      [openAi, openAiStrict, anthropic, anthropicStrict, gemini, vsCode]
    ],
    "a required property that is not there": [
      sentTool({ type: "object", properties: {}, required: ["name"] }),
      [gemini, vsCode]
    ],
    "a property name with a space": [withField({ type: "string" }, "a name"), [anthropic, anthropicStrict, gemini]],
    "a long name": [
      sentTool({ type: "object", properties: {} }, "a".repeat(53)),
      [openAi, openAiStrict, anthropic, anthropicStrict, gemini, cursor]
    ],
    "a type that does not exist": [withField({ type: "text" }), [anthropic, anthropicStrict, gemini, vsCode]]
  }
  for (const [what, [tool, refusing]] of Object.entries(broken)) {
    it(`refuse ${what}`, () => {
      assert.sameMembers(
        providers.filter((provider) => provider.problems(tool).length > 0).map(({ name }) => name),
        refusing.map(({ name }) => name)
      )
    })
  }

  it("are those that it publishes", () => {
    assert.deepStrictEqual(
      providers.flatMap(({ sources }) => sources.filter((source) => !/^https:\/\/[a-z.]+\/\S+$/.test(source))),
      []
    )
  })
})

/** Whether the description of an outer field names a field of its objects, or the tool that shows them. */
const isShownElsewhere = (schema: Json, path: string): boolean => {
  const [name = ""] = /\w+$/.exec(path) ?? []
  return schemasIn(schema).some(
    ([outer, { description }]) =>
      outer !== "" &&
      path !== outer &&
      path.startsWith(outer) &&
      new RegExp(`, as in [a-z0-9_]+\\b|\\b${name}\\b`).test(String(description))
  )
}
