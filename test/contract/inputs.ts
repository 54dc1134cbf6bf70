/** Inputs for a tool, generated from nothing but its own schema. */
import { Arbitrary, Data, Effect, FastCheck, Hash, Schema, SchemaAST } from "effect"
import type { Tool } from "../../src/tools/Tool.ts"
import { Dice } from "./Dice.ts"

/** Inputs of one batch. */
export const BATCH = 10

/** No input of a tool could be made: its schema needs an `arbitrary`. */
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
      const fields = fieldsOf(tool)
      const optional = fields.filter(({ isOptional }) => isOptional).map(({ name }) => String(name))
      // Nearly all optional fields would be there in nearly every input, and fields that exclude each other never apart.
      return FastCheck.sample(FastCheck.tuple(Arbitrary.make(tool.input), FastCheck.subarray(optional)), {
        numRuns: BATCH,
        seed: Hash.combine(Hash.string(tool.name))(Hash.combine(number)(seed)),
        randomType: (state) => new Dice(state, DICE)
      }).map(([value, left]) => ({
        ...without(Object(JSON.parse(JSON.stringify(Schema.encodeSync(tool.input)(value)))), left),
        // The caller's half of consent.
        ...(fields.some(({ name }) => name === "__confirm") && { __confirm: true })
      }))
    },
    catch: (error) =>
      new NoInputs({ tool: tool.name, why: error instanceof Error ? error.message || error.name : String(error) })
  })

/** The fields of an input as a caller sends it. */
const fieldsOf = ({ input }: Tool): ReadonlyArray<SchemaAST.PropertySignature> => {
  const ast = SchemaAST.encodedAST(input.ast)
  return ast._tag === "TypeLiteral" ? ast.propertySignatures : []
}

const without = (input: object, left: ReadonlyArray<string>): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)))
