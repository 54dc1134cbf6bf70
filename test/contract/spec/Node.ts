/** Any object of the description: a schema, a parameter, an operation. */
export type Node = { readonly [key: string]: unknown }

/** Whether a value is an object of the description. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value)
