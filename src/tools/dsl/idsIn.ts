/** Finds the ids in decoded arguments. The positions of ids are derived once per schema. */
import { Schema, SchemaAST } from "effect"
import { idKindOf, kindsByTypeOf } from "../shared/ids.ts"
import type { ReferencedId } from "../Tool.ts"

/** Returns the ids in a decoded value, at any depth, each with its path, such as `actions[0].channel_id`. */
export const idsIn =
  (schema: Schema.Schema.AnyNoContext) =>
  (value: unknown): ReadonlyArray<ReferencedId> =>
    finderOf(schema.ast)?.(value, "") ?? NONE

type Finder = (value: unknown, path: string) => ReadonlyArray<ReferencedId>

const NONE: ReadonlyArray<ReferencedId> = []

/** Finders by schema; `undefined` for a schema without ids. */
const finders = new WeakMap<SchemaAST.AST, Finder | undefined>()

const finderOf = (ast: SchemaAST.AST): Finder | undefined => {
  if (finders.has(ast)) return finders.get(ast)
  const finder = makeFinder(ast)
  finders.set(ast, finder)
  return finder
}

const makeFinder = (ast: SchemaAST.AST): Finder | undefined => {
  const kind = idKindOf(ast)
  if (kind !== undefined) return (id, path) => [{ kind, id: String(id), path }]
  switch (ast._tag) {
    case "Refinement":
      return finderOf(ast.from)
    case "Transformation":
      return finderOf(ast.to)
    case "TypeLiteral":
      return withKindByType(ast, objectFinder(ast))
    case "TupleType":
      return listFinder(ast)
    case "Union":
      return unionFinder(ast.types)
    case "Declaration":
      // Only `oneOfTypes` declares type parameters, which are its members.
      return unionFinder(ast.typeParameters)
    case "Suspend":
      // The recursion ends where the value ends.
      return (value, path) => finderOf(ast.f())?.(value, path) ?? NONE
    default:
      return undefined
  }
}

const objectFinder = ({ indexSignatures, propertySignatures }: SchemaAST.TypeLiteral): Finder | undefined => {
  const fields = propertySignatures.flatMap(({ name, type }) => {
    const finder = finderOf(type)
    return finder === undefined ? [] : [[String(name), finder] as const]
  })
  const names = new Set(propertySignatures.map(({ name }) => String(name)))
  const others = indexSignatures.flatMap(({ type }) => finderOf(type) ?? [])
  if (fields.length === 0 && others.length === 0) return undefined
  return (value, path) => {
    const record: Readonly<Record<string, unknown>> = Object(value)
    const at = (name: string) => (path === "" ? name : `${path}.${name}`)
    const otherNames = others.length === 0 ? [] : Object.keys(record).filter((name) => !names.has(name))
    return [
      ...fields.flatMap(([name, finder]) => (record[name] === undefined ? NONE : finder(record[name], at(name)))),
      ...otherNames.flatMap((name) => others.flatMap((finder) => finder(record[name], at(name))))
    ]
  }
}

/** Takes the kind of `id` from the object's `type`, if the schema says so. */
const withKindByType = (ast: SchemaAST.TypeLiteral, finder: Finder | undefined): Finder | undefined => {
  const kinds = kindsByTypeOf(ast)
  if (kinds === undefined || finder === undefined) return finder
  return (value, path) => {
    const kind = kinds[String(Object(value).type)]
    return finder(value, path).map((found) =>
      kind !== undefined && found.path === (path === "" ? "id" : `${path}.id`) ? { ...found, kind } : found
    )
  }
}

const listFinder = ({ elements, rest }: SchemaAST.TupleType): Finder | undefined => {
  const first = elements.map(({ type }) => finderOf(type))
  const each = rest[0] === undefined ? undefined : finderOf(rest[0].type)
  if (each === undefined && first.every((finder) => finder === undefined)) return undefined
  return (value, path) =>
    Array.isArray(value)
      ? value.flatMap(
          (item, index) => (index < first.length ? first[index] : each)?.(item, `${path}[${index}]`) ?? NONE
        )
      : NONE
}

/** Uses the finders of the members that the value fits. */
const unionFinder = (kinds: ReadonlyArray<SchemaAST.AST>): Finder | undefined => {
  const ones = kinds.flatMap((ast) => {
    const finder = finderOf(ast)
    return finder === undefined ? [] : [{ is: Schema.is(Schema.make<unknown>(SchemaAST.typeAST(ast))), finder }]
  })
  return ones.length === 0
    ? undefined
    : (value, path) => ones.flatMap(({ finder, is }) => (is(value) ? finder(value, path) : NONE))
}
