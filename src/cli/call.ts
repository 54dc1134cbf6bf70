// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Console, Effect, Layer, Option, Schema } from "effect"
import * as Tools from "../catalogue/lazyCatalogue.ts"
import { readSetting } from "../config/Setting.ts"
import { variables as settingVariables } from "../config/Settings.ts"
import { failure } from "../dispatch/CallResult.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { toolNotFound } from "../dispatch/DispatchLive.ts"
import { toEnvelope } from "../errors/failureEnvelope.ts"
import { serverLayer } from "../layers.ts"
import { Approver } from "../safety/Approver.ts"
import { Caller } from "../telemetry/Caller.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"
import { interruptionMessage, renderFailure, renderResult } from "./call/renderCall.ts"
import { withStatusLine } from "./call/StatusLine.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { observabilityLayer } from "./observability.ts"
import { environmentVariables, type Output, screen, stderr, stdout } from "./process.ts"
import { type Screen, terminalApprover } from "./prompts.ts"
import type { JsonObject } from "./rendering/renderValue.ts"
import { styleFor } from "./rendering/text.ts"
import { serverParts } from "./serverParts.ts"
import { loadCliSettings, type SandboxChoice, sandboxSettings } from "./settings.ts"
import { whileDoing } from "./shutdown.ts"

/** The arguments of `call`. */
export interface CallOptions {
  readonly tool: string
  /** The tool's arguments: a JSON object, `--field value` pairs, or both. */
  readonly rest: ReadonlyArray<string>
  readonly json: boolean
}

/** The environment variables and the streams of a `call`. */
export interface CallEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  readonly screen: Screen
}

/** Calls one tool through the same path as an MCP client. With `sandbox`, the call goes to the embedded sandbox. */
export const call = (options: CallOptions & SandboxChoice) =>
  Effect.scoped(
    Effect.flatMap(sandboxSettings(options), (overrides) =>
      callWith({ variables: environmentVariables(overrides), stdout, stderr, screen }, options)
    )
  )

/** Calls one tool in the given environment. */
export const callWith = Effect.fnUntraced(function* (environment: CallEnvironment, { json, rest, tool }: CallOptions) {
  const { variables } = environment
  const callArguments = yield* parseCallArguments(tool, rest)
  const reportFailed = (envelope: JsonObject) =>
    Console.error(
      render(envelope, json, environment.stderr, (structured, options) =>
        renderFailure(structured, options, environment.screen.interactive)
      )
    )
  const loaded = yield* loadCliSettings({
    ...variables,
    LOG_LEVEL: variables.LOG_LEVEL ?? "warn",
    // Dialects are for MCP hosts. The command line prints the standard envelope.
    MCP_ERROR_DIALECT: "discord-mcp"
  }).pipe(
    // A wrong call is reported before a missing token.
    Effect.tapError(() =>
      Effect.catchAll(prepareCall(tool, callArguments, variables), (error) =>
        failure(toEnvelope(error)).pipe(
          Effect.flatMap(({ structured }) => reportFailed(structured)),
          Effect.zipRight(new ReportedFailure({ exitCode: exitCodes.toolFailed.code }))
        )
      )
    )
  )
  const person = yield* terminalApprover(environment.screen)
  const made = Effect.flatMap(Dispatch, (dispatch) => dispatch.call(tool, callArguments)).pipe(
    Effect.annotateLogs({ tool })
  )
  const result = yield* (canShowStatus(environment) ? withStatusLine(tool, environment)(made) : made).pipe(
    Effect.provideService(Caller, { client: "cli" }),
    Effect.provideService(Approver, person),
    Effect.provide(Layer.provideMerge(serverLayer(serverParts(loaded)), observabilityLayer(loaded))),
    whileCalling(tool)
  )
  if (result.isError) {
    yield* reportFailed(result.structured)
    // The person did not answer the question, usually because of Ctrl-C.
    const wasCancelled = result.structured.code === "CONFIRMATION_DECLINED" && result.structured.how === "cancelled"
    return yield* new ReportedFailure({ exitCode: wasCancelled ? exitCodes.sigint.code : exitCodes.toolFailed.code })
  }
  yield* Console.log(render(result.structured, json, environment.stdout, renderResult))
  if (result.image !== undefined) {
    yield* Console.error(`The result also has a picture (${result.image.mimeType}), which only MCP clients get.`)
  }
})

/** Sets the message for an interruption while a tool runs. */
export const whileCalling =
  (name: string) =>
  <A, E, R>(running: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Tools.tools.find(name), (tool) => whileDoing(interruptionMessage(name, tool))(running))

/** Checks the name and the arguments of a call without a bot. */
const prepareCall = Effect.fnUntraced(function* (
  name: string,
  callArguments: unknown,
  variables: CallEnvironment["variables"]
) {
  const tool = yield* Tools.tools.find(name)
  if (tool === undefined) return yield* toolNotFound(name, Tools.tools.names)
  const guild = yield* Effect.option(readSetting(settingVariables.defaultGuildId, variables))
  yield* tool.prepare(callArguments, Option.getOrUndefined(guild))
})

/** Renders a result for a terminal, or as JSON. */
const render = (structured: JsonObject, json: boolean, output: Output, renderText: typeof renderResult): string => {
  const text = JSON.stringify(structured, undefined, 2)
  return json || !output.onTerminal
    ? text
    : renderText(JSON.parse(text), { style: styleFor(output.coloured), columns: output.columns })
}

/** Returns whether stderr can show a status line and erase it. */
const canShowStatus = ({ stderr, variables }: CallEnvironment): boolean =>
  stderr.onTerminal && variables.TERM !== "dumb"

/** The arguments are neither JSON nor `--field value` pairs. */
export class InvalidArguments extends Schema.TaggedError<InvalidArguments>()("InvalidArguments", {
  problem: Schema.String
}) {
  override get message(): string {
    return this.problem
  }
}

/** Parses `[JSON] [--field value …]`. The value of a text field stays unchanged. Other values are parsed as JSON. */
export const parseCallArguments = Effect.fnUntraced(function* (tool: string, tokens: ReadonlyArray<string>) {
  const texts = textFields(yield* Tools.tools.find(tool))
  // Uses a Map, because assigning `__proto__` to an object adds no field.
  const fields = new Map<string, unknown>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? ""
    if (!token.startsWith("--")) {
      for (const [field, value] of Object.entries(yield* jsonObject(token))) fields.set(field, value)
      continue
    }
    const [, field = "", inline] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(token) ?? []
    const next = tokens[at + 1]
    const value = inline ?? (next === undefined || next.startsWith("--") ? "true" : next)
    if (inline === undefined && value === next) at++
    fields.set(field, texts.has(field) ? value : jsonOrText(value))
  }
  return Object.fromEntries(fields)
})

const jsonObject = (token: string) =>
  Effect.mapError(
    Schema.decode(Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })))(token),
    () => new InvalidArguments({ problem: `expected a JSON object or --field value, got ${token}` })
  )

/** Parses JSON. Returns any other text and ids unchanged. As a number, an id would lose its last digits. */
const jsonOrText = (value: string): unknown =>
  /^\d{16,}$/.test(value)
    ? value
    : Schema.decodeUnknownOption(Schema.parseJson())(value).pipe((option) =>
        option._tag === "Some" ? option.value : value
      )

/** Returns the text fields of a tool. An id in such a field must not become a number. */
const textFields = (tool: Tool | undefined): ReadonlySet<string> => {
  const properties = tool === undefined ? {} : publishedSchema(tool.input).properties
  return new Set(
    Object.entries(Object(properties)).flatMap(([field, schema]) =>
      typeof schema === "object" && schema !== null && "type" in schema && schema.type === "string" ? [field] : []
    )
  )
}
