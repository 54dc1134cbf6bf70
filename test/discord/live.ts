/** Discord's service over real HTTP. */
import { Effect, Redacted } from "effect"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import { type Overrides, over } from "./session.ts"

export const TOKEN = "sandbox-token"

/** A service against a server on loopback; nothing but what a test is about holds it back. */
export const connectLive = (apiUrl: string, overrides: Overrides = {}) =>
  over(RestTransport.layer({ apiUrl, token: Redacted.make(TOKEN), userAgent: "effect-discord-mcp/test" }), {
    globalRequestsPerSecond: 10_000,
    retryBaseDelayMs: 1,
    ...overrides
  })

/** What the process complains about while the scope is open: exceptions that nobody caught, and node's warnings. */
export const complaints = Effect.gen(function* () {
  const heard: Array<string> = []
  const onError = (error: Error) => heard.push(String(error))
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("uncaughtExceptionMonitor", onError).on("warning", onError)),
    () => Effect.sync(() => process.off("uncaughtExceptionMonitor", onError).off("warning", onError))
  )
  return heard
})
