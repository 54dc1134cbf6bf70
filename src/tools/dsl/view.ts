import { Schema } from "effect"
import { choice, optional } from "../shared/fields.ts"
import type { ToolResult } from "../ToolResult.ts"
import { originalOf, type Reader, readerOf } from "./reply.ts"

/** The field that selects the compact view or Discord's object. */
export const view = {
  view: optional(choice("compact or full; default compact.", "compact", "full"))
}

/** A compact view of a Discord object, with the schema of the fields that it reads. */
export interface View<Shape, Shown> {
  (it: Shape): Shown
  readonly reply: Schema.Schema<Shape>
}

/** Makes a result from a body that `read` has read. `omitted`: the parts that it left out. */
export interface Result<Input, Answer> {
  (body: unknown, input: Input, omitted: ReadonlyArray<string>): ToolResult<Answer>
  readonly read?: Reader<unknown>
  readonly locate?: Locate
}

/** Adds the parts of a result that depend on the guild of the call, such as links. */
export type Locate = <Answer>(result: ToolResult<Answer>, guild_id: string, input: object) => ToolResult<Answer>

/** Makes a view. `reply`: the fields that `show` reads. */
export const viewOf = <Shape, Shown>(reply: Schema.Schema<Shape>, show: (it: Shape) => Shown): View<Shape, Shown> =>
  Object.assign((it: Shape) => show(it), { reply })

/** Returns the view of an object that a call creates. Without the object's id, Discord's reply is unexpected. */
export const created = <Shape, Shown, Id extends keyof Shape & string>(compactView: View<Shape, Shown>, id: Id) =>
  viewOf(
    compactView.reply.pipe(Schema.filter((it) => it[id] !== undefined)),
    // The filter guarantees the id.
    (it) => compactView(it) as Shown & { readonly [Field in Id]: string }
  )

/** Makes a result from a body that `reply` reads. */
export const resultOf = <Shape, Input, Answer>(
  reply: Schema.Schema<Shape>,
  show: (body: Shape, input: Input, omitted: ReadonlyArray<string>) => ToolResult<Answer>
) =>
  Object.assign(
    // `read` has read the body.
    (body: unknown, input: Input, omitted: ReadonlyArray<string>): ToolResult<Answer> =>
      show(body as Shape, input, omitted),
    { read: readerOf(reply) }
  )

/** Returns one object: compact, or complete with `view: "full"`. */
export const one = <Shape, Shown>(compactView: View<Shape, Shown>) =>
  resultOf(compactView.reply, (it, input: object): ToolResult<Shown> => ({ value: applyView(it, compactView, input) }))

/** Returns one object, or `otherwise` if Discord's reply has no body. */
export const oneOrElse = <Shape, Shown, const Otherwise>(
  compactView: View<Shape, Shown>,
  otherwise: ToolResult<Otherwise>
) =>
  resultOf(
    Schema.UndefinedOr(compactView.reply),
    (it, input: object): ToolResult<Shown | Otherwise> =>
      it === undefined ? otherwise : { value: applyView(it, compactView, input) }
  )

/** Returns an object that is not a reply body: compact, or complete with `view: "full"`. */
export const applyView = <Shape, Shown>(it: Shape, compactView: (it: Shape) => Shown, input: object): Shown =>
  isFull(input) ? (originalOf(it) as unknown as Shown) : compactView(it) // with `view: "full"` the type is Discord's

/** Returns Discord's body unchanged. */
export const unchanged = <Shape>(reply: Schema.Schema<Shape>) =>
  resultOf(reply, (body): ToolResult<Shape> => ({ value: body }))

/** Whether the caller set `view: "full"`. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"
