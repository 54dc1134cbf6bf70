/** Which steps wait for which. */

/** The steps that each step refers to, by id. */
export type Needs = ReadonlyMap<string, ReadonlyArray<string>>

/** Every circle of steps that wait for each other, each once: `["a", "b", "a"]`. */
export const circles = (needs: Needs): ReadonlyArray<ReadonlyArray<string>> => {
  const told = new Set<string>()
  return [...needs.keys()].flatMap((id) => {
    const way = told.has(id) ? undefined : wayBack(id, needs)
    for (const one of way ?? []) told.add(one)
    return way === undefined ? [] : [way]
  })
}

/** The shortest way from a step over those it needs to itself. */
const wayBack = (id: string, needs: Needs): ReadonlyArray<string> | undefined => {
  const seen = new Set<string>()
  let ways: ReadonlyArray<ReadonlyArray<string>> = [[id]]
  while (ways.length > 0) {
    const longer = ways.flatMap((way) => (needs.get(way.at(-1) ?? "") ?? []).map((next) => [...way, next]))
    const back = longer.find((way) => way.at(-1) === id)
    if (back !== undefined) return back
    ways = longer.filter((way) => {
      const end = way.at(-1) ?? ""
      return !seen.has(end) && seen.add(end)
    })
  }
  return undefined
}
