/** The official client, connected to a server that runs as a child process. A boundary: its calls are promises. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Data, Effect } from "effect"

/** The client could not do its part: the server did not start, or broke the protocol. */
export class ClientFailed extends Data.TaggedError("ClientFailed")<{ readonly message: string }> {}

/** What to start. */
export interface ChildProcess {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** Starts the child and connects to it, for as long as the scope lives. */
export const connectClient = Effect.fn("mcp.connectClient")(function* ({ args, command, env }: ChildProcess) {
  const client = new Client({ name: "effect-discord-mcp-demo", version: "1" })
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "pipe" })
  yield* Effect.acquireRelease(
    attempt(() => client.connect(transport)),
    () => Effect.promise(() => client.close())
  )
  return {
    server: client.getServerVersion(),
    listTools: Effect.map(
      attempt(() => client.listTools()),
      ({ tools }) => tools
    ),
    callTool: (name: string, input: Record<string, unknown>) =>
      attempt(() => client.callTool({ name, arguments: input }))
  }
})

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, ClientFailed> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => new ClientFailed({ message: error instanceof Error ? error.message : String(error) })
  })
