import type { Bindings } from "./reference.ts"

/** Returns whether a root is `item` or `index`, which only a step with `for_each` has. */
export const isItemRoot = (root: string): boolean => root === "item" || root === "index"

/** Binds `{{item}}` and `{{index}}`. */
export const itemBindings = (item: unknown, index: number): Bindings =>
  new Map<string, unknown>([
    ["item", item],
    ["index", index]
  ])
