import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { notOffered } from "../../src/tools/notOffered.ts"
import { knownMistakes } from "./knownMistakes.ts"
import { operations, shapeOf } from "./Operation.ts"

/** From this number of tools on, the catalogue must be complete. */
const WHOLE = 240

/** Operations that Discord's description lacks. knownMistakes.ts has the reasons. */
const undescribed = knownMistakes.filter(({ at }) => at === "route").flatMap(({ operations }) => operations)

const described = new Set(operations.map(({ method, path }) => shapeOf(`${method} ${path}`)))
const known = new Set([...described, ...undescribed.map(shapeOf)])
const offered = new Set(
  catalogue.flatMap(({ operation }) =>
    operation === undefined ? [] : [shapeOf(`${operation.method} ${operation.route}`)]
  )
)

describe("the catalogue and Discord's operations", () => {
  it("have a complete list of operations without duplicates", () => {
    assert.strictEqual(new Set(operations.map(({ id }) => id)).size, operations.length)
    assert.strictEqual(described.size, operations.length)
    assert.deepStrictEqual([...new Set(operations.map(({ method }) => method))].sort(), [
      "DELETE",
      "GET",
      "PATCH",
      "POST",
      "PUT"
    ])
    assert.isAbove(operations.length, 240)
  })

  it("have no tool with a route that Discord lacks", () => {
    const lost = catalogue.flatMap(({ name, operation }) =>
      operation === undefined || known.has(shapeOf(`${operation.method} ${operation.route}`))
        ? []
        : [`${name}: ${operation.method} ${operation.route}`]
    )
    assert.deepStrictEqual(lost, [])
  })

  it("omit only operations that exist, with a reason and without a tool", () => {
    const shapes = notOffered.map(({ method, path }) => shapeOf(`${method} ${path}`))
    assert.deepStrictEqual(
      shapes.filter((shape) => !described.has(shape)),
      []
    )
    assert.deepStrictEqual(
      shapes.filter((shape) => offered.has(shape)),
      []
    )
    assert.strictEqual(new Set(shapes).size, shapes.length)
    assert.deepStrictEqual(
      notOffered.filter(({ reason }) => reason.trim().length < 20),
      []
    )
  })

  it("have a tool for every operation that is not omitted", ({ skip }) => {
    skip(
      catalogue.length < WHOLE,
      `the catalogue has ${catalogue.length} tools; this holds from ${WHOLE} on, when its tables are complete`
    )
    const left = new Set(notOffered.map(({ method, path }) => shapeOf(`${method} ${path}`)))
    const missing = operations.filter(({ method, path }) => {
      const shape = shapeOf(`${method} ${path}`)
      return !offered.has(shape) && !left.has(shape)
    })
    assert.deepStrictEqual(
      missing.map(({ id, method, path }) => `${id}: ${method} ${path}`),
      []
    )
  })
})
