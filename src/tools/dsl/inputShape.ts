/**
 * The shape of a schema: what each position of an input accepts, and where the decoded input has ids. It is derived
 * once per schema.
 */
import { Either, Predicate, Schema, SchemaAST } from "effect"
import { formatPath } from "../../errors/validationIssues.ts"
import { type Conversion, conversionOf } from "../../objects/schema/alsoTakes.ts"
import { CLEAR, clearableIn, nullMeaningOf } from "../../objects/schema/clearable.ts"
import { MAX_ITEMS } from "../../objects/schema/fields.ts"
import { idKindOf, kindsByTypeOf } from "../../objects/schema/ids.ts"
import { type TimeUnit, timeUnitOf } from "../../objects/schema/lengthOfTime.ts"
import { guardOf, nodeOf } from "../../objects/schema/schemaNode.ts"
import type { ReferencedId } from "../Tool.ts"

/** The values that one position of an input accepts. For a union: the values that any member accepts. */
export interface Shape {
  /** Any value. Nothing inside the value has a schema. */
  readonly anything: boolean
  /** A text of any length. */
  readonly text: boolean
  /** One of a few texts. */
  readonly word: boolean
  /** These texts, if only they are accepted. */
  readonly words?: ReadonlyArray<string> | undefined
  readonly number: boolean
  readonly boolean: boolean
  /** An id. */
  readonly id: boolean
  /** The unit of a length of time. */
  readonly unit?: TimeUnit | undefined
  /** The field to send, with its value, for what null does in Discord's API. */
  readonly nullMeans?: Readonly<Record<string, number>> | undefined
  /** Returns whether a short text is valid as it is. */
  readonly accepts: (text: string) => boolean
  /** Conversions of other formats, applied in order. */
  readonly conversions: ReadonlyArray<Conversion>
  /** An object. */
  readonly object?: ObjectShape | undefined
  /** A list. */
  readonly list?: ListShape | undefined
  /** Adds the ids in a decoded value, each with its path. A value without parts that is no id has none. */
  readonly collectIds?: CollectIds | undefined
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

/** The maximum number of items of a list, and their shape. */
interface ListShape {
  readonly max: number
  readonly item: () => Shape
}

type CollectIds = (value: unknown, path: string, ids: Array<ReferencedId>) => void

/** Returns the shape of a schema. */
export const shapeOf = (ast: SchemaAST.AST): Shape => {
  const cached = shapes.get(ast)
  if (cached !== undefined) return cached
  const inner = innerShape(ast)
  const conversion = conversionOf(ast)
  const kind = idKindOf(ast)
  const shape: Shape = {
    ...inner,
    unit: timeUnitOf(ast) ?? inner.unit,
    nullMeans: nullMeaningOf(ast) ?? inner.nullMeans,
    accepts: (text) => Either.isRight(Schema.decodeUnknownEither(Schema.make<unknown, unknown>(ast))(text)),
    conversions: conversion === undefined ? inner.conversions : [conversion, ...inner.conversions],
    collectIds: kind === undefined ? inner.collectIds : (id, path, ids) => ids.push({ kind, id: String(id), path })
  }
  shapes.set(ast, shape)
  return shape
}

/** Returns the ids in a decoded value, at any depth, each with its path, such as `actions[0].channel_id`. */
export const idsIn = (schema: Schema.Schema.AnyNoContext, value: unknown): ReadonlyArray<ReferencedId> => {
  const ids: Array<ReferencedId> = []
  shapeOf(schema.ast).collectIds?.(value, "", ids)
  return ids
}

/**
 * Returns whether a value means that its field is absent: null, and in an optional field also an empty text that is not
 * a value of the field, and the id 0, which Discord documents as the default of `after`.
 */
export const isAbsent = (value: unknown, shape: Shape, isOptional: boolean): boolean =>
  value === null ||
  (isOptional &&
    ((value === "" && !shape.accepts("")) || (shape.id && (value === 0 || value === "0") && !shape.accepts("0"))))

/** Definitions share schemas, so shapes are cached. */
const shapes = new WeakMap<SchemaAST.AST, Shape>()

const NOTHING: Shape = {
  anything: false,
  text: false,
  word: false,
  number: false,
  boolean: false,
  id: false,
  accepts: () => false,
  conversions: []
}

/** Returns the shape without the annotations of the schema itself. */
const innerShape = (ast: SchemaAST.AST): Shape => {
  const node = nodeOf(ast)
  switch (node.is) {
    case "value":
      return {
        ...NOTHING,
        [node.kind]: true,
        ...(SchemaAST.isLiteral(ast) && typeof ast.literal === "string" && { words: [ast.literal] })
      }
    case "object": {
      const object = objectOf(node.ast)
      return { ...NOTHING, object, collectIds: objectIds(object, kindsByTypeOf(node.ast)) }
    }
    case "list": {
      const types = [...node.ast.elements, ...node.ast.rest].map(({ type }) => type)
      return {
        ...NOTHING,
        list: { max: Number.POSITIVE_INFINITY, item: lazily(() => mergeShapes(types.map(shapeOf))) },
        collectIds: listIds(node.ast)
      }
    }
    case "union":
      return { ...mergeShapes(node.members.map(shapeOf)), collectIds: unionIds(node.members) }
    case "refined": {
      const { list, ...shape } = shapeOf(node.ast.from)
      const max = Number(node.ast.annotations[MAX_ITEMS] ?? Number.POSITIVE_INFINITY)
      return { ...shape, list: list && { ...list, max: Math.min(list.max, max) } }
    }
    case "transformed":
      return {
        ...shapeOf(node.from),
        // The field of an id is a text that is transformed to the id.
        id: idKindOf(node.to) !== undefined,
        collectIds: shapeOf(node.to).collectIds
      }
    case "suspended":
      return shapeOf(node.resolve())
  }
}

/** Returns the shape of a value that has one of several shapes. */
const mergeShapes = (members: ReadonlyArray<Shape>): Shape => {
  const [first, ...others] = members
  if (first !== undefined && others.length === 0) return first
  const has = (kind: "anything" | "text" | "word" | "number" | "boolean" | "id") => members.some((one) => one[kind])
  const lists = members.flatMap(({ list }) => list ?? [])
  const objects = members.flatMap(({ object }) => object ?? [])
  return {
    anything: has("anything"),
    text: has("text"),
    word: has("word"),
    words: members.every(({ words }) => words !== undefined) ? members.flatMap(({ words = [] }) => words) : undefined,
    number: has("number"),
    boolean: has("boolean"),
    id: has("id"),
    unit: members.find(({ unit }) => unit !== undefined)?.unit,
    accepts: (text) => members.some((one) => one.accepts(text)),
    conversions: members.flatMap(({ conversions }) => conversions),
    ...(objects.length > 0 && { object: mergeObjects(objects) }),
    ...(lists.length > 0 && {
      list: {
        max: Math.max(...lists.map(({ max }) => max)),
        item: lazily(() => mergeShapes(lists.map(({ item }) => item())))
      }
    })
  }
}

const mergeObjects = (objects: ReadonlyArray<ObjectShape>): ObjectShape => {
  const names = [...new Set(objects.flatMap((object) => object.names))]
  const fields = new Map(
    names.map((name) => [name, lazily(() => mergeShapes(objects.flatMap(({ field }) => field(name) ?? [])))] as const)
  )
  const others = objects.flatMap(({ other }) => other ?? [])
  return {
    field: (name) => fields.get(name)?.(),
    names,
    isOptional: (name) => objects.every((object) => object.isOptional(name)),
    other: others.length === 0 ? undefined : lazily(() => mergeShapes(others.map((other) => other()))),
    clearable: new Set(objects.flatMap(({ clearable }) => [...clearable]))
  }
}

const objectOf = (ast: SchemaAST.TypeLiteral): ObjectShape => {
  const fields = new Map(
    ast.propertySignatures.map(({ isOptional, name, type }) => [
      String(name),
      { isOptional, shape: lazily(() => shapeOf(type)) }
    ])
  )
  const others = ast.indexSignatures.map(({ type }) => type)
  return {
    field: (name) => fields.get(name)?.shape(),
    names: [...fields.keys()],
    isOptional: (name) => fields.get(name)?.isOptional !== false,
    other: others.length === 0 ? undefined : lazily(() => mergeShapes(others.map(shapeOf))),
    clearable: new Set(fields.has(CLEAR) ? clearableIn(ast) : [])
  }
}

/** Derives a value on first use, because a schema can contain itself. */
const lazily = <A>(derive: () => A): (() => A) => {
  let value: A | undefined
  return () => {
    value ??= derive()
    return value
  }
}

/** Collects the ids in the fields. `kinds`: the kinds of the object's own `id` by its `type`. */
const objectIds = (object: ObjectShape, kinds: ReturnType<typeof kindsByTypeOf>): CollectIds => {
  const fields = lazily(() =>
    object.names.flatMap((name) => {
      const collectIds = object.field(name)?.collectIds
      return collectIds === undefined ? [] : [[name, collectIds] as const]
    })
  )
  return (value, path, ids) => {
    if (!Predicate.isReadonlyRecord(value)) return
    const other = object.other?.().collectIds
    const others = other === undefined ? [] : Object.keys(value).filter((name) => !object.names.includes(name))
    for (const [name, collectIds = other] of [...fields(), ...others.map((name) => [name] as const)]) {
      const field = value[name]
      if (field === undefined) continue
      const at = path === "" ? name : `${path}.${name}`
      const kind = name === "id" ? kinds?.[String(value.type)] : undefined
      if (kind !== undefined) ids.push({ kind, id: String(field), path: at })
      else collectIds?.(field, at, ids)
    }
  }
}

const listIds =
  ({ elements, rest }: SchemaAST.TupleType): CollectIds =>
  (value, path, ids) => {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) {
      const type = (elements[index] ?? rest[0])?.type
      if (type !== undefined) shapeOf(type).collectIds?.(item, `${path}[${index}]`, ids)
    }
  }

/** Collects the ids by the members that the value fits: the same field of two members can have ids of two kinds. */
const unionIds = (types: ReadonlyArray<SchemaAST.AST>): CollectIds | undefined => {
  const members = types.flatMap((ast) => {
    const { collectIds } = shapeOf(ast)
    return collectIds === undefined ? [] : [{ collectIds, isMember: guardOf(ast) }]
  })
  return members.length === 0
    ? undefined
    : (value, path, ids) => {
        for (const { collectIds, isMember } of members) if (isMember(value)) collectIds(value, path, ids)
      }
}

/** A path in an input, as a linked list from the end. */
export interface PathNode {
  readonly key: string | number
  readonly parent: PathNode | undefined
  /** The number of keys in the path. */
  readonly depth: number
}

/** Appends a key to a path. */
export const childOf = (parent: PathNode | undefined, key: string | number): PathNode => ({
  key,
  parent,
  depth: (parent?.depth ?? 0) + 1
})

/** Formats a path. A very long path is truncated at its end. */
export const pathOf = (path: PathNode | undefined): string => {
  const keys: Array<string | number> = []
  for (let at = path; at !== undefined; at = at.parent) keys.push(at.key)
  return formatPath(keys.reverse().slice(0, PATH_MAX))
}

const PATH_MAX = 8
