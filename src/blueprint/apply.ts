/** Plans a blueprint for a call, and makes the result of a plan that has run. */

import { Array as Arr, Clock, Duration, Effect, Either, Schema } from "effect"
import { Settings } from "../config/Settings.ts"
import { FileSource } from "../discord/FileSource.ts"
import { PipelineFailed, ValidationError } from "../errors/DiscordMcpError.ts"
import { errorsOf, type PipelineReport, type PipelineStepReport } from "../errors/PipelineReport.ts"
import { limitIssues } from "../errors/validationIssues.ts"
import { Id, nullish } from "../objects/schema/reply.ts"
import { Caller } from "../telemetry/Caller.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { sha256 } from "../text/secureToken.ts"
import { counted } from "../text/words.ts"
import { getJson } from "../tools/dsl/getJson.ts"
import { RunningPlans } from "../tools/RunningPlans.ts"
import { formatName } from "../tools/shared/previewText.ts"
import type { OwnPlan } from "../tools/Tool.ts"
import { impossibleIn } from "./consentDetails.ts"
import type { Document } from "./document.ts"
import { type Change, withChanges, withJsonValues } from "./editDocument.ts"
import { type GuildState, seesAll, withoutDeleted } from "./GuildState.ts"
import { checkPictureFiles } from "./pictureFiles.ts"
import { missingChannels, type Plan, planOf, problemsIn } from "./plan.ts"
import { FILE_BYTES_MAX, problemsError, readDocument, readValue } from "./readDocument.ts"
import { readGuild } from "./readGuild.ts"

/** The decoded fields of a call that compares a guild with a blueprint: with `blueprint`, or that of a file. */
export interface PlanInput {
  readonly guild_id: string
  readonly blueprint?: unknown
  readonly file?: string
  /** Changes of the blueprint before it is planned. */
  readonly changes?: ReadonlyArray<Change>
  readonly prune?: boolean
  readonly prune_visible_only?: boolean
}

/** A plan with its id, and what it was made from. */
export interface GuildPlan {
  readonly document: Document
  readonly state: GuildState
  readonly plan: Plan
  readonly plan_id: string
  /** When reading the guild began, in milliseconds of the monotonic clock. */
  readonly readMs: number
  /** Channels would be deleted although others may be hidden. */
  readonly isBlind: boolean
}

/** Reads a blueprint and its guild, and plans. Nothing is sent for a blueprint with problems. */
export const planGuild = Effect.fn("blueprint.plan")(function* (input: PlanInput) {
  const { blueprint, file } = input
  const source = file === undefined ? blueprint : yield* (yield* FileSource).read(file, "file", FILE_BYTES_MAX)
  const read = yield* input.changes === undefined ? readDocument(source) : readChanged(source, input.changes, input)
  if (Either.isLeft(read)) return yield* problemsError(read.left, fieldOf(input))
  const planned = yield* planDocument(input, read.right)
  yield* checkPictureFiles(planned.document, planned.plan.steps, fieldOf(input))
  return planned
})

/** Reads a blueprint with changes. Texts among their values are JSON where the blueprint does not take them as texts. */
const readChanged = Effect.fnUntraced(function* (source: unknown, changes: ReadonlyArray<Change>, input: PlanInput) {
  const value = yield* readValue(source)
  if (Either.isLeft(value)) return yield* problemsError(value.left, fieldOf(input))
  const read = (all: ReadonlyArray<Change>) =>
    Either.match(withChanges(value.right, all), {
      onLeft: (issues) => new ValidationError({ validation_issues: limitIssues(issues) }),
      onRight: readDocument
    })
  const asSent = yield* read(changes)
  return Either.isRight(asSent) ? asSent : Either.orElse(yield* read(withJsonValues(changes)), () => asSent)
})

/** The field that has the blueprint. */
const fieldOf = ({ file }: PlanInput): "blueprint" | "file" => (file === undefined ? "blueprint" : "file")

const planDocument = Effect.fnUntraced(function* (input: PlanInput, document: Document) {
  const readMs = yield* monotonicMs
  const { guild_id, prune = false, prune_visible_only = false } = input
  const read = yield* readGuild(guild_id)
  const problems = problemsIn(read, document)
  if (problems.length > 0) return yield* problemsError(problems, fieldOf(input))
  const hidden = seesAll(read)
    ? new Set<string>()
    : yield* hiddenChannels(guild_id, [...new Set([...missingChannels(read, document), ...unlisted(read)])])
  const state = withoutDeleted(read, (id) => hidden.has(id))
  const expiresMs = (yield* Clock.currentTimeMillis) + Duration.toMillis(PLAN_LIFE)
  return {
    document,
    state,
    readMs,
    plan: planOf(state, document, { prune, hidden }),
    plan_id: yield* planIdOf(input, document, state, expiresMs),
    isBlind: prune && !prune_visible_only && document.channels !== undefined && !seesAll(state)
  } satisfies GuildPlan as GuildPlan
})

/** Returns the channels that the guild refers to, but does not list. */
const unlisted = (state: GuildState): ReadonlySet<string> => {
  const ids = new Set<string>()
  withoutDeleted(state, (id) => {
    ids.add(id)
    return true
  })
  return ids
}

/** The maximum number of channels that are asked for one by one. */
const LOOKUPS_MAX = 50

/**
 * Asks for channels of a guild that its list lacks. Returns the ids of those that may exist: Discord answers 50001 for a
 * channel that the bot cannot view, and 10003 for one that was deleted. Beyond the maximum, every channel may exist.
 */
const hiddenChannels = (guild_id: string, ids: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(
      ids.slice(0, LOOKUPS_MAX),
      (channel_id) =>
        getJson(Schema.Struct({ guild_id: nullish(Id) }), "/channels/{channel_id}", { channel_id }).pipe(
          Effect.map((channel) => (channel.guild_id === guild_id ? [channel_id] : [])),
          Effect.catchTag("DiscordPermissionError", () => Effect.succeed([channel_id])),
          Effect.catchTag("DiscordNotFoundError", () => Effect.succeed([]))
        ),
      { concurrency: 4 }
    ),
    (found) => new Set([...Arr.flatten(found), ...ids.slice(LOOKUPS_MAX)])
  )

/** How long a plan can be applied by its id. */
export const PLAN_LIFE = Duration.minutes(10)

/**
 * Returns the id of a plan: when it expires, and digests of who asked for what, and of the guild. It needs no store, so
 * it is valid in every process. It confirms nothing: it only says which plan the caller has read.
 */
const planIdOf = (input: PlanInput, document: Document, { bot, ...state }: GuildState, expiresMs: number) =>
  Effect.map(Caller, ({ clientId = "" }) => {
    const { guild_id, prune = false, prune_visible_only = false } = input
    const expires = Math.floor(expiresMs / 1000).toString(36)
    const asked = [expires, clientId, guild_id, prune, prune_visible_only, document]
    return [expires, digest(asked), digest([state, bot.roles])].join(".")
  })

const digest = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 16)

/** Fails unless an id is that of the plan as it is now. The failure has the new plan. */
export const checkPlanId = Effect.fnUntraced(function* (
  planId: string,
  input: PlanInput,
  planned: GuildPlan,
  show: (planned: GuildPlan) => Readonly<Record<string, unknown>>
) {
  const [expires = "", asked, digest] = planId.split(".")
  const expiresMs = Number.parseInt(expires, 36) * 1000
  const id = yield* planIdOf(input, planned.document, planned.state, expiresMs)
  const [, askedNow, foundNow] = id.split(".")
  const code =
    asked !== askedNow
      ? "plan_unknown"
      : expiresMs <= (yield* Clock.currentTimeMillis)
        ? "plan_expired"
        : digest !== foundNow
          ? "plan_changed"
          : undefined
  if (code === undefined) return
  return yield* new ValidationError({
    validation_issues: [
      { path: "plan_id", message: planProblems[code], code, fix: { set: { plan_id: planned.plan_id } } }
    ],
    plan: show(planned)
  })
})

const planProblems = {
  plan_unknown: "is not the id of a plan of this client for this guild, blueprint and prune: read the plan below first",
  plan_expired: "is older than ten minutes, and nothing ran: read the plan below, and apply it by its own plan_id",
  plan_changed:
    "is of a guild that has changed since, and nothing ran: read the plan below, and apply it by its own plan_id"
} as const

/** How long a guild counts as unchanged after it was read, in milliseconds. A person takes longer to agree. */
export const FRESH_MS = 2000

/** Returns a plan as the calls of `blueprint_apply`. */
export const callsOf = (
  input: PlanInput,
  { document, plan, plan_id, readMs, state }: GuildPlan,
  show: (planned: GuildPlan) => Readonly<Record<string, unknown>>
): OwnPlan<Applied> => {
  const [, , digest] = plan_id.split(".")
  return {
    // A token confirms exactly this plan, not the next one of the same guild.
    arguments: {
      guild_id: input.guild_id,
      ...(input.prune !== undefined && { prune: input.prune }),
      blueprint: sha256(JSON.stringify([digest, document, plan.steps]))
    },
    facts: { guild: formatName(state.guild.name), ...countsOf(plan), ...impossibleIn(plan) },
    names: new Map([
      ...state.guild.roles.map(({ id, name }) => [id, formatName(name, "@")] as const),
      ...state.channels.map(({ id, name }) => [id, formatName(name, "#")] as const),
      ...plan.steps.map(({ facts, id }) => [`{{${id}.id}}`, `the new ${facts.name}`] as const)
    ]),
    steps: plan.steps,
    begin: Effect.gen(function* () {
      if (plan.steps.length === 0) return
      const isStale = yield* Effect.flatMap(RunningPlans, ({ begin }) => begin(input.guild_id, readMs))
      if (!isStale && (yield* monotonicMs) - readMs < FRESH_MS) return
      yield* checkPlanId(plan_id, input, yield* planDocument(input, document), show)
    }),
    conclude: (report) => conclude(input, document, plan, report)
  }
}

/** The numbers of changes by action. */
export const countsOf = ({ changes }: Plan): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (["create", "update", "move", "delete"] as const).flatMap((action) => {
      const count = changes.filter((change) => change.action === action).length
      return count === 0 ? [] : [[action, count]]
    })
  )

/** The result of applying a blueprint. */
export interface Applied {
  /** Whether the guild is as the blueprint, as far as the bot can reach it. */
  readonly converged: boolean
  readonly status: "ok" | "partial"
  readonly calls: Readonly<Record<"ok" | "failed" | "skipped", number>>
  /** The changes that are made; with the id of a role or channel that only one has that name. */
  readonly done?: ReadonlyArray<DoneChange>
  /** When a limit of Discord ends. */
  readonly retry_after_ms?: number
  /** The calls that failed or were skipped, with the reason. */
  readonly not_done?: ReadonlyArray<PipelineStepReport>
  readonly remaining?: Plan["changes"]
  readonly unreachable?: Plan["unreachable"]
}

/** A change that was made. */
interface DoneChange extends Pick<Plan["changes"][number], "action" | "object" | "name"> {
  readonly id?: string
}

const NOTHING_DONE: ReadonlyArray<DoneChange> = []

/** Returns the planned changes that a new plan no longer has, with the ids of their objects. */
const doneOf = (planned: Plan["changes"], left: Plan["changes"], state: GuildState): ReadonlyArray<DoneChange> => {
  const keyOf = ({ action, name, object }: Plan["changes"][number]) => JSON.stringify([action, object, name])
  const remaining = new Set(left.map(keyOf))
  return planned
    .filter((change) => !remaining.has(keyOf(change)))
    .map(({ action, name, object }) => {
      const named = (object === "role" ? state.guild.roles : state.channels).filter((one) => one.name === name)
      const [only] = named
      const hasId = ["role", "channel", "category"].includes(object) && named.length === 1 && only !== undefined
      return { action, object, name, ...(hasId && { id: only.id }) }
    })
}

/** Compares the guild with the blueprint again. A plan that failed, other than by a limit of Discord, fails. */
const conclude = Effect.fnUntraced(function* (
  input: PlanInput,
  document: Document,
  { changes, notices, steps: planned, unreachable }: Plan,
  report: PipelineReport
) {
  const { maxResultChars } = yield* Settings
  const again =
    planned.length === 0
      ? Either.right({ changes, steps: planned, notices, unreachable, done: NOTHING_DONE })
      : yield* Effect.either(
          Effect.map(planDocument(input, document), ({ plan, state }) => ({
            ...plan,
            done: doneOf(changes, plan.changes, state)
          }))
        )
  const now = Either.getOrElse(again, () => ({ changes, steps: planned, notices, unreachable, done: NOTHING_DONE }))
  const converged = Either.isRight(again) && now.changes.length === 0 && now.steps.length === 0
  const count = (status: PipelineStepReport["status"]) => report.steps.filter((step) => step.status === status).length
  const calls = { ok: count("ok"), failed: count("failed"), skipped: count("skipped") }
  const errors = report.steps.flatMap((step) => errorsOf(step).map(({ error }) => error))
  const retryAfterMs = Math.max(0, ...errors.map(({ retry_after_ms = 0 }) => retry_after_ms))
  const remaining = fitting(now.changes, maxResultChars / 4)
  const state = {
    converged,
    ...(retryAfterMs > 0 && { retry_after_ms: retryAfterMs }),
    ...(now.done.length > 0 && { done: fitting(now.done, maxResultChars / 4) }),
    ...(now.changes.length > 0 && { remaining }),
    ...(now.unreachable.length > 0 && { unreachable: fitting(now.unreachable, maxResultChars / 4) })
  }
  const notice = [
    ...now.notices,
    ...(Either.isLeft(again) ? ["The guild could not be read again: what remains is not known."] : []),
    ...(converged ? [] : ["Apply again to go on: what is done is not repeated."])
  ].join(" ")
  if (!converged && errors.some(({ code }) => !LIMITS.has(code))) {
    return yield* new PipelineFailed({
      report: failedReport(report, calls.ok, { ...state, calls }, notice, maxResultChars)
    })
  }
  const unfinished = report.steps.filter(({ status }) => status !== "ok")
  const value: Applied = {
    ...state,
    status: converged || errors.length === 0 ? "ok" : "partial",
    calls,
    ...(unfinished.length > 0 && { not_done: fitting(unfinished, maxResultChars / 4) })
  }
  return { value, ...(notice !== "" && { notice }) }
})

/** The errors of limits, after which a plan goes on later. */
export const LIMITS: ReadonlySet<string> = new Set(["DISCORD_RATE_LIMITED", "DISCORD_LIMIT_REACHED"])

/** Keeps the calls that did not run as planned, and as many others as fit. */
export const failedReport = (
  { steps }: PipelineReport,
  ok: number,
  output: Readonly<Record<string, unknown>>,
  notice: string,
  maxChars: number
): PipelineReport => {
  const isWhole = JSON.stringify(steps).length <= maxChars / 2
  return {
    status: ok > 0 ? "partial" : "failed",
    steps: isWhole
      ? steps
      : fitting(
          steps.filter(({ status }) => status !== "ok"),
          maxChars / 2
        ),
    output,
    notice: isWhole
      ? notice
      : `${ok} of ${counted(steps.length, "call")} succeeded; successes are not listed. ${notice}`
  }
}

/** Returns the first items that fit. */
export const fitting = <Item extends object>(items: ReadonlyArray<Item>, maxChars: number): ReadonlyArray<Item> => {
  let chars = 0
  const end = items.findIndex((item) => {
    chars += JSON.stringify(item).length + 1
    return chars > maxChars
  })
  return end === -1 ? items : items.slice(0, end)
}
