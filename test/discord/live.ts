/** Discord's service over HTTP. */
import { Effect, Redacted } from "effect"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import { type Overrides, over } from "./session.ts"

export const TOKEN = "sandbox-token"

/** A service against a loopback server, with generous limits unless the test sets others. */
export const connectLive = (apiUrl: string, overrides: Overrides = {}) =>
  over(RestTransport.layer({ apiUrl, token: Redacted.make(TOKEN), userAgent: "effect-discord-mcp/test" }), {
    globalRequestsPerSecond: 10_000,
    retryBaseDelayMs: 1,
    ...overrides
  })

/** Collects uncaught exceptions and Node's warnings while the scope is open. */
export const complaints = Effect.gen(function* () {
  const reported: Array<string> = []
  const onError = (error: Error) => reported.push(String(error))
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("uncaughtExceptionMonitor", onError).on("warning", onError)),
    () => Effect.sync(() => process.off("uncaughtExceptionMonitor", onError).off("warning", onError))
  )
  return reported
})
