/** Inputs that a tool takes. */
import { Clock, Effect, Either, FastCheck, Option } from "effect"
import * as Everything from "../catalogue.ts"
import type { Tools } from "../client/Tools.ts"
import type { ValidationError } from "../errors/ClientErrors.ts"
import { PIPELINE } from "../pipeline/Plan.ts"
import { META } from "../tools/meta/scopes.ts"
import { isDispatcher } from "../tools/meta/tools.ts"
import { noSuchTool } from "../tools/noSuchTool.ts"
import type { Tool } from "../tools/Tool.ts"
import { type Drawn, drawnInput, type Json, optionalFields, without } from "./drawnInput.ts"

/** Inputs that the tool of this name takes, as a client sends them. */
export const toolInput = <Name extends keyof Tools>(name: Name): FastCheck.Arbitrary<Tools[Name]["input"]> =>
  inputTo(toolNamed(name)) as FastCheck.Arbitrary<Tools[Name]["input"]> // the types are written from the tables

/** Calls of any tool, with inputs that it takes. */
export const anyCall = (): FastCheck.Arbitrary<AnyCall> => callsOf(Everything.catalogue) as FastCheck.Arbitrary<AnyCall> // the types are written from the tables

/** A call of a tool. */
export interface AnyCall {
  readonly tool: keyof Tools
  readonly args: Tools[keyof Tools]["input"]
}

/** Inputs that a tool takes. */
export const inputTo = (tool: Tool): FastCheck.Arbitrary<Json> => {
  const isTaken = (input: Json) => refusalOf(tool, input) === undefined
  if (tool.name === PIPELINE) return plans().filter(isTaken)
  if (isDispatcher(tool.name)) return callsOf(runnable().filter(({ risk }) => risk === tool.risk)).filter(isTaken)
  return drawnInput(tool)
    .map((drawn) => mended(tool, drawn))
    .filter(isTaken)
}

/** The tool of a name; one that there is not is a mistake of the test. */
export const toolNamed = (name: string): Tool =>
  Option.getOrThrowWith(Option.fromNullable(Everything.findTool(name)), () => {
    const names = Everything.catalogue.map((tool) => tool.name)
    return new Error(noSuchTool(name, names))
  })

/** What a tool says against an input; `undefined` where it takes it. */
export const refusalOf = (tool: Tool, input: unknown): ValidationError | undefined =>
  // Checking needs nothing to be waited for: all tools are here, and no other work needs the pauses of a large plan.
  Option.getOrUndefined(
    Either.getLeft(Effect.runSync(Effect.either(tool.prepare(input)).pipe(Effect.withClock(withoutPauses))))
  )

const withoutPauses: Clock.Clock = Object.assign(Clock.make(), { sleep: () => Effect.void })

const callsOf = (tools: ReadonlyArray<Tool>): FastCheck.Arbitrary<{ readonly tool: string; readonly args: Json }> =>
  FastCheck.constantFrom(...tools).chain((tool) => inputTo(tool).map((args) => ({ tool: tool.name, args })))

/** Tools that other tools may run. */
const runnable = () => Everything.catalogue.filter(({ category }) => category !== META)

/** Calls beside each other: a step that refers to another one is for a test to write. */
const plans = (): FastCheck.Arbitrary<Json> =>
  FastCheck.record({
    steps: FastCheck.array(callsOf(runnable()), { minLength: 1, maxLength: 4 }).map((calls) =>
      calls.map((call, at) => ({ id: `step_${at + 1}`, ...call }))
    ),
    mode: FastCheck.constantFrom("serial", "parallel")
  })

/** So often is an input mended, and then given up. */
const MENDS = 8

/** Leaves out what the tool complains about and puts in what it misses: what may stand together, only its check knows. */
const mended = (tool: Tool, { input, whole }: Drawn): Json => {
  const optional = optionalFields(tool)
  let now = input
  for (let mends = 0; mends < MENDS; mends++) {
    const blamed = refusalOf(tool, now)?.validation_issues.map(({ path }) => path.split(/[.[]/)[0] ?? "")
    if (blamed === undefined) return now
    const there = blamed.find((field) => field in now && optional.includes(field))
    const missing = [...blamed, ...optional].find((field) => field in whole && !(field in now))
    if (there !== undefined) now = without(now, [there])
    else if (missing !== undefined) now = { ...now, [missing]: whole[missing] }
    else return now
  }
  return now
}
