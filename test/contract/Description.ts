import type { Operation } from "./Operation.ts"
import { withLimits } from "./spec/limits.ts"
import { answerMedia, formOnly, jsonOrForm } from "./spec/media.ts"
import { isNode, type Node } from "./spec/Node.ts"
import { type SpecifiedOperation, specified } from "./spec/paths.ts"
import { schemas } from "./spec/schemas.ts"

/** A parameter in the path or the query. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly schema: Node
}

/** One operation of the description. */
export interface Described extends Operation {
  readonly parameters: ReadonlyArray<Parameter>
  /** The schemas of the body by media type. */
  readonly body: { readonly required: boolean; readonly content: ReadonlyMap<string, Node> } | undefined
  /** The success response. Without a schema there is no body. */
  readonly success: { readonly status: number; readonly media: string; readonly schema: Node | undefined }
}

/** Discord's published description, from the package discord-api-spec. */
export interface Description {
  readonly root: Node
  readonly operations: ReadonlyArray<Described>
  /** Resolves a reference to its schema. */
  readonly resolve: (node: Node) => Node
}

/** The prefix of every reference, so that schemas can be compiled one by one. */
export const ROOT_ID = "discord"

/** Reads the description. */
export const read = (): Description => {
  const named = Object.entries(schemas).map(([name, schema]) => [name, withLimits(name, [], schema)] as const)
  const root = strict({ components: { schemas: Object.fromEntries(named) } })
  const resolve = (node: Node): Node =>
    typeof node.$ref === "string" ? resolve(at(root, node.$ref.slice(`${ROOT_ID}#/`.length).split("/"))) : node
  return { root, resolve, operations: specified.map(describe) }
}

const describe = ({ body, id, method, parameters, path, success }: SpecifiedOperation): Described => ({
  id,
  method,
  path,
  parameters: parameters.map((it) => ({ ...it, schema: strict(withLimits(id, [it.in, it.name], it.schema)) })),
  body: body && { required: true, content: contentOf(id, strict(withLimits(id, ["body"], body))) },
  success: {
    status: success.status,
    media: success.schema === undefined ? "" : (answerMedia.get(id) ?? JSON_MEDIA),
    schema: success.schema && strict(success.schema)
  }
})

const JSON_MEDIA = "application/json"
const FORM_MEDIA = "multipart/form-data"

/** A body by media type. Files beside the fields of a form are named; otherwise they are fields. */
const contentOf = (id: string, schema: Node): ReadonlyMap<string, Node> => {
  if (formOnly.has(id)) return new Map([[FORM_MEDIA, schema]])
  const files = jsonOrForm.get(id)
  if (files === undefined) return new Map([[JSON_MEDIA, schema]])
  const properties = Object.fromEntries(files.map((name) => [name, { type: "string", contentEncoding: "binary" }]))
  return new Map([
    [JSON_MEDIA, schema],
    [FORM_MEDIA, files.length === 0 ? schema : { allOf: [schema, { type: "object", properties }] }]
  ])
}

/**
 * Closes all objects, so that an unknown field is a violation. Discord would ignore
 * it without an error.
 */
const strict = (value: unknown): Node => nodeOf(walk(value))

const walk = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(walk)
  if (!isNode(value)) return value
  const entries = Object.entries(value).map(([key, inner]) =>
    key === "$ref" && typeof inner === "string" ? [key, ROOT_ID + inner] : [key, walk(inner)]
  )
  const open = value.type === "object" && isNode(value.properties) && !("additionalProperties" in value)
  return Object.fromEntries(open ? [...entries, ["additionalProperties", false]] : entries)
}

const at = (root: Node, path: ReadonlyArray<string>): Node => path.reduce((node, key) => nodeOf(node[key]), root)

/** Returns a required part. Throws if the description lacks it. */
const nodeOf = (value: unknown): Node => {
  if (!isNode(value)) throw new Error(`the description has no object where one was expected: ${JSON.stringify(value)}`)
  return value
}
