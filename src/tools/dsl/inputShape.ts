/** The shape of a schema's input: fields of objects, limits of lists. It is derived once per schema. */
import { Either, Schema, SchemaAST } from "effect"
import { type Conversion, conversionOf } from "../shared/alsoTakes.ts"
import { CLEAR, clearableIn } from "../shared/clearable.ts"
import { MAX_ITEMS } from "../shared/fields.ts"
import { idKindOf } from "../shared/ids.ts"
import { type TimeUnit, timeUnitOf } from "../shared/lengthOfTime.ts"

/** The values that one position of an input accepts. For a union: the values that any member accepts. */
export interface Shape {
  /** Any value. Nothing inside the value has a schema. */
  readonly anything: boolean
  /** A text of any length. */
  readonly text: boolean
  /** One of a few texts. */
  readonly word: boolean
  readonly number: boolean
  readonly boolean: boolean
  /** An id. */
  readonly id: boolean
  /** The unit of a length of time. */
  readonly unit?: TimeUnit
  /** Returns whether a short text is valid as it is. */
  readonly accepts: (text: string) => boolean
  /** Conversions of other formats, applied in order. */
  readonly conversions: ReadonlyArray<Conversion>
  /** An object. */
  readonly object?: ObjectShape
  /** A list: the maximum number of items, and their shape. */
  readonly list?: { readonly max: number; readonly item: () => Shape }
}

/** The fields of an object. */
export interface ObjectShape {
  readonly field: (name: string) => Shape | undefined
  readonly names: ReadonlyArray<string>
  readonly isOptional: (name: string) => boolean
  readonly other: (() => Shape) | undefined
  /** The fields that `clear` can name. */
  readonly clearable: ReadonlySet<string>
}

/** The shape of a value without a schema. */
export const ANYTHING: Shape = {
  anything: true,
  text: true,
  word: false,
  number: true,
  boolean: true,
  id: false,
  accepts: () => true,
  conversions: []
}

/** Returns the shape of a schema's input. */
export const shapeOf = (ast: SchemaAST.AST): Shape => {
  const found = shapes.get(ast)
  if (found !== undefined) return found
  const shape = mergedShape([ast])
  shapes.set(ast, shape)
  return shape
}

/** Definitions share schemas, so shapes are cached. */
const shapes = new WeakMap<SchemaAST.AST, Shape>()

/** One type of value that a position accepts. */
type Part =
  | { readonly is: Kind }
  | { readonly is: "conversion"; readonly conversion: Conversion }
  | { readonly is: "unit"; readonly unit: TimeUnit }
  | { readonly is: "object"; readonly ast: SchemaAST.TypeLiteral }
  | { readonly is: "list"; readonly ast: SchemaAST.TupleType; readonly max: number }

type Kind = "anything" | "text" | "word" | "number" | "boolean" | "other" | "id"

const mergedShape = (asts: ReadonlyArray<SchemaAST.AST>): Shape => {
  const parts = asts.flatMap((ast) => partsOf(ast, Number.POSITIVE_INFINITY))
  const objects = parts.flatMap((part) => (part.is === "object" ? [part.ast] : []))
  const lists = parts.flatMap((part) => (part.is === "list" ? [part] : []))
  const has = (kind: Kind): boolean => parts.some(({ is }) => is === kind)
  return {
    anything: has("anything"),
    text: has("text"),
    word: has("word"),
    number: has("number"),
    boolean: has("boolean"),
    id: has("id"),
    ...parts.flatMap((part) => (part.is === "unit" ? [{ unit: part.unit }] : []))[0],
    accepts: (text) =>
      asts.some((ast) => Either.isRight(Schema.decodeUnknownEither(Schema.make<unknown, unknown>(ast))(text))),
    conversions: parts.flatMap((part) => (part.is === "conversion" ? [part.conversion] : [])),
    ...(objects.length > 0 && { object: objectOf(objects) }),
    ...(lists.length > 0 && {
      list: {
        max: Math.max(...lists.map(({ max }) => max)),
        item: lazyShape(lists.flatMap(({ ast }) => [...ast.elements, ...ast.rest].map(({ type }) => type)))
      }
    })
  }
}

const objectOf = (objects: ReadonlyArray<SchemaAST.TypeLiteral>): ObjectShape => {
  const types = new Map<string, Array<SchemaAST.AST>>()
  const required = new Set<string>()
  for (const { isOptional, name, type } of objects.flatMap(({ propertySignatures }) => propertySignatures)) {
    const others = types.get(String(name))
    if (others === undefined) types.set(String(name), [type])
    else others.push(type)
    if (!isOptional) required.add(String(name))
  }
  const fields = new Map([...types].map(([name, some]) => [name, lazyShape(some)] as const))
  const others = objects.flatMap(({ indexSignatures }) => indexSignatures.map(({ type }) => type))
  return {
    field: (name) => fields.get(name)?.(),
    names: [...fields.keys()],
    isOptional: (name) => !required.has(name),
    other: others.length === 0 ? undefined : lazyShape(others),
    clearable: new Set(fields.has(CLEAR) ? objects.flatMap(clearableIn) : [])
  }
}

/** Derives the shape on first use, because a schema can contain itself. */
const lazyShape = (asts: ReadonlyArray<SchemaAST.AST>): (() => Shape) => {
  let shape: Shape | undefined
  return () => {
    shape ??= asts.length === 1 && asts[0] !== undefined ? shapeOf(asts[0]) : mergedShape(asts)
    return shape
  }
}

const partsOf = (ast: SchemaAST.AST, max: number): ReadonlyArray<Part> => {
  const conversion = conversionOf(ast)
  const unit = timeUnitOf(ast)
  return [
    ...(conversion === undefined ? [] : [{ is: "conversion", conversion } as const]),
    ...(unit === undefined ? [] : [{ is: "unit", unit } as const]),
    ...(SchemaAST.isTransformation(ast) && idKindOf(ast.to) !== undefined ? [{ is: "id" } as const] : []),
    ...kindsOf(ast, max)
  ]
}

const kindsOf = (ast: SchemaAST.AST, max: number): ReadonlyArray<Part> => {
  switch (ast._tag) {
    case "Refinement": {
      const own = ast.annotations[MAX_ITEMS]
      return partsOf(ast.from, typeof own === "number" ? Math.min(own, max) : max)
    }
    case "Transformation":
      return partsOf(ast.from, max)
    case "Union":
      return ast.types.flatMap((type) => partsOf(type, max))
    case "Suspend":
      return partsOf(ast.f(), max)
    case "Declaration":
      // Only `oneOfTypes` declares type parameters, which are its members.
      return ast.typeParameters.length === 0 ? UNKNOWN : ast.typeParameters.flatMap((type) => partsOf(type, max))
    case "TypeLiteral":
      return ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0 ? UNKNOWN : [{ is: "object", ast }]
    case "TupleType":
      return [{ is: "list", ast, max }]
    case "UnknownKeyword":
    case "AnyKeyword":
    case "ObjectKeyword":
      return UNKNOWN
    case "StringKeyword":
    case "TemplateLiteral":
      return [{ is: "text" }]
    case "Literal":
      return [{ is: literalKinds[typeof ast.literal] ?? "other" }]
    case "NumberKeyword":
      return [{ is: "number" }]
    case "BooleanKeyword":
      return [{ is: "boolean" }]
    case "Enums":
    case "BigIntKeyword":
    case "SymbolKeyword":
    case "UniqueSymbol":
    case "NeverKeyword":
    case "UndefinedKeyword":
    case "VoidKeyword":
      return [{ is: "other" }]
  }
}

const UNKNOWN: ReadonlyArray<Part> = [{ is: "anything" }]

const literalKinds: Readonly<Record<string, Kind>> = { string: "word", number: "number", boolean: "boolean" }
