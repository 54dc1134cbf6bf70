/** Annotations for other formats that a field accepts, such as Discord's. */
import type { SchemaAST } from "effect"

/** Converts another format of a value. Returns other values unchanged. */
export type Conversion = (value: unknown) => unknown

const ConversionAnnotation = Symbol.for("effect-discord-mcp/tools/Conversion")

/** Annotates a schema that also accepts what `conversion` converts. `normalizeInput` applies it before decoding. */
export const alsoTakes = (conversion: Conversion) => ({ [ConversionAnnotation]: conversion })

/** Returns the conversion of a schema, if it has one. */
export const conversionOf = (ast: SchemaAST.AST): Conversion | undefined =>
  // Only `alsoTakes` writes the annotation.
  ast.annotations[ConversionAnnotation] as Conversion | undefined
