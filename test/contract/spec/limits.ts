/** Limits that discord-api-spec loses: those of parameters and bodies without a name, and what Zod cannot say. */
import { readFileSync } from "node:fs"
import { Array, Schema } from "effect"
import { isNode, type Node } from "./Node.ts"

const Keywords = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** A line of the table: an operation or a schema, where in it a limit stands (`body.users[].name`), its keywords. */
const rows = readFileSync(new URL("limits.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [of = "", at = "", keywords = ""] = line.split("\t")
    return { of, steps: at.replaceAll("[]", ".[]").split("."), keywords: Schema.decodeUnknownSync(Keywords)(keywords) }
  })

const byOwner = Array.groupBy(rows, ({ of }) => of)

/** Every operation and schema that the table has a limit for. */
export const limited: ReadonlyArray<string> = Object.keys(byOwner)

/** A schema with its limits. `at` is its path in its owner: `query`, `before`; empty for the owner itself. */
export const withLimits = (owner: string, at: ReadonlyArray<string>, schema: Node): Node =>
  (byOwner[owner] ?? [])
    .filter(({ steps }) => at.every((step, index) => steps[index] === step))
    .reduce((node, { keywords, steps }) => limitedAt(node, steps.slice(at.length), keywords), schema)

/** Every way a value can be written is limited: in a union those of its members that have such a part. */
const limitedAt = (node: Node, steps: ReadonlyArray<string>, keywords: Node): Node => {
  const [step, ...rest] = steps
  if (step === undefined) return { ...node, ...keywords }
  if (Array.isArray(node.anyOf))
    return {
      ...node,
      anyOf: node.anyOf.map((member) => (isNode(member) ? limitedAt(member, steps, keywords) : member))
    }
  const key = step === "[]" ? "items" : step === "*" ? "additionalProperties" : undefined
  if (key !== undefined) return isNode(node[key]) ? { ...node, [key]: limitedAt(node[key], rest, keywords) } : node
  const fields = isNode(node.properties) ? node.properties : {}
  const field = fields[step]
  return isNode(field) ? { ...node, properties: { ...fields, [step]: limitedAt(field, rest, keywords) } } : node
}
