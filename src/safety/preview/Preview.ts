import { Array as Arr, Effect, Option, Redacted } from "effect"
import { Discord } from "../../discord/Discord.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import * as Redactor from "../../telemetry/Redactor.ts"
import type { ReferencedId, StepCall, ToolCall } from "../../tools/Tool.ts"
import { escapeDelimiters } from "../content/escapeDelimiters.ts"
import { mapTexts } from "../content/mapTexts.ts"
import { stripInvisible } from "../content/stripInvisible.ts"
import { Permit } from "../Permit.ts"
import * as boundedReads from "./boundedReads.ts"
import { grantsOf } from "./grants.ts"
import { mayRun } from "./mayRun.ts"
import { NOTHING, nameOf } from "./names.ts"
import * as Pieces from "./parallelLookups.ts"
import { sentenceOf, undoOf } from "./sentences.ts"

/**
 * What a call would do, in names and counts. It makes reads alone, so many and no
 * more, takes three seconds at most, and cannot fail: what is not found out is left
 * out. Ids have been held against the guild boundary before.
 */
export type Preview = Effect.Effect<Fields>

type Fields = Readonly<Record<string, unknown>>

/** Look-ups for one call, and for a plan of many; and the time for all of them. */
const READS_MAX = 12
const PLAN_READS_MAX = 40
const TIME_MS = 3000

/** Makes previews. */
export const make =
  (discord: Discord["Type"]) =>
  (call: ToolCall): Preview =>
    Effect.gen(function* () {
      const reads = yield* boundedReads.make(discord, call.steps === undefined ? READS_MAX : PLAN_READS_MAX)
      const pieces = yield* Pieces.make(TIME_MS)
      const beginning = call.steps === undefined ? ofCall(call, pieces) : ofPlan(call.steps, pieces)
      const shown = yield* Effect.provideService(beginning, Discord, reads)
      yield* pieces.settled
      // Arguments stand as they will be sent; all else is what people wrote.
      return secretless({ ...cleaned(yield* shown), arguments: call.arguments }, call)
    }).pipe(Effect.scoped, Deadline.limit(TIME_MS), Effect.provideService(Permit, Permit.grant("preview", "read")))

/** What a preview says at least: it asks nobody, so it is the same however a call is confirmed. */
export const withoutLookups = (call: ToolCall): Fields =>
  call.steps === undefined
    ? { ...known(call), arguments: call.arguments }
    : { action: planned(call.steps), steps: entriesOf(call.steps, () => ({})) }

/** Without what is hidden in it, or plays at being a fence. Both keep what is a record one. */
const cleaned = (found: Fields): Fields => mapTexts(found, (text) => escapeDelimiters(stripInvisible(text))) as Fields // as above

/** A preview goes to whoever asked and to a person, and a credential is for neither. */
const secretless = (preview: Fields, { secrets = [] }: ToolCall): Fields =>
  Redactor.make(secrets.map((secret) => Redacted.make(secret))).value(preview) as Fields // as above

/** Begins to look at something, and gives what there will be to show of it once that has settled. */
type Beginning = Effect.Effect<Effect.Effect<Fields>, never, Discord | Permit>

const ofCall = Effect.fnUntraced(function* (
  call: ToolCall,
  { begin }: Pieces.Pieces
): Effect.fn.Return<Effect.Effect<Fields>, never, Discord | Permit> {
  const naming = yield* namesIn(call, begin)
  const allowing = yield* begin(mayRun(call))
  const foreseeing = yield* begin<Fields, unknown, Discord | Permit>(call.preview ?? Effect.succeed({}))
  return Effect.map(Effect.all([naming, allowing, foreseeing]), ([names, allowance, foreseen]) => {
    const least = known(call)
    const { action = least.action, undo = least.undo, ...facts } = Option.getOrElse(foreseen, (): Fields => ({}))
    const isWhole = names.isWhole && Option.isSome(allowance) && Option.isSome(foreseen)
    return {
      action,
      ...(least.grants !== undefined && { grants: least.grants }),
      ...(Object.keys(names.found).length > 0 && { names: names.found }),
      ...(Object.keys(facts).length > 0 && { facts }),
      ...Option.getOrElse(allowance, () => ({})),
      ...(undo !== undefined && { undo }),
      ...(!isWhole && { incomplete: "Not all of this could be looked up." })
    }
  })
})

/** What the row and the arguments alone tell of a call. */
const known = (step: StepCall): Fields => {
  const [undo, grants] = [undoOf(step), grantsOf(step)]
  return {
    action: sentenceOf(step.tool),
    ...(grants.length > 0 && { grants }),
    ...(undo !== undefined && { undo })
  }
}

const planned = (steps: ReadonlyArray<StepCall>): string =>
  `Run a plan of ${steps.length} ${steps.length === 1 ? "call" : "calls"}`

const isDestructive = ({ risk }: StepCall): boolean => risk === "destructive"

/** The steps that destroy or grant, each as it stands; then the others, counted by their tools. */
const entriesOf = (steps: ReadonlyArray<StepCall>, found: (step: StepCall) => Fields): ReadonlyArray<Fields> => [
  ...steps.filter(isDestructive).map((step) => ({
    tool: step.tool.name,
    risk: step.risk,
    ...(step.written?.for_each !== undefined && step.arguments === undefined && { for_each: step.written.for_each }),
    ...known(step),
    ...found(step),
    arguments: step.arguments ?? step.written?.args ?? {}
  })),
  ...Object.values(
    Arr.groupBy(
      steps.filter((step) => !isDestructive(step)),
      ({ risk, tool }) => `${tool.name} ${risk}`
    )
  ).map((alike) => {
    const [{ risk, tool }] = alike
    return { tool: tool.name, risk, action: sentenceOf(tool), calls: alike.length }
  })
]

/** One entry for each destructive step: these alone are looked into. */
const ofPlan = (steps: ReadonlyArray<StepCall>, pieces: Pieces.Pieces): Beginning =>
  Effect.map(
    // What only its templates will tell cannot be looked up.
    Effect.forEach(steps.filter(isDestructive).filter(isKnown), (step) =>
      Effect.map(
        ofCall(step, pieces),
        Effect.map((fields): readonly [StepCall, Fields] => [step, fields])
      )
    ),
    (looking) =>
      Effect.map(Effect.all(looking), (all) => {
        const found = new Map(all)
        return { action: planned(steps), steps: entriesOf(steps, (step) => found.get(step) ?? {}) }
      })
  )

const isKnown = (step: StepCall): step is ToolCall => step.arguments !== undefined

/** Ids of one field that are named; of a longer list the row's own facts tell. */
const NAMED_MAX = 5

/** The names of all ids, under the fields they stand in. */
const namesIn = Effect.fnUntraced(function* (call: ToolCall, begin: Pieces.Pieces["begin"]) {
  const fields = Object.entries(Arr.groupBy(call.referencedIds, ({ path }) => path.replaceAll(INDEX, "")))
  const named = fields.filter(([, ids]) => ids.length <= NAMED_MAX && !(isList(ids) && ids[0].kind === "message"))
  const looking = yield* Effect.forEach(named, ([field, ids]) =>
    Effect.map(
      Effect.forEach(
        ids.flatMap((touched) => namingOf(touched, call)),
        begin
      ),
      (names) => ({ field, isList: isList(ids), names })
    )
  )
  return Effect.gen(function* () {
    const found = new Map<string, string | ReadonlyArray<string>>()
    let isWhole = true
    for (const { field, isList, names } of looking) {
      const known = Arr.getSomes(yield* Effect.all(names))
      const [only] = known
      isWhole &&= known.length === names.length
      if (only !== undefined) found.set(field, isList ? known : only)
    }
    return { found: Object.fromEntries(found), isWhole }
  })
})

/** Where in a list an id stands. */
const INDEX = /\[\d+\]/g

const isList = (ids: ReadonlyArray<ReferencedId>): boolean => ids.some(({ path }) => path.includes("["))

/** Finds the name of an id, if it is of a kind that has names. */
const namingOf = (touched: ReferencedId, call: ToolCall) => {
  const naming = nameOf(touched, call)
  return naming === undefined ? [] : [Effect.catchTag(naming, "DiscordNotFoundError", () => Effect.succeed(NOTHING))]
}
