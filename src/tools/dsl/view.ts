import { Schema } from "effect"
import { choice, optional } from "../shared/fields.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type Guard, guardOf } from "./guardOf.ts"

/** The field that chooses between a short answer and Discord's whole object. */
export const view = {
  view: optional(choice("full: Discord's complete object.", "compact", "full"))
}

/** What an agent needs of one of Discord's objects, with the schema of what it reads there. */
export interface View<Shape, Shown> {
  (it: Shape): Shown
  readonly reply: Schema.Schema<Shape>
}

/** From Discord's body to a result, with what the body must be like. */
export interface Result<Input, Answer> {
  (body: unknown, input: Input): ToolResult<Answer>
  readonly fits?: Guard
  readonly locate?: Locate
}

/** Adds to a result what can be told once the guild of the call is known. */
export type Locate = <Answer>(result: ToolResult<Answer>, guild_id: string, input: object) => ToolResult<Answer>

/** Makes a view: `reply` is what `show` reads of an object. */
export const viewOf = <Shape, Shown>(reply: Schema.Schema<Shape>, show: (it: Shape) => Shown): View<Shape, Shown> =>
  Object.assign((it: Shape) => show(it), { reply })

/** Makes a result of a body that is as `reply` says. */
export const reading = <Shape, Input, Answer>(
  reply: Schema.Schema<Shape>,
  show: (body: Shape, input: Input) => ToolResult<Answer>
) =>
  Object.assign(
    // The body has been held against `fits` before it comes here.
    (body: unknown, input: Input): ToolResult<Answer> => show(body as Shape, input),
    { fits: guardOf(reply) }
  )

/** Answers with one object, compact unless the whole is asked for: who asks for that knows its type. */
export const one = <Shape, Shown>(compactly: View<Shape, Shown>) =>
  reading(compactly.reply, (it, input: object): ToolResult<Shown> => ({ value: shown(it, compactly, input) }))

/** The same where Discord may have nothing to show, with what is answered then. */
export const oneOr = <Shape, Shown, const Otherwise>(compactly: View<Shape, Shown>, otherwise: ToolResult<Otherwise>) =>
  reading(
    Schema.UndefinedOr(compactly.reply),
    (it, input: object): ToolResult<Shown | Otherwise> =>
      it === undefined ? otherwise : { value: shown(it, compactly, input) }
  )

/** The same of an object that is not the body of a reply. */
export const shown = <Shape, Shown>(it: Shape, compactly: (it: Shape) => Shown, input: object): Shown =>
  isFull(input) ? (it as unknown as Shown) : compactly(it) // the whole, whose type the caller's own is of

/** Answers with what Discord gives, as it is. */
export const given = <Shape>(reply: Schema.Schema<Shape>) =>
  reading(reply, (body): ToolResult<Shape> => ({ value: body }))

/** Whether Discord's whole object is asked for. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"
