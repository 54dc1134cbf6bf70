import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { type BudgetLimits, type Owner, SharedBudget } from "../../src/resilience/SharedBudget.ts"
import { runs } from "../turns.ts"

const RUNS = runs(500)

interface Step {
  readonly owner: Owner
  readonly amount: number
  readonly takes: boolean
}

const owners: FastCheck.Arbitrary<Owner> = FastCheck.constantFrom("one", "two", "three", "four", "five", "six")

const limits: FastCheck.Arbitrary<Required<BudgetLimits>> = FastCheck.record({
  total: FastCheck.integer({ min: 4, max: 200 }),
  share: FastCheck.integer({ min: 1, max: 50 }),
  floor: FastCheck.integer({ min: 0, max: 5 })
})

const steps: FastCheck.Arbitrary<ReadonlyArray<Step>> = FastCheck.array(
  FastCheck.record({ owner: owners, amount: FastCheck.integer({ min: 0, max: 60 }), takes: FastCheck.boolean() }),
  { maxLength: 60 }
)

/** Runs the steps, and keeps what each owner holds by the results of the budget. */
const play = (budget: SharedBudget, history: ReadonlyArray<Step>): ReadonlyMap<Owner, number> => {
  const held = new Map<Owner, number>()
  for (const { amount, owner, takes } of history) {
    const before = held.get(owner) ?? 0
    if (!takes) {
      budget.give(owner, Math.min(amount, before))
      held.set(owner, before - Math.min(amount, before))
    } else if (budget.take(owner, amount)) held.set(owner, before + amount)
  }
  return held
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

describe("a budget that owners share", () => {
  it("never lets an owner hold more than its share, nor all owners more than the total and their floors", () => {
    FastCheck.assert(
      FastCheck.property(limits, steps, (bounds, history) => {
        const budget = new SharedBudget(bounds)
        const held = play(budget, history)
        for (const [owner, amount] of held) {
          assert.strictEqual(budget.amountOf(owner), amount)
          assert.isAtMost(amount, Math.max(bounds.share, bounds.floor))
        }
        assert.strictEqual(budget.used, sum(held.values()))
        assert.isAtMost(budget.used, bounds.total + held.size * bounds.floor)
      }),
      { numRuns: RUNS, seed: 1 }
    )
  })

  it("serves an owner, after any history of one other owner, as if that other did not exist", () => {
    FastCheck.assert(
      FastCheck.property(steps, FastCheck.integer({ min: 0, max: 25 }), (history, amount) => {
        const budget = new SharedBudget({ total: 100 })
        play(
          budget,
          history.map((step) => ({ ...step, owner: "one" }))
        )
        assert.isTrue(budget.take("two", amount))
      }),
      { numRuns: RUNS, seed: 2 }
    )
  })

  it("gives an owner its floor after any history of the others", () => {
    FastCheck.assert(
      FastCheck.property(limits, steps, (bounds, history) => {
        const budget = new SharedBudget(bounds)
        play(budget, history)
        assert.isTrue(budget.take("another", bounds.floor))
      }),
      { numRuns: RUNS, seed: 3 }
    )
  })

  it("fits an amount up to the share after the owners that must shrink have given enough", () => {
    FastCheck.assert(
      FastCheck.property(limits, steps, owners, (bounds, history, owner) => {
        const budget = new SharedBudget(bounds)
        play(budget, history)
        const amount = Math.min(bounds.share, bounds.total)
        for (let excess = budget.excess(owner, amount); excess !== undefined; excess = budget.excess(owner, amount)) {
          const shrinking = budget.mustShrink(owner, excess)
          const before = budget.amountOf(shrinking)
          assert.isAbove(before, 0)
          if (excess === "share") assert.strictEqual(shrinking, owner)
          budget.give(shrinking, 1)
        }
        assert.isTrue(budget.take(owner, amount))
      }),
      { numRuns: RUNS, seed: 4 }
    )
  })

  it("is whole for the only client of a server without authentication", () => {
    const budget = new SharedBudget({ total: 8 })
    assert.deepStrictEqual([budget.take(undefined, 8), budget.take(undefined, 1)], [true, false])
    assert.deepStrictEqual([budget.take("one", 2), budget.excess("one", 3)], [false, "share"])
  })
})
