import { Schema } from "effect"
import { choice, optional } from "../shared/fields.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type Guard, guardOf } from "./guardOf.ts"

/** The field that chooses between a short answer and Discord's whole object. */
export const view = {
  view: optional(choice("full: Discord's object.", "compact", "full"))
}

/** What an agent needs of one of Discord's objects, with the schema of what it reads there. */
export interface View<Shape, Shown> {
  (it: Shape): Shown
  readonly reply: Schema.Schema<Shape>
}

/** Makes a result from Discord's body. `fits` checks the body first. */
export interface Result<Input, Answer> {
  (body: unknown, input: Input): ToolResult<Answer>
  readonly fits?: Guard
  readonly locate?: Locate
}

/** Adds to a result what depends on the guild of the call, such as links. */
export type Locate = <Answer>(result: ToolResult<Answer>, guild_id: string, input: object) => ToolResult<Answer>

/** Makes a view: `reply` is what `show` reads of an object. */
export const viewOf = <Shape, Shown>(reply: Schema.Schema<Shape>, show: (it: Shape) => Shown): View<Shape, Shown> =>
  Object.assign((it: Shape) => show(it), { reply })

/** Makes a result from a body that fits `reply`. */
export const reading = <Shape, Input, Answer>(
  reply: Schema.Schema<Shape>,
  show: (body: Shape, input: Input) => ToolResult<Answer>
) =>
  Object.assign(
    // The body has been held against `fits` before it comes here.
    (body: unknown, input: Input): ToolResult<Answer> => show(body as Shape, input),
    { fits: guardOf(reply) }
  )

/** Returns one object: compact, or complete with `view: "full"`. */
export const one = <Shape, Shown>(compactly: View<Shape, Shown>) =>
  reading(compactly.reply, (it, input: object): ToolResult<Shown> => ({ value: shown(it, compactly, input) }))

/** Returns one object, or `otherwise` if Discord's reply has no body. */
export const oneOr = <Shape, Shown, const Otherwise>(compactly: View<Shape, Shown>, otherwise: ToolResult<Otherwise>) =>
  reading(
    Schema.UndefinedOr(compactly.reply),
    (it, input: object): ToolResult<Shown | Otherwise> =>
      it === undefined ? otherwise : { value: shown(it, compactly, input) }
  )

/** Returns an object that is not a reply body: compact, or complete with `view: "full"`. */
export const shown = <Shape, Shown>(it: Shape, compactly: (it: Shape) => Shown, input: object): Shown =>
  isFull(input) ? (it as unknown as Shown) : compactly(it) // the whole, whose type the caller's own is of

/** Returns Discord's body unchanged. */
export const given = <Shape>(reply: Schema.Schema<Shape>) =>
  reading(reply, (body): ToolResult<Shape> => ({ value: body }))

/** Whether the caller set `view: "full"`. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"
