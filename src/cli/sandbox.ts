import { Console, Effect } from "effect"
import type { Conditions } from "../sandbox/Conditions.ts"
import { make } from "../sandbox/Sandbox.ts"

/** The flags of `sandbox`. */
export interface SandboxFlags {
  readonly port: number
  readonly latency: number
  readonly jitter: number
  readonly stamp: Conditions["stamp"]
  readonly algorithm: Conditions["algorithm"]
}

/** Runs the embedded Discord alone, until it is stopped. */
export const sandbox = ({ algorithm, jitter, latency, port, stamp }: SandboxFlags) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { token, url } = yield* make({
        port,
        conditions: { algorithm, stamp, latency_ms: latency, jitter_ms: jitter }
      })
      yield* Console.log(
        [
          `SANDBOX: an embedded Discord listens on ${url}`,
          "Point a server at it:",
          `  DISCORD_API_URL=${url} DISCORD_TOKEN=${token} effect-discord-mcp serve`,
          `Make it fail: POST ${new URL("/__sandbox/faults", url).href}`
        ].join("\n")
      )
      return yield* Effect.never
    })
  )
