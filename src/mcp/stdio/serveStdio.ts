import { Deferred, Effect } from "effect"
import type { Redactor } from "../../text/secrets.ts"
import { type Identity, serveOver } from "../McpServer.ts"
import { StdioTransport } from "./StdioTransport.ts"

/** Serves MCP on stdin and stdout until the client disconnects. */
export const serveStdio = (identity: Identity, redactor: Redactor) =>
  Effect.scoped(
    Effect.gen(function* () {
      const ended = yield* Deferred.make<void>()
      const transport = new StdioTransport({
        input: process.stdin,
        output: process.stdout,
        onEnd: () => Deferred.unsafeDone(ended, Effect.void)
      })
      yield* serveOver(transport, identity, redactor)
      yield* Effect.logInfo(`ready on stdio${identity.sandbox ? " (SANDBOX: an embedded Discord, no real one)" : ""}`)
      yield* Deferred.await(ended)
      yield* Effect.logDebug("the client has disconnected")
    })
  )
