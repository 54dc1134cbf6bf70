import { existsSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { toolListing } from "../../src/mcp/toolListing.ts"
import { catalogue, categories, findTool, namesNear } from "../../src/tools/catalogue.ts"
import { type Json, publishedSchema } from "../../src/tools/publishedSchema.ts"

const names = catalogue.map(({ name }) => name)

/** Every object of a JSON Schema, with where it stands. */
const objectsIn = (node: unknown, path: string): ReadonlyArray<readonly [string, Json]> => {
  if (Array.isArray(node)) return node.flatMap((item, at) => objectsIn(item, `${path}[${at}]`))
  if (typeof node !== "object" || node === null) return []
  const entries = Object.entries(node)
  return [
    [path, Object.fromEntries(entries)] as const,
    ...entries.flatMap(([key, value]) => objectsIn(value, `${path}.${key}`))
  ]
}

const schemas = catalogue.flatMap(({ input, name }) => objectsIn(publishedSchema(input), name))

/** Whether an object is a schema and not the list of properties of one. */
const isSchema = ([path]: readonly [string, Json]): boolean => !path.endsWith(".properties")

describe("the catalogue", () => {
  it("has tools with unique names in snake_case that begin with what they are about", () => {
    assert.strictEqual(new Set(names).size, names.length)
    assert.deepStrictEqual(
      names.filter((name) => !/^[a-z]+(_[a-z\d]+)+$/.test(name) || name.length > 64),
      []
    )
    assert.deepStrictEqual(categories, [...new Set(catalogue.map(({ category }) => category))])
  })

  it("finds its tools by name, and the nearest one to a name it does not have", () => {
    assert.deepStrictEqual(
      names.map((name) => findTool(name)?.name),
      names
    )
    assert.isUndefined(findTool("message_send"))
    assert.isUndefined(findTool("__proto__"))
    assert.deepStrictEqual(namesNear("message_send"), ["messages_send"])
  })

  it("describes each tool in 400 characters at most", () => {
    assert.deepStrictEqual(
      catalogue.filter(({ description }) => description.length > 400 || !/^[A-Z].*\.$/.test(description)),
      []
    )
  })

  it("names no tool in a description that is not there or to come", () => {
    const planned = ["messages_search"]
    const mentioned = catalogue.flatMap(({ description }) => description.match(/\b[a-z]+_[a-z_]+\b/g) ?? [])
    assert.deepStrictEqual(
      mentioned.filter(
        (name) => !names.includes(name) && !planned.includes(name) && !["allowed_mentions"].includes(name)
      ),
      []
    )
  })

  it("tells what each tool's request is, and holds it to its method", () => {
    const defaults = { GET: "read", DELETE: "destructive" } as const
    assert.deepStrictEqual(
      catalogue
        .filter(({ operation, risk }) => {
          const method = operation?.method
          return method === "GET" || method === "DELETE" ? risk !== defaults[method] : risk === "read"
        })
        .map(({ name }) => name),
      []
    )
  })
})

describe("the published schemas", () => {
  it("describe every field, however deep", () => {
    const undescribed = schemas.filter(isSchema).flatMap(([path, { properties }]) =>
      Object.entries(Object(properties)).flatMap(([field, schema]) => {
        const text: unknown = Object(schema).description
        return typeof text === "string" && text.trim().length > 0 ? [] : [`${path}.${field}`]
      })
    )
    assert.deepStrictEqual(undescribed, [])
  })

  it("are closed objects, all the way down", () => {
    const objects = schemas.filter(isSchema).filter(([, { type }]) => type === "object")
    assert.isAbove(objects.length, catalogue.length)
    assert.deepStrictEqual(
      objects.filter(([, { additionalProperties }]) => additionalProperties !== false).map(([path]) => path),
      []
    )
    assert.deepStrictEqual(
      catalogue.filter(({ input }) => publishedSchema(input).type !== "object"),
      []
    )
  })

  it("have no references, no alternatives at the root, and nothing a model need not read", () => {
    assert.deepStrictEqual(
      schemas
        .filter(isSchema)
        .filter(([, schema]) =>
          ["$ref", "$defs", "$schema", "$id", "title"].some((key) => typeof schema[key] === "string")
        )
        .map(([path]) => path),
      []
    )
    assert.deepStrictEqual(
      catalogue.filter(({ input }) => {
        const root = publishedSchema(input)
        return ["anyOf", "oneOf", "allOf", "not", "$ref", "$defs"].some((key) => key in root)
      }),
      []
    )
  })

  it("keep a field that is called title", () => {
    const embeds = Object(Object(publishedSchema(present("messages_send").input).properties).embeds)
    assert.deepStrictEqual(Object(Object(Object(embeds.items).properties).title).type, "string")
  })

  it("require exactly the fields that have no default and are not optional", () => {
    assert.deepStrictEqual(
      ["messages_read", "messages_bulk_delete", "users_get_current", "channels_create_guild_channel"].map(
        (name) => publishedSchema(present(name).input).required
      ),
      [["channel_id"], ["channel_id", "message_ids"], [], ["guild_id", "name"]]
    )
  })

  it("have __confirm where a call can be destructive, and only there", () => {
    assert.deepStrictEqual(
      catalogue
        .filter(
          ({ input, risk }) => "__confirm" in Object(publishedSchema(input).properties) !== (risk === "destructive")
        )
        .map(({ name }) => name),
      []
    )
  })
})

describe("the listing of a tool", () => {
  it("is the same every time, and small", () => {
    const listed = JSON.stringify(catalogue.map(toolListing))
    assert.strictEqual(listed, JSON.stringify(catalogue.map(toolListing)))
    assert.isBelow(listed.length, 24_000)
  })

  it("has annotations that agree with its risk", () => {
    assert.deepStrictEqual(
      catalogue.map((tool) => [tool.name, toolListing(tool).annotations]),
      catalogue.map(({ idempotent, name, risk }) => [
        name,
        {
          title: present(name) && toolListing(present(name)).annotations?.title,
          readOnlyHint: risk === "read",
          destructiveHint: risk === "destructive",
          idempotentHint: idempotent,
          openWorldHint: true
        }
      ])
    )
    assert.deepStrictEqual(
      catalogue.filter(({ idempotent, risk }) => risk === "read" && !idempotent),
      []
    )
    assert.deepInclude(toolListing(present("messages_bulk_delete")).annotations, { title: "Messages: bulk delete" })
  })
})

const table = new URL("../../../shared/design/catalogue.tsv", import.meta.url)

describe("the design's table of tools", () => {
  it("has every tool, with this method, route, category and risk", (context) => {
    context.skip(!existsSync(table), "the table of the design (../shared/design/catalogue.tsv) is not on this machine")
    const rows = new Map(
      readFileSync(table, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split("\t"))
        .map(([tool, method, path, , category, risk]) => [tool, [method, path, category, risk]])
    )
    assert.deepStrictEqual(
      catalogue.map(({ category, name, operation, risk }) => [
        name,
        [operation?.method ?? "-", operation?.route ?? "local", category, risk]
      ]),
      catalogue.map(({ name }) => [name, rows.get(name)])
    )
  })
})

/** A tool that must be there. */
function present(name: string) {
  const tool = findTool(name)
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return tool
}
