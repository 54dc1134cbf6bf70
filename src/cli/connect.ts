import { Data, Effect, Redacted } from "effect"
import { REMOTE_TOKEN } from "../config/httpVariables.ts"
import { plainValue } from "../config/plainValue.ts"
import { connectRemote } from "../mcp/http/connectRemote.ts"
import { remoteUrlProblem } from "./options.ts"
import { environmentVariables, exitProcess, logOutput, redirectConsoleToStderr } from "./process.ts"

/** The address or the token of a server over HTTP cannot be used. */
export class ConnectError extends Data.TaggedError("ConnectError")<{ readonly message: string }> {}

/** Forwards stdio to a server over HTTP, until the client disconnects. */
export const connect = (address: string) =>
  Effect.gen(function* () {
    redirectConsoleToStderr()
    const { token, url } = yield* serverAt(address, "connect URL", environmentVariables())
    yield* connectRemote(url, token, (problem) => logOutput.write(`${problem}\n`))
    return exitProcess()
  })

/** Returns a server over HTTP, with the token of the environment. `argument` is what names the address in a problem. */
export const serverAt = Effect.fnUntraced(function* (
  address: string,
  argument: string,
  variables: Readonly<Record<string, string | undefined>>
) {
  const token = plainValue(REMOTE_TOKEN, variables[REMOTE_TOKEN] ?? "").replace(/^Bearer\s+/i, "")
  const problem = remoteUrlProblem(address, token !== "")
  if (problem !== undefined) return yield* new ConnectError({ message: `${argument}: ${problem}` })
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return yield* new ConnectError({ message: `${REMOTE_TOKEN} has characters that no HTTP header can carry.` })
  }
  return { url: new URL(address), token: token === "" ? undefined : Redacted.make(token) }
})
