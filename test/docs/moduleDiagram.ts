import { moduleOf, sources } from "../sources.ts"

/** Returns which module imports which, without the arrows that others imply. */
const imports = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const direct = new Map<string, Set<string>>()
  for (const { module, own } of sources) {
    const targets = direct.get(module) ?? new Set()
    direct.set(module, targets)
    for (const target of own) {
      const to = moduleOf(target)
      if (to !== module && to !== "package.json") targets.add(to)
    }
  }
  const reaches = (from: string, to: string, seen: Set<string> = new Set()): boolean =>
    [...(direct.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  const implied = (from: string, to: string) =>
    [...(direct.get(from) ?? [])].some((via) => via !== to && reaches(via, to))
  return new Map([...direct].map(([from, targets]) => [from, new Set([...targets].filter((to) => !implied(from, to)))]))
}

/** Draws the modules of `src` and their imports as a Mermaid diagram. An arrow points from a module to one it imports. */
export const moduleDiagram = (): string => {
  const lines = [...imports()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, targets]) => [...targets].toSorted().map((to) => `  ${idOf(from)} --> ${idOf(to)}`))
  return ["```mermaid", "flowchart TD", ...lines, "```"].join("\n")
}

/** Mermaid takes `file.ts` as a name only in brackets. */
const idOf = (module: string): string => (module.endsWith(".ts") ? `${module.replace(".ts", "")}[${module}]` : module)
