/** Dependencies between steps. */

/** The ids of the steps that each step refers to. */
export type StepDependencies = ReadonlyMap<string, ReadonlyArray<string>>

/** Finds every cycle of steps, each once: `["a", "b", "a"]`. */
export const findCycles = (needs: StepDependencies): ReadonlyArray<ReadonlyArray<string>> => {
  const seen = new Set<string>()
  return [...needs.keys()].flatMap((id) => {
    const path = seen.has(id) ? undefined : cycleThrough(id, needs)
    for (const one of path ?? []) seen.add(one)
    return path === undefined ? [] : [path]
  })
}

/** Finds the shortest path from a step through its dependencies back to itself. */
const cycleThrough = (id: string, needs: StepDependencies): ReadonlyArray<string> | undefined => {
  const seen = new Set<string>()
  let paths: ReadonlyArray<ReadonlyArray<string>> = [[id]]
  while (paths.length > 0) {
    const longer = paths.flatMap((path) => (needs.get(path.at(-1) ?? "") ?? []).map((next) => [...path, next]))
    const back = longer.find((path) => path.at(-1) === id)
    if (back !== undefined) return back
    paths = longer.filter((path) => {
      const end = path.at(-1) ?? ""
      return !seen.has(end) && seen.add(end)
    })
  }
  return undefined
}
