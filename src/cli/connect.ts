import { Data, Effect, Redacted } from "effect"
import { REMOTE_TOKEN } from "../config/remoteToken.ts"
import { connectRemote } from "../mcp/http/connectRemote.ts"
import { remoteUrlProblem } from "./options.ts"
import { environmentVariables, exitProcess, logOutput, redirectConsoleToStderr } from "./process.ts"

/** The address or the token of `connect` cannot be used. */
export class ConnectError extends Data.TaggedError("ConnectError")<{ readonly message: string }> {}

/** Forwards stdio to a server over HTTP, until the client disconnects. */
export const connect = (address: string) =>
  Effect.gen(function* () {
    redirectConsoleToStderr()
    const token = environmentVariables()[REMOTE_TOKEN]?.trim() ?? ""
    const problem = problemOf(address, token)
    if (problem !== undefined) return yield* new ConnectError({ message: problem })
    yield* connectRemote(new URL(address), token === "" ? undefined : Redacted.make(token), (problem) =>
      logOutput.write(`${problem}\n`)
    )
    return exitProcess()
  })

/** Returns the problem with an address or a token, if there is one. */
const problemOf = (address: string, token: string): string | undefined => {
  const problem = remoteUrlProblem(address, token !== "")
  if (problem !== undefined) return `connect URL: ${problem}`
  return /^[\x21-\x7e]*$/.test(token) ? undefined : `${REMOTE_TOKEN} has characters that no HTTP header can carry.`
}
