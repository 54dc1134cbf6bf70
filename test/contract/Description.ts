import { existsSync, readFileSync } from "node:fs"
import { type Operation, operations } from "./Operation.ts"

/** Any part of the description: a schema, a parameter, an operation. */
export type Node = { readonly [key: string]: unknown }

/** A parameter in the path or the query. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly schema: Node
}

/** What the description says of one operation. */
export interface Described extends Operation {
  readonly parameters: ReadonlyArray<Parameter>
  /** The schemas of the body by media type, where there is one. */
  readonly body: { readonly required: boolean; readonly content: ReadonlyMap<string, Node> } | undefined
  /** How it answers when all goes well; without a schema there is no body. */
  readonly success: { readonly status: number; readonly media: string; readonly schema: Node | undefined }
}

/** Discord's published description. It stays outside of the project: it is what we are held against. */
export interface Description {
  readonly root: Node
  readonly operations: ReadonlyArray<Described>
  /** A schema itself where a reference to it stands. */
  readonly resolve: (node: Node) => Node
}

/** What every reference begins with, so that schemas can be compiled one by one. */
export const ROOT_ID = "discord"

const file = new URL("../../../shared/reference/discord-openapi.json", import.meta.url)

/** Whether the description is at hand. */
export const isAtHand: boolean = existsSync(file)

/** Reads the description. */
export const read = (): Description => {
  const root = strict(JSON.parse(readFileSync(file, "utf8")))
  const resolve = (node: Node): Node =>
    typeof node.$ref === "string" ? resolve(at(root, node.$ref.slice(`${ROOT_ID}#/`.length).split("/"))) : node
  return { root, resolve, operations: operations.map((operation) => describe(root, operation)) }
}

const describe = (root: Node, operation: Operation): Described => {
  const item = at(root, ["paths", operation.path])
  const own = at(item, [operation.method.toLowerCase()])
  const body = own.requestBody === undefined ? undefined : nodeOf(own.requestBody)
  const success = Object.entries(nodeOf(own.responses)).find(([status]) => status.startsWith("2"))
  const [media, answer] = Object.entries(nodeOf(nodeOf(success?.[1]).content ?? {}))[0] ?? []
  return {
    ...operation,
    parameters: [item.parameters ?? [], own.parameters ?? []].flat().map((parameter) => {
      const { in: place, name, required, schema } = nodeOf(parameter)
      return {
        name: String(name),
        in: place === "path" ? "path" : "query",
        required: required === true,
        schema: nodeOf(schema)
      }
    }),
    body: body && {
      required: body.required === true,
      content: new Map(Object.entries(nodeOf(body.content)).map(([media, it]) => [media, nodeOf(nodeOf(it).schema)]))
    },
    success: {
      status: Number(success?.[0]),
      media: media ?? "",
      schema: answer === undefined ? undefined : nodeOf(nodeOf(answer).schema)
    }
  }
}

/**
 * The description as it is used: closed, so that a field it does not know is a
 * violation too (Discord would ignore it, and nobody would notice), and without
 * the empty enumerations beside references, which nothing could satisfy.
 */
const strict = (value: unknown): Node => nodeOf(walk(value))

const walk = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(walk)
  if (!isNode(value)) return value
  const entries = Object.entries(value).flatMap(([key, inner]): ReadonlyArray<readonly [string, unknown]> => {
    if (key === "enum" && Array.isArray(inner) && inner.length === 0) return []
    if (key === "$ref" && typeof inner === "string") return [[key, ROOT_ID + inner]]
    return [[key, walk(inner)]]
  })
  const open = [value.type].flat().includes("object") && isNode(value.properties) && !("additionalProperties" in value)
  return Object.fromEntries(open ? [...entries, ["additionalProperties", false]] : entries)
}

const at = (root: Node, path: ReadonlyArray<string>): Node => path.reduce((node, key) => nodeOf(node[key]), root)

/** A part that must be there: the description is broken when it is not. */
const nodeOf = (value: unknown): Node => {
  if (!isNode(value)) throw new Error(`the description has no object where one was expected: ${JSON.stringify(value)}`)
  return value
}

/** Whether a value is an object of the description. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)
