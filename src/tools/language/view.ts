import { choice, optional } from "../parts/fields.ts"
import type { ToolResult } from "../Tool.ts"

/** The field that chooses between a short answer and Discord's whole object. */
export const view = {
  view: optional(choice("full: Discord's whole object.", "compact", "full"))
}

/**
 * Answers with one object, compact unless the whole is asked for. `Shape` is what Discord promises for this route;
 * the answer is typed as the compact one, since who asks for the whole knows it.
 */
export const one =
  <Shape, Shown>(compactly: (it: Shape) => Shown) =>
  (body: unknown, input: object): ToolResult<Shown> => ({
    value:
      body === undefined
        ? // Nothing to show: a repeated DELETE may find that the first had worked, which its row's type knows.
          ({ done: true } as Shown)
        : shown(body as Shape, compactly, input) // Discord's promise, see above
  })

/** The same where Discord may have nothing to show, with what is answered then. */
export const oneOr =
  <Shape, Shown, const Otherwise>(compactly: (it: Shape) => Shown, otherwise: ToolResult<Otherwise>) =>
  (body: unknown, input: object): ToolResult<Shown | Otherwise> =>
    body === undefined ? otherwise : one(compactly)(body, input)

/** The same of an object that is not the body of a reply. */
export const shown = <Shape, Shown>(it: Shape, compactly: (it: Shape) => Shown, input: object): Shown =>
  isFull(input) ? (it as unknown as Shown) : compactly(it) // the whole, whose type the caller's own is of

/** Answers with what Discord gives, as it is. `Shape` is what Discord promises for this route. */
export const given =
  <Shape>() =>
  (body: unknown): ToolResult<Shape> => ({ value: body as Shape }) // Discord's promise

/** Whether Discord's whole object is asked for. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"
