/** Holds the compiled part of Discord's description to the package `discord-api-spec` (`DOCS=write` writes it). */
// The only option of this file is an environment variable.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { DescribedNode } from "../../src/discord/description/DescribedNode.ts"
import { read } from "./Description.ts"
import { fixes } from "./knownMistakes.ts"
import { isNode, type Node } from "./spec/Node.ts"

/** The schemas that the sandbox checks bodies by. */
const roots = [
  "CreateGuildChannelRequest",
  "UpdateGuildChannelRequestPartial",
  "UpdateThreadRequestPartial",
  ...["Keyword", "MLSpam", "DefaultKeywordList", "MentionSpam", "UserProfile"].flatMap((trigger) => [
    `${trigger}UpsertRequest`,
    `${trigger}UpsertRequestPartial`
  ]),
  "CreateRoleRequest",
  "UpdateRoleRequestPartial",
  "GuildPatchRequestPartial",
  ...["External", "Stage", "Voice"].flatMap((place) => [
    `${place}ScheduledEventCreateRequest`,
    `${place}ScheduledEventPatchRequestPartial`
  ])
]

const file = "src/discord/description/schemas.ts"

const { resolve } = read()

const refTo = (name: string): Node => ({ $ref: `discord#/components/schemas/${name}` })

/** The parts of a description that other schemas name. */
const names: Array<string> = []

const reduced = (node: Node, at: string): DescribedNode => {
  const fix = fixes[at]
  if (fix !== undefined) return fix
  if (typeof node.$ref === "string") {
    const name = node.$ref.split("/").at(-1) ?? ""
    if (name === "SnowflakeType") return { type: "snowflake" }
    if (!names.includes(name)) names.push(name)
    return { type: "ref", name }
  }
  if (Array.isArray(node.anyOf)) {
    const choices = node.anyOf.filter(isNode)
    const members = choices.filter(({ type }) => type !== "null").map((member) => reduced(member, at))
    const [first] = members
    assert.isDefined(first, at)
    return {
      ...(members.length > 1 ? { type: "union" as const, members } : (first as DescribedNode)),
      ...(members.length < choices.length && { nullable: true })
    }
  }
  if (Array.isArray(node.type)) {
    const [type] = node.type.filter((one: unknown) => one !== "null")
    return { ...reduced({ ...node, type }, at), nullable: true }
  }
  if (Array.isArray(node.enum)) return { type: "choice", values: node.enum }
  if (typeof node.const === "number") return { type: "choice", values: [node.const] }
  const size = (min: unknown, max: unknown) => ({
    ...(typeof min === "number" && { min }),
    ...(typeof max === "number" && { max })
  })
  switch (node.type) {
    case "string":
      if (node.format === "date-time") return { type: "time" }
      return { type: "string", ...size(node.minLength, node.maxLength) }
    case "integer":
      return { type: "integer", ...size(node.minimum, node.maximum) }
    case "boolean":
      return { type: "boolean" }
    case "array":
      return { type: "list", items: reduced(Object(node.items), `${at}[]`), ...size(node.minItems, node.maxItems) }
    case "object":
      return {
        type: "object",
        fields: Object.fromEntries(
          Object.entries(Object(node.properties)).map(([name, field]) => [
            name,
            reduced(Object(field), `${at}.${name}`)
          ])
        ),
        required: Array.isArray(node.required) ? node.required : []
      }
    default:
      throw new Error(`${at}: no check is known for ${JSON.stringify(node)}`)
  }
}

const compiled = (): string => {
  names.push(...roots)
  const entries: Array<string> = []
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? ""
    entries.push(`  ${name}: ${JSON.stringify(reduced(resolve(refTo(name)), name))}`)
  }
  return `/** Schemas of Discord's published description. Generated from discord-api-spec (npm run docs): do not edit. */
import type { DescribedNode } from "./DescribedNode.ts"

/** The schemas by their names in the description. */
export const schemas: Readonly<Record<string, DescribedNode>> = {
${entries.join(",\n")}
}
`
}

describe("the compiled description", () => {
  it("is that of the package, with the known mistakes fixed (DOCS=write writes it)", () => {
    const text = compiled()
    if (process.env.DOCS === "write") writeFileSync(file, text)
    assert.strictEqual(readFileSync(file, "utf8"), text)
  })
})
