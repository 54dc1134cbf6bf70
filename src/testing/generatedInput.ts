/** Generates inputs of a tool from its schema. */
import { Arbitrary, FastCheck, Predicate, Schema, SchemaAST } from "effect"
import { type Shape, shapeOf } from "../tools/dsl/inputShape.ts"
import { CLEAR } from "../tools/shared/clearable.ts"
import type { Tool } from "../tools/Tool.ts"

/** An input with some optional fields, and the same input with all of them. */
export interface GeneratedInput {
  readonly input: JsonObject
  readonly whole: JsonObject
}

/** A JSON object. */
export type JsonObject = { readonly [field: string]: unknown }

/**
 * Generates inputs that match the schema of a tool. The tool's own check can still reject a
 * combination of fields. `toolInput` generates accepted inputs.
 */
export const generatedInput = (tool: Tool): FastCheck.Arbitrary<GeneratedInput> => {
  const encode = Schema.encodeSync(tool.input)
  // Without this, nearly every input would have all optional fields, including fields that exclude each other.
  return FastCheck.tuple(Arbitrary.make(tool.input), FastCheck.subarray([...optionalFields(tool)])).map(
    ([value, left]) => {
      const whole: JsonObject = Object(withClear(JSON.parse(JSON.stringify(encode(value))), shapeOf(tool.input.ast)))
      return { whole, input: without(whole, left) }
    }
  )
}

/** Replaces each null: adds its field to `clear`, or omits it if the tool has no `clear`. */
const withClear = (value: unknown, shape: Shape): unknown => {
  if (Array.isArray(value)) {
    const item = shape.list?.item()
    return item === undefined ? value : value.map((one) => withClear(one, item))
  }
  const { object } = shape
  if (object === undefined || !Predicate.isRecord(value)) return value
  const isCleared = (name: string) => value[name] === null && object.field(name) !== undefined
  const clear = Object.keys(value).filter((name) => isCleared(name) && object.clearable.has(name))
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== CLEAR && !isCleared(name))
        .map(([name, field]) => {
          const inner = object.field(name)
          return [name, inner === undefined ? field : withClear(field, inner)]
        })
    ),
    ...(clear.length > 0 && { [CLEAR]: clear })
  }
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
