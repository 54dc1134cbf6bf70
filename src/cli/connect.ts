import { Effect, Redacted } from "effect"
import { connectRemote } from "../mcp/http/connectRemote.ts"
import { ReportedFailure } from "./exit.ts"
import { exitCodes } from "./exitCodes.ts"
import { environmentVariables, exitProcess, redirectConsoleToStderr, screen } from "./process.ts"
import { remoteUrlProblem } from "./remoteUrl.ts"

/** Forwards stdio to a server over HTTP, until the client disconnects. */
export const connect = (address: string) =>
  Effect.gen(function* () {
    redirectConsoleToStderr()
    const token = environmentVariables().DISCORD_MCP_TOKEN?.trim() ?? ""
    const problem = problemOf(address, token)
    if (problem !== undefined) {
      yield* screen.write(`${problem}\n`)
      return yield* new ReportedFailure({ exitCode: exitCodes.failed.code })
    }
    yield* connectRemote(new URL(address), token === "" ? undefined : Redacted.make(token))
    return exitProcess()
  })

/** Returns the problem with an address or a token, if there is one. */
const problemOf = (address: string, token: string): string | undefined => {
  const problem = remoteUrlProblem(address, token !== "")
  if (problem !== undefined) return `connect URL: ${problem}`
  return /^[\x21-\x7e]*$/.test(token) ? undefined : "DISCORD_MCP_TOKEN has characters that no HTTP header can carry."
}
