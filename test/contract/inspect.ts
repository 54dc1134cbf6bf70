/** Validates a request against the description of its operation: path, query, body. */
import { Effect, Either, Schema } from "effect"
import type { Described, Description, Parameter } from "./Description.ts"
import type { Finding, Judge } from "./Finding.ts"
import { type Arrived, type FormValue, formOf } from "./listen.ts"
import type { Routed } from "./Router.ts"
import { isNode, type Node } from "./spec/Node.ts"

/** The description and validators of a request. */
export interface Law {
  readonly description: Description
  readonly judge: Judge
}

/** Returns all violations in a request. */
export const inspect = (
  law: Law,
  { operation, path }: Routed,
  query: URLSearchParams,
  arrived: Arrived
): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(bodyFindings(law, operation, arrived), (body) => [
    ...operation.parameters.flatMap((parameter) => {
      const given = parameter.in === "path" ? [path[parameter.name] ?? ""] : query.getAll(parameter.name)
      return parameterFindings(law, parameter, given)
    }),
    ...[...new Set(query.keys())]
      .filter((name) => !operation.parameters.some((parameter) => parameter.in === "query" && parameter.name === name))
      .map((name) =>
        finding(`query.${name}`, "additionalProperties", "is no parameter of this operation", query.get(name))
      ),
    ...body
  ])

const parameterFindings = (
  law: Law,
  { in: place, name, required, schema }: Parameter,
  given: ReadonlyArray<string>
) => {
  const at = `${place}.${name}`
  if (given.length > 0) return law.judge.findings(schema, readAs(law, schema, given), at)
  return required ? [finding(at, "required", "is required", undefined)] : []
}

/** Decodes a text from a URL or form. An invalid text stays a text and fails validation. */
const readAs = (law: Law, schema: Node, given: ReadonlyArray<string>): unknown => {
  const it = law.description.resolve(schema)
  const members = [it.anyOf ?? []].flat().filter(isNode).map(law.description.resolve)
  const list = [it, ...members].find(({ type }) => type === "array")
  const asText = it !== list && given.length === 1
  if (list !== undefined && !asText) return given.map((one) => readAs(law, isNode(list.items) ? list.items : {}, [one]))
  const [text = ""] = given
  if (given.length > 1) return given
  const types = [it.type].flat()
  if ((types.includes("integer") || types.includes("number")) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true"
  return text
}

const bodyFindings = (law: Law, { body }: Described, arrived: Arrived): Effect.Effect<ReadonlyArray<Finding>> => {
  if (arrived.body.length === 0)
    return Effect.succeed(body?.required === true ? [finding("body", "required", "is required", undefined)] : [])
  if (body === undefined)
    return Effect.succeed([finding("body", "none", "this operation takes no body", arrived.body.toString())])
  const media = arrived.media.split(";")[0] ?? ""
  const schema = body.content.get(media)
  const json = body.content.get(JSON_MEDIA)
  if (media === FORM_MEDIA) {
    return Effect.map(formOf(arrived), (form) => {
      if (form === undefined) return [finding("body", "form", "cannot be read as a form", undefined)]
      if (schema === undefined) return [finding("body", "media", `takes ${[...body.content.keys()].join(", ")}`, media)]
      return formFindings(law, schema, json, form)
    })
  }
  if (schema === undefined)
    return Effect.succeed([finding("body", "media", `takes ${[...body.content.keys()].join(", ")}`, media)])
  return Effect.succeed(jsonFindings(law, schema, arrived.body.toString()))
}

const JSON_MEDIA = "application/json"
const FORM_MEDIA = "multipart/form-data"

const jsonFindings = (law: Law, schema: Node, text: string): ReadonlyArray<Finding> =>
  Either.match(Schema.decodeEither(Schema.parseJson())(text), {
    onLeft: () => [finding("body", "json", "is no JSON", text.slice(0, 200))],
    onRight: (value) => law.judge.findings(schema, value, "body")
  })

/** Decodes a form. If the operation accepts JSON, it is in `payload_json` beside the files; otherwise the fields are the body. */
const formFindings = (law: Law, schema: Node, json: Node | undefined, form: ReadonlyMap<string, FormValue>) => {
  const fields = fieldsOf(law, schema)
  if (json === undefined) {
    const value = Object.fromEntries(
      [...form].map(([name, value]) => [
        name,
        typeof value === "string" ? readAs(law, fields.get(name) ?? {}, [value]) : "a file"
      ])
    )
    return law.judge.findings(schema, value, "body")
  }
  const payload = form.get("payload_json") ?? "{}"
  const strangers = [...form.keys()].filter(
    (name) => name !== "payload_json" && fields.get(name)?.contentEncoding !== "binary"
  )
  return [
    ...strangers.map((name) => finding(`body.${name}`, "additionalProperties", "is no file of this form", name)),
    ...jsonFindings(law, json, typeof payload === "string" ? payload : "")
  ]
}

/** Returns the properties of a schema and of all its parts. */
const fieldsOf = (law: Law, schema: Node): ReadonlyMap<string, Node> => {
  const it = law.description.resolve(schema)
  const parts = [it.allOf ?? [], it.anyOf ?? [], it.oneOf ?? []].flat().filter(isNode)
  const own = Object.entries(isNode(it.properties) ? it.properties : {})
  return new Map([
    ...parts.flatMap((part) => [...fieldsOf(law, part)]),
    ...own.flatMap(([name, field]) => (isNode(field) ? [[name, field] satisfies [string, Node]] : []))
  ])
}

const finding = (at: string, rule: string, message: string, given: unknown): Finding => ({
  at,
  rule,
  schema: "the operation itself",
  message,
  given
})
