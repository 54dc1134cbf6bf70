/** A call as it is typed, at the sandbox. */
import { Effect } from "effect"
import { type CallEnvironment, type CallOptions, callWith } from "../../src/cli/call.ts"
import type { Output } from "../../src/cli/process.ts"
import { Sandbox } from "../dispatch/app.ts"

/** Where a program reads. */
export const pipe: Output = { onTerminal: false, coloured: false, columns: 120 }
/** Where a person reads, without colours. */
export const terminal: Output = { onTerminal: true, coloured: false, columns: 120 }

/** Where a call is typed: what reads each of its streams, and which variables there are besides. */
export interface Place {
  readonly stdout: Output
  readonly stderr: Output
  readonly variables?: CallEnvironment["variables"]
}

/** What a call prints where, and how it ends. */
export const typed = Effect.fnUntraced(function* ({ stderr, stdout, variables }: Place, options: Partial<CallOptions>) {
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
    screen: { interactive: false, columns: stderr.columns, write: into("drawn") }
  }
  const exit = yield* Effect.consoleWith((console) =>
    callWith(environment, { tool: "", rest: [], json: false, ...options }).pipe(
      Effect.withConsole({ ...console, log: into("stdout"), error: into("stderr") }),
      Effect.exit
    )
  )
  return { ...printed, exit }
})
