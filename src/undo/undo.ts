/** Reads, plans and runs an undo, and shows how much of each entry it takes back. */
import { Effect, Either, Option } from "effect"
import { FRESH_MS, failedReport, fitting, LIMITS } from "../blueprint/apply.ts"
import { Settings } from "../config/Settings.ts"
import { PipelineFailed, ValidationError } from "../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { errorsOf, type PipelineReport, type PipelineStepReport } from "../errors/PipelineReport.ts"
import { createdAtMs } from "../objects/schema/snowflake.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { sha256 } from "../text/secureToken.ts"
import { auditEntry } from "../tools/audit_log/view.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { RunningPlans } from "../tools/RunningPlans.ts"
import type { OwnPlan, PlannedCall } from "../tools/Tool.ts"
import { changesOf } from "./changes.ts"
import { planUndo, type UndoPlan } from "./plan.ts"
import { ENTRIES_MAX, type LogEntry, readOthers, readOwnLog } from "./readLog.ts"
import { readState } from "./readState.ts"
import { undoReasons } from "./reasons.ts"
import type { Outcome, UndoRequest } from "./revert.ts"

/** Which entries of the bot: the ids, those since a time, or the last ones. */
export interface Selection {
  readonly guild_id: string
  readonly entries?: ReadonlyArray<string>
  readonly since?: string
  readonly last?: number
}

/** A plan with when the guild was read, and whether older entries fit the selection. */
interface PlannedUndo extends UndoPlan {
  readonly readMs: number
  readonly hasMore: boolean
}

/** Reads the audit log and the objects of the selected entries, and plans their undo. */
export const planSelection = Effect.fn("undo.plan")(function* (selection: Selection) {
  const readMs = yield* monotonicMs
  const { guild_id, since } = selection
  const log = yield* readOwnLog(guild_id, (entries) => isEnough(selection, entries))
  const all = changesOf(log.entries)
  const fitted = all.filter(({ entry }, at) => isSelected(selection, entry, at))
  const unknown = unknownEntries(selection, log.entries)
  if (unknown.length > 0) return yield* new ValidationError({ validation_issues: unknown })
  const selected = fitted.slice(0, ENTRIES_MAX)
  const oldest = selected.at(-1)?.entry.id
  const [others, state] = yield* Effect.all(
    [
      oldest === undefined ? Effect.succeed([]) : readOthers(guild_id, log.botId, oldest),
      readState(
        guild_id,
        log.botId,
        selected.flatMap(({ object }) => object ?? [])
      )
    ],
    { concurrency: "unbounded" }
  )
  const plan = yield* planValid({ selected, all, others, state })
  const hasMore = fitted.length > selected.length || (since !== undefined && log.hasMore)
  return { ...plan, readMs, hasMore } satisfies PlannedUndo as PlannedUndo
})

/** Plans without the entries whose old values no tool takes: one of them does not keep the others from being undone. */
const planValid = Effect.fnUntraced(function* (request: UndoRequest) {
  const catalogue = yield* Effect.serviceOption(Catalogue)
  const isInvalid = ({ args, tool: name }: PlannedCall) =>
    Option.match(catalogue, {
      onNone: () => Effect.succeed(false),
      onSome: ({ find }) =>
        Effect.flatMap(find(name), (tool) =>
          tool === undefined
            ? Effect.succeed(true)
            : Effect.map(Effect.either(tool.prepare(withExampleIds(args), undefined)), Either.isLeft)
        )
    })
  const invalid = new Set<string>()
  for (;;) {
    const plan = planUndo({ ...request, invalid })
    const steps = yield* Effect.filter(plan.steps, isInvalid)
    const entries = steps.flatMap(({ id }) => plan.sources.get(id) ?? []).filter((id) => !invalid.has(id))
    if (entries.length === 0) return plan
    for (const id of entries) invalid.add(id)
  }
})

/** Replaces the templates of ids that earlier steps will give, so that all else can be checked. */
const withExampleIds = (args: PlannedCall["args"]): unknown =>
  JSON.parse(JSON.stringify(args).replaceAll(/\{\{\w+\.id\}\}/g, "1248328050278400001"))

const isSelected = ({ entries, last, since }: Selection, { id }: LogEntry, at: number): boolean =>
  entries?.includes(id) ?? (since === undefined ? at < (last ?? 0) : createdAtMs(id) >= Date.parse(since))

const isEnough = ({ entries, last, since }: Selection, read: ReadonlyArray<LogEntry>): boolean =>
  entries !== undefined
    ? entries.every((id) => read.some((entry) => entry.id === id))
    : since === undefined
      ? read.length >= (last ?? 0)
      : read.length > ENTRIES_MAX || createdAtMs(read.at(-1)?.id ?? "0") < Date.parse(since)

const unknownEntries = ({ entries = [] }: Selection, read: ReadonlyArray<LogEntry>): ReadonlyArray<ValidationIssue> =>
  entries.flatMap((id, at) =>
    read.some((entry) => entry.id === id)
      ? []
      : [
          {
            path: `entries[${at}]`,
            message: "is no entry of the bot among its last 500: take ids from changes_list",
            code: "unknown_entry"
          }
        ]
  )

/** Shows an entry: what it changed, and how much of it is taken back. */
export const shownOutcome = ({ by, change, keys, reasons, undo }: Outcome): object => ({
  ...Object(auditEntry(change.entry)),
  undo,
  ...(reasons.length > 0 && { why: reasons, because: reasons.map((reason) => undoReasons[reason]).join(" ") }),
  ...(keys.length > 0 && { not_restored: keys }),
  ...(by !== undefined && {
    changed_by: { id: by.user_id, ...(by.user_name !== undefined && { name: by.user_name }), entry: by.id }
  })
})

/** The result of an undo. */
export interface Undone {
  readonly status: "ok" | "partial"
  /** Each entry, newest first, and how much of it was taken back. */
  readonly items: ReadonlyArray<object>
  readonly calls: Readonly<Record<"ok" | "failed" | "skipped", number>>
  /** The calls that failed or were skipped, with the reason. */
  readonly not_done?: ReadonlyArray<PipelineStepReport>
}

const MORE_NOTICE = `More than ${ENTRIES_MAX} entries fit: only the newest ${ENTRIES_MAX} are taken back. Call again for the others.`

/** Returns the calls of an undo. Consent covers exactly these: if the guild has changed since, nothing runs. */
export const callsOf = (selection: Selection, planned: PlannedUndo): OwnPlan<Undone> => {
  const { hasMore, outcomes, readMs, steps } = planned
  const counts = { whole: 0, part: 0, no: 0 }
  for (const { undo } of outcomes) counts[undo]++
  return {
    arguments: { guild_id: selection.guild_id, steps: digestOf(planned) },
    facts: { entries: outcomes.length, taken_back: counts.whole, partly: counts.part, left: counts.no },
    names: new Map(),
    steps,
    begin: Effect.gen(function* () {
      if (steps.length === 0) return
      const isStale = yield* Effect.flatMap(RunningPlans, ({ begin }) => begin(selection.guild_id, readMs))
      if (!isStale && (yield* monotonicMs) - readMs < FRESH_MS) return
      if (digestOf(yield* planSelection(selection)) !== digestOf(planned)) return yield* changed
    }),
    conclude: (report) => conclude(outcomes, report, hasMore ? MORE_NOTICE : undefined)
  }
}

const digestOf = ({ steps }: UndoPlan): string => sha256(JSON.stringify(steps))

const changed = new ValidationError({
  validation_issues: [
    {
      path: "guild_id",
      message: "has changed since this undo was planned, and nothing ran: call again to see the present plan",
      code: "plan_changed"
    }
  ]
})

const conclude = Effect.fnUntraced(function* (
  outcomes: ReadonlyArray<Outcome>,
  report: PipelineReport,
  notice: string | undefined
) {
  const { maxResultChars } = yield* Settings
  const count = (status: PipelineStepReport["status"]) => report.steps.filter((step) => step.status === status).length
  const calls = { ok: count("ok"), failed: count("failed"), skipped: count("skipped") }
  const items = fitting(outcomes.map(shownOutcome), maxResultChars / 2)
  const notices = [
    ...(notice === undefined ? [] : [notice]),
    ...(items.length < outcomes.length ? ["The oldest entries are not shown: they do not fit."] : []),
    ...(outcomes.length === 0 ? ["The audit log has no such entry of the bot. Discord keeps entries for 45 days."] : [])
  ].join(" ")
  const errors = report.steps.flatMap((step) => errorsOf(step).map(({ error }) => error))
  if (errors.some(({ code }) => !LIMITS.has(code))) {
    return yield* new PipelineFailed({
      report: failedReport(report, calls.ok, { items, calls }, notices, maxResultChars)
    })
  }
  const unfinished = report.steps.filter(({ status }) => status !== "ok")
  const value: Undone = {
    status: unfinished.length === 0 ? "ok" : "partial",
    items,
    calls,
    ...(unfinished.length > 0 && { not_done: fitting(unfinished, maxResultChars / 4) })
  }
  return { value, ...(notices !== "" && { notice: notices }) }
})
