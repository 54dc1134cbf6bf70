/** Makes results from Discord's replies. */
import { Context, Effect, Schema } from "effect"
import type { NameOf } from "../../discord/KnownNames.ts"
import { choice, optional } from "../../objects/schema/fields.ts"
import { originalOf, type Reader, readerOf } from "../../objects/schema/reply.ts"
import { shortList, truncate } from "../../text/words.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import type { ShownAs } from "./completeResult.ts"

/** The field that selects the compact view or Discord's object. */
export const view = {
  view: optional(choice("compact (default) or full.", "compact", "full"))
}

/** A compact view of a Discord object, with the schema of the fields that it reads. */
export interface View<Shape, Shown> {
  (it: Shape): Shown
  readonly reply: Schema.Schema<Shape>
  /** The fields that show fields of inputs under another name. */
  readonly shownAs?: ShownAs | undefined
}

/** Makes a result from a body that `read` has read. `omitted`: the parts that it left out. */
export interface Result<Input, Answer> {
  (body: unknown, input: Input, omitted: ReadonlyArray<string>): ToolResult<Answer>
  readonly read?: Reader<unknown>
  readonly locate?: Locate
  readonly shownAs?: ShownAs | undefined
}

/** Adds the parts of a result that depend on the guild of the call: links, and the names of what texts mention. */
export type Locate = <Answer>(
  result: ToolResult<Answer>,
  guild: {
    readonly guild_id: string | undefined
    readonly nameOf: NameOf
    /** Returns the id of a channel's category, or of a thread's channel, if that is known. */
    readonly parentOf: (id: string) => string | undefined
  },
  input: object
) => ToolResult<Answer>

/** Makes a view. `reply`: the fields that `show` reads. `shownAs`: its fields whose names differ from those of inputs. */
export const viewOf = <Shape, Shown>(
  reply: Schema.Schema<Shape>,
  show: (it: Shape) => Shown,
  shownAs?: ShownAs
): View<Shape, Shown> => Object.assign((it: Shape) => show(it), { reply, shownAs })

/** Returns the view of an object that a call creates. Without the object's id, Discord's reply is unexpected. */
export const created = <Shape, Shown, Id extends keyof Shape & string>(compactView: View<Shape, Shown>, id: Id) =>
  viewOf(
    compactView.reply.pipe(Schema.filter((it) => it[id] !== undefined)),
    // The filter guarantees the id.
    (it) => compactView(it) as Shown & { readonly [Field in Id]: string },
    compactView.shownAs
  )

/** Makes a result from a body that `reply` reads. */
export const resultOf = <Shape, Input, Answer>(
  reply: Schema.Schema<Shape>,
  show: (body: Shape, input: Input, omitted: ReadonlyArray<string>) => ToolResult<Answer>,
  shownAs?: ShownAs
) =>
  Object.assign(
    // `read` has read the body.
    (body: unknown, input: Input, omitted: ReadonlyArray<string>): ToolResult<Answer> =>
      show(body as Shape, input, omitted),
    { read: readerOf(reply), shownAs }
  )

/** Returns one object: compact, or complete with `view: "full"`. */
export const one = <Shape, Shown>(compactView: View<Shape, Shown>) =>
  resultOf(
    compactView.reply,
    (it, input: object): ToolResult<Shown> => ({ value: applyView(it, compactView, input) }),
    compactView.shownAs
  )

/** Returns one object, or `otherwise` if Discord's reply has no body. */
export const oneOrElse = <Shape, Shown, const Otherwise>(
  compactView: View<Shape, Shown>,
  otherwise: ToolResult<Otherwise>
) =>
  resultOf(
    Schema.UndefinedOr(compactView.reply),
    (it, input: object): ToolResult<Shown | Otherwise> =>
      it === undefined ? otherwise : { value: applyView(it, compactView, input) },
    compactView.shownAs
  )

/** Returns an object that is not a reply body: compact, or complete with `view: "full"`. */
export const applyView = <Shape, Shown>(it: Shape, compactView: (it: Shape) => Shown, input: object): Shown =>
  isFull(input) ? (originalOf(it) as unknown as Shown) : compactView(it) // with `view: "full"` the type is Discord's

/** Returns Discord's body unchanged. */
export const unchanged = <Shape>(reply: Schema.Schema<Shape>) =>
  resultOf(reply, (body): ToolResult<Shape> => ({ value: body }))

/** Whether the caller set `view: "full"`. */
export const isFull = (input: object): boolean => "view" in input && input.view === "full"

/** Receives the paths of the parts that the reads of a call leave out. The default ignores them. */
export class Omissions extends Context.Reference<Omissions>()("effect-discord-mcp/tools/Omissions", {
  defaultValue: (): Collector => ({ add: () => undefined })
}) {}

interface Collector {
  readonly add: (omitted: ReadonlyArray<string>) => void
}

/** Runs an effect, and returns its value with the paths of the parts that its reads have left out. */
export const collectOmissions = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<readonly [value: A, omitted: ReadonlyArray<string>], E, R> =>
  Effect.suspend(() => {
    const omitted: Array<string> = []
    const collector: Collector = { add: (paths) => omitted.push(...paths) }
    return Effect.map(Effect.provideService(effect, Omissions, collector), (value) => [value, omitted] as const)
  })

/** Adds a notice that names the omitted parts. With `view: "full"`, a result lacks only unreadable items of its list. */
export const withOmissions = <Answer>(
  result: ToolResult<Answer>,
  omitted: ReadonlyArray<string>,
  input: object
): ToolResult<Answer> => {
  const absent = !isFull(input) ? omitted : omitted.filter((path) => result.size !== undefined && ITEM.test(path))
  return absent.length === 0 ? result : { ...result, notice: joinNotices(result.notice, omissionNotice(absent)) }
}

/** Names paths once each. Paths that differ only in indexes count as one, without the indexes. */
const omissionNotice = (paths: ReadonlyArray<string>): string => {
  const names = new Map<string, string>()
  for (const path of paths) {
    // The body itself is a list, which results call `items`.
    const name = path.startsWith("[") ? `items${path}` : path
    const general = name.replaceAll(/\[\d+\]/g, "[]")
    names.set(general, names.has(general) ? general : name)
  }
  const shown = [...names.values()].map((name) => truncate(name, NAME_CHARS))
  return `Discord's reply had no usable ${shortList(shown, NAMES_MAX)}: left out.`
}

/** Matches the path of an item of the list that a body is, or that it contains. */
const ITEM = /^\w*(?:\[\d+\])+$/

/** Maximum length of a path, and maximum number of paths in a notice. */
const NAME_CHARS = 80
const NAMES_MAX = 5

/** Drops fields without information: undefined, null, false, empty texts and empty lists. */
export const compact = <A extends object>(fields: A): Compact<A> => {
  const filled: Record<string, unknown> = {}
  // Keys, because entries would be a list for every field of every message. The keys of a plain object are its fields.
  for (const name of Object.keys(fields) as Array<keyof A & string>) {
    const value = fields[name]
    // Assigning `__proto__` would replace the object's prototype. No view has such a field.
    if (!isEmpty(value) && name !== "__proto__") filled[name] = value
  }
  return filled as Compact<A> // the names are those of the fields
}

/** The type of the same object, in which a field that can be empty is optional. */
export type Compact<A> = { readonly [Name in Filled<A>]: A[Name] } & {
  readonly [Name in Exclude<keyof A, Filled<A>>]?: NonNullable<A[Name]>
}

/** The fields that are never empty: numbers, objects and ids. */
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

/** Returns undefined for an object that is absent or has no fields. */
export const nonEmpty = <A extends object>(fields: A | null | undefined): A | undefined =>
  fields != null && Object.keys(fields).length > 0 ? fields : undefined
