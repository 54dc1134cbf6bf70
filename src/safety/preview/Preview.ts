import { Array as Arr, Effect, Option } from "effect"
import { Discord } from "../../discord/Discord.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import * as Redactor from "../../telemetry/Redactor.ts"
import type { Call, Step, Touched } from "../../tools/Tool.ts"
import { Clearance, Permit } from "../Clearance.ts"
import { defused } from "../content/defused.ts"
import { everyText } from "../content/everyText.ts"
import { visible } from "../content/invisible.ts"
import * as boundedReads from "./boundedReads.ts"
import { mayRun } from "./mayRun.ts"
import { NOTHING, nameOf } from "./names.ts"
import { sentenceOf, undoOf } from "./sentences.ts"

/**
 * What a call would do, in names and counts. It makes reads alone, so many and no
 * more, takes three seconds at most, and cannot fail: what is not found out is left
 * out. Ids have been held against the guild boundary before.
 */
export type Preview = Effect.Effect<Readonly<Record<string, unknown>>>

/** Look-ups for one call, and for a plan of many; and the time for all of them. */
const READS_MAX = 12
const PLAN_READS_MAX = 40
const TIME_MS = 3000

/** Makes previews. */
export const make =
  (discord: Discord["Type"]) =>
  (call: Call): Preview =>
    Effect.gen(function* () {
      const reads = yield* boundedReads.make(discord, call.steps === undefined ? READS_MAX : PLAN_READS_MAX)
      const shown = call.steps === undefined ? ofCall(call) : ofPlan(call.steps)
      const found = yield* Effect.provideService(shown, Discord, reads)
      // Arguments stand as they will be sent; all else is what people wrote.
      return secretless({ ...cleaned(found), arguments: call.arguments })
    }).pipe(Effect.scoped, Deadline.limit(TIME_MS), Effect.provideService(Clearance, Permit.grant("preview", "read")))

type Fields = Readonly<Record<string, unknown>>

/** Without what is hidden in it, or plays at being a fence. Both keep what is a record one. */
const cleaned = (found: Fields): Fields => everyText(found, (text) => defused(visible(text))) as Fields // as above

/** A preview goes to whoever asked and to a person, and a credential is for neither. */
const secretless = (preview: Fields): Fields => Redactor.make([]).value(preview) as Fields // as above

const ofCall = Effect.fn("Preview.ofCall")(function* (
  call: Call
): Effect.fn.Return<Fields, never, Discord | Clearance> {
  const [names, allowance, foreseen] = yield* Effect.all(
    [namesIn(call), inTime(mayRun(call)), call.foresee === undefined ? Effect.succeedSome({}) : inTime(call.foresee)],
    { concurrency: "unbounded" }
  )
  const { action, undo, ...facts }: Fields = Option.getOrElse(foreseen, () => ({}))
  const isWhole = names.isWhole && Option.isSome(allowance) && Option.isSome(foreseen)
  const undoing = undo ?? undoOf(call)
  return {
    action: action ?? sentenceOf(call.tool),
    ...(Object.keys(names.found).length > 0 && { names: names.found }),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...Option.getOrElse(allowance, () => ({})),
    ...(undoing !== undefined && { undo: undoing }),
    ...(!isWhole && { incomplete: "Not all of this could be looked up." })
  }
})

/** One entry for each step, the first so many; a step that reads is only named. */
const ofPlan = Effect.fn("Preview.ofPlan")(function* (
  steps: ReadonlyArray<Step>
): Effect.fn.Return<Fields, never, Discord | Clearance> {
  const entries = yield* Effect.forEach(
    steps.slice(0, STEPS_SHOWN_MAX),
    (step) => Effect.map(ofStep(step), (entry) => ({ tool: step.tool.name, risk: step.risk, ...entry })),
    { concurrency: "unbounded" }
  )
  const more = steps.length - entries.length
  return {
    action: `Run a plan of ${steps.length} ${steps.length === 1 ? "call" : "calls"}`,
    steps: entries,
    ...(more > 0 && { more: `and ${more} more` })
  }
})

/** Steps of a plan that are shown; a plan may do the same to hundreds of items. */
const STEPS_SHOWN_MAX = 50

const ofStep = (step: Step): Effect.Effect<Fields, never, Discord | Clearance> =>
  step.risk === "read" || step.arguments === undefined
    ? Effect.succeed({
        action: sentenceOf(step.tool),
        ...(step.arguments === undefined && { arguments: "known only when the steps before it have run" })
      })
    : ofCall(step)

/** Ids of one field that are named; of a longer list the row's own facts tell. */
const NAMED_MAX = 5

/** The names of all ids, under the fields they stand in. */
const namesIn = Effect.fnUntraced(function* (call: Call) {
  const fields = Object.entries(Arr.groupBy(call.touches, ({ path }) => path.replaceAll(INDEX, "")))
  const looked = yield* Effect.forEach(
    fields.filter(([, ids]) => ids.length <= NAMED_MAX && !(isList(ids) && ids[0].kind === "message")),
    ([field, ids]) =>
      Effect.map(
        Effect.forEach(ids, (touched) => named(touched, call), { concurrency: "unbounded" }),
        (names) => ({ field, names, isList: isList(ids) })
      ),
    { concurrency: "unbounded" }
  )
  const entries = looked.flatMap(({ field, isList, names }) => {
    const known = names.flatMap(({ name }) => name ?? [])
    const [only] = known
    return only === undefined ? [] : [[field, isList ? known : only] as const]
  })
  return {
    found: Object.fromEntries(entries),
    isWhole: looked.every(({ names }) => names.every(({ missed }) => !missed))
  }
})

/** Where in a list an id stands. */
const INDEX = /\[\d+\]/g

const isList = (ids: ReadonlyArray<Touched>): boolean => ids.some(({ path }) => path.includes("["))

const named = (touched: Touched, call: Call): Effect.Effect<Named, never, Discord | Clearance> => {
  const naming = nameOf(touched, call)
  if (naming === undefined) return Effect.succeed({ name: undefined, missed: false })
  return inTime(Effect.catchTag(naming, "DiscordNotFoundError", () => Effect.succeed(NOTHING))).pipe(
    Effect.map((name) => ({ name: Option.getOrUndefined(name), missed: Option.isNone(name) }))
  )
}

/** What an id is called; whether its name was looked for and could not be had. */
interface Named {
  readonly name: string | undefined
  readonly missed: boolean
}

/** A piece of a preview, if it can be had in time. Not even a bug of ours in it may take the preview away. */
const inTime = <A, E, R>(piece: Effect.Effect<A, E, R>): Effect.Effect<Option.Option<A>, never, R> =>
  Effect.timeoutOption(piece, TIME_MS).pipe(
    Effect.catchAllCause((cause) =>
      Effect.as(Effect.logDebug("a preview is shorter than it could be", cause), Option.none())
    )
  )
