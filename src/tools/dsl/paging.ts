import { Effect, Either, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { flag, integer, optional, text, withDefault } from "../shared/fields.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type Cursor, notACursor, readCursor, writeCursor } from "./cursor.ts"
import { type Guard, guardOf } from "./guardOf.ts"
import { Progress } from "./Progress.ts"
import { isFull, type Locate, reading, type View, view } from "./view.ts"

/** Where a list stands in Discord's body, whose schema holds that of the items. */
interface Within<Shape, Body> {
  readonly body: Schema.Schema<Body>
  readonly items: (body: Body) => ReadonlyArray<Shape>
}

/** The items of a list: those of a body, or the body itself. */
type Listed<Shape, Body> = Within<Shape, Body> | { readonly body?: never; readonly items?: never }

/** How a list is cut into pages. `Shape` is what is read of an item, `Shown` what is shown of it. */
export type PagingSpec<Shape, Shown = unknown, Page extends Gathered = Gathered<Shown>, Body = ReadonlyArray<Shape>> = {
  readonly max: number
  readonly fallback: number
  /** `either`: newest first, and readable both ways; forwards, oldest first. */
  readonly by: Cursor["by"] | "either"
  /** Discord itself gives oldest first when it is asked for what comes after something. */
  readonly turns?: true
  /** What the next page goes on from; not asked for lists that go by offset. */
  readonly at?: (item: Shape) => string | undefined
  /** What an agent needs of an item. */
  readonly view: View<Shape, Shown>
  /** What the items have in common, said once beside them; by default nothing. */
  readonly gather?: (shown: ReadonlyArray<Shown>) => Page
  /** Whether Discord says that there is more; by default a full page means so. */
  readonly more?: (body: Body) => boolean
  /** What an empty answer means. */
  readonly empty: string
  readonly locate?: Locate
} & Listed<Shape, Body>

/** An item as it is shown, and where a list that ends with it goes on. */
interface Item {
  readonly shown: unknown
  readonly after: Cursor | undefined
}

/** The items of a list, and what holds for all of them. */
interface Gathered<Shown = unknown> {
  readonly items: ReadonlyArray<Shown>
}

/** What stands beside the items of a list: where it goes on, and what it means that it is empty. */
interface Rest {
  readonly next_cursor?: string
  readonly notice?: string
}

/** How the run of a row reads pages. */
export interface Pages<Answer = unknown> {
  /** What the body of a page must be like. */
  readonly fits: Guard
  readonly locate?: Locate
  /** One page of Discord's, and whether there is another. */
  readonly read: (body: unknown, input: object) => { readonly items: ReadonlyArray<Item>; readonly more: boolean }
  readonly answer: (shown: ReadonlyArray<unknown>, rest: Rest, input: object) => Answer & object
  readonly empty: string
  /** The largest page, for reading all. */
  readonly max: number
}

/** What a row with pages says: spread it into the row. */
export const paged = <Shape, Shown, Page extends Gathered = Gathered<Shown>, Body = ReadonlyArray<Shape>>(
  spec: PagingSpec<Shape, Shown, Page, Body>
) => ({
  query: {
    limit: withDefault(integer(`Page size, 1 to ${spec.max}; ${spec.fallback} by default.`, 1, spec.max), spec.fallback)
  },
  options: { cursor, all, ...view },
  validate: checkCursor(spec.by),
  pages: {
    fits: guardOf(bodyOf(spec)),
    ...(spec.locate && { locate: spec.locate }),
    read: reader(spec),
    answer: gatherer(spec.gather),
    empty: spec.empty,
    max: spec.max
  } satisfies Pages
})

/** What a row says whose list Discord gives whole; a part that did not fit into one answer is got with the cursor. */
export const whole = <Shape, Shown, Body = ReadonlyArray<Shape>>(
  spec: { readonly view: View<Shape, Shown>; readonly empty: string } & Listed<Shape, Body>
) => ({
  options: { cursor, ...view },
  validate: checkCursor("offset"),
  toResult: reading(bodyOf(spec), (body, input: object): ToolResult<Gathered<Shown> & Rest> => {
    const from = Number(cursorOf(input)?.at ?? 0)
    const items = itemsOf(spec, body).map(
      (item, at): Item => ({
        shown: isFull(input) ? item : spec.view(item),
        after: { by: "offset", at: String(at + 1) }
      })
    )
    return listResult(items.slice(from), {
      more: false,
      empty: spec.empty,
      // They come from the view; whoever asks for Discord's whole objects knows it.
      answer: (shown, rest) => ({ items: shown as ReadonlyArray<Shown>, ...rest })
    })
  })
})

/** All that reading all gives at most; more is cut, with a cursor. */
const ALL_MAX = 1000

/**
 * Reads one page, or with `all` page after page until nothing is left or enough
 * is read, telling how far it is. `fetch` asks Discord for one page.
 */
export const readPages = <Answer, E, R>(
  pages: Pages<Answer>,
  input: object,
  fetch: (query: Readonly<Record<string, string | number>>) => Effect.Effect<unknown, E, R>
): Effect.Effect<ToolResult<Answer>, E, R> =>
  Effect.gen(function* () {
    const { report } = yield* Progress
    const everything = "all" in input && input.all === true
    const items: Array<Item> = []
    let next = cursorOf(input)
    let more = true
    do {
      const asked = { ...(everything && { limit: pages.max }), ...(next !== undefined && queryOf(next)) }
      const page = pages.read(yield* fetch(asked), { ...input, ...asked })
      items.push(...page.items)
      next = page.items.at(-1)?.after
      more = page.more && next !== undefined
      if (everything) yield* report({ done: items.length, message: `${items.length} read` })
    } while (everything && more && items.length < ALL_MAX)
    return listResult(items, { more, empty: pages.empty, answer: (shown, rest) => pages.answer(shown, rest, input) })
  })

const cursorOf = (input: object): Cursor | undefined =>
  "cursor" in input ? Either.getOrUndefined(readCursor(String(input.cursor))) : undefined

/** What a cursor asks Discord for. */
const queryOf = ({ at, by }: Cursor): Readonly<Record<string, string | number>> => ({
  [by]: by === "offset" ? Number(at) : at
})

const cursor = optional(text("next_cursor of the previous page.", { max: 80 }))
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

const gatherer =
  <Shown, Page extends Gathered>(
    gather: ((shown: ReadonlyArray<Shown>) => Page) | undefined
  ): Pages<Page & Rest>["answer"] =>
  (shown, rest, input) => {
    // They come from the view, where they are not Discord's whole objects; whoever asks for those knows it.
    const page =
      gather === undefined || isFull(input)
        ? ({ items: shown } as Gathered as Page)
        : gather(shown as ReadonlyArray<Shown>)
    return { ...page, ...rest }
  }

const reader =
  <Shape, Shown, Page extends Gathered, Body>(spec: PagingSpec<Shape, Shown, Page, Body>): Pages["read"] =>
  (given, input) => {
    const body = given as Body // held against `fits`
    const page = itemsOf(spec, body)
    const limit = "limit" in input ? Number(input.limit) : spec.fallback
    // Most lists come newest first whichever way is asked; reading forwards is oldest first, so that it goes on at its end.
    const forwards = spec.by === "either" && "after" in input
    const from = "offset" in input ? Number(input.offset) : 0
    return {
      items: (forwards && spec.turns !== true ? page.toReversed() : page).map((item, at) => ({
        shown: isFull(input) ? item : spec.view(item),
        after: "around" in input ? undefined : placeAfter(spec, item, from + at + 1, forwards)
      })),
      more: spec.more === undefined ? page.length >= limit : spec.more(body)
    }
  }

const placeAfter = <Shape>(
  spec: { readonly by: PagingSpec<Shape>["by"]; readonly at?: (item: Shape) => string | undefined },
  item: Shape,
  place: number,
  forwards: boolean
): Cursor | undefined => {
  if (spec.by === "offset") return { by: "offset", at: String(place) }
  const by = spec.by === "either" ? (forwards ? "after" : "before") : spec.by
  const at = spec.at?.(item)
  // Where it goes on is unknown: the list ends here.
  return at === undefined ? undefined : { by, at }
}

/** What the body of a list is: a list of what the view reads, unless the list stands in it. */
const bodyOf = <Shape, Body>(spec: { readonly view: View<Shape, unknown> } & Listed<Shape, Body>) =>
  // Where nothing else is said `Body` is the list of items.
  (spec.body ?? Schema.Array(spec.view.reply)) as Schema.Schema<Body>

const itemsOf = <Shape, Body>(spec: Listed<Shape, Body>, body: Body): ReadonlyArray<Shape> =>
  spec.items === undefined ? (body as ReadonlyArray<Shape>) : spec.items(body) // as above

/** The result of a list. What does not fit into one answer is cut off its end, and the cursor goes on from there. */
const listResult = <Answer extends object>(
  items: ReadonlyArray<Item>,
  {
    answer,
    empty,
    more
  }: Pick<Pages, "empty"> & {
    readonly more: boolean
    readonly answer: (shown: ReadonlyArray<unknown>, rest: Rest) => Answer
  }
): ToolResult<Answer> => {
  const first = (count: number) => {
    const next = count < items.length || more ? items[count - 1]?.after : undefined
    const shown = items.slice(0, count).map((item) => item.shown)
    return answer(shown, {
      ...(next !== undefined && { next_cursor: writeCursor(next) }),
      ...(items.length === 0 && { notice: empty })
    })
  }
  return { value: first(items.length), shorten: first, size: items.length }
}
