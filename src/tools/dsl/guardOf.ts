/** Checks values against schemas without copying the values. Every call reads a reply, and replies can be large. */
import { Option, Predicate, Schema, SchemaAST } from "effect"

/** Returns whether a value fits a schema. Fields that the schema does not name are ignored. */
export type Guard = (value: unknown) => boolean

/** Returns the guard of a schema without transformations. It is compiled once per schema. */
export const guardOf = (schema: Schema.Schema.AnyNoContext): Guard => {
  const cached = guards.get(schema.ast)
  if (cached !== undefined) return cached
  let check: Check | undefined
  // Compiled on first use: a process needs few of all schemas.
  const guard: Guard = (value) => {
    check ??= checkOf(schema.ast)
    return check(value, 0)
  }
  guards.set(schema.ast, guard)
  return guard
}

/** `depth`: how many times a recursive schema contains itself here. */
type Check = (value: unknown, depth: number) => boolean

const guards = new WeakMap<SchemaAST.AST, Guard>()
const checks = new WeakMap<SchemaAST.AST, Check>()

/** Discord nests components and options three levels deep. */
const DEPTH_MAX = 20

const checkOf = (ast: SchemaAST.AST): Check => {
  const cached = checks.get(ast)
  if (cached !== undefined) return cached
  const check = makeCheck(ast)
  checks.set(ast, check)
  return check
}

const makeCheck = (ast: SchemaAST.AST): Check => {
  switch (ast._tag) {
    case "UnknownKeyword":
      return () => true
    case "StringKeyword":
      return (value) => typeof value === "string"
    case "NumberKeyword":
      return (value) => Number.isFinite(value)
    case "BooleanKeyword":
      return (value) => typeof value === "boolean"
    case "UndefinedKeyword":
      return (value) => value === undefined
    case "Literal":
      return (value) => value === ast.literal
    case "Refinement": {
      const from = checkOf(ast.from)
      return (value, depth) => from(value, depth) && Option.isNone(ast.filter(value, {}, ast))
    }
    case "TypeLiteral":
      return objectCheck(ast)
    case "TupleType":
      return listCheck(ast)
    case "Union": {
      const options = ast.types.map(checkOf)
      // A loop, because a callback would be a new closure for every field of every message.
      return (value, depth) => {
        for (const option of options) if (option(value, depth)) return true
        return false
      }
    }
    case "Suspend":
      return (value, depth) => depth < DEPTH_MAX && checkOf(ast.f())(value, depth + 1)
    default: {
      const is = Schema.is(Schema.make<unknown>(SchemaAST.typeAST(ast)))
      return (value) => is(value)
    }
  }
}

const objectCheck = ({ indexSignatures, propertySignatures }: SchemaAST.TypeLiteral): Check => {
  const fields = propertySignatures.map(({ isOptional, name, type }) => ({ check: checkOf(type), isOptional, name }))
  const others = indexSignatures.map(({ type }) => checkOf(type))
  return (value, depth) => {
    if (!Predicate.isRecord(value)) return false
    for (const { check, isOptional, name } of fields) {
      const field = value[name]
      if (!(field === undefined && isOptional) && !check(field, depth)) return false
    }
    return others.every((other) => Object.values(value).every((field) => other(field, depth)))
  }
}

/** Discord's lists have items of one type, so the schema has no fixed elements. */
const listCheck = ({ rest }: SchemaAST.TupleType): Check => {
  const item = rest[0] === undefined ? () => true : checkOf(rest[0].type)
  return (value, depth) => Array.isArray(value) && value.every((it) => item(it, depth))
}
