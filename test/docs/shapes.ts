/** The shapes of JSON types, read from the compiler, independent of their names. */
import ts from "typescript"

/** The shape of a JSON value. */
export type Shape =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "list"; readonly item: Shape }
  | { readonly kind: "choice"; readonly options: ReadonlyArray<Shape> }
  | { readonly kind: "object"; readonly fields: ReadonlyArray<Field> }

/** A field of an object. Its name is quoted if necessary. */
export interface Field {
  readonly name: string
  readonly isOptional: boolean
  readonly shape: Shape
}

/** Returns the JSON shape of a type. Throws if the type is not JSON. */
export const shapeOf = (checker: ts.TypeChecker, type: ts.Type): Shape => {
  const shape = (it: ts.Type, within: ReadonlyArray<ts.Type>): Shape => {
    if (within.includes(it)) throw new Error(`${checker.typeToString(it)} is within itself: no text is long enough`)
    const inside = (other: ts.Type) => shape(other, [...within, it])
    // The type inside `NoInfer`.
    if (isWrapped(it)) return shape(it.baseType, within)
    if (it.isStringLiteral()) return plain(JSON.stringify(it.value))
    if (it.isNumberLiteral()) return plain(String(it.value))
    if (it.flags & PLAIN) return plain(checker.typeToString(it))
    if (it.flags & ts.TypeFlags.NonPrimitive) return anything
    if (it.isUnion()) return choice(it.types.filter((one) => !isUndefined(one)).map(inside))
    if (checker.isArrayType(it) || checker.isTupleType(it)) {
      const items = checker.getTypeArguments(it as ts.TypeReference).filter((one) => !isUndefined(one)) // as both are
      return { kind: "list", item: choice(items.map(inside)) }
    }
    const primitive = it.isIntersection() ? it.types.find(({ flags }) => flags & PLAIN) : undefined
    // The brand of a type is omitted.
    if (primitive !== undefined) return inside(primitive)
    if (checker.getSignaturesOfType(it, ts.SignatureKind.Call).length > 0 || !(it.flags & OBJECT)) {
      throw new Error(`${checker.typeToString(it)} is no JSON`)
    }
    const fields = [...openFields(it, inside), ...namedFields(it, inside)]
    return fields.length === 0 ? anything : { kind: "object", fields }
  }

  const openFields = (it: ts.Type, inside: (type: ts.Type) => Shape): ReadonlyArray<Field> =>
    checker
      .getIndexInfosOfType(it)
      .map((info) => ({ name: "[key: string]", isOptional: false, shape: inside(info.type) }))

  const namedFields = (it: ts.Type, inside: (type: ts.Type) => Shape): ReadonlyArray<Field> =>
    checker
      .getPropertiesOfType(it)
      .map((property) => {
        const type = checker.getTypeOfSymbol(property)
        const maybe = type.isUnion() && type.types.some(isUndefined)
        const isOptional = maybe || (property.flags & ts.SymbolFlags.Optional) !== 0
        return { name: written(property.name), isOptional, shape: inside(type) }
      })
      // The compiler has no stable order.
      .sort((a, b) => Number(a.isOptional) - Number(b.isOptional) || compare(a.name, b.name))

  return shape(type, [])
}

/** A union, in a stable order, with `null` and `undefined` last. */
export const choice = (options: ReadonlyArray<Shape>): Shape => {
  const distinct = [...new Map(options.map((it) => [keyOf(it), it])).values()]
  const both = distinct.filter((it) => it.kind === "plain" && /^(true|false)$/.test(it.text)).length === 2
  const kept = both
    ? [...distinct.filter((it) => it.kind !== "plain" || !/^(true|false)$/.test(it.text)), plain("boolean")]
    : distinct
  const [only] = kept
  if (only !== undefined && kept.length === 1) return only
  return { kind: "choice", options: kept.toSorted((a, b) => rank(a) - rank(b) || compare(keyOf(a), keyOf(b))) }
}

/** Returns the whole shape in one line. Equal shapes have equal lines. */
export const keyOf = (shape: Shape): string => {
  switch (shape.kind) {
    case "plain":
      return shape.text
    case "list":
      return `ReadonlyArray<${keyOf(shape.item)}>`
    case "choice":
      return shape.options.map(keyOf).join(" | ")
    case "object":
      return `{ ${shape.fields.map((field) => `${field.name}${field.isOptional ? "?" : ""}: ${keyOf(field.shape)}`).join("; ")} }`
  }
}

const plain = (text: string): Shape => ({ kind: "plain", text })

/** An object with unknown fields. */
const anything: Shape = {
  kind: "object",
  fields: [{ name: "[key: string]", isOptional: false, shape: plain("unknown") }]
}

const { BooleanLike, Null, NumberLike, StringLike, Unknown } = ts.TypeFlags
const PLAIN = (StringLike | NumberLike | BooleanLike | Null | Unknown) & ~ts.TypeFlags.Union
const OBJECT = ts.TypeFlags.Object | ts.TypeFlags.Intersection

const isUndefined = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Undefined) !== 0

const isWrapped = (type: ts.Type): type is ts.SubstitutionType => (type.flags & ts.TypeFlags.Substitution) !== 0

const written = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))

const rank = (shape: Shape): number => (shape.kind === "plain" && shape.text === "null" ? 1 : 0)

const compare = (a: string, b: string): number => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0)
