/** Describes what a call would do, in names and counts. The guild boundary has checked all ids before. */
import { Array as Arr, Effect, Option } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { Permit, type ShownCall } from "../../discord/Permit.ts"
import type { CallPreview, OwnFacts, Preview, StepPreview } from "../../errors/preview/Preview.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import { collectOmissions } from "../../tools/dsl/view.ts"
import { META } from "../../tools/meta/scopes.ts"
import type { ReferencedId, StepCall, Tool, ToolCall } from "../../tools/Tool.ts"
import { type CertainRefusal, withToolReason } from "./certainRefusal.ts"
import { type Lookup, sharedReads, withinTime } from "./lookups.ts"
import { type Allowance, mayRun } from "./mayRun.ts"
import { type NameOfId, nameOf } from "./names.ts"
import { shownCallOf, subjectOf } from "./shownState.ts"

/** The maximum number of reads for one call and for a plan, and the time limit for all of them. */
const READS_MAX = 12
const PLAN_READS_MAX = 40
const TIME_MS = 3000

/** A preview, and what its consent is bound to: the call that it shows, or each destructive call of a plan. */
export interface Shown {
  readonly preview: Preview
  readonly state: ReadonlyArray<ShownCall>
  /** The error of a call that must fail. Not of a plan, whose earlier steps can change what decides. */
  readonly refusal?: CertainRefusal
}

/**
 * Makes the preview of a call. Sends a limited number of reads with the permit, takes at most three seconds and never
 * fails: missing facts are left out.
 */
export const make =
  (discord: Discord["Type"], permit: Permit["Type"]) =>
  (call: ToolCall): Effect.Effect<Shown> =>
    Effect.gen(function* () {
      const reads = yield* sharedReads(discord, call.steps === undefined ? READS_MAX : PLAN_READS_MAX)
      const lookup = yield* withinTime(TIME_MS)
      return yield* Effect.provideService(previewOf(call, lookup), Discord, reads)
    }).pipe(Effect.scoped, Deadline.limit(TIME_MS), Effect.provideService(Permit, permit))

/** The part of a preview that needs no lookup. It is the same for every kind of confirmation. */
export const withoutLookups = (call: ToolCall): Preview =>
  call.steps === undefined
    ? outlineOf(call)
    : planOf(
        call,
        shownSteps(call.steps).map((step) => stepOf(step)),
        {}
      )

const previewOf = (call: ToolCall, lookup: Lookup): Effect.Effect<Shown, never, Discord | Permit> =>
  call.steps === undefined
    ? Effect.map(callOf(call, lookup), ({ preview, refusal, state }) => ({
        preview,
        state: [state],
        ...(refusal !== undefined && { refusal: withToolReason(call, refusal) })
      }))
    : // What is destroyed is looked up first, because the number of reads is limited.
      Effect.zipWith(
        Effect.forEach(Arr.partition(shownSteps(call.steps), isDestructive).toReversed(), (steps) =>
          Effect.forEach(
            steps,
            (step) =>
              Effect.map(callOf(step, lookup), ({ preview, state }) => ({ preview: stepOf(step, preview), state })),
            CONCURRENT
          )
        ),
        lookup(call.preview ?? Effect.succeed({})),
        (steps, facts) => ({
          preview: planOf(
            call,
            steps.flat().map(({ preview }) => preview),
            Option.getOrElse(facts, () => ({}))
          ),
          state: steps.flat().flatMap(({ preview, state }) => (preview.risk === "destructive" ? [state] : []))
        })
      )

const CONCURRENT = { concurrency: "unbounded" } as const

/** Describes a call from its definition and arguments alone. */
const outlineOf = (step: StepCall): CallPreview => {
  const { facts, grants = [] } = step
  const undo = undoOf(step)
  return {
    action: actionOf(step.tool),
    ...(grants.length > 0 && { grants }),
    ...(facts !== undefined && { facts }),
    ...(undo !== undefined && { undo }),
    ...(showsContent(step) && { whole_content: true }),
    arguments: facts === undefined ? (step.arguments ?? step.written?.args ?? {}) : {}
  }
}

/** Returns whether the content of a call is the risk: what it publishes, or the text of a ping. It is shown in full. */
const showsContent = ({ risk, tool: { asks = [] } }: StepCall): boolean =>
  risk === "destructive" && asks.some((kind) => kind === "pings_everyone" || kind === "publishes")

/** Returns the first clause of a tool's description. */
const actionOf = ({ description }: Tool): string => /^.*?(?=[.:;](?:\s|$))/.exec(description)?.[0] ?? description

/** Returns what the definition says about undoing. By default a deletion is permanent. */
const undoOf = ({ risk, tool }: StepCall): string | undefined =>
  tool.undo ?? (risk === "destructive" && tool.operation?.method === "DELETE" ? "This cannot be undone." : undefined)

/**
 * Adds to the outline of a call what can be looked up. The tool's own facts replace the default sentences. Of incomplete
 * arguments, only the known ids are looked up.
 */
const callOf = Effect.fnUntraced(function* (call: StepCall, lookup: Lookup) {
  const isKnown = call.arguments !== undefined
  const { allowance, names, own } = yield* Effect.all(
    {
      // Each name would be another read, and the plan has the name that matters.
      names: call.facts === undefined ? namesIn(call, lookup) : Effect.succeed(NO_NAMES),
      allowance: isKnown ? lookup(mayRun(call)) : Effect.succeedSome({}),
      own: lookup(collectOmissions((isKnown ? call.preview : undefined) ?? Effect.succeed<OwnFacts>({})))
    },
    CONCURRENT
  )
  const { arguments: sent, facts: outlined, grants, ...outline } = outlineOf(call)
  const [{ action = outline.action, undo = outline.undo, ...found }, omitted] = Option.getOrElse(own, () => NO_FACTS)
  const facts = { ...outlined, ...found }
  const isWhole = names.isWhole && Option.isSome(allowance) && Option.isSome(own) && omitted.length === 0
  const { refusal, ...mayBe } = Option.getOrElse<Allowance, Allowance>(allowance, () => ({}))
  const preview: CallPreview = {
    action,
    ...(grants !== undefined && { grants }),
    ...(Object.keys(names.texts).length > 0 && { names: names.texts }),
    ...(Object.keys(facts).length > 0 && { facts }),
    ...mayBe,
    ...(undo !== undefined && { undo }),
    ...(!isWhole && { incomplete: "Not all of this could be looked up." }),
    ...(outline.whole_content === true && { whole_content: true }),
    arguments: sent
  }
  // The steps of a tool's own plan change what they read, and the tool checks its plan itself.
  const subject =
    call.facts === undefined
      ? subjectOf({ tool: call.tool, arguments: call.arguments ?? call.written?.args ?? {} })
      : OWN_PLAN
  const state = shownCallOf({ subject, identities: names.identities, facts, isWhole })
  return { preview, state, refusal }
})

/** The subject of each step of a tool's own plan. No call has it. */
const OWN_PLAN = ""

const NO_NAMES: FieldNames = { texts: {}, identities: {}, isWhole: true }

const NO_FACTS: readonly [OwnFacts, ReadonlyArray<string>] = [{}, []]

/** Lists the shown steps of a plan, then the number of other calls by tool. */
const planOf = (
  { arguments: sent, steps = [], tool }: ToolCall,
  shown: ReadonlyArray<StepPreview>,
  facts: OwnFacts
): Preview => {
  const listed = new Set(shownSteps(steps))
  const counted = steps.filter((step) => !listed.has(step))
  return {
    action: `${tool.category === META ? "Run a plan of" : `${actionOf(tool)}, by`} ${steps.length} ${steps.length === 1 ? "call" : "calls"}`,
    ...(Object.keys(facts).length > 0 && { facts }),
    steps: [
      ...shown,
      ...Object.values(Arr.groupBy(counted, ({ risk, tool }) => `${tool.name} ${risk}`)).flatMap((alike) => {
        const [{ risk, tool }] = alike
        return risk === "destructive" ? [] : [{ tool: tool.name, risk, action: actionOf(tool), calls: alike.length }]
      })
    ],
    arguments: sent
  }
}

/** The maximum number of calls of a plan that are shown although they destroy and grant nothing. The rest is counted. */
const WRITES_MAX = 20

/** Returns the calls of a plan that are shown as calls alone are: all destructive ones, then the first other changes. */
const shownSteps = (steps: ReadonlyArray<StepCall>): ReadonlyArray<StepCall> => [
  ...steps.filter(isDestructive),
  ...steps.filter(({ risk }) => risk === "write").slice(0, WRITES_MAX)
]

const isDestructive = ({ risk }: StepCall): boolean => risk === "destructive"

const stepOf = (step: StepCall, call = outlineOf(step)): StepPreview => {
  const { for_each, from_steps } = (step.arguments === undefined && step.written) || {}
  return {
    tool: step.tool.name,
    risk: isDestructive(step) ? "destructive" : "write",
    ...(for_each !== undefined && { for_each }),
    ...(from_steps !== undefined && { from_steps }),
    ...call
  }
}

/** The maximum number of ids of one field that are shown by name. For a longer list the tool's own facts suffice. */
const NAMED_MAX = 5

/** The names of the ids of a call, by field, and the identities of the named objects. */
interface FieldNames {
  readonly texts: NonNullable<Preview["names"]>
  readonly identities: Readonly<Record<string, string>>
  readonly isWhole: boolean
}

/** Finds the names of all ids, by field. */
const namesIn = Effect.fnUntraced(function* (
  call: StepCall,
  lookup: Lookup
): Effect.fn.Return<FieldNames, never, Discord | Permit> {
  const fields = Object.entries(Arr.groupBy(call.referencedIds, ({ path }) => path.replaceAll(INDEX, "")))
  const named = fields.filter(([, ids]) => ids.length <= NAMED_MAX && !(isList(ids) && ids[0].kind === "message"))
  const found = yield* Effect.forEach(
    named,
    ([field, ids]) =>
      Effect.map(
        Effect.forEach(
          ids.flatMap((id) => nameOf(id, call) ?? []),
          (naming) => lookup(collectOmissions(naming)),
          CONCURRENT
        ),
        (lookups) => ({ field, ids, lookups })
      ),
    CONCURRENT
  )
  const namesOf = (lookups: (typeof found)[number]["lookups"]): ReadonlyArray<NameOfId> =>
    Arr.getSomes(lookups).map(([name]) => name)
  const byField = <A>(value: (names: Arr.NonEmptyReadonlyArray<NameOfId>, isAList: boolean) => A) =>
    Object.fromEntries(
      found.flatMap(({ field, ids, lookups }) => {
        const names = namesOf(lookups)
        return Arr.isNonEmptyReadonlyArray(names) ? [[field, value(names, isList(ids))] as const] : []
      })
    )
  return {
    texts: byField((names, isAList) => (isAList ? names.map(({ text }) => text) : names[0].text)),
    identities: byField((names) => names.map(({ identity, text }) => identity ?? text).join("\n")),
    isWhole: found.every(({ lookups }) => lookups.every(Option.exists(([, omitted]) => omitted.length === 0)))
  }
})

/** The index of a list item in a path. */
const INDEX = /\[\d+\]/g

const isList = (ids: ReadonlyArray<ReferencedId>): boolean => ids.some(({ path }) => path.includes("["))
