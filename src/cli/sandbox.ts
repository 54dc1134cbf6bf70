import { Console, Data, Effect, type Option } from "effect"
import { whyNotListening } from "../mcp/http/listen.ts"
import type { Conditions } from "../sandbox/BucketCounter.ts"
import { make } from "../sandbox/Sandbox.ts"
import { InvalidPermissions } from "./argv.ts"
import { ownCommandLine } from "./init/ServerEntry.ts"
import { permissionsOrDefault } from "./sandboxPermissions.ts"

/** The flags of `sandbox`. */
export interface SandboxFlags {
  readonly permissions: Option.Option<string>
  readonly port: number
  readonly latency: number
  readonly jitter: number
  readonly stamp: Conditions["stamp"]
  readonly algorithm: Conditions["algorithm"]
  readonly withoutMessageContent: boolean
  readonly requireTwoFactor: boolean
}

/** The sandbox cannot start: its port is not free. */
export class SandboxStartError extends Data.TaggedError("SandboxStartError")<{ readonly message: string }> {}

/** Runs the embedded sandbox alone, until a signal stops it. */
export const sandbox = ({
  algorithm,
  jitter,
  latency,
  permissions: names,
  port,
  requireTwoFactor,
  stamp,
  withoutMessageContent
}: SandboxFlags) =>
  Effect.scoped(
    Effect.gen(function* () {
      const permissions = yield* Effect.mapError(
        permissionsOrDefault(names),
        (problem) => new InvalidPermissions({ problem })
      )
      const starting = make({
        port,
        permissions,
        requireTwoFactor,
        gateway: { message_content: !withoutMessageContent },
        conditions: { algorithm, stamp, latency_ms: latency, jitter_ms: jitter }
      })
      const { token, url } = yield* Effect.catchTag(starting, "ServeError", ({ cause }) => cannotListen(port, cause))
      yield* Console.log(
        [
          `SANDBOX: an embedded Discord listens on ${url}`,
          "Start a server with it:",
          `  DISCORD_API_URL=${url} DISCORD_TOKEN=${token} ${yield* ownCommandLine("serve")}`,
          `Inject faults: POST ${new URL("/__sandbox/faults", url).href}`
        ].join("\n")
      )
      return yield* Effect.never
    })
  )

const cannotListen = (port: number, cause: unknown) =>
  new SandboxStartError({
    message: `Port ${port} of 127.0.0.1 ${whyNotListening(cause)}. Choose another port with --port, or 0 for a free one.`
  })
