// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Console, Effect } from "effect"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { Approver } from "../safety/Approver.ts"
import { Caller } from "../telemetry/Caller.ts"
import { appLayer } from "./app.ts"
import { failurePage } from "./call/failurePage.ts"
import { interruption } from "./call/interruption.ts"
import { resultPage } from "./call/resultPage.ts"
import { watched } from "./call/watched.ts"
import { argumentsFrom } from "./callArguments.ts"
import type { Screen } from "./confirm.ts"
import { exitCodes, Told } from "./ending.ts"
import { environment, type Output, remarks, results, screen } from "./environment.ts"
import type { Fields } from "./rendering/table.ts"
import { sandboxSettings } from "./sandboxed.ts"
import { settingsFrom } from "./settings.ts"
import { paint } from "./style.ts"
import { terminalPerson } from "./terminalPerson.ts"

/** What was typed. */
export interface CallOptions {
  readonly tool: string
  /** The rest of the line: a JSON object, `--field value` pairs, or both. */
  readonly rest: ReadonlyArray<string>
  readonly json: boolean
}

/** Where a call is made from: its variables, and who looks on. */
export interface Surroundings {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly results: Output
  readonly remarks: Output
  readonly screen: Screen
}

/** One call on the same path as a client's, from the command line; with `sandbox`, against an embedded Discord. */
export const call = ({ sandbox, ...options }: CallOptions & { readonly sandbox: boolean }) =>
  Effect.scoped(
    Effect.flatMap(sandbox ? sandboxSettings : Effect.succeed({}), (overrides) =>
      callIn({ variables: environment(overrides), results, remarks, screen }, options)
    )
  )

/** The same, in surroundings of one's own. */
export const callIn = Effect.fnUntraced(function* (around: Surroundings, { json, rest, tool }: CallOptions) {
  const { variables } = around
  const loaded = yield* settingsFrom({
    ...variables,
    LOG_LEVEL: variables.LOG_LEVEL ?? "warn",
    // Dialects are for hosts: who calls from a command line is told the envelope.
    MCP_ERROR_DIALECT: "discord-mcp"
  })
  const given = yield* argumentsFrom(tool, rest)
  const person = yield* terminalPerson(around.screen)
  const made = Effect.flatMap(Dispatch, (dispatch) => dispatch.answer(tool, given)).pipe(Effect.annotateLogs({ tool }))
  const answer = yield* (isAnimated(around) ? watched(tool, around)(made) : made).pipe(
    Effect.provideService(Caller, { client: "cli" }),
    Effect.provideService(Approver, person),
    Effect.provide(appLayer(loaded)),
    Effect.onInterrupt(() => Console.error(interruption(tool)))
  )
  if (answer.isError) {
    yield* Console.error(written(answer.structured, json, around.remarks, failurePage))
    // Whoever was asked has left, by Ctrl-C in most cases.
    const wasLeft = answer.structured.code === "CONFIRMATION_DECLINED" && answer.structured.how === "cancelled"
    return yield* new Told({ exitCode: wasLeft ? exitCodes.sigint : exitCodes.toolFailed })
  }
  yield* Console.log(written(answer.structured, json, around.results, resultPage))
})

/** As a page where a person reads it, as JSON elsewhere. */
const written = (structured: Fields, json: boolean, output: Output, page: typeof resultPage): string => {
  const text = JSON.stringify(structured, undefined, 2)
  return json || !output.onTerminal
    ? text
    : page(JSON.parse(text), { paint: paint(output.coloured), columns: output.columns })
}

/** Whether a line can be drawn where remarks go, and taken away again. */
const isAnimated = ({ remarks, variables }: Surroundings): boolean => remarks.onTerminal && variables.TERM !== "dumb"
