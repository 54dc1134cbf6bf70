/** Runs `call` with the sandbox. */
import { Effect } from "effect"
import { type CallEnvironment, type CallOptions, callWith } from "../../src/cli/call.ts"
import type { Output } from "../../src/cli/process.ts"
import { Sandbox } from "../dispatch/app.ts"

/** A pipe. */
export const pipe: Output = { onTerminal: false, coloured: false, columns: 120 }
/** A terminal without colours. */
export const terminal: Output = { onTerminal: true, coloured: false, columns: 120 }

/** The streams of a call, and additional environment variables. */
export interface CallStreams {
  readonly stdout: Output
  readonly stderr: Output
  readonly variables?: CallEnvironment["variables"]
  /** Whether a person can answer at the terminal. */
  readonly interactive?: boolean
}

/** Runs a call. Returns its exit and what it printed on each stream. */
export const runCall = Effect.fnUntraced(function* (
  { interactive = false, stderr, stdout, variables }: CallStreams,
  options: Partial<CallOptions>
) {
  const { token, url } = yield* Sandbox
  const printed = { stdout: "", stderr: "", drawn: "" }
  const into = (stream: keyof typeof printed) => (text: unknown) =>
    Effect.sync(() => {
      printed[stream] += `${text}`
    })
  const environment: CallEnvironment = {
    stdout,
    stderr,
    variables: { DISCORD_TOKEN: token, DISCORD_API_URL: url, MCP_AUDIT: "off", LOG_LEVEL: "none", ...variables },
    screen: { interactive, columns: stderr.columns, write: into("drawn") }
  }
  const exit = yield* Effect.consoleWith((console) =>
    callWith(environment, { tool: "", rest: [], json: false, ...options }).pipe(
      Effect.withConsole({ ...console, log: into("stdout"), error: into("stderr") }),
      Effect.exit
    )
  )
  return { ...printed, exit }
})
