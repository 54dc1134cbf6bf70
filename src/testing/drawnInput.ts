/** Inputs for a tool, generated from nothing but its own schema. */
import { Arbitrary, FastCheck, Schema, SchemaAST } from "effect"
import type { Tool } from "../tools/Tool.ts"

/** An input as it comes over the wire, and the one it was made of by leaving out some optional fields. */
export interface Drawn {
  readonly input: Json
  readonly whole: Json
}

/** An object as JSON has it. */
export type Json = { readonly [field: string]: unknown }

/**
 * Inputs that fit the schema of a tool. What its fields may not be together only
 * its own check knows, so it may still refuse them: `toolInput` gives those that it takes.
 */
export const drawnInput = (tool: Tool): FastCheck.Arbitrary<Drawn> => {
  const encode = Schema.encodeSync(tool.input)
  // Nearly all optional fields would be there in nearly every input, and fields that exclude each other never apart.
  return FastCheck.tuple(Arbitrary.make(tool.input), FastCheck.subarray([...optionalFields(tool)])).map(
    ([value, left]) => {
      const whole: Json = Object(JSON.parse(JSON.stringify(encode(value))))
      return { whole, input: without(whole, left) }
    }
  )
}

/** The fields of an input that may be left out, as a caller sends them. */
export const optionalFields = ({ input }: Tool): ReadonlyArray<string> => {
  const ast = SchemaAST.encodedAST(input.ast)
  return ast._tag === "TypeLiteral"
    ? ast.propertySignatures.filter(({ isOptional }) => isOptional).map(({ name }) => String(name))
    : []
}

/** An input without some of its fields. */
export const without = (input: Json, left: ReadonlyArray<string>): Json =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !left.includes(name)))
