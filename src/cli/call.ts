// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Prompt } from "@effect/cli"
import { Console, Effect } from "effect"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { appLayer, settingsFrom } from "./app.ts"
import { argumentsFrom } from "./callArguments.ts"
import { exitCodes, Told } from "./ending.ts"
import { environment } from "./environment.ts"

/** What was typed. */
export interface CallOptions {
  readonly tool: string
  /** The rest of the line: a JSON object, `--field value` pairs, or both. */
  readonly rest: ReadonlyArray<string>
}

/** One call through the same door as a client's, from the command line. */
export const call = ({ rest, tool }: CallOptions) =>
  Effect.gen(function* () {
    const loaded = yield* settingsFrom(environment({ LOG_LEVEL: environment().LOG_LEVEL ?? "warn" }))
    const given = yield* argumentsFrom(tool, rest)
    const answer = yield* Effect.flatMap(Dispatch, (dispatch) =>
      Effect.gen(function* () {
        const first = yield* dispatch.answer(tool, given)
        // Armed: the operator allows it, and only the caller's half is missing.
        const asks =
          first.structured.code === "DRY_RUN_PREVIEW" && first.structured.armed === true && process.stdin.isTTY === true
        if (!asks) return first
        yield* Console.error(first.text)
        const agreed = yield* Prompt.run(Prompt.confirm({ message: `Run ${tool} for real?`, initial: false }))
        return agreed ? yield* dispatch.answer(tool, { ...given, __confirm: true }) : first
      })
    ).pipe(Effect.provide(appLayer(loaded)))
    if (answer.isError) {
      yield* Console.error(JSON.stringify(answer.structured, undefined, 2))
      return yield* new Told({ exitCode: exitCodes.toolFailed })
    }
    yield* Console.log(JSON.stringify(answer.structured, undefined, 2))
  })
