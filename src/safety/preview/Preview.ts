import { Array as Arr, Effect, Option, Redacted } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import * as Redactor from "../../telemetry/Redactor.ts"
import { collectOmissions } from "../../tools/dsl/view.ts"
import type { ReferencedId, StepCall, ToolCall } from "../../tools/Tool.ts"
import { escapeDelimiters } from "../content/escapeDelimiters.ts"
import { mapTexts } from "../content/mapTexts.ts"
import { stripInvisible } from "../content/stripInvisible.ts"
import { Permit } from "../Permit.ts"
import * as boundedReads from "./boundedReads.ts"
import { grantsOf } from "./grants.ts"
import { mayRun } from "./mayRun.ts"
import { NOTHING, nameOf } from "./names.ts"
import * as ParallelLookups from "./parallelLookups.ts"
import { actionSentence, undoSentence } from "./sentences.ts"

/**
 * Describes what a call would do, in names and counts. Sends a limited number of reads,
 * takes at most three seconds and never fails: missing facts are left out. The guild
 * boundary has checked all ids before.
 */
export type Preview = Effect.Effect<Fields>

type Fields = Readonly<Record<string, unknown>>

/** The maximum number of reads for one call and for a plan, and the time limit for all of them. */
const READS_MAX = 12
const PLAN_READS_MAX = 40
const TIME_MS = 3000

/** Makes previews. */
export const make =
  (discord: Discord["Type"]) =>
  (call: ToolCall): Preview =>
    Effect.gen(function* () {
      const reads = yield* boundedReads.make(discord, call.steps === undefined ? READS_MAX : PLAN_READS_MAX)
      const lookups = yield* ParallelLookups.make(TIME_MS)
      const starting = call.steps === undefined ? ofCall(call, lookups) : ofPlan(call.steps, lookups)
      const shown = yield* Effect.provideService(starting, Discord, reads)
      yield* lookups.await
      // Arguments are shown as they will be sent. Everything else is untrusted text.
      return withoutSecrets({ ...sanitized(yield* shown), arguments: call.arguments }, call)
    }).pipe(Effect.scoped, Deadline.limit(TIME_MS), Effect.provideService(Permit, Permit.grant("preview", "read")))

/** The part of a preview that needs no lookup. It is the same for every kind of confirmation. */
export const withoutLookups = (call: ToolCall): Fields =>
  call.steps === undefined
    ? { ...known(call), arguments: call.arguments }
    : { action: planned(call.steps), steps: entriesOf(call.steps, () => ({})) }

/** Removes invisible characters and imitated delimiters. Both functions keep a record a record. */
const sanitized = (found: Fields): Fields => mapTexts(found, (text) => escapeDelimiters(stripInvisible(text))) as Fields // as above

/** Redacts credentials, because neither the caller nor the person may see them. */
const withoutSecrets = (preview: Fields, { secrets = [] }: ToolCall): Fields =>
  Redactor.make(secrets.map((secret) => Redacted.make(secret))).value(preview) as Fields // as above

/** Starts lookups, and returns the effect that renders their results. */
type StartedPreview = Effect.Effect<Effect.Effect<Fields>, never, Discord | Permit>

const ofCall = Effect.fnUntraced(function* (
  call: ToolCall,
  { start }: ParallelLookups.ParallelLookups
): Effect.fn.Return<Effect.Effect<Fields>, never, Discord | Permit> {
  const naming = yield* namesIn(call, start)
  const allowing = yield* start(mayRun(call))
  const previewing = yield* start(
    collectOmissions<Fields, DiscordFailure, Discord | Permit>(call.preview ?? Effect.succeed({}))
  )
  return Effect.map(Effect.all([naming, allowing, previewing]), ([names, allowance, ownFacts]) => {
    const least = known(call)
    const [own, omitted] = Option.getOrElse(ownFacts, (): readonly [Fields, ReadonlyArray<string>] => [{}, []])
    const { action = least.action, undo = least.undo, ...facts } = own
    const isWhole = names.isWhole && Option.isSome(allowance) && Option.isSome(ownFacts) && omitted.length === 0
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

/** Describes a call from its definition and arguments alone. */
const known = (step: StepCall): Fields => {
  const [undo, grants] = [undoSentence(step), grantsOf(step)]
  return {
    action: actionSentence(step.tool),
    ...(grants.length > 0 && { grants }),
    ...(undo !== undefined && { undo })
  }
}

const planned = (steps: ReadonlyArray<StepCall>): string =>
  `Run a plan of ${steps.length} ${steps.length === 1 ? "call" : "calls"}`

const isDestructive = ({ risk }: StepCall): boolean => risk === "destructive"

/** Lists each destructive step, then the number of other steps by tool. */
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
    return { tool: tool.name, risk, action: actionSentence(tool), calls: alike.length }
  })
]

/** Looks up facts for each destructive step. Other steps are only counted. */
const ofPlan = (steps: ReadonlyArray<StepCall>, lookups: ParallelLookups.ParallelLookups): StartedPreview =>
  Effect.map(
    // Incomplete arguments cannot be looked up.
    Effect.forEach(steps.filter(isDestructive).filter(isKnown), (step) =>
      Effect.map(
        ofCall(step, lookups),
        Effect.map((fields): readonly [StepCall, Fields] => [step, fields])
      )
    ),
    (started) =>
      Effect.map(Effect.all(started), (all) => {
        const found = new Map(all)
        return { action: planned(steps), steps: entriesOf(steps, (step) => found.get(step) ?? {}) }
      })
  )

const isKnown = (step: StepCall): step is ToolCall => step.arguments !== undefined

/** The maximum number of ids of one field that are shown by name. For a longer list the tool's own facts suffice. */
const NAMED_MAX = 5

/** Finds the names of all ids, by field. */
const namesIn = Effect.fnUntraced(function* (call: ToolCall, start: ParallelLookups.ParallelLookups["start"]) {
  const fields = Object.entries(Arr.groupBy(call.referencedIds, ({ path }) => path.replaceAll(INDEX, "")))
  const named = fields.filter(([, ids]) => ids.length <= NAMED_MAX && !(isList(ids) && ids[0].kind === "message"))
  const started = yield* Effect.forEach(named, ([field, ids]) =>
    Effect.map(
      Effect.forEach(
        ids.flatMap((referenced) => nameLookup(referenced, call)),
        start
      ),
      (names) => ({ field, isList: isList(ids), names })
    )
  )
  return Effect.gen(function* () {
    const found = new Map<string, string | ReadonlyArray<string>>()
    let isWhole = true
    for (const { field, isList, names } of started) {
      const looked = Arr.getSomes(yield* Effect.all(names))
      const known = looked.map(([name]) => name)
      const [only] = known
      isWhole &&= known.length === names.length && looked.every(([, omitted]) => omitted.length === 0)
      if (only !== undefined) found.set(field, isList ? known : only)
    }
    return { found: Object.fromEntries(found), isWhole }
  })
})

/** The index of a list item in a path. */
const INDEX = /\[\d+\]/g

const isList = (ids: ReadonlyArray<ReferencedId>): boolean => ids.some(({ path }) => path.includes("["))

/** Finds the name of an id, if its kind has names. */
const nameLookup = (referenced: ReferencedId, call: ToolCall) => {
  const naming = nameOf(referenced, call)
  return naming === undefined
    ? []
    : [collectOmissions(Effect.catchTag(naming, "DiscordNotFoundError", () => Effect.succeed(NOTHING)))]
}
