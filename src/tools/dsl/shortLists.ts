/** Maximum number of values that are checked for all issues. */
export const CHECKED_VALUES_MAX = 1000

/** The minimum number of items that each list keeps, so that no list becomes too short for its schema. */
const KEPT_MIN = 2

/** Truncates the lists of a large value. The first issues stay the same. */
export const truncateLists = (value: unknown): unknown => truncated(value, { left: CHECKED_VALUES_MAX })

const truncated = (value: unknown, budget: { left: number }): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        budget.left--
        return [name, truncated(item, budget)]
      })
    )
  }
  const kept: Array<unknown> = []
  for (const item of value) {
    if (budget.left <= 0 && kept.length >= KEPT_MIN) break
    budget.left--
    kept.push(truncated(item, budget))
  }
  return kept
}
