/** Drops fields without information: undefined, null, false, empty texts and empty lists. */
export const compact = <A extends object>(fields: A): Compact<A> => {
  const filled: Record<string, unknown> = {}
  // Keys, because entries would be a list for every field of every message. The keys of a plain object are its fields.
  for (const name of Object.keys(fields) as Array<keyof A & string>) {
    const value = fields[name]
    // Assigning `__proto__` would replace the object's prototype. No view has such a field.
    if (!isEmpty(value) && name !== "__proto__") filled[name] = value
  }
  return filled as Compact<A> // the names are those of the fields
}

/** The type of the same object, in which a field that can be empty is optional. */
export type Compact<A> = { readonly [Name in Filled<A>]: A[Name] } & {
  readonly [Name in Exclude<keyof A, Filled<A>>]?: NonNullable<A[Name]>
}

/** The fields that are never empty: numbers, objects and ids. */
type Filled<A> = {
  [Name in keyof A]-?: [A[Name]] extends [number | true]
    ? Name
    : [A[Name]] extends [string]
      ? Name extends "id" | `${string}_id`
        ? Name
        : never
      : [A[Name]] extends [object]
        ? A[Name] extends ReadonlyArray<unknown>
          ? never
          : Name
        : never
}[keyof A]

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)

/** Returns undefined for an object that is absent or has no fields. */
export const nonEmpty = <A extends object>(fields: A | null | undefined): A | undefined =>
  fields != null && Object.keys(fields).length > 0 ? fields : undefined
