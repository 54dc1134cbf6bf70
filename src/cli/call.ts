// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Console, Effect } from "effect"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { Approver } from "../safety/Approver.ts"
import { Caller } from "../telemetry/Caller.ts"
import { whileDoing } from "./Activity.ts"
import { appLayer } from "./appLayer.ts"
import { interruptionMessage } from "./call/interruptionMessage.ts"
import { parseCallArguments } from "./call/parseArguments.ts"
import { renderFailure } from "./call/renderFailure.ts"
import { renderResult } from "./call/renderResult.ts"
import { withStatusLine } from "./call/withStatusLine.ts"
import { ReportedFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import type { JsonObject } from "./JsonObject.ts"
import { environmentVariables, type Output, screen, stderr, stdout } from "./process.ts"
import type { Screen } from "./prompts.ts"
import { styleFor } from "./rendering/Style.ts"
import { type SandboxChoice, sandboxSettings } from "./sandboxSettings.ts"
import { loadCliSettings } from "./settings.ts"
import { terminalApprover } from "./terminalApprover.ts"

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
  const loaded = yield* loadCliSettings({
    ...variables,
    LOG_LEVEL: variables.LOG_LEVEL ?? "warn",
    // Dialects are for MCP hosts. The command line prints the standard envelope.
    MCP_ERROR_DIALECT: "discord-mcp"
  })
  const given = yield* parseCallArguments(tool, rest)
  const person = yield* terminalApprover(environment.screen)
  const made = Effect.flatMap(Dispatch, (dispatch) => dispatch.answer(tool, given)).pipe(Effect.annotateLogs({ tool }))
  const answer = yield* (canShowStatus(environment) ? withStatusLine(tool, environment)(made) : made).pipe(
    Effect.provideService(Caller, { client: "cli" }),
    Effect.provideService(Approver, person),
    Effect.provide(appLayer(loaded)),
    whileDoing(interruptionMessage(tool))
  )
  if (answer.isError) {
    yield* Console.error(render(answer.structured, json, environment.stderr, renderFailure))
    // The person did not answer the question, usually because of Ctrl-C.
    const wasCancelled = answer.structured.code === "CONFIRMATION_DECLINED" && answer.structured.how === "cancelled"
    return yield* new ReportedFailure({ exitCode: wasCancelled ? exitCodes.sigint.code : exitCodes.toolFailed.code })
  }
  yield* Console.log(render(answer.structured, json, environment.stdout, renderResult))
  if (answer.image !== undefined) {
    yield* Console.error(`The result also has a picture (${answer.image.mimeType}), which only MCP clients get.`)
  }
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
