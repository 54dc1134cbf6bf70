/** Generates inputs of a tool from its schema. */
import { Arbitrary, FastCheck, Schema, SchemaAST } from "effect"
import type { Tool } from "../tools/Tool.ts"

/** An input with some optional fields, and the same input with all of them. */
export interface GeneratedInput {
  readonly input: JsonObject
  readonly whole: JsonObject
}

/** A JSON object. */
export type JsonObject = { readonly [field: string]: unknown }

/**
 * Generates inputs that match the schema of a tool. The tool's own check can
 * still reject a combination of fields: `toolInput` generates accepted inputs.
 */
export const generatedInput = (tool: Tool): FastCheck.Arbitrary<GeneratedInput> => {
  const encode = Schema.encodeSync(tool.input)
  // Without this, nearly every input would have all optional fields, including those that exclude each other.
  return FastCheck.tuple(Arbitrary.make(tool.input), FastCheck.subarray([...optionalFields(tool)])).map(
    ([value, left]) => {
      const whole: JsonObject = Object(JSON.parse(JSON.stringify(encode(value))))
      return { whole, input: without(whole, left) }
    }
  )
}

/** Returns the names of the optional fields of a tool's input. */
export const optionalFields = ({ input }: Tool): ReadonlyArray<string> => {
  const ast = SchemaAST.encodedAST(input.ast)
  return ast._tag === "TypeLiteral"
    ? ast.propertySignatures.filter(({ isOptional }) => isOptional).map(({ name }) => String(name))
    : []
}

/** Returns an input without some of its fields. */
export const without = (input: JsonObject, left: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)))
