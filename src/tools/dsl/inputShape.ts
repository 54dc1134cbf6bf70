/** What a schema lets stand where, found out once: which fields an object has, how many items a list takes. */
import type { SchemaAST } from "effect"
import { MAX_ITEMS } from "../shared/fields.ts"

/** What may stand at one place of an input. Of a union it is what any of its members takes. */
export interface Shape {
  /** Anything at all may stand here, and what is inside has no schema. */
  readonly anything: boolean
  /** A text of any length may stand here; of what else is given as a text the beginning is enough. */
  readonly text: boolean
  /** An object: its fields, and what stands under other names where it takes them. */
  readonly object?: {
    readonly field: (name: string) => Shape | undefined
    readonly other: (() => Shape) | undefined
  }
  /** A list: the most items it takes, and what each of them is. */
  readonly list?: { readonly max: number; readonly item: () => Shape }
}

/** The shape of what a schema decodes. */
export const shapeOf = (ast: SchemaAST.AST): Shape => {
  const found = known.get(ast)
  if (found !== undefined) return found
  const shape = merged([ast])
  known.set(ast, shape)
  return shape
}

/** Tables share schemas, and so what is known of them. */
const known = new WeakMap<SchemaAST.AST, Shape>()

/** One kind of value that may stand at a place. */
type Part =
  | { readonly is: "anything" | "text" | "scalar" }
  | { readonly is: "object"; readonly ast: SchemaAST.TypeLiteral }
  | { readonly is: "list"; readonly ast: SchemaAST.TupleType; readonly max: number }

const merged = (asts: ReadonlyArray<SchemaAST.AST>): Shape => {
  const parts = asts.flatMap((ast) => partsOf(ast, Number.POSITIVE_INFINITY))
  const objects = parts.flatMap((part) => (part.is === "object" ? [part.ast] : []))
  const lists = parts.flatMap((part) => (part.is === "list" ? [part] : []))
  return {
    anything: parts.some(({ is }) => is === "anything"),
    text: parts.some(({ is }) => is === "text"),
    ...(objects.length > 0 && { object: objectOf(objects) }),
    ...(lists.length > 0 && {
      list: {
        max: Math.max(...lists.map(({ max }) => max)),
        item: lazily(lists.flatMap(({ ast }) => [...ast.elements, ...ast.rest].map(({ type }) => type)))
      }
    })
  }
}

const objectOf = (objects: ReadonlyArray<SchemaAST.TypeLiteral>): NonNullable<Shape["object"]> => {
  const types = new Map<string, Array<SchemaAST.AST>>()
  for (const { name, type } of objects.flatMap(({ propertySignatures }) => propertySignatures)) {
    const others = types.get(String(name))
    if (others === undefined) types.set(String(name), [type])
    else others.push(type)
  }
  const fields = new Map([...types].map(([name, some]) => [name, lazily(some)] as const))
  const others = objects.flatMap(({ indexSignatures }) => indexSignatures.map(({ type }) => type))
  return { field: (name) => fields.get(name)?.(), other: others.length === 0 ? undefined : lazily(others) }
}

/** A schema may lead back to itself, so its parts are looked at when a value is there. */
const lazily = (asts: ReadonlyArray<SchemaAST.AST>): (() => Shape) => {
  let shape: Shape | undefined
  return () => {
    shape ??= asts.length === 1 && asts[0] !== undefined ? shapeOf(asts[0]) : merged(asts)
    return shape
  }
}

const partsOf = (ast: SchemaAST.AST, max: number): ReadonlyArray<Part> => {
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
      // `oneOfTypes` is the one declaration with parts of its own: the kinds it chooses from.
      return ast.typeParameters.length === 0 ? ANYTHING : ast.typeParameters.flatMap((type) => partsOf(type, max))
    case "TypeLiteral":
      return ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0
        ? ANYTHING
        : [{ is: "object", ast }]
    case "TupleType":
      return [{ is: "list", ast, max }]
    case "UnknownKeyword":
    case "AnyKeyword":
    case "ObjectKeyword":
      return ANYTHING
    case "StringKeyword":
    case "TemplateLiteral":
      return [{ is: "text" }]
    case "Literal":
    case "Enums":
    case "NumberKeyword":
    case "BooleanKeyword":
    case "BigIntKeyword":
    case "SymbolKeyword":
    case "UniqueSymbol":
    case "NeverKeyword":
    case "UndefinedKeyword":
    case "VoidKeyword":
      return [{ is: "scalar" }]
  }
}

const ANYTHING: ReadonlyArray<Part> = [{ is: "anything" }]
