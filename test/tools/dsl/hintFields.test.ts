/** A hint names only fields that its tool has. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import type { Fix, ValidationIssue } from "../../../src/errors/fields.ts"
import { fieldAliases } from "../../../src/tools/dsl/fieldAliases.ts"
import { shapeOf } from "../../../src/tools/dsl/inputShape.ts"
import { META } from "../../../src/tools/meta/scopes.ts"
import type { Tool } from "../../../src/tools/Tool.ts"
import { someOf, turn } from "../../turns.ts"
import { prepared } from "../prepared.ts"

/** Names of Discord's fields that tools replace, and of other libraries. */
const FOREIGN = [
  ...["before", "after", "around", "offset", "page", "nonce", "enforce_nonce", "with_components", "with_counts"],
  ...[
    "dm_permission",
    "contexts",
    "integration_types",
    "handler",
    "trigger_type",
    "type",
    "content",
    "text",
    "message"
  ],
  ...["data", "message_id", "silent", "flags", "tts", "reason", "limit", "cursor", "guild", "channel", "user", "role"],
  ...["permissions", "allow", "deny", "color", "name", "topic", "since", "until", "ids", "id", "username", "nickname"]
]

const names = [...new Set([...Object.keys(fieldAliases), ...FOREIGN])]

/** Values of each kind that a caller may send. */
const values: ReadonlyArray<unknown> = ["1248328050278400001", { id: "1248328050278400001" }]

const fieldsOf = (tool: Tool): ReadonlySet<string> => new Set(shapeOf(tool.input.ast).object?.names ?? [])

/** All fields of all tools. A word of a hint that is one of them means a field. */
const everyField = new Set(catalogue.flatMap((tool) => [...fieldsOf(tool)]).filter((name) => name.includes("_")))

const toolNames = new Set(catalogue.map(({ name }) => name))

/** The fields that an issue names: in its fix, and in its words unless these are about another tool. */
const namedIn = ({ fix = {}, message }: ValidationIssue): ReadonlyArray<string> => {
  const { move_into, rename, set = {} }: Fix = fix
  const words = message.match(/[a-z]+(?:_[a-z]+)+/g) ?? []
  const isOfOtherTool = words.some((word) => toolNames.has(word))
  return [
    ...[rename ?? [], move_into ?? []].flat(),
    ...Object.keys(set),
    ...(isOfOtherTool ? [] : words.filter((word) => everyField.has(word)))
  ]
}

/** An issue of an inner object, such as `message.id`, has the fields of that object. */
const isTopLevel = ({ message, path }: ValidationIssue): boolean => /^\w*$/.test(path) && !/means \w+\./.test(message)

describe("the hint of a field that a tool lacks", () => {
  it.effect(
    "names only fields of that tool, for every alias and every name of Discord's",
    () =>
      Effect.gen(function* () {
        const wrong: Array<string> = []
        let hints = 0
        const tools = catalogue.filter(({ category }) => category !== META)
        for (const [at, tool] of tools.entries()) {
          yield* turn
          const fields = fieldsOf(tool)
          for (const name of someOf(names, 10, at)) {
            if (fields.has(name)) continue
            for (const value of values) {
              const issues = Either.match(prepared(tool.name, { [name]: value }), {
                onLeft: (error) => error.validation_issues,
                onRight: (): ReadonlyArray<ValidationIssue> => []
              })
              for (const issue of issues.filter(isTopLevel)) {
                hints++
                // The name that was sent may be repeated.
                const lacking = namedIn(issue).filter((field) => !fields.has(field) && field !== name)
                if (lacking.length > 0) wrong.push(`${tool.name}.${name}: ${lacking.join()}: ${issue.message}`)
              }
            }
          }
        }
        assert.isAbove(hints, 1000)
        assert.deepStrictEqual([...new Set(wrong)], [])
      }),
    60_000
  )
})
