/** The boundary to the official MCP client, connected to a server that runs as a child process. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Data, Effect } from "effect"
import { lastLines } from "../text/lastLines.ts"

/** The client failed: the server did not start or broke the protocol. */
export class ClientFailed extends Data.TaggedError("ClientFailed")<{
  readonly message: string
  /** The last lines that the process wrote to stderr. */
  readonly stderr: ReadonlyArray<string>
}> {}

/** The process to start. */
export interface ChildProcess {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** Starts the process and connects to it for as long as the scope lives. */
export const connectClient = Effect.fn("mcp.connectClient")(function* ({ args, command, env }: ChildProcess) {
  const client = new Client({ name: "effect-discord-mcp-demo", version: "1" })
  const transport = new StdioClientTransport({ command, args: [...args], env: { ...env }, stderr: "pipe" })
  let stderr = ""
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr = lastLines(stderr + chunk.toString("utf8"))
  })
  const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, ClientFailed> =>
    Effect.tryPromise({
      try: run,
      catch: (error) =>
        new ClientFailed({
          message: error instanceof Error ? error.message : String(error),
          stderr: stderr.split(/\r?\n/).filter((line) => line.trim() !== "")
        })
    })
  // Registered first, so that an interrupted start ends the process.
  yield* Effect.addFinalizer(() => Effect.promise(() => client.close()))
  yield* attempt(() => client.connect(transport))
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
