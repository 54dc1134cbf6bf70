import { Array } from "effect"
import { CALLS, type Caught, type Held } from "./holdToContract.ts"

/** Reports each kind of violation once, with the smallest input that shows it. */
export const report = (tool: string, caught: ReadonlyArray<Caught>): string =>
  Object.values(Array.groupBy(caught, ({ at, operation, rule }) => `${operation} ${at} ${rule}`))
    .map((same) => {
      const [least, ...others] = [...same].sort((a, b) => textOf(a.input).length - textOf(b.input).length)
      return least === undefined
        ? ""
        : [
            `${tool} → ${least.operation}: ${least.at} ${least.message} (${least.rule}, ${1 + others.length} times)`,
            `  description: ${least.schema}`,
            `  given: ${short(textOf(least.given), 120)}`,
            `  input: ${short(textOf(least.input), 300)}`
          ].join("\n")
    })
    .join("\n\n")

/** Returns why a tool could not be called often enough. */
export const tooFewCalls = (tool: string, { calls, refusals, attempts }: Held): string =>
  [
    `${tool}: ${calls} calls succeeded in ${attempts} attempts; the others were rejected:`,
    ...[...refusals]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([what, times]) => `  ${times} × ${short(what, 200)}`)
  ].join("\n")

/** Returns the number of tools and calls, and the tools that succeeded less often. */
export const summary = (seed: number, all: ReadonlyMap<string, Held>): string => {
  const calls = [...all.values()].reduce((sum, held) => sum + held.calls, 0)
  const few = [...all].flatMap(([tool, held]) => (held.calls < CALLS ? [`${tool} (${held.calls})`] : []))
  return `seed ${seed}: ${all.size} tools, ${calls} calls${few.length === 0 ? "" : `; less than ${CALLS}: ${few.join(", ")}`}`
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "nothing"

const short = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max)}… (${text.length})`
