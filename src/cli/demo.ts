import { fileURLToPath } from "node:url"
import { Console, Effect } from "effect"
import { connectClient } from "../mcp/connectClient.ts"
import { make as startSandbox } from "../sandbox/Sandbox.ts"
import type { SeedIds } from "../sandbox/Seed.ts"
import * as Stage from "./demo/DemoRunner.ts"
import { scenes } from "./demo/steps.ts"
import { results } from "./environment.ts"
import * as Transcript from "./Transcript.ts"

/** What the demo's server runs with: the product's own settings, quick enough to watch. */
const settings = {
  MCP_AUDIT: "off",
  MCP_DRY_RUN: "false",
  MCP_CIRCUIT_FAILURE_THRESHOLD: "3",
  MCP_CIRCUIT_HALF_OPEN_AFTER_MS: "5000",
  MCP_RETRY_BASE_DELAY_MS: "100",
  LOG_LEVEL: "error"
}

/** Plays the real server, as a child process on real stdio, against the sandbox, with the official MCP client. */
export const demo = Effect.scoped(
  Effect.gen(function* () {
    const sandbox = yield* startSandbox()
    const client = yield* connectClient({
      command: process.execPath,
      args: [fileURLToPath(new URL("main.js", import.meta.url)), "serve"],
      env: {
        ...settings,
        DISCORD_TOKEN: sandbox.token,
        DISCORD_API_URL: sandbox.url,
        ALLOWED_GUILDS: sandbox.ids.guild
      }
    })
    const show = Transcript.make({ coloured: results.coloured, names: namesOf(sandbox.ids) })
    yield* Console.log(`effect-discord-mcp ${client.server?.version ?? ""}`)
    yield* show.note(
      "The real server on stdio, the official MCP client, and an embedded Discord over HTTP. " +
        "Nothing leaves this machine. → is a call, ← an answer (its beginning), ✗ a failure as the agent reads it; " +
        "ids of the sandbox are shown by name."
    )
    const stage = Stage.make({ sandbox, client, show })
    for (const { play, title, why } of scenes) {
      yield* show.scene(title, why)
      yield* play(stage)
    }
    yield* Console.log(
      [
        "\nThat was the real thing. What now:",
        "  npx -y effect-discord-mcp serve --sandbox    for a client, without a bot",
        "  npx -y effect-discord-mcp init               for a client, with your bot",
        "  npx -y effect-discord-mcp doctor             what your bot may do, and what it lacks"
      ].join("\n")
    )
  })
)

/** How people speak of the seed's places. */
const namesOf = ({ channels, guild, otherGuild }: SeedIds): ReadonlyMap<string, string> =>
  new Map([
    [guild, "Tidepool"],
    [otherGuild, "Weekend-Sailors"],
    [channels.otherGeneral, "#dock"],
    ...(["announcements", "general", "staff", "support"] as const).map((name) => [channels[name], `#${name}`] as const)
  ])
