/**
 * Returns the cycles of a graph, as lists of nodes: its strongly connected
 * components of more than one node (Tarjan's algorithm).
 */
export const cyclesOf = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const cycles: Array<ReadonlyArray<string>> = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: Array<string> = []
  const visit = (node: string): number => {
    const at = index.size
    index.set(node, at)
    lowest.set(node, at)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const low = index.has(next) ? (stack.includes(next) ? (index.get(next) ?? at) : at) : visit(next)
      lowest.set(node, Math.min(lowest.get(node) ?? at, low))
    }
    if (lowest.get(node) === at) {
      const component = stack.splice(stack.indexOf(node))
      if (component.length > 1) cycles.push(component.toSorted())
    }
    return lowest.get(node) ?? at
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
