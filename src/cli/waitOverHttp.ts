/** Asks the server over HTTP that owns a bot's connection, for the command `wait`. */
import { Effect } from "effect"
import { decodeToolResult } from "../client/decodeToolResult.ts"
import { openSession } from "../client/Session.ts"
import { toEnvelope } from "../errors/failureEnvelope.ts"
import { answerBy, NobodyListens, OwnerLost, problemIn, type WaitAnswer, type WaitRequest } from "../live/waiting.ts"
import { describe, statusOf, transportTo } from "../mcp/http/connectRemote.ts"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import { serverAt } from "./connect.ts"
import type { Host } from "./Environment.ts"

/** Returns what asks a server by its tools. Each question has its own session, so that a new server answers, too. */
export const askOver = Effect.fnUntraced(function* (address: string, { variables }: Host) {
  const { token, url } = yield* serverAt(address, "--url", variables)
  return (request: WaitRequest): Effect.Effect<WaitAnswer, NobodyListens | OwnerLost> =>
    Effect.suspend(() => {
      let failed: unknown
      const transport = transportTo(url, token)
      transport.onerror = (error) => {
        failed ??= error
      }
      return Effect.gen(function* () {
        const session = yield* openSession({ transport: () => transport })
        // The session ends at the server before the connection closes.
        yield* Effect.addFinalizer(() => Effect.ignore(Effect.tryPromise(() => transport.terminateSession())))
        return yield* answerBy((name, input) =>
          Effect.flatMap(session.request("tools/call", { name, arguments: input }), decodeToolResult)
        )(request)
      }).pipe(
        Effect.scoped,
        keepInterrupts,
        Effect.catchAll((error) =>
          error._tag === "ConnectionFailed"
            ? notConnected(failed, url)
            : Effect.succeed(
                error._tag === "RemoteFailure"
                  ? problem(error.message)
                  : error._tag === "UnreadableResult"
                    ? problem(`The server's result of ${error.tool} is not readable.`)
                    : problemIn(toEnvelope(error))
              )
        )
      )
    })
})

/** A server that cannot be reached may be restarting. One that refuses the request goes on refusing it. */
const notConnected = (failed: unknown, url: URL): Effect.Effect<WaitAnswer, NobodyListens | OwnerLost> => {
  if (failed === undefined) return new OwnerLost()
  const status = statusOf(failed)
  return status === undefined || RESTARTING.has(status)
    ? new NobodyListens({ message: describe(failed, url) })
    : Effect.succeed(problem(describe(failed, url)))
}

/** The statuses of a proxy whose server does not run. */
const RESTARTING: ReadonlySet<number> = new Set([502, 503, 504])

const problem = (message: string): WaitAnswer => ({ problem: { code: "REMOTE", message } })
