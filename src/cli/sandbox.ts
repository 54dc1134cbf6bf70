import { Console, Effect } from "effect"
import { make } from "../sandbox/Sandbox.ts"

/** Runs the embedded Discord alone, until it is stopped. */
export const sandbox = ({ port }: { readonly port: number }) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { token, url } = yield* make({ port })
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
