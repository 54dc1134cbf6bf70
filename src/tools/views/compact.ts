/** An object without what tells nothing: undefined, null, false, empty texts and empty lists. */
export const compact = <A extends object>(fields: A): Compact<A> =>
  // What is left has the type of what was put in, each field perhaps absent.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as Compact<A>

/** A view of `A`: any field may be absent. */
export type Compact<A> = { readonly [Key in keyof A]?: NonNullable<A[Key]> }

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === "" ||
  (Array.isArray(value) && value.length === 0)
