import type { Scope } from "./reference.ts"

/** Whether a root is one of those that mean something only in a step with `for_each`. */
export const isOfItem = (root: string): boolean => root === "item" || root === "index"

/** What `{{item}}` and `{{index}}` mean. */
export const itemScope = (item: unknown, index: number): Scope =>
  new Map<string, unknown>([
    ["item", item],
    ["index", index]
  ])
