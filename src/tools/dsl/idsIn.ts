/** Where ids can stand in what a schema decodes to: found out once for a schema, so that a call is looked at only there. */
import { Schema, SchemaAST } from "effect"
import { idKindOf, kindsByTypeOf } from "../shared/ids.ts"
import type { ReferencedId } from "../Tool.ts"

/** Finds the ids in a value that the schema decoded, however deep, with the path of each: `actions[0].channel_id`. */
export const idsIn =
  (schema: Schema.Schema.AnyNoContext) =>
  (value: unknown): ReadonlyArray<ReferencedId> =>
    finderOf(schema.ast)?.(value, "") ?? NONE

type Finder = (value: unknown, path: string) => ReadonlyArray<ReferencedId>

const NONE: ReadonlyArray<ReferencedId> = []

/** What is known of a schema; `undefined` of one that no id can stand in. Tables share schemas, and so what is known. */
const known = new WeakMap<SchemaAST.AST, Finder | undefined>()

const finderOf = (ast: SchemaAST.AST): Finder | undefined => {
  if (known.has(ast)) return known.get(ast)
  const finder = makeFinder(ast)
  known.set(ast, finder)
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
      return byType(ast, inObject(ast))
    case "TupleType":
      return inList(ast)
    case "Union":
      return inOneOf(ast.types)
    case "Declaration":
      // `oneOfTypes` is the one declaration with parts of its own: the kinds it chooses from.
      return inOneOf(ast.typeParameters)
    case "Suspend":
      // It may lead back here: it is looked into with the value, which ends somewhere.
      return (value, path) => finderOf(ast.f())?.(value, path) ?? NONE
    default:
      return undefined
  }
}

const inObject = ({ indexSignatures, propertySignatures }: SchemaAST.TypeLiteral): Finder | undefined => {
  const fields = propertySignatures.flatMap(({ name, type }) => {
    const finder = finderOf(type)
    return finder === undefined ? [] : [[String(name), finder] as const]
  })
  const names = new Set(propertySignatures.map(({ name }) => String(name)))
  const others = indexSignatures.flatMap(({ type }) => finderOf(type) ?? [])
  if (fields.length === 0 && others.length === 0) return undefined
  return (value, path) => {
    const given: Readonly<Record<string, unknown>> = Object(value)
    const at = (name: string) => (path === "" ? name : `${path}.${name}`)
    const strange = others.length === 0 ? [] : Object.keys(given).filter((name) => !names.has(name))
    return [
      ...fields.flatMap(([name, finder]) => (given[name] === undefined ? NONE : finder(given[name], at(name)))),
      ...strange.flatMap((name) => others.flatMap((finder) => finder(given[name], at(name))))
    ]
  }
}

/** Of an object whose `type` says what its `id` is, the kind is taken from there. */
const byType = (ast: SchemaAST.TypeLiteral, finder: Finder | undefined): Finder | undefined => {
  const kinds = kindsByTypeOf(ast)
  if (kinds === undefined || finder === undefined) return finder
  return (value, path) => {
    const kind = kinds[String(Object(value).type)]
    return finder(value, path).map((touched) =>
      kind !== undefined && touched.path === (path === "" ? "id" : `${path}.id`) ? { ...touched, kind } : touched
    )
  }
}

const inList = ({ elements, rest }: SchemaAST.TupleType): Finder | undefined => {
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

/** Of several kinds only those count that the value is of. */
const inOneOf = (kinds: ReadonlyArray<SchemaAST.AST>): Finder | undefined => {
  const ones = kinds.flatMap((ast) => {
    const finder = finderOf(ast)
    return finder === undefined ? [] : [{ is: Schema.is(Schema.make<unknown>(SchemaAST.typeAST(ast))), finder }]
  })
  return ones.length === 0
    ? undefined
    : (value, path) => ones.flatMap(({ finder, is }) => (is(value) ? finder(value, path) : NONE))
}
