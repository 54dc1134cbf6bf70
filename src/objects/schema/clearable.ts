/**
 * Clearable fields. Clients in strict mode send null for every unused field, so null clears nothing. A caller lists
 * fields in `clear` instead, and the decoded input has null for each of them.
 */
import { Schema, SchemaAST } from "effect"
import { alsoTakes } from "./alsoTakes.ts"
import { toEnumName } from "./conversions.ts"

/** The field that names the fields to clear. */
export const CLEAR = "clear"

const ClearableAnnotation = Symbol.for("effect-discord-mcp/tools/Clearable")

/** Annotates the schema of a field that `clear` can name. */
export const clearable = { [ClearableAnnotation]: true }

const NullMeaningAnnotation = Symbol.for("effect-discord-mcp/tools/NullMeaning")

/** Annotates a field for which another field does what null does in Discord's API: `{ minutes: 0 }`. */
export const nullMeans = (meaning: Readonly<Record<string, number>>) => ({ [NullMeaningAnnotation]: meaning })

/** Returns the field, with its value, that does what null does in Discord's API. */
export const nullMeaningOf = (ast: SchemaAST.AST): Readonly<Record<string, number>> | undefined =>
  // Only `nullMeans` writes the annotation.
  ast.annotations[NullMeaningAnnotation] as Readonly<Record<string, number>> | undefined

/** Returns the fields of an object that `clear` can name. */
export const clearableIn = ({ propertySignatures }: SchemaAST.TypeLiteral): ReadonlyArray<string> =>
  propertySignatures
    .filter(({ type }) => type.annotations[ClearableAnnotation] === true)
    .map(({ name }) => String(name))

/** Makes a struct, with `clear` if it has clearable fields. */
export const structOf = <F extends Schema.Struct.Fields>(fields: F): Clearing<F> => {
  const plain = Schema.Struct(fields)
  const from = SchemaAST.isTransformation(plain.ast) ? plain.ast.from : plain.ast
  const [first, ...others] = SchemaAST.isTypeLiteral(from) ? clearableIn(from) : []
  return (first === undefined
    ? plain
    : Schema.Struct({ ...fields, [CLEAR]: namesOf(first, ...others) })) as unknown as Clearing<F> // `normalizeInput` removes `clear` before decoding
}

const namesOf = (...names: readonly [string, ...ReadonlyArray<string>]) =>
  Schema.optionalWith(
    Schema.Array(
      Schema.Literal(...names).annotations({
        message: () => ({ message: `must be one of ${names.join(", ")}`, override: true }),
        ...alsoTakes(toEnumName(names))
      })
    ).annotations({
      description: "Fields to clear.",
      message: () => "must be a list",
      arbitrary: () => (fc) => fc.constant([])
    }),
    { exact: true }
  )

/** A struct with an optional `clear`. */
export interface Clearing<F extends Schema.Struct.Fields>
  extends Schema.AnnotableClass<
    Clearing<F>,
    Schema.Simplify<Schema.Struct.Type<F>>,
    Schema.Simplify<Schema.Struct.Encoded<F> & Clear<F>>
  > {
  readonly fields: Readonly<F>
}

/** The `clear` of a struct with these fields. */
export type Clear<F extends Schema.Struct.Fields> = [ClearableKey<F>] extends [never]
  ? unknown
  : { readonly clear?: ReadonlyArray<ClearableKey<F>> }

/** A field that can be null only in the decoded input. */
type ClearableKey<F extends Schema.Struct.Fields> = {
  [Key in keyof F]: null extends Schema.Schema.Type<F[Key]>
    ? null extends Schema.Schema.Encoded<F[Key]>
      ? never
      : Key
    : never
}[keyof F]
