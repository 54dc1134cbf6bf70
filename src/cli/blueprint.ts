// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { FileSystem } from "@effect/platform"
import { Console, Data, Effect, Schema } from "effect"
import { Dispatch } from "../dispatch/Dispatch.ts"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { toEnvelope } from "../errors/toEnvelope.ts"
import { Approver } from "../safety/Approver.ts"
import { Caller } from "../telemetry/Caller.ts"
import { stripInvisible } from "../text/stripInvisible.ts"
import { counted, toOneLine, truncate } from "../text/words.ts"
import { documentSchema, type Section } from "../tools/blueprint/document.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { appLayer } from "./appLayer.ts"
import { renderFailure } from "./call/renderCall.ts"
import type { CallEnvironment } from "./call.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { reasonOf } from "./fileSystem.ts"
import { environmentVariables, screen, stderr, stdout } from "./process.ts"
import { terminalApprover } from "./prompts.ts"
import { styleFor } from "./rendering/text.ts"
import { loadCliSettings, type SandboxChoice, sandboxSettings } from "./settings.ts"

/** The guild of a blueprint, and its file. */
export interface BlueprintOptions {
  readonly guild: string
  readonly file: string
  readonly prune: boolean
  readonly visibleOnly: boolean
}

/** Prints the JSON Schema of blueprints. */
export const printSchema = Effect.suspend(() => Console.log(JSON.stringify(documentSchema(), undefined, 2)))

/** Prints the blueprint of a guild. */
export const exportBlueprint = (
  options: SandboxChoice & { readonly guild: string; readonly section: ReadonlyArray<string>; readonly name: boolean }
) => inTerminal(options, (environment) => exportWith(environment, options))

/** Prints what differs between a guild and its blueprint. Exits with 2 if something does. */
export const planBlueprint = (options: SandboxChoice & BlueprintOptions & { readonly json: boolean }) =>
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
export const exportWith = (
  environment: CallEnvironment,
  options: { readonly guild: string; readonly section: ReadonlyArray<string>; readonly name: boolean }
) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const { notice, value } = yield* run("blueprint_export", {
        guild_id: options.guild,
        ...(options.section.length > 0 && { sections: options.section as ReadonlyArray<Section> }), // the tool checks them
        include_name: options.name
      })
      const { text } = yield* decodeExport(value)
      if (notice !== undefined) yield* Console.error(notice)
      yield* Console.log(text.trimEnd())
    })
  )

/** Plans in the given environment. */
export const planWith = (environment: CallEnvironment, options: BlueprintOptions & { readonly json: boolean }) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const { notice, value } = yield* run("blueprint_plan", yield* planInput(options))
      const plan = yield* decodePlan(value)
      yield* Console.log(options.json ? JSON.stringify({ ...plan, notice }, undefined, 2) : renderPlan(plan, notice))
      if (!plan.in_sync) return yield* new ReportedFailure({ exitCode: exitCodes.planChanges.code })
    })
  )

/** Applies in the given environment: plans, runs up to 50 calls, and plans again until nothing is left. */
export const applyWith = (environment: CallEnvironment, options: BlueprintOptions & { readonly yes: boolean }) =>
  withTools(environment, (run) =>
    Effect.gen(function* () {
      const input = { ...(yield* planInput(options)), calls: true }
      let previous = ""
      while (true) {
        const { notice, value } = yield* run("blueprint_plan", input)
        const { calls = [], ...plan } = yield* decodePlan(value)
        const planned = JSON.stringify(calls)
        if (calls.length === 0) {
          yield* Console.log(renderPlan(plan, notice))
          return
        }
        if (planned === previous) {
          yield* Console.error("The guild still differs: the calls above failed twice.")
          return yield* new ReportedFailure({ exitCode: exitCodes.toolFailed.code })
        }
        previous = planned
        yield* Console.error(renderPlan(plan, notice))
        const report = yield* Effect.flatMap(
          run("mcp_pipeline", { steps: calls, ...(options.yes && { __confirm: true }) }),
          ({ value }) => decodeReport(value)
        )
        yield* Console.error(renderReport(report.steps))
      }
    })
  )

/** Runs a tool. Its failure is printed. */
type RunTool = (tool: string, input: unknown) => Effect.Effect<ToolResult, ReportedFailure>

/** Runs tools as `call` does. Results are not limited to what fits into a model's context. */
const withTools = <A, E, R>(environment: CallEnvironment, use: (run: RunTool) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { variables } = environment
    const loaded = yield* loadCliSettings({
      ...variables,
      LOG_LEVEL: variables.LOG_LEVEL ?? "warn",
      MCP_MAX_RESULT_CHARS: "1000000",
      MCP_ERROR_DIALECT: "discord-mcp"
    })
    const person = yield* terminalApprover(environment.screen)
    return yield* Effect.flatMap(Dispatch, ({ run }) =>
      use((tool, input) => Effect.catchAll(run(tool, input), (error) => reportError(error, environment)))
    ).pipe(
      Effect.provideService(Caller, { client: "cli" }),
      Effect.provideService(Approver, person),
      Effect.provide(appLayer(loaded))
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
  const blueprint = yield* Effect.mapError(fs.readFileString(file), (error) => unreadable(reasonOf(error)))
  return { guild_id: guild, blueprint, prune, prune_visible_only: visibleOnly }
})

/** Larger than any blueprint whose characters take four bytes. */
const FILE_BYTES_MAX = 4_000_000

const decodeExport = (value: unknown) =>
  Effect.orDie(Schema.decodeUnknown(Schema.Struct({ text: Schema.String }))(value))

const PlanResult = Schema.Struct({
  in_sync: Schema.Boolean,
  risk: Schema.String,
  counts: Schema.Record({ key: Schema.String, value: Schema.Number }),
  changes: Schema.Array(
    Schema.Struct({
      action: Schema.Literal("create", "update", "move", "delete"),
      object: Schema.String,
      name: Schema.String,
      risk: Schema.String,
      fields: Schema.optional(
        Schema.Array(
          Schema.Struct({
            field: Schema.String,
            before: Schema.optional(Schema.Unknown),
            after: Schema.optional(Schema.Unknown)
          })
        )
      )
    })
  ),
  unreachable: Schema.optional(
    Schema.Array(
      Schema.Struct({
        object: Schema.String,
        name: Schema.String,
        reason: Schema.String,
        field: Schema.optional(Schema.String)
      })
    )
  ),
  calls: Schema.optional(Schema.Array(Schema.Unknown))
})
type PlanResult = typeof PlanResult.Type

const decodePlan = (value: unknown) => Effect.orDie(Schema.decodeUnknown(PlanResult)(value))

const Report = Schema.Struct({
  steps: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      status: Schema.String,
      error: Schema.optional(Schema.Struct({ message: Schema.String }))
    })
  )
})

const decodeReport = (value: unknown) => Effect.orDie(Schema.decodeUnknown(Report)(value))

const marks = { create: "+", update: "~", move: ">", delete: "-" } as const

/** Texts of Discord and of a file, without what could control the terminal. */
const shown = (text: string): string => toOneLine(stripInvisible(text))

const valueText = (value: unknown): string => shown(truncate(JSON.stringify(value) ?? "nothing", VALUE_MAX))
const VALUE_MAX = 80

/** Renders a plan: one line for each change and field, the dangerous changes first. */
export const renderPlan = ({ changes, counts, unreachable = [] }: PlanResult, notice: string | undefined): string => {
  const lines = changes.flatMap(({ action, fields = [], name, object, risk }) => [
    `${risk === "destructive" ? "!" : " "} ${marks[action]} ${object} ${shown(name)}`,
    ...fields.map(({ after, before, field }) =>
      action === "create"
        ? `      ${field}: ${valueText(after)}`
        : `      ${field}: ${valueText(before)} -> ${valueText(after)}`
    )
  ])
  const total = Object.entries(counts).map(([action, count]) => `${count} to ${action}`)
  return [
    ...lines,
    ...unreachable.map(
      ({ field, name, object, reason }) =>
        `  ? ${object} ${shown(name)}${field === undefined ? "" : ` (${field})`}: ${reason}`
    ),
    ...(notice === undefined ? [] : [notice]),
    total.length === 0 ? "The guild is as the blueprint says." : `${total.join(", ")}. ! marks what destroys or grants.`
  ].join("\n")
}

const renderReport = (steps: (typeof Report.Type)["steps"]): string => {
  const count = (status: string) => steps.filter((step) => step.status === status).length
  return [
    ...steps.flatMap(({ error, id }) => (error === undefined ? [] : [`${id} failed: ${shown(error.message)}`])),
    `${counted(steps.length, "call")}: ${count("ok")} ok, ${count("failed")} failed, ${count("skipped")} skipped.`
  ].join("\n")
}
