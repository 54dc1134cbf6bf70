import { Effect, Either } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { type Cursor, notACursor, readCursor, writeCursor } from "./cursor.ts"
import { flag, integer, optional, text, withDefault } from "./fields.ts"
import { Progress } from "./Progress.ts"
import type { ToolResult } from "./Tool.ts"
import { isFull, view } from "./view.ts"

/** How a list is cut into pages. `Shape` is what Discord promises of an item. */
export interface PagingSpec<Shape> {
  readonly max: number
  readonly fallback: number
  /** `either`: newest first, and readable both ways. */
  readonly by: Cursor["by"] | "either"
  /** What the next page goes on from; not asked for lists that go by offset. */
  readonly at?: (item: Shape) => string
  /** What an agent needs of an item. */
  readonly view: (item: Shape) => unknown
  /** Where the list stands in Discord's body, if it is not the body itself. */
  readonly items?: (body: unknown) => ReadonlyArray<Shape>
  /** Whether Discord says that there is more; by default a full page means so. */
  readonly more?: (body: unknown) => boolean
  /** What an empty answer means. */
  readonly empty: string
}

/** How the run of a row reads pages. */
export interface Pages {
  /** One page of Discord's, and where the next one begins. */
  readonly read: (
    body: unknown,
    input: object
  ) => { readonly items: ReadonlyArray<unknown>; readonly next: Cursor | undefined }
  readonly empty: string
  /** The largest page, for reading all. */
  readonly max: number
}

/** What a row with pages says: spread it into the row. */
export const paged = <Shape>(spec: PagingSpec<Shape>) => ({
  query: {
    limit: withDefault(integer(`How many, 1 to ${spec.max}; ${spec.fallback} by default.`, 1, spec.max), spec.fallback)
  },
  local: { cursor, all, ...view },
  check: checkCursor(spec.by),
  pages: { read: reader(spec), empty: spec.empty, max: spec.max } satisfies Pages
})

/** What a row says whose list Discord gives whole. */
export const whole = <Shape>(spec: Pick<PagingSpec<Shape>, "view" | "items" | "empty">) => ({
  local: view,
  result: (body: unknown, input: object): ToolResult =>
    pageOf(shown(spec, itemsOf(spec, body), input), undefined, spec.empty)
})

/** All that reading all gives at most; more is cut, with a cursor. */
const ALL_MAX = 1000

/**
 * Reads one page, or with `all` page after page until nothing is left or enough
 * is read, telling how far it is. `fetch` asks Discord for one page.
 */
export const readPages = <E, R>(
  pages: Pages,
  input: object,
  fetch: (query: Readonly<Record<string, string | number>>) => Effect.Effect<unknown, E, R>
): Effect.Effect<ToolResult, E, R> =>
  Effect.gen(function* () {
    const { report } = yield* Progress
    const everything = "all" in input && input.all === true
    const items: Array<unknown> = []
    let next = "cursor" in input ? Either.getOrUndefined(readCursor(String(input.cursor))) : undefined
    do {
      const asked = { ...(everything && { limit: pages.max }), ...(next !== undefined && queryOf(next)) }
      const page = pages.read(yield* fetch(asked), { ...input, ...asked })
      items.push(...page.items)
      next = page.next
      if (everything) yield* report({ done: items.length, message: `${items.length} read` })
    } while (everything && next !== undefined && items.length < ALL_MAX)
    return pageOf(items, next, pages.empty)
  })

/** What a cursor asks Discord for. */
const queryOf = ({ at, by }: Cursor): Readonly<Record<string, string | number>> => ({
  [by]: by === "offset" ? Number(at) : at
})

const cursor = optional(text("next_cursor of the page before, to get the next one.", { max: 80 }))
const all = optional(flag(`Read all pages, up to ${ALL_MAX} items.`))

const checkCursor =
  (by: PagingSpec<never>["by"]) =>
  (input: { readonly cursor?: string }): ReadonlyArray<ValidationIssue> =>
    input.cursor === undefined
      ? []
      : Either.match(readCursor(input.cursor), {
          onLeft: (issue) => [issue],
          onRight: (it) => (it.by === by || (by === "either" && it.by !== "offset") ? [] : [notACursor])
        })

const reader =
  <Shape>(spec: PagingSpec<Shape>): Pages["read"] =>
  (body, input) => {
    const items = itemsOf(spec, body)
    const limit = "limit" in input ? Number(input.limit) : spec.fallback
    const more = spec.more === undefined ? items.length >= limit : spec.more(body)
    return { items: shown(spec, items, input), next: more ? nextOf(spec, items, input) : undefined }
  }

const nextOf = <Shape>(spec: PagingSpec<Shape>, items: ReadonlyArray<Shape>, input: object): Cursor | undefined => {
  if (spec.by === "offset") {
    return { by: "offset", at: String(("offset" in input ? Number(input.offset) : 0) + items.length) }
  }
  // Newest first whichever way it is read: reading forwards goes on at the upper end.
  const forwards = spec.by === "either" && "after" in input
  const edge = forwards ? items[0] : items.at(-1)
  if (edge === undefined || spec.at === undefined || "around" in input) return undefined
  return { by: spec.by === "either" ? (forwards ? "after" : "before") : spec.by, at: spec.at(edge) }
}

const itemsOf = <Shape>(spec: Pick<PagingSpec<Shape>, "items">, body: unknown): ReadonlyArray<Shape> =>
  spec.items === undefined ? (body as ReadonlyArray<Shape>) : spec.items(body) // Discord's promise for a list route

const shown = <Shape>(
  spec: Pick<PagingSpec<Shape>, "view">,
  items: ReadonlyArray<Shape>,
  input: object
): ReadonlyArray<unknown> => (isFull(input) ? items : items.map(spec.view))

const pageOf = (items: ReadonlyArray<unknown>, next: Cursor | undefined, empty: string): ToolResult => ({
  value: {
    items,
    ...(next !== undefined && { next_cursor: writeCursor(next) }),
    ...(items.length === 0 && { notice: empty })
  }
})
