import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { SharedItems } from "../../src/resilience/SharedItems.ts"
import { runs } from "../turns.ts"

interface Item {
  readonly owner: string
  readonly at: number
  readonly isBusy: boolean
}

const RUNS = runs(500)

const history = FastCheck.array(
  FastCheck.record({
    owner: FastCheck.constantFrom("one", "two", "three", "four", "five", "six"),
    amount: FastCheck.integer({ min: 1, max: 12 }),
    isBusy: FastCheck.boolean()
  }),
  { maxLength: 80 }
)

describe("items that owners share", () => {
  it("drop only idle items, the oldest idle one of an owner first, and stay within the budget", () => {
    FastCheck.assert(
      FastCheck.property(history, FastCheck.boolean(), (steps, hasBusy) => {
        const kept = new Map<Item, number>()
        const items = new SharedItems<Item>({
          total: 40,
          share: 10,
          isDroppable: ({ isBusy }) => !isBusy,
          onDrop: (item) => {
            const older = [...kept.keys()].filter((other) => other.owner === item.owner && other.at < item.at)
            assert.deepStrictEqual([item.isBusy, older.filter(({ isBusy }) => !isBusy)], [false, []])
            kept.delete(item)
          }
        })
        const sumOf = (owner?: string) =>
          [...kept].reduce((sum, [item, amount]) => sum + (owner === undefined || item.owner === owner ? amount : 0), 0)
        for (const [at, { amount, isBusy, owner }] of steps.entries()) {
          const item = { owner, at, isBusy: hasBusy && isBusy }
          if (items.add(owner, item, amount)) kept.set(item, amount)
          // Without busy items, an item fits if it fits into the share of its owner.
          else assert.isTrue(amount > 10 || hasBusy)
          assert.deepStrictEqual([items.used, items.size], [sumOf(), kept.size])
          assert.isAtMost(sumOf(), 40)
          assert.isAtMost(sumOf(owner), 10)
        }
        for (const item of kept.keys()) assert.isTrue(items.remove(item.owner, item))
        assert.deepStrictEqual([items.used, items.size], [0, 0])
      }),
      { numRuns: RUNS, seed: 5 }
    )
  })

  it("never drop an item of an owner within its share for one other owner", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.integer({ min: 1, max: 30 }), { maxLength: 50 }), (amounts) => {
        const dropped: Array<string> = []
        const items = new SharedItems<string>({ total: 100, onDrop: (item) => dropped.push(item) })
        assert.isTrue(items.add("two", "of two", 25))
        for (const [at, amount] of amounts.entries()) items.add("one", `${at}`, amount)
        assert.notInclude(dropped, "of two")
      }),
      { numRuns: RUNS, seed: 6 }
    )
  })

  it("drop of the owner that holds most when the total is used up", () => {
    const dropped: Array<string> = []
    const items = new SharedItems<string>({ total: 10, share: 6, onDrop: (item) => dropped.push(item) })
    items.add("small", "oldest", 4)
    items.add("large", "a", 3)
    items.add("large", "b", 3)
    items.add("another", "c", 2)
    assert.deepStrictEqual(dropped, ["a"])
  })

  it("keep an item longer that was used lately", () => {
    const dropped: Array<string> = []
    const items = new SharedItems<string>({ total: 2, share: 2, onDrop: (item) => dropped.push(item) })
    items.add("one", "a")
    items.add("one", "b")
    items.touch("one", "a")
    items.add("one", "c")
    assert.deepStrictEqual(dropped, ["b"])
    assert.isFalse(items.remove("one", "b"))
  })
})
