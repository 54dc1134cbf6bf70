/** Inputs for a tool, generated from nothing but its own schema. */
import { Arbitrary, Data, Effect, FastCheck, Hash, Schema } from "effect"
import type { Tool } from "../../src/tools/Tool.ts"
import { Dice } from "./Dice.ts"

/** Inputs of one batch. */
export const BATCH = 10

/** No input of a tool could be made: its schema needs an `arbitrary`. */
export class NoInputs extends Data.TaggedError("NoInputs")<{ readonly tool: string; readonly why: string }> {}

/** Random numbers that one batch may use up: hundreds of times what the largest message takes. */
const DICE = 20_000_000

/**
 * One batch. Every other one goes to the largest sizes the schema allows, where
 * limits that differ from Discord's show. The same seed and tool give the same inputs.
 */
export const batch = (tool: Tool, seed: number, number: number): Effect.Effect<ReadonlyArray<object>, NoInputs> =>
  Effect.try({
    try: () => {
      // Sizes are fixed when an arbitrary is made, and there is no other way to set them for all.
      FastCheck.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: number % 2 === 1 })
      return FastCheck.sample(Arbitrary.make(tool.input), {
        numRuns: BATCH,
        seed: Hash.combine(Hash.string(tool.name))(Hash.combine(number)(seed)),
        randomType: (state) => new Dice(state, DICE)
      }).map((value) => asSent(tool, value))
    },
    catch: (error) =>
      new NoInputs({ tool: tool.name, why: error instanceof Error ? error.message || error.name : String(error) })
  })

/** What a caller would send: encoded, through JSON, and with the consent that a destructive call asks for. */
const asSent = (tool: Tool, value: unknown): object => {
  const input: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(tool.input)(value)))
  return { ...Object(input), ...(takesConsent(tool) && { __confirm: true }) }
}

const takesConsent = ({ input: { ast } }: Tool): boolean =>
  ast._tag === "TypeLiteral" && ast.propertySignatures.some(({ name }) => name === "__confirm")
