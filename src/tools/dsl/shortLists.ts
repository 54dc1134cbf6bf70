/** The most values in which all problems are looked for. */
export const SEARCHED_MAX = 1000

/** Items of a list that stay in any case: no list gets too short by what is left out. */
const KEPT_MIN = 2

/** A value whose lists end once it has so many values: its first problems are those of the whole. */
export const shortLists = (value: unknown): unknown => shortened(value, { left: SEARCHED_MAX })

const shortened = (value: unknown, budget: { left: number }): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        budget.left--
        return [name, shortened(item, budget)]
      })
    )
  }
  const kept: Array<unknown> = []
  for (const item of value) {
    if (budget.left <= 0 && kept.length >= KEPT_MIN) break
    budget.left--
    kept.push(shortened(item, budget))
  }
  return kept
}
