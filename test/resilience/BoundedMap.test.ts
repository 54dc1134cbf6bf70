import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { BoundedMap } from "../../src/resilience/BoundedMap.ts"

describe("a bounded map", () => {
  it("evicts the entry that was unused longest, and returns it", () => {
    const map = new BoundedMap<string, number>(2)
    assert.isUndefined(map.set("a", 1))
    map.set("b", 2)
    assert.strictEqual(
      map.use("a", () => 0),
      1
    )
    assert.deepStrictEqual(map.set("c", 3), ["b", 2])
    assert.deepStrictEqual([...map.values()], [1, 3])
  })

  it("evicts needed entries last, and never the newest", () => {
    const map = new BoundedMap<string, boolean>(2, (isNeeded) => isNeeded)
    map.set("needed", true)
    map.set("other", false)
    assert.deepStrictEqual(map.set("new", false), ["other", false])
    map.set("new", true)
    assert.deepStrictEqual(map.set("newest", false), ["needed", true])
  })

  const operations = FastCheck.array(FastCheck.tuple(FastCheck.nat(9), FastCheck.boolean()), { maxLength: 60 })

  it.prop(
    "never has more entries than its maximum, and always the newest",
    [FastCheck.integer({ min: 1, max: 6 }), operations],
    ([max, drawn]) => {
      const map = new BoundedMap<number, boolean>(max, (isNeeded) => isNeeded)
      for (const [key, isNeeded] of drawn) {
        map.set(key, isNeeded)
        assert.isAtMost(map.size, max)
        assert.strictEqual(map.get(key), isNeeded)
      }
    }
  )
})
