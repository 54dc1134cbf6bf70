// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Console, Effect } from "effect"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { Person } from "../safety/Person.ts"
import { Caller } from "../telemetry/Caller.ts"
import { appLayer } from "./app.ts"
import { argumentsFrom } from "./callArguments.ts"
import { exitCodes, Told } from "./ending.ts"
import { environment, screen } from "./environment.ts"
import { settingsFrom } from "./settings.ts"
import { terminalPerson } from "./terminalPerson.ts"

/** What was typed. */
export interface CallOptions {
  readonly tool: string
  /** The rest of the line: a JSON object, `--field value` pairs, or both. */
  readonly rest: ReadonlyArray<string>
}

/** One call through the same door as a client's, from the command line. */
export const call = ({ rest, tool }: CallOptions) =>
  Effect.gen(function* () {
    const loaded = yield* settingsFrom(
      // Dialects are for hosts: who calls from a command line is told the envelope.
      environment({ LOG_LEVEL: environment().LOG_LEVEL ?? "warn", MCP_ERROR_DIALECT: "discord-mcp" })
    )
    const given = yield* argumentsFrom(tool, rest)
    const person = yield* terminalPerson(screen)
    const answer = yield* Effect.flatMap(Dispatch, (dispatch) => dispatch.answer(tool, given)).pipe(
      Effect.provideService(Caller, { client: "cli" }),
      Effect.provideService(Person, person),
      Effect.provide(appLayer(loaded))
    )
    if (answer.isError) {
      yield* Console.error(JSON.stringify(answer.structured, undefined, 2))
      return yield* new Told({ exitCode: exitCodes.toolFailed })
    }
    yield* Console.log(JSON.stringify(answer.structured, undefined, 2))
  })
