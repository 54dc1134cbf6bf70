/** Values of the audit log, and their comparison with the values of objects. */
import { Predicate } from "effect"
import type { Kind } from "./kinds.ts"

/** The values of an object, by the keys of the log. */
export type Values = Readonly<Record<string, unknown>>

/** The key of a role of a member: true or false. */
export const roleKey = (id: string): string => `role:${id}`

/** The key of an overwrite of a channel: `type`, `allow` and `deny`, or null. */
export const overwriteKey = (id: string): string => `overwrite:${id}`

/** Splits the key of a role or an overwrite. Other keys have no id. */
export const keyParts = (key: string): { readonly part: string; readonly id: string | undefined } => {
  const [part = key, id] = key.split(":")
  return { part, id }
}

/** An overwrite of a channel. */
export interface Overwrite {
  readonly type: number
  readonly allow: string
  readonly deny: string
}

const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "0")

/** Reads an overwrite of the log or of a channel. What is missing denies and allows nothing. */
export const overwriteOf = (value: unknown): Overwrite => {
  const { allow, deny, type } = Predicate.isReadonlyRecord(value) ? value : {}
  return { type: Number(type ?? 0), allow: text(allow), deny: text(deny) }
}

/** Reads a list of objects with an id. */
export const withIds = (value: unknown): ReadonlyArray<Values & { readonly id: string }> =>
  Array.isArray(value) ? value.filter(hasId) : []

const hasId = (value: unknown): value is Values & { readonly id: string } =>
  Predicate.isReadonlyRecord(value) && typeof value.id === "string"

/** Returns whether two values of a key mean the same. Null and a missing value are what the key has when it is empty. */
export const isSame = ({ fields }: Kind, key: string, one: unknown, other: unknown): boolean => {
  const empty = keyParts(key).part === "role" ? false : fields[key]?.empty
  return plainText(one ?? empty) === plainText(other ?? empty)
}

const plainText = (value: unknown): string => JSON.stringify(plainOf(value)) ?? ""

/** Removes nulls, sorts keys, and makes times comparable. */
const plainOf = (value: unknown): unknown => {
  if (value === null) return undefined
  if (typeof value === "string") return TIME.test(value) ? Date.parse(value) : value
  if (Array.isArray(value)) return value.map(plainOf)
  return Predicate.isReadonlyRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, part]) => [key, plainOf(part)])
      )
    : value
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Replaces ids anywhere in a value. Undefined drops an item of a list, and makes any other value null. */
export const withIdsReplaced = (value: unknown, replace: (id: string) => string | undefined): unknown => {
  if (typeof value === "string") return ID.test(value) ? (replace(value) ?? null) : value
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const id = hasId(item) ? item.id : item
      return typeof id === "string" && ID.test(id) && replace(id) === undefined ? [] : [withIdsReplaced(item, replace)]
    })
  }
  return Predicate.isReadonlyRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withIdsReplaced(part, replace)]))
    : value
}

const ID = /^\d{17,20}$/
