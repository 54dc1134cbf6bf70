/**
 * Discord's replies: the schemas of what is used of them, and their reading.
 *
 * A reply must have the kind of its schema and the required fields: what a tool is for, such as the id of what it
 * creates. Every other field is `expected` or `nullish`: a call succeeds without it. A value that fits is returned
 * without a copy, because every call reads a reply, and replies can be large.
 */
import { Option, Predicate, Schema, SchemaAST } from "effect"
import { nodeOf } from "./schemaNode.ts"

export { Id } from "./snowflake.ts"

/** A field that Discord always sends. If it is missing or has another shape, it is left out, and a notice names it. */
export const expected = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(schema).annotations(expectedField)

/** A field that can be absent or null. If it has another shape, it is left out, and a notice names it. */
export const nullish = <A, I>(schema: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(schema))

/** A field that can be absent or null, but without which nothing can be decided if it has another shape. */
export const decisive = <A, I>(schema: Schema.Schema<A, I>) => Schema.UndefinedOr(Schema.NullOr(schema))

/** A list that is useless if one of its items has another shape. Other lists leave out such an item. */
export const whole = <A, I>(item: Schema.Schema<A, I>) => Schema.Array(item).annotations(wholeList)

/** A set of permissions, as a decimal number. */
export const Bits = Schema.String.pipe(Schema.pattern(/^\d{1,40}$/))

const TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/

/** An ISO 8601 time that `Date.parse` reads, with or without seconds and zone. */
export const Time = Schema.String.pipe(Schema.pattern(TIME))

/** A number without fraction, of objects or of bits, that is not negative. */
export const Count = Schema.Int.pipe(Schema.nonNegative())

/** A color: 0xRRGGBB. */
export const Color = Schema.Int.pipe(Schema.between(0, 0xffffff))

/** An object that is passed on unread. */
export const AnyObject = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A list of texts or ids that can be absent. */
export const Texts = nullish(Schema.Array(Schema.String))

/** A list of numbers that can be absent. */
export const Numbers = nullish(Schema.Array(Schema.Number))

/** Translations by locale that can be absent. */
export const Localizations = nullish(Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.String) }))

/** A response body that was read. */
export interface Reading<Body = unknown> {
  readonly body: Body
  /** The paths of the parts that were left out, because they were missing or had another shape. */
  readonly omitted: ReadonlyArray<string>
}

/** Reads a value. Returns `undefined` if the value itself, or a part that it requires, has another shape. */
export type Reader<A> = (value: unknown) => Reading<A> | undefined

/**
 * Returns the reader of a schema without transformations. It is compiled once per schema. Fields that the schema
 * does not name are kept.
 *
 * - A required field of another shape makes its object unreadable.
 * - An optional field of another shape is left out. A field marked by `expectedField` is also reported if it is missing.
 * - An unreadable item of a list is left out, unless the list is marked by `wholeList`.
 */
export const readerOf = <A, I>(schema: Schema.Schema<A, I>): Reader<A> => {
  let read: Read | undefined
  return (value) => {
    // Compiled on first use: a process needs few of all schemas.
    read ??= readOf(schema.ast)
    const omitted: Array<string> = []
    const body = read(value, 0, omitted)
    return body === UNREADABLE ? undefined : { body: body as A, omitted } // `read` has checked it
  }
}

/** Returns the reader of values that fit a schema completely. */
export const strictReaderOf = <A, I>(schema: Schema.Schema<A, I>): Reader<A> => {
  const read = readerOf(schema)
  return (value) => {
    const reading = read(value)
    return reading !== undefined && reading.omitted.length === 0 ? reading : undefined
  }
}

/** Returns the value that a value was read from. They differ if a part was left out. */
export const originalOf = <A>(value: A): A =>
  typeof value === "object" && value !== null ? ((originals.get(value) ?? value) as A) : value // by default the same

/** Changes a value that was read, and what it was read from. */
export const changeRead = <A extends object, B extends object>(value: A, change: (value: A) => B): B => {
  const changed = change(value)
  const original = originalOf(value)
  if (original !== value) originals.set(changed, change(original))
  return changed
}

/** The annotation of a field that is always there. */
export const expectedField = { [Symbol.for("effect-discord-mcp/tools/expectedField")]: true }

/** The annotation of a list that is unreadable if one of its items is. */
export const wholeList = { [Symbol.for("effect-discord-mcp/tools/wholeList")]: true }

const isMarked = (annotations: SchemaAST.Annotations, mark: object): boolean =>
  Object.getOwnPropertySymbols(mark).every((symbol) => symbol in annotations)

/**
 * Returns the value, a copy without some of its parts, or `UNREADABLE`. Adds the paths of these parts to `omitted`.
 * `depth`: how many times a recursive schema contains itself here.
 */
type Read = (value: unknown, depth: number, omitted: Array<string>) => unknown

const UNREADABLE = Symbol("unreadable")

const readers = new WeakMap<SchemaAST.AST, Read>()

/** Maps copies to what they are copies of. */
const originals = new WeakMap<object, unknown>()

/** Discord nests components and options three levels deep. */
const DEPTH_MAX = 20

/** Maximum number of reported paths. More are left out without a report. */
const OMITTED_MAX = 1000

const readOf = (ast: SchemaAST.AST): Read => {
  const cached = readers.get(ast)
  if (cached !== undefined) return cached
  const read = makeRead(ast)
  readers.set(ast, read)
  return read
}

const makeRead = (ast: SchemaAST.AST): Read => {
  const node = nodeOf(ast)
  switch (node.is) {
    case "value":
      return (value) => (node.test(value) ? value : UNREADABLE)
    case "object":
      return node.ast.indexSignatures.length === 0 ? objectRead(node.ast) : recordRead(node.ast)
    case "list":
      return listRead(node.ast)
    case "union":
      return unionRead(node.members)
    case "refined":
      return refinedRead(node.ast)
    case "transformed":
      // Replies are not transformed: they have the decoded form.
      return readOf(node.to)
    case "suspended":
      return (value, depth, omitted) =>
        depth < DEPTH_MAX ? readOf(node.resolve())(value, depth + 1, omitted) : UNREADABLE
  }
}

const refinedRead = (ast: SchemaAST.Refinement): Read => {
  const from = readOf(ast.from)
  return (value, depth, omitted) => {
    const read = from(value, depth, omitted)
    return read === UNREADABLE || Option.isSome(ast.filter(read, {}, ast)) ? UNREADABLE : read
  }
}

/** Most unions are of one type with null or undefined, which need no reader. */
const unionRead = (types: ReadonlyArray<SchemaAST.AST>): Read => {
  const takesNull = types.some(isNull)
  const takesUndefined = types.some(SchemaAST.isUndefinedKeyword)
  const [first, ...others] = types.filter((ast) => !isNull(ast) && !SchemaAST.isUndefinedKeyword(ast)).map(readOf)
  return (value, depth, omitted) => {
    if ((value === null && takesNull) || (value === undefined && takesUndefined)) return value
    const from = omitted.length
    const read = first === undefined ? UNREADABLE : first(value, depth, omitted)
    if (read !== UNREADABLE || others.length === 0) return read
    for (const other of others) {
      omitted.length = from
      const read = other(value, depth, omitted)
      if (read !== UNREADABLE) return read
    }
    return UNREADABLE
  }
}

const isNull = (ast: SchemaAST.AST): boolean => SchemaAST.isLiteral(ast) && ast.literal === null

const objectRead = ({ propertySignatures }: SchemaAST.TypeLiteral): Read => {
  const fields = propertySignatures.map(({ annotations, isOptional, name, type }) => ({
    name: String(name),
    read: readOf(type),
    isOptional,
    isExpected: isMarked(annotations, expectedField)
  }))
  return (value, depth, omitted) => {
    if (!Predicate.isRecord(value)) return UNREADABLE
    let copy: Record<string, unknown> | undefined
    for (const { isExpected, isOptional, name, read } of fields) {
      const field = value[name]
      if (field === undefined && isOptional) {
        if (isExpected) report(omitted, name)
        continue
      }
      const from = omitted.length
      const part = read(field, depth, omitted)
      if (part === UNREADABLE && !isOptional) return UNREADABLE
      if (part === UNREADABLE || omitted.length > from) completePaths(omitted, from, name, part)
      if (part !== field) copy = withPart(copy ?? copyOf(value), name, part)
    }
    return copy ?? value
  }
}

const copyOf = (value: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const copy = { ...value }
  originals.set(copy, value)
  return copy
}

/** Reads an object whose keys are data. Paths do not have its keys, because Discord chooses them. */
const recordRead = ({ indexSignatures }: SchemaAST.TypeLiteral): Read => {
  const item = itemRead(indexSignatures[0]?.type)
  return (value, depth, omitted) => {
    if (!Predicate.isRecord(value)) return UNREADABLE
    let copy: Record<string, unknown> | undefined
    for (const key of Object.keys(value)) {
      const from = omitted.length
      const part = item(value[key], depth, omitted)
      if (part === UNREADABLE || omitted.length > from) completePaths(omitted, from, "[]", part)
      if (part !== value[key]) copy = withPart(copy ?? copyOf(value), key, part)
    }
    return copy ?? value
  }
}

/** Discord's lists have items of one type, so the schema has no fixed elements. */
const listRead = ({ annotations, rest }: SchemaAST.TupleType): Read => {
  const item = itemRead(rest[0]?.type)
  const isWhole = isMarked(annotations, wholeList)
  return (value, depth, omitted) => {
    if (!Array.isArray(value)) return UNREADABLE
    let copy: Array<unknown> | undefined
    for (let at = 0; at < value.length; at++) {
      const from = omitted.length
      const part = item(value[at], depth, omitted)
      if (part === UNREADABLE && isWhole) return UNREADABLE
      if (part === UNREADABLE || omitted.length > from) completePaths(omitted, from, `[${at}]`, part)
      if (part !== value[at] && copy === undefined) {
        copy = value.slice(0, at)
        originals.set(copy, value)
      }
      if (part !== UNREADABLE) copy?.push(part)
    }
    return copy ?? value
  }
}

const itemRead = (ast: SchemaAST.AST | undefined): Read => (ast === undefined ? (value) => value : readOf(ast))

/** Sets a part of a copy, or removes an unreadable part. */
const withPart = (copy: Record<string, unknown>, name: string, part: unknown): Record<string, unknown> => {
  if (part === UNREADABLE) Reflect.deleteProperty(copy, name)
  // Assigning `__proto__` would replace the object's prototype.
  else Object.defineProperty(copy, name, { value: part, writable: true, enumerable: true, configurable: true })
  return copy
}

/** Completes the paths that a part at `name` has reported since `from`. An unreadable part is one path. */
const completePaths = (omitted: Array<string>, from: number, name: string, part: unknown): void => {
  if (part === UNREADABLE) {
    omitted.length = from
    report(omitted, name)
  } else {
    for (let at = from; at < omitted.length; at++) {
      const path = omitted[at] ?? ""
      omitted[at] = path.startsWith("[") ? name + path : `${name}.${path}`
    }
  }
}

const report = (omitted: Array<string>, path: string): void => {
  if (omitted.length < OMITTED_MAX) omitted.push(path)
}
