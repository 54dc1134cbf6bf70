/** Every list, flag, choice, number and clearable field of every write has a row that says what it takes away. */
import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { CLEAR } from "../../../src/objects/schema/clearable.ts"
import { type Shape, shapeOf } from "../../../src/tools/dsl/inputShape.ts"
import type { Rows } from "../../../src/tools/losses/Guard.ts"
import { guards, otherWrites } from "../../../src/tools/losses/table.ts"
import { META } from "../../../src/tools/meta/scopes.ts"

/** Fields that say how a call runs, and the parts of components, which a check takes as a whole. */
const NO_ROWS =
  /^(__confirm|view|clear|reveal_token|with_response|split|tables|fail_if_not_exists|tts)$|(^|\.)components\[\]|\[\]\.clear$/

const fieldsOf = (shape: Shape, path = "", depth = 0): ReadonlyArray<string> => {
  if (depth > 5 || NO_ROWS.test(path)) return []
  const inside = shape.object
  const own =
    path !== "" && (shape.list !== undefined || shape.boolean || shape.word || (shape.number && !shape.id))
      ? [path]
      : []
  return [
    ...own,
    ...(shape.list === undefined
      ? []
      : fieldsOf(shape.list.item(), `${path}[]`, depth + 1).filter((it) => it !== `${path}[]`)),
    ...(inside === undefined
      ? []
      : inside.names.flatMap((name) => {
          const field = inside.field(name)
          const at = path === "" ? name : `${path}.${name}`
          if (field === undefined || name === CLEAR) return []
          const all = fieldsOf(field, at, depth + 1)
          return inside.clearable.has(name) && !all.includes(at) ? [at, ...all] : all
        }))
  ]
}

/** A tool that only creates. What it is given belongs to the new object. */
const creates = (method: string | undefined) => method === "POST" || method === "DELETE"

const writes = catalogue.filter(
  ({ category, operation, risk }) => category !== META && risk !== "read" && !creates(operation?.method)
)

const tables: Readonly<Record<string, Rows>> = {
  ...otherWrites,
  ...Object.fromEntries(Object.entries(guards).map(([name, { fields }]) => [name, fields]))
}

/** These meanings of a row hold for all that is inside the field. */
const PLAIN = ["asks", "own", "part"]

/** Returns whether a field has a row, or is inside a field whose row speaks for it. */
const hasRow = (rows: Rows | undefined, path: string): boolean => {
  if (rows === undefined) return false
  if (Object.hasOwn(rows, path)) return true
  return Object.entries(rows).some(
    ([row, meaning]) => PLAIN.includes(String(meaning)) && (path.startsWith(`${row}.`) || path.startsWith(`${row}[`))
  )
}

describe("the table of fields that can take something away", () => {
  it("has a row for each list, flag, choice, number and clearable field of each write", () => {
    const missing = writes.flatMap(({ input, name }) =>
      fieldsOf(shapeOf(input.ast))
        .filter((path) => !hasRow(tables[name], path))
        .map((path) => `${name}.${path}`)
    )
    assert.deepStrictEqual(missing, [])
    assert.isAbove(writes.length, 60)
  })

  it("has only fields that the tools have", () => {
    const unknown = Object.entries(tables).flatMap(([tool, rows]) => {
      const input = catalogue.find(({ name }) => name === tool)?.input
      if (input === undefined) return [tool]
      const has = (path: string) =>
        path.split(".").reduce<Shape | undefined>((shape, part) => {
          const field = shape?.object?.field(part.replace("[]", ""))
          return part.endsWith("[]") ? field?.list?.item() : field
        }, shapeOf(input.ast)) !== undefined
      return Object.keys(rows).flatMap((path) => (has(path) || SHARED.test(path) ? [] : [`${tool}.${path}`]))
    })
    assert.deepStrictEqual(unknown, [])
  })

  it("lets each tool with a check ask, and says so in its kinds", () => {
    for (const [tool, { asks }] of Object.entries(guards)) {
      assert.includeMembers([...(catalogue.find(({ name }) => name === tool)?.asks ?? [])], [...asks], tool)
      assert.isNotEmpty(asks, tool)
    }
  })

  it("finds a new list, flag, choice or number without a row", () => {
    assert.isFalse(hasRow(tables.emojis_modify, "users"))
    assert.isTrue(hasRow(tables.emojis_modify, "roles"))
    assert.isFalse(hasRow(undefined, "roles"))
  })
})

/** Fields of the tools for messages, of which not every one has all. */
const SHARED = /^(poll|flags|embeds|files|allowed_mentions|components|contexts|integration_types|handler)/
