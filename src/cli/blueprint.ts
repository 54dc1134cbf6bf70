// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { FileSystem } from "@effect/platform"
import { Array as Arr, Console, Data, Effect, Either, identity, Layer, Option, Schema } from "effect"
import { consentDetails } from "../blueprint/consentDetails.ts"
import { documentSchema } from "../blueprint/document.ts"
import { FILE_BYTES_MAX } from "../blueprint/readDocument.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { toEnvelope } from "../errors/failureEnvelope.ts"
import { serverLayer } from "../layers.ts"
import { Approver } from "../safety/Approver.ts"
import { Caller } from "../telemetry/Caller.ts"
import { decodeText } from "../text/decodeText.ts"
import { counted, truncate } from "../text/words.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { renderFailure } from "./call/renderCall.ts"
import { withStatusLine } from "./call/StatusLine.ts"
import { type CallEnvironment, whileCalling } from "./call.ts"
import { exitCodes, ReportedFailure, reasonOf } from "./exit.ts"
import { observabilityLayer } from "./observability.ts"
import { environmentVariables, type Output, screen, stderr, stdout } from "./process.ts"
import { confirm, type Screen, terminalApprover } from "./prompts.ts"
import { type Style, sanitizeName, styleFor } from "./rendering/text.ts"
import { serverParts } from "./serverParts.ts"
import { loadCliSettings, type SandboxChoice, sandboxSettings } from "./settings.ts"

/** The guild of a blueprint, and its file. */
export interface BlueprintOptions {
  readonly guild: string
  readonly file: string
  readonly prune: boolean
  readonly visibleOnly: boolean
  readonly json: boolean
}

/** What to export: a guild, or a template of Discord. */
export interface ExportOptions {
  readonly guild: Option.Option<string>
  readonly template: Option.Option<string>
  readonly section: ReadonlyArray<string>
  readonly name: boolean
}

/** Prints the JSON Schema of blueprints. */
export const printSchema = Effect.suspend(() => Console.log(JSON.stringify(documentSchema(), undefined, 2)))

/** Prints the blueprint of a guild. */
export const exportBlueprint = (options: SandboxChoice & ExportOptions) =>
  inTerminal(options, (environment) => exportWith(environment, options))

/** Prints what differs between a guild and its blueprint. Exits with 2 if something does. */
export const planBlueprint = (options: SandboxChoice & BlueprintOptions) =>
  inTerminal(options, (environment) => planWith(environment, options))

/** Makes a guild as its blueprint says. */
export const applyBlueprint = (options: SandboxChoice & BlueprintOptions & { readonly yes: boolean }) =>
  inTerminal(options, (environment) => applyWith(environment, options))

const inTerminal = <A, E, R>(choice: SandboxChoice, use: (environment: CallEnvironment) => Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(sandboxSettings(choice), (overrides) =>
      use({ variables: environmentVariables(overrides), stdout, stderr, screen })
    )
  )

/** The file of a blueprint cannot be read. */
export class UnreadableFile extends Data.TaggedError("UnreadableFile")<{ readonly message: string }> {}

/** Exports a guild in the given environment. */
export const exportWith = (environment: CallEnvironment, { guild, name, section, template }: ExportOptions) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const { notice, value } = yield* run("blueprint_export", {
        ...Option.match(guild, { onNone: () => ({}), onSome: (guild_id) => ({ guild_id }) }),
        ...Option.match(template, { onNone: () => ({}), onSome: (template_code) => ({ template_code }) }),
        ...(section.length > 0 && { sections: section }),
        include_name: name
      })
      const { text } = yield* Effect.orDie(Schema.decodeUnknown(Schema.Struct({ text: Schema.String }))(value))
      if (notice !== undefined) yield* Console.error(notice)
      yield* Console.log(text.trimEnd())
    })
  )

/** Plans in the given environment. */
export const planWith = (environment: CallEnvironment, options: BlueprintOptions) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const { isInSync, text } = yield* shownPlan(yield* run("blueprint_plan", yield* planInput(options)), {
        json: options.json,
        output: environment.stdout
      })
      yield* Console.log(text)
      if (!isInSync) return yield* new ReportedFailure({ exitCode: exitCodes.planChanges.code })
    })
  )

/**
 * Applies in the given environment: shows the plan, asks once, runs it, and prints what is left. A plan that destroys or
 * grants needs consent, which is that question. Any other plan is asked about only here, on a terminal.
 */
export const applyWith = (environment: CallEnvironment, options: BlueprintOptions & { readonly yes: boolean }) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const { json, yes } = options
      const input = yield* planInput(options)
      const plan = yield* shownPlan(yield* run("blueprint_plan", input), { json: false, output: environment.stderr })
      yield* Console.error(plan.text)
      const isAsked = !yes && !plan.isInSync && !plan.needsConsent
      if (isAsked && !(yield* agreesTo(plan, environment.screen))) {
        yield* Console.error("Nothing was changed.")
        return yield* new ReportedFailure({ exitCode: exitCodes.toolFailed.code })
      }
      const applied = yield* run("blueprint_apply", { ...input, plan_id: plan.id, ...(yes && { __confirm: true }) })
      const result = yield* Effect.orDie(decodeApplied(applied.value))
      yield* Console.log(
        json
          ? JSON.stringify({ ...Object(applied.value), notice: applied.notice }, undefined, 2)
          : renderApplied(result)
      )
      if (!result.converged) return yield* new ReportedFailure({ exitCode: exitCodes.toolFailed.code })
    })
  )

/** Asks on a terminal. Where nobody can answer, a plan without a deletion or a grant is applied. */
const agreesTo = ({ changes }: { readonly changes: number }, screen: Screen) =>
  screen.interactive
    ? Effect.map(
        confirm(`Make ${counted(changes, "change")}?`, screen),
        Option.getOrElse(() => false)
      )
    : Effect.succeed(true)

/** Runs a tool. Its failure is printed. */
type RunTool = (tool: string, input: unknown) => Effect.Effect<ToolResult, ReportedFailure>

/** Runs tools as `call` does. Results are not limited to what fits into a model's context. */
const withTools = <A, E, R>(environment: CallEnvironment, use: (run: RunTool) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { stderr, variables } = environment
    const loaded = yield* loadCliSettings({
      ...variables,
      LOG_LEVEL: variables.LOG_LEVEL ?? "warn",
      MCP_MAX_RESULT_CHARS: "1000000",
      MCP_ERROR_DIALECT: "discord-mcp"
    })
    const person = yield* terminalApprover(environment.screen)
    const withStatus = (tool: string) =>
      stderr.onTerminal && variables.TERM !== "dumb" ? withStatusLine(tool, environment) : identity
    return yield* Effect.flatMap(Dispatch, (dispatch) =>
      use((tool, input) =>
        dispatch.run(tool, input).pipe(
          withStatus(tool),
          Effect.catchAll((error) => reportError(error, environment)),
          whileCalling(tool)
        )
      )
    ).pipe(
      Effect.provideService(Caller, { client: "cli" }),
      Effect.provideService(Approver, person),
      Effect.provide(Layer.provideMerge(serverLayer(serverParts(loaded)), observabilityLayer(loaded)))
    )
  })

const reportError = (error: DiscordMcpError, { stderr }: CallEnvironment) =>
  Effect.gen(function* () {
    const envelope = toEnvelope(error)
    const text = JSON.stringify(envelope, undefined, 2)
    const style = { style: styleFor(stderr.coloured), columns: stderr.columns }
    yield* Console.error(stderr.onTerminal ? renderFailure(JSON.parse(text), style) : text)
    const isBadFile = envelope.validation_issues?.some(({ path }) => path.startsWith("blueprint")) === true
    return yield* new ReportedFailure({ exitCode: isBadFile ? exitCodes.failed.code : exitCodes.toolFailed.code })
  })

const planInput = Effect.fnUntraced(function* ({ file, guild, prune, visibleOnly }: BlueprintOptions) {
  const fs = yield* FileSystem.FileSystem
  const unreadable = (why: string) => new UnreadableFile({ message: `${file} cannot be read: ${why}.` })
  const { size } = yield* Effect.mapError(fs.stat(file), (error) => unreadable(reasonOf(error)))
  if (Number(size) > FILE_BYTES_MAX) return yield* unreadable(`it is larger than ${FILE_BYTES_MAX} bytes`)
  const bytes = yield* Effect.mapError(fs.readFile(file), (error) => unreadable(reasonOf(error)))
  const blueprint = yield* Either.mapLeft(decodeText(bytes), unreadable)
  return { guild_id: guild, blueprint, prune, prune_visible_only: visibleOnly }
})

const Field = Schema.Struct({
  field: Schema.String,
  before: Schema.optional(Schema.Unknown),
  after: Schema.optional(Schema.Unknown)
})

const Change = Schema.Struct({
  action: Schema.Literal("create", "update", "move", "delete"),
  object: Schema.String,
  name: Schema.String,
  risk: Schema.String,
  fields: Schema.optional(Schema.Array(Field))
})

const Unreachable = Schema.Struct({
  object: Schema.String,
  name: Schema.String,
  reason: Schema.String,
  field: Schema.optional(Schema.String)
})

const PlanResult = Schema.Struct({
  in_sync: Schema.Boolean,
  plan_id: Schema.String,
  counts: Schema.Record({ key: Schema.String, value: Schema.Number }),
  changes: Schema.Array(Change),
  unreachable: Schema.optional(Schema.Array(Unreachable))
})

/** Returns a plan as text, with what a command needs of it. */
const shownPlan = (
  { notice, value }: ToolResult,
  { json, output }: { readonly json: boolean; readonly output: Output }
) =>
  Effect.map(Effect.orDie(Schema.decodeUnknown(PlanResult)(value)), (plan) => ({
    id: plan.plan_id,
    isInSync: plan.in_sync,
    changes: plan.changes.length,
    needsConsent: plan.changes.some(({ risk }) => risk === "destructive"),
    text: json ? JSON.stringify({ ...plan, notice }, undefined, 2) : renderPlan(plan, notice, styleFor(output.coloured))
  }))

const decodeApplied = Schema.decodeUnknown(
  Schema.Struct({
    converged: Schema.Boolean,
    calls: Schema.Record({ key: Schema.String, value: Schema.Number }),
    retry_after_ms: Schema.optional(Schema.Number),
    not_done: Schema.optional(
      Schema.Array(
        Schema.Struct({
          id: Schema.String,
          status: Schema.String,
          error: Schema.optional(Schema.Struct({ message: Schema.String }))
        })
      )
    ),
    remaining: Schema.optional(Schema.Array(Change)),
    unreachable: Schema.optional(Schema.Array(Unreachable))
  })
)

const marks = { create: "+", update: "~", move: ">", delete: "-" } as const
const colors = { create: "green", update: "yellow", move: "cyan", delete: "red" } as const

const valueText = (value: unknown): string => sanitizeName(truncate(JSON.stringify(value) ?? "nothing", VALUE_MAX))
const VALUE_MAX = 80

/** Renders a plan: the changes that destroy or grant first, then the others, then what is out of reach, then the counts. */
export const renderPlan = (
  { changes, counts, unreachable = [] }: typeof PlanResult.Type,
  notice: string | undefined,
  style: Style
): string => {
  const [others, dangerous] = Arr.partition(changes, ({ risk }) => risk === "destructive")
  const total = Object.entries(counts).map(([action, count]) => `${count} to ${action}`)
  return [
    ...(dangerous.length > 0 ? [style.bold(style.red(DANGER)), ...dangerous.flatMap(changeLines(style)), ""] : []),
    ...others.flatMap(changeLines(style)),
    ...unreachable.map((one) => style.dim(unreachableLine(one))),
    ...(notice === undefined ? [] : [style.dim(notice)]),
    style.bold(total.length === 0 ? inSyncText(unreachable) : `${total.join(", ")}.`)
  ].join("\n")
}

const inSyncText = (unreachable: ReadonlyArray<unknown>): string =>
  `The server is as the blueprint says${unreachable.length === 0 ? "" : ", as far as the bot can reach it"}.`

const DANGER = "Destroys or grants:"

/** The fields whose details say everything. */
const WHOLE: ReadonlySet<string> = new Set(["permissions", "overwrites", "order"])

const changeLines =
  (style: Style) =>
  ({ action, fields = [], name, object }: typeof Change.Type): ReadonlyArray<string> => [
    style[colors[action]](`  ${marks[action]} ${object} ${sanitizeName(name)}`),
    ...fields.map(({ after, before, field }) => {
      // What is given or taken is never shortened.
      const details = consentDetails(field, before, after)
      const values = action === "create" ? valueText(after) : `${valueText(before)} -> ${valueText(after)}`
      const isWhole = details.length > 0 && WHOLE.has(field)
      return `      ${field}: ${[...(isWhole ? [] : [values]), ...details.map(sanitizeName)].join("; ")}`
    })
  ]

const unreachableLine = ({ field, name, object, reason }: typeof Unreachable.Type): string =>
  `  ? ${object} ${sanitizeName(name)}${field === undefined ? "" : ` (${field})`}: ${reason}`

const renderApplied = ({
  calls,
  converged,
  not_done = [],
  remaining = [],
  retry_after_ms,
  unreachable = []
}: Effect.Effect.Success<ReturnType<typeof decodeApplied>>): string =>
  [
    ...not_done.map(
      ({ error, id, status }) => `${id} ${status}${error === undefined ? "" : `: ${sanitizeName(error.message)}`}`
    ),
    ...unreachable.map(unreachableLine),
    `${counted(
      Object.values(calls).reduce((sum, count) => sum + count, 0),
      "call"
    )}: ${Object.entries(calls)
      .map(([status, count]) => `${count} ${status}`)
      .join(", ")}.`,
    ...(retry_after_ms === undefined
      ? []
      : [`Discord's limit ends in ${Math.ceil(retry_after_ms / 1000)} s: then apply again.`]),
    converged
      ? inSyncText(unreachable)
      : `${counted(remaining.length, "change")} ${remaining.length === 1 ? "remains" : "remain"}: apply again to go on.`
  ].join("\n")
