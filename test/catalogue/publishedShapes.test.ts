/** The published schemas show what may be sent: every key that a decoder accepts, and every form of a value. */
import { assert, describe, it } from "@effect/vitest"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import { type Shape, shapeOf } from "../../src/tools/dsl/inputShape.ts"
import { isJson, type Json, portableSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { coreTools, listingProfiles } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"

/** Something that a decoder accepts at a path and the schema does not show. */
interface Hidden {
  readonly path: string
  readonly what: string
}

/** Returns the schema of a field of another tool that a description refers to. */
type Resolve = (tool: string, field: string) => Json | undefined

/** Returns what a shape accepts and its schema does not show. */
const hiddenByItself = (
  shape: Shape,
  schema: Json,
  path: string,
  resolve: Resolve,
  said = ""
): ReadonlyArray<Hidden> => {
  if (shape.anything) return []
  const text = `${said} ${schema.description ?? ""}`
  if (isMap(path)) return []
  const forms = [
    ...(shape.text || shape.word || shape.id ? ["string"] : []),
    ...(shape.number ? ["number"] : []),
    ...(shape.boolean ? ["boolean"] : []),
    ...(shape.object === undefined ? [] : ["object"]),
    ...(shape.list === undefined ? [] : ["array"])
  ]
  const shown = schema.type === "integer" ? "number" : schema.type
  const hiddenForms = forms.filter((form) => form !== shown)
  const properties = isJson(schema.properties) ? schema.properties : {}
  return [
    ...hiddenForms.filter((form) => !isLenient(path, form)).map((form) => ({ path, what: form })),
    ...(shape.object?.names ?? []).flatMap((name) => {
      const field = shape.object?.field(name)
      const shownField = properties[name]
      if (field === undefined || schema.type !== "object") return []
      if (isJson(shownField)) return hiddenIn(field, shownField, `${path}.${name}`, resolve, text)
      return new RegExp(`\\b${name}\\b`).test(text)
        ? unnamedIn(field, `${text} ${Object.keys(properties)}`, `${path}.${name}`)
        : [{ path, what: name }]
    }),
    ...(shape.list !== undefined && isJson(schema.items)
      ? hiddenIn(shape.list.item(), schema.items, `${path}[]`, resolve, text)
      : [])
  ]
}

/** Returns what a shape accepts and neither its schema shows nor that of the tool that its description names. */
const hiddenIn = (shape: Shape, schema: Json, path: string, resolve: Resolve, said = ""): ReadonlyArray<Hidden> => {
  const hidden = hiddenByItself(shape, schema, path, resolve, said)
  const [, other] = REFERENCE.exec(String(schema.description ?? "")) ?? []
  if (hidden.length === 0 || other === undefined) return hidden
  const target = resolve(other, path.replace(/.*\./, ""))
  const inner = target?.type === "object" ? (shape.list?.item() ?? shape) : shape
  return target === undefined
    ? [{ path, what: `refers to ${other}` }]
    : hiddenByItself(inner, target, path, resolve, `${said} ${schema.description}`)
}

/** Returns the keys of a value without a schema that a description does not name. A component can contain itself. */
const unnamedIn = (
  shape: Shape,
  text: string,
  path: string,
  outer: ReadonlyArray<Shape> = []
): ReadonlyArray<Hidden> => {
  const item = shape.list?.item() ?? shape
  if (outer.includes(item) || isMap(path)) return []
  return (item.object?.names ?? []).flatMap((name) => {
    const field = item.object?.field(name)
    if (!new RegExp(`\\b${name}\\b`).test(text)) return isLenient(path, name) ? [] : [{ path, what: name }]
    return field === undefined ? [] : unnamedIn(field, text, `${path}.${name}`, [...outer, item])
  })
}

/** Refers to the tool that describes a field. */
const REFERENCE = /\b(?:as in|layouts:) ([a-z]+(?:_\w+)+)/i

/** Whether the keys of an object are chosen by the caller. Its description says what they are. */
const isMap = (path: string): boolean => /_localizations$/.test(path)

/** Keys and other forms that a tool accepts, each with the reason why the schema does not show them. */
const lenient: ReadonlyArray<readonly [path: RegExp, form: string, reason: string]> = [
  [/__confirm$/, "boolean", "a schema has one type, and a token is a text: the text true is accepted, too"],
  [/\.components\[\]/, "required", "a menu of a message ignores it: it is for menus of a form"],
  [/\.for_each$/, "array", "a schema has one type: the description names the list"],
  [/^polls_create\.answers\[\]$/, "string", "a text is taken for {text}"],
  [/\.choices\[\]\.value$/, "number", "a schema has one type: the description says that a number is accepted"]
]

const isLenient = (path: string, what: string): boolean =>
  lenient.some(([at, other]) => at.test(path) && other === what)

const fieldOf = (schema: Json | undefined, field: string): Json | undefined => {
  const properties = schema?.properties
  const found = isJson(properties) ? properties[field.replaceAll("[]", "")] : undefined
  return isJson(found) ? found : undefined
}

const lists: Readonly<Record<string, (tool: (typeof catalogue)[number]) => Json>> = {
  mcp_tools_search: ({ input }) => portableSchema(input),
  "the core list": (tool) => toolListing(tool, listingProfiles.everyday.styleOf).inputSchema,
  "the full list": (tool) => toolListing(tool, listingProfiles.full.styleOf).inputSchema
}

describe("a published schema", () => {
  for (const [list, schemaOf] of Object.entries(lists)) {
    it(`shows every key and form that the tool accepts: ${list}`, () => {
      const tools = catalogue.filter(({ name }) => list !== "the core list" || coreTools.has(name))
      const resolve: Resolve = (name, field) => {
        const tool = findTool(name)
        if (tool === undefined) return undefined
        // An accessory is one component, and a message has the fields of the tool itself.
        const components = fieldOf(portableSchema(tool.input), "components")
        const items =
          field === "accessory" ? { ...Object(components?.items), description: components?.description } : undefined
        return items ?? fieldOf(schemaOf(tool), field) ?? fieldOf(portableSchema(tool.input), field) ?? schemaOf(tool)
      }
      const hidden = tools.flatMap((tool) => hiddenIn(shapeOf(tool.input.ast), schemaOf(tool), tool.name, resolve))
      assert.deepStrictEqual([...new Set(hidden.map(({ path, what }) => `${path}: ${what}`))], [])
    })
  }
})
