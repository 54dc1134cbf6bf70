import { choice, optional } from "../parts/fields.ts"
import type { ToolResult } from "../Tool.ts"

/** The field that chooses between a short answer and Discord's whole object. */
export const view = {
  view: optional(choice("full: Discord's whole object.", "compact", "full"))
}

/** Answers with one object, compact unless the whole is asked for. `Shape` is what Discord promises for this route. */
export const one =
  <Shape>(compactly: (it: Shape) => unknown) =>
  (body: unknown, input: object): ToolResult => ({
    // Without a body there is nothing to show: a repeated DELETE may find that the first had worked.
    value: body === undefined ? { done: true } : isFull(input) ? body : compactly(body as Shape) // Discord's promise, see above
  })

/** Whether Discord's whole object is asked for. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"
