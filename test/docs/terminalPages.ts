import { Effect, Layer, Option } from "effect"
import { toolsWith } from "../../src/cli/tools.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { captureConsole } from "../cli/captureConsole.ts"
import { runCall, terminal } from "../cli/runCall.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"

/** The output of `tools` and `call` for the sandbox, on a terminal of a hundred columns, by example. */
export const terminalPages: Effect.Effect<Readonly<Record<string, string>>> = Effect.gen(function* () {
  const { channels } = (yield* Sandbox).ids
  const screen = { ...terminal, columns: 100 }
  const call = (tool: string, ...rest: ReadonlyArray<string>) =>
    Effect.map(runCall({ stdout: screen, stderr: screen }, { tool, rest }), ({ stderr, stdout }) =>
      page(["call", tool, ...rest.map(quoted)].join(" "), stdout + stderr)
    )
  const roles = {
    name: Option.none(),
    category: Option.some("roles"),
    risk: Option.none(),
    search: Option.none(),
    json: false
  }
  return {
    tools: page("tools --category roles", (yield* captureConsole(toolsWith(screen, roles))).text),
    result: yield* call("messages_read", "--channel_id", channels.general, "--limit", "3"),
    failure: yield* call("messages_send", "--channel_id", channels.staff, "--content", "May I?")
  }
}).pipe(
  (pages) =>
    Effect.flatMap(Layer.build(Layer.merge(SandboxModule.layer(roomy), nodeContext)), (context) =>
      Effect.provide(pages, context)
    ),
  Effect.scoped,
  Effect.orDie
)

const page = (typed: string, shown: string): string => `\`\`\`text\n$ effect-discord-mcp ${typed}\n${shown}\n\`\`\``

/** A word as a shell needs it. */
const quoted = (word: string): string => (/^[\w-]+$/.test(word) ? word : `"${word}"`)
