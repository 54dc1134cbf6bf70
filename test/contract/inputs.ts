/** Generates batches of inputs for a tool from its schema. */
import { Data, Effect, FastCheck, Hash } from "effect"
import { generatedInput, optionalFields } from "../../src/testing/generatedInput.ts"
import { inputTo } from "../../src/testing/toolInput.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { Dice } from "./Dice.ts"

/** Inputs of one batch. */
export const BATCH = 10

/** No input could be generated: the schema needs an `arbitrary`. */
export class NoInputs extends Data.TaggedError("NoInputs")<{ readonly tool: string; readonly why: string }> {
  override get message() {
    return `no inputs of ${this.tool} can be generated (${this.why}): a schema in it needs an \`arbitrary\``
  }
}

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
      const guarded = optionalFields(tool).includes("__confirm")
      // What a tool that runs others is given, its schema does not say.
      const inputs = tool.category === META ? inputTo(tool) : generatedInput(tool).map(({ input }) => input)
      return FastCheck.sample(inputs, {
        numRuns: BATCH,
        seed: Hash.combine(Hash.string(tool.name))(Hash.combine(number)(seed)),
        randomType: (state) => new Dice(state, DICE)
      }).map((input) => ({
        ...input,
        // The caller's half of consent.
        ...(guarded && { __confirm: true })
      }))
    },
    catch: (error) =>
      new NoInputs({ tool: tool.name, why: error instanceof Error ? error.message || error.name : String(error) })
  })
