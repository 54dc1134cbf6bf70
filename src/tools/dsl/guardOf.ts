/** Checks a value against a schema without copying it: replies can be large, and every call reads one. */
import { Option, Schema, SchemaAST } from "effect"

/** Whether a value is as a schema says; what the schema does not name is not looked at. */
export type Guard = (value: unknown) => boolean

/** Returns the guard of a schema that transforms nothing. It is compiled once for a schema. */
export const guardOf = (schema: Schema.Schema.AnyNoContext): Guard => {
  const known = guards.get(schema.ast)
  if (known !== undefined) return known
  let check: Check | undefined
  // Compiled by the first reply: most calls need few of the schemas there are.
  const guard: Guard = (value) => {
    check ??= checkOf(schema.ast)
    return check(value, 0)
  }
  guards.set(schema.ast, guard)
  return guard
}

/** `depth` counts how often a schema has stood within itself. */
type Check = (value: unknown, depth: number) => boolean

const guards = new WeakMap<SchemaAST.AST, Guard>()
const checks = new WeakMap<SchemaAST.AST, Check>()

/** Discord nests components and options three deep; this much is safe to walk. */
const DEPTH_MAX = 20

const checkOf = (ast: SchemaAST.AST): Check => {
  const known = checks.get(ast)
  if (known !== undefined) return known
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
      return (value, depth) => options.some((option) => option(value, depth))
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
    if (!isRecord(value)) return false
    for (const { check, isOptional, name } of fields) {
      const field = value[name]
      if (!(field === undefined && isOptional) && !check(field, depth)) return false
    }
    return others.every((other) => Object.values(value).every((field) => other(field, depth)))
  }
}

/** A list whose items are all of one kind: Discord has no other. */
const listCheck = ({ rest }: SchemaAST.TupleType): Check => {
  const item = rest[0] === undefined ? () => true : checkOf(rest[0].type)
  return (value, depth) => Array.isArray(value) && value.every((it) => item(it, depth))
}

const isRecord = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
