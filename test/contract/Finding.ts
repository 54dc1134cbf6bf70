import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js"
import { ROOT_ID } from "./Description.ts"
import { isNode, type Node } from "./spec/Node.ts"

/** A part of a request that the description does not allow. */
export interface Finding {
  /** The path: `query.limit`, `body.embeds[].url`. */
  readonly at: string
  /** The keyword that is violated. */
  readonly rule: string
  /** The path in the description. */
  readonly schema: string
  readonly message: string
  readonly given: unknown
}

/** Validates values against schemas of the description. Compiles each schema when it is first used. */
export interface Judge {
  readonly findings: (schema: Node, value: unknown, place: string) => ReadonlyArray<Finding>
}

/** A validator of the whole description, including references. */
export const make = (root: Node): Judge => {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    verbose: true,
    formats: {
      "date-time": (text: string) =>
        /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
      uri: (text: string) => URL.canParse(text),
      int32: { type: "number", validate: (value: number) => Math.abs(value) <= 2 ** 31 },
      int64: { type: "number", validate: (value: number) => Math.abs(value) <= 2 ** 63 },
      double: true,
      nonce: true,
      snowflake: true
    }
  })
  ajv.addSchema(root, ROOT_ID)

  const findings = (schema: Node, value: unknown, place: string): ReadonlyArray<Finding> => {
    const validate: ValidateFunction = ajv.compile(schema)
    if (validate(value)) return []
    const name = typeof schema.$ref === "string" ? schema.$ref.replace(/^.*\//, "") : "(operation)"
    return explained(validate.errors ?? [], place).map((it) => ({ ...it, schema: it.schema.replace(/^#/, name) }))
  }

  /** A union reports the errors of each member. Only those of the closest member count. */
  const explained = (errors: ReadonlyArray<ErrorObject>, place: string): ReadonlyArray<Finding> => {
    const unions = errors.filter((error, index) => isUnion(error) && !errors.slice(index + 1).some(holds(error)))
    const plain = errors.filter(
      (error) => !unions.some((union) => union === error || (holds(error)(union) && !besides(union, error)))
    )
    return [...plain.map((error) => findingOf(error, place)), ...unions.flatMap((union) => meant(union, place))]
  }

  const meant = (union: ErrorObject, place: string): ReadonlyArray<Finding> => {
    const whole = findingOf(union, place)
    const members = [union.schema].flat().filter(isNode)
    const constants = members.map((member) => member.const)
    if (constants.every((constant) => constant !== undefined))
      return [{ ...whole, rule: "enum", message: `must be one of ${constants.join(", ")}` }]
    const attempts = members.map((member) => findings(member, union.data, whole.at))
    const [best] = [...attempts].sort((a, b) => distance(a, whole.at) - distance(b, whole.at))
    return best === undefined || best.length === 0 ? [whole] : best
  }

  return { findings }
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === "oneOf" || keyword === "anyOf"

/** Whether a later union contains an error. */
const holds =
  (error: ErrorObject) =>
  (union: ErrorObject): boolean =>
    isUnion(union) &&
    (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`))

/** Whether an error belongs to the union, not to one of its members. */
const besides = (union: ErrorObject, error: ErrorObject): boolean => union.parentSchema === error.parentSchema

/** The distance between a value and a member of a union. A rule counts once for a path, not for each element of a list. */
const distance = (findings: ReadonlyArray<Finding>, place: string): number =>
  [...new Map(findings.map((finding) => [`${finding.at} ${finding.rule}`, finding])).values()].reduce(
    (sum, { at, rule }) => {
      // A value of another type, or a member with another `type`, is not close.
      if ((at === place && rule === "type") || (at === `${place}.type` && rule === "const")) return sum + 10_000
      // A member that lacks a field of the value is farther than one in which the field has another type.
      if (rule === "additionalProperties") return sum + 10
      return sum + (rule === "enum" || rule === "const" ? 100 : 1)
    },
    0
  )

const findingOf = (error: ErrorObject, place: string): Finding => {
  const { additionalProperty, missingProperty }: { additionalProperty?: string; missingProperty?: string } =
    error.params
  const field = additionalProperty ?? missingProperty
  const data: unknown = error.data
  return {
    at: place + pathOf(error.instancePath) + (field === undefined ? "" : `.${field}`),
    rule: error.keyword,
    schema: error.schemaPath.replace(`${ROOT_ID}#/components/schemas/`, ""),
    message: error.message ?? error.keyword,
    given: additionalProperty !== undefined && isNode(data) ? data[additionalProperty] : data
  }
}

/** `/embeds/0/url` reads `.embeds[].url`. */
const pathOf = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? "[]" : `.${step}`))
    .join("")
