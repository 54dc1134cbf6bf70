import { Either, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { flag, itemsUpTo, opaque, optional, withDefault } from "../../objects/schema/fields.ts"
import { readerOf } from "../../objects/schema/reply.ts"
import type { ToolResult } from "../ToolResult.ts"
import { atMostOne } from "./checks.ts"
import {
  type Cursor,
  notACursor,
  readCursor,
  sameEndIssues,
  type TimeInput,
  type Timeline,
  timeIssues
} from "./cursor.ts"
import { ALL_MAX, cursorOf, type Item, type ListExtras, listResult, type Pages } from "./readPages.ts"
import type { Fields } from "./ToolDefinition.ts"
import { applyView, isFull, type Locate, resultOf, type View, view } from "./view.ts"

/** The position of a list in Discord's body. */
interface ListInBody<Shape, Body> {
  readonly body: Schema.Schema<Body>
  readonly items: (body: Body) => ReadonlyArray<Shape> | undefined
}

/** The source of a list: a part of the body, or the body itself. */
type ListSource<Shape, Body> = ListInBody<Shape, Body> | { readonly body?: never; readonly items?: never }

/** The paging of a list. `Shape`: an item of Discord's reply. `Shown`: its compact view. */
export type PagingSpec<Shape, Shown = unknown, Page extends ListPage = ListPage<Shown>, Body = ReadonlyArray<Shape>> = {
  /** The smallest page size; 1 by default. */
  readonly min?: number
  readonly max: number
  readonly defaultLimit: number
  /** `either`: newest first by default, and oldest first when read forwards. */
  readonly by: Cursor["by"] | "either"
  /** Discord returns items oldest first if `after` is set. */
  readonly returnsOldestFirst?: true
  /** Returns the position from which the next page continues. Lists by offset do not need it. */
  readonly positionOf?: (item: Shape) => string | undefined
  /** Converts between positions and times, for a list with `since` and `until`. */
  readonly times?: Timeline
  /** The compact view of an item. */
  readonly view: View<Shape, Shown>
  /** Returns the items with their common fields; by default only the items. */
  readonly toPage?: (shown: ReadonlyArray<Shown>) => Page
  /** Whether there is another page. By default, a full page means that there is another page. */
  readonly more?: (body: Body) => boolean
  /** The total number of items, if Discord returns it: a full page can be the last one. */
  readonly total?: (body: Body) => number | null | undefined
  /** Returns a notice about the items of a page. */
  readonly notice?: (shown: ReadonlyArray<Shown>) => string | undefined
  /** The notice for an empty list. */
  readonly empty: string
  /** The tool can sort the list: it has cursors with `skip`. */
  readonly sorts?: true
  readonly locate?: Locate
} & ListSource<Shape, Body>

/** The items of a page, with their common fields. */
interface ListPage<Shown = unknown> {
  readonly items: ReadonlyArray<Shown>
}

/**
 * The parts of a definition that reads pages. Spread them into the definition. `from` has the fields
 * `before`, `after` and `around` of the route: a call can have one of them or a cursor.
 */
export const paged = <
  Shape,
  Shown,
  Page extends ListPage = ListPage<Shown>,
  Body = ReadonlyArray<Shape>,
  From extends Fields = Record<never, never>
>(
  spec: PagingSpec<Shape, Shown, Page, Body> & { readonly from?: From }
) => ({
  query: {
    limit: withDefault(
      itemsUpTo(`Up to ${ALL_MAX}; ${spec.defaultLimit} by default.`, spec.min ?? 1, ALL_MAX),
      spec.defaultLimit
    ),
    ...((spec.from ?? {}) as NoInfer<From>) // without `from`, `From` has no fields
  },
  options: { cursor, all, ...view },
  validate: (input: { readonly cursor?: string } & TimeInput): ReadonlyArray<ValidationIssue> => {
    const from = Object.keys(spec.from ?? {})
    // The first page of a list has none of these fields, and nothing to check.
    if (["cursor", "since", "until", ...from].every((name) => !(name in input))) return []
    return [
      ...checkCursor(spec.by, spec.times !== undefined, spec.sorts === true)(input),
      ...atMostOne(...from, "cursor")(input),
      ...timeIssues(input),
      ...sameEndIssues({
        oldest: from.filter((name) => name !== "before"),
        newest: from.filter((name) => name !== "after")
      })(input)
    ]
  },
  pages: {
    reader: readerOf(bodyOf(spec)),
    ...(spec.locate && { locate: spec.locate }),
    ...(spec.times && { times: spec.times }),
    read: pageReader(spec),
    answer: pageAnswer(spec.toPage, spec.notice),
    empty: spec.empty,
    min: spec.min ?? 1,
    max: spec.max
  } satisfies Pages
})

/**
 * The parts of a definition for a list that Discord returns whole.
 * The cursor of a shortened result continues the list.
 */
export const unpaged = <Shape, Shown, Body = ReadonlyArray<Shape>>(
  spec: { readonly view: View<Shape, Shown>; readonly empty: string } & ListSource<Shape, Body>
) => ({
  options: { cursor, ...view },
  validate: checkCursor("offset"),
  toResult: resultOf(bodyOf(spec), (body, input: object, omitted): ToolResult<ListPage<Shown> & ListExtras> => {
    const from = Number(cursorOf(input)?.at ?? 0)
    const items = itemsOf(spec, body).map(
      (item, at): Item => ({
        shown: applyView(item, spec.view, input),
        after: { by: "offset", at: String(at + 1) }
      })
    )
    return listResult(items.slice(from), {
      more: false,
      // An unreadable list is not an empty one.
      empty: omitted.length === 0 ? spec.empty : undefined,
      // Items come from the view, unless the caller asked for Discord's objects.
      answer: (shown, rest) => ({ items: shown as ReadonlyArray<Shown>, ...rest })
    })
  })
})

const cursor = optional(opaque("A page's next_cursor.", 80))
const all = optional(flag(`All, up to ${ALL_MAX}.`))

const checkCursor =
  (by: PagingSpec<never>["by"], isTimed = false, sorts = false) =>
  (input: { readonly cursor?: string }): ReadonlyArray<ValidationIssue> =>
    input.cursor === undefined
      ? []
      : Either.match(readCursor(input.cursor), {
          onLeft: (issue) => [issue],
          onRight: (page) =>
            (page.by === by || (by === "either" && page.by !== "offset")) &&
            (isTimed || page.end === undefined) &&
            (sorts || page.skip === undefined)
              ? []
              : [notACursor]
        })

const pageAnswer =
  <Shown, Page extends ListPage>(
    toPage: ((shown: ReadonlyArray<Shown>) => Page) | undefined,
    noticeOf: PagingSpec<never, Shown>["notice"]
  ): Pages<Page & ListExtras>["answer"] =>
  (items, rest, input) => {
    // With `view: "full"`, items are Discord's objects.
    if (isFull(input)) return { ...({ items } as ListPage as Page), ...rest }
    const shown = items as ReadonlyArray<Shown>
    const page = toPage === undefined ? ({ items: shown } as ListPage as Page) : toPage(shown)
    const notice = noticeOf?.(shown)
    return { ...page, ...(notice !== undefined && { notice }), ...rest }
  }

const pageReader =
  <Shape, Shown, Page extends ListPage, Body>(spec: PagingSpec<Shape, Shown, Page, Body>): Pages["read"] =>
  (reply, input, skipped) => {
    const body = reply as Body // read by `reader`
    const page = itemsOf(spec, body)
    const limit = "limit" in input ? Number(input.limit) : spec.defaultLimit
    // Discord returns most lists newest first, even with `after`. Reading forwards needs the oldest first.
    const forwards = spec.by === "either" && "after" in input
    const from = "offset" in input ? Number(input.offset) : 0
    return {
      items: (forwards && spec.returnsOldestFirst !== true ? page.toReversed() : page).map((item, at) => ({
        shown: applyView(item, spec.view, input),
        after: "around" in input ? undefined : cursorAfter(spec, item, from + at + 1, forwards)
      })),
      more:
        spec.more === undefined
          ? page.length + skipped >= limit && from + page.length < (spec.total?.(body) ?? Number.POSITIVE_INFINITY)
          : spec.more(body)
    }
  }

const cursorAfter = <Shape>(
  spec: Pick<PagingSpec<Shape>, "by" | "positionOf">,
  item: Shape,
  place: number,
  forwards: boolean
): Cursor | undefined => {
  if (spec.by === "offset") return { by: "offset", at: String(place) }
  const by = spec.by === "either" ? (forwards ? "after" : "before") : spec.by
  const at = spec.positionOf?.(item)
  // Without a position the list cannot continue.
  return at === undefined ? undefined : { by, at }
}

/** Returns the schema of the body: the list itself, unless the list is a part of it. */
const bodyOf = <Shape, Body>(spec: { readonly view: View<Shape, unknown> } & ListSource<Shape, Body>) =>
  // By default `Body` is the list of items.
  (spec.body ?? Schema.Array(spec.view.reply)) as Schema.Schema<Body>

const itemsOf = <Shape, Body>(spec: ListSource<Shape, Body>, body: Body): ReadonlyArray<Shape> =>
  spec.items === undefined ? (body as ReadonlyArray<Shape>) : (spec.items(body) ?? []) // by default `Body` is the list of items
