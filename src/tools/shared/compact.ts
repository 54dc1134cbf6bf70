/** An object without what tells nothing: undefined, null, false, empty texts and empty lists. */
export const compact = <A extends object>(fields: A): Compact<A> =>
  // What is left has the type of what was put in, each field perhaps absent.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as Compact<A>

/** A view of `A`: any field may be absent that can be empty. */
export type Compact<A> = { readonly [Name in Filled<A>]: A[Name] } & {
  readonly [Name in Exclude<keyof A, Filled<A>>]?: NonNullable<A[Name]>
}

/** The fields that always tell something: numbers, objects, and ids, which are never empty. */
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
