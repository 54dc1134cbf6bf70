/** Holds the named limits of the tools to Discord's description, for all that it states. */
// The only option of this file is an environment variable.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Limits from "../../src/objects/schema/limits.ts"
import { read } from "./Description.ts"
import { isNode, type Node } from "./spec/Node.ts"

/** `DOCS=write` writes the numbers instead of comparing them. */
const writing = process.env.DOCS === "write"

const file = "src/objects/schema/limits.ts"

const { operations, resolve } = read()

/** A limit by name: its operation, the part of its request, and the keyword that states it. */
const rows = readFileSync(new URL("namedLimits.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [name = "", operation = "", at = "", keyword = ""] = line.split("\t")
    return { name, operation, steps: at.replaceAll("[]", ".[]").split("."), keyword }
  })

/** The number that the description states: of alternatives, the one that allows most. */
const statedBy = ({ keyword, name, operation, steps: [place, ...rest] }: (typeof rows)[number]): number => {
  const described = operations.find(({ id }) => id === operation)
  const whole =
    place === "body"
      ? [...(described?.body?.content.values() ?? [])]
      : (described?.parameters ?? []).filter((it) => it.in === place && it.name === rest[0]).map(({ schema }) => schema)
  const steps = place === "body" ? rest : rest.slice(1)
  const numbers = whole
    .flatMap((node) => partsAt(node, steps))
    .flatMap((node) => (typeof node[keyword] === "number" ? [node[keyword]] : []))
  assert.isNotEmpty(numbers, name)
  return keyword.startsWith("max") ? Math.max(...numbers) : Math.min(...numbers)
}

/** Every schema at a path. `[]` is an item of a list, `*` a value of a map. */
const partsAt = (reference: Node, steps: ReadonlyArray<string>): ReadonlyArray<Node> => {
  const node = resolve(reference)
  const alternatives = [node.anyOf, node.oneOf, node.allOf].flat().filter(isNode)
  const [step, ...rest] = steps
  const fields = isNode(node.properties) ? node.properties : {}
  const inner = step === "[]" ? node.items : step === "*" ? node.additionalProperties : fields[step ?? ""]
  return [
    ...(step === undefined ? [node] : isNode(inner) ? partsAt(inner, rest) : []),
    ...alternatives.flatMap((one) => partsAt(one, steps))
  ]
}

describe("the named limits of the tools", () => {
  it(`are those of Discord's description, where it states them (DOCS=write writes them)`, () => {
    const stated = rows.map((row) => [row.name, statedBy(row)] as const)
    const text = readFileSync(file, "utf8")
    const fresh = stated.reduce(
      (all, [name, number]) =>
        Reflect.get(Limits, name) === number
          ? all
          : all.replace(new RegExp(`(?<=^export const ${name} = ).*`, "m"), String(number)),
      text
    )
    if (writing) writeFileSync(file, fresh)
    assert.strictEqual(writing ? fresh : text, fresh)
    assert.deepStrictEqual(
      rows.map(({ name }) => name).filter((name) => !Object.hasOwn(Limits, name)),
      []
    )
  })
})
