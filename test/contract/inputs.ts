/** Generates batches of inputs for a tool from its schema. */
import { Data, Effect, FastCheck, Hash } from "effect"
import { generatedInput, inputTo, optionalFields } from "../../src/testing/toolInput.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { BoundedRandom } from "./BoundedRandom.ts"

/** Inputs of one batch. */
export const BATCH = 10

/** No input could be generated: the schema needs an `arbitrary`. */
export class NoInputs extends Data.TaggedError("NoInputs")<{ readonly tool: string; readonly why: string }> {
  override get message() {
    return `no inputs of ${this.tool} can be generated (${this.why}): a schema in it needs an \`arbitrary\``
  }
}

/** The maximum of random numbers in one batch: several times as many as ten messages of the largest size need. */
const RANDOM_MAX = 20_000_000

/**
 * Generates one batch. Every other batch has the largest sizes that the schema allows,
 * which show limits that differ from Discord's. The same seed and tool give the same inputs.
 * The calls of a dispatcher or a plan have usual sizes: their tools refuse most inputs of the
 * largest size, and have separate batches. A smaller `count` gives the first inputs of the batch.
 */
export const batch = (
  tool: Tool,
  seed: number,
  number: number,
  count: number = BATCH
): Effect.Effect<ReadonlyArray<object>, NoInputs> =>
  Effect.try({
    try: () => {
      // The size of an arbitrary is fixed when it is made. It cannot be set globally.
      FastCheck.configureGlobal({
        ...FastCheck.readConfigureGlobal(),
        defaultSizeToMaxWhenMaxSpecified: number % 2 === 1 && tool.category !== META
      })
      const guarded = optionalFields(tool).includes("__confirm")
      // The schema of a dispatcher does not describe the inner arguments.
      const inputs = tool.category === META ? inputTo(tool) : generatedInput(tool).map(({ input }) => input)
      return FastCheck.sample(inputs, {
        numRuns: count,
        seed: Hash.combine(Hash.string(tool.name))(Hash.combine(number)(seed)),
        randomType: (state) => new BoundedRandom(state, RANDOM_MAX)
      }).map((input) => ({
        ...compatible(tool, input),
        // The caller's consent.
        ...(guarded && { __confirm: true })
      }))
    },
    catch: (error) =>
      new NoInputs({ tool: tool.name, why: error instanceof Error ? error.message || error.name : String(error) })
  })

const APPLICATION = "111122223333444455"

/** Leaves out fields that exclude others, and adds those that these need: most generated inputs would be refused. */
const compatible = (tool: Tool, input: object): object => {
  const { from_part: _, ...whole }: Readonly<Record<string, unknown>> = { ...input }
  if (tool.category !== "interactions") return whole
  // An interaction of live events is named by its id alone. Here are none.
  const { application_id = APPLICATION, interaction_id, interaction_token = "t".repeat(68), ...others } = whole
  return tool.name === "interactions_create_response"
    ? { ...others, interaction_id, interaction_token }
    : { ...others, application_id, interaction_token }
}

/** The first input of a tool's first batch that fits, if one does. Most inputs fit, and others take long to generate. */
export const fittingInput = Effect.fnUntraced(function* (tool: Tool, seed: number, isFit: (input: object) => boolean) {
  const first = (yield* batch(tool, seed, 0, 1)).find(isFit)
  return first ?? (yield* batch(tool, seed, 0)).find(isFit)
})
