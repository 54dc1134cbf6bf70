import type { Described } from "./Description.ts"

/** The operation of a request, with the values of its placeholders. */
export interface Routed {
  readonly operation: Described
  readonly path: Readonly<Record<string, string>>
}

/** Finds the operation of a path. Literal segments win over placeholders. */
export const make = (operations: ReadonlyArray<Described>) => {
  const templates = operations
    .map((operation) => ({ operation, steps: operation.path.split("/") }))
    .sort((a, b) => (rank(a.steps) < rank(b.steps) ? -1 : 1))
  return (method: string, path: string): Routed | undefined => {
    const given = path.split("/").map(decodeURIComponent)
    const found = templates.find(
      ({ operation, steps }) =>
        operation.method === method &&
        steps.length === given.length &&
        steps.every((step, index) => isPlaceholder(step) || step === given[index])
    )
    return (
      found && {
        operation: found.operation,
        path: Object.fromEntries(
          found.steps.flatMap((step, index) =>
            isPlaceholder(step) ? [[step.slice(1, -1), given[index] ?? ""] satisfies [string, string]] : []
          )
        )
      }
    )
  }
}

const isPlaceholder = (step: string): boolean => step.startsWith("{")

/** Words sort before placeholders, from left to right. */
const rank = (steps: ReadonlyArray<string>): string => steps.map((step) => (isPlaceholder(step) ? "1" : "0")).join("")
