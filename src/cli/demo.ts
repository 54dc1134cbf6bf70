import { fileURLToPath } from "node:url"
import { Console, Effect } from "effect"
import { connectClient } from "../mcp/connectClient.ts"
import { make as startSandbox } from "../sandbox/Sandbox.ts"
import type { SeedIds } from "../sandbox/Seed.ts"
import { makeRunner, steps } from "./demo/steps.ts"
import * as Transcript from "./demo/Transcript.ts"
import { ownCommandLine } from "./init/ServerEntry.ts"
import { stdout } from "./process.ts"
import { padToWidth, widthOf } from "./rendering/text.ts"

/** The settings of the demo's server, with shorter times than the defaults. */
const settings = {
  MCP_AUDIT: "off",
  MCP_DRY_RUN: "false",
  MCP_CIRCUIT_FAILURE_THRESHOLD: "3",
  MCP_CIRCUIT_HALF_OPEN_AFTER_MS: "5000",
  MCP_RETRY_BASE_DELAY_MS: "100",
  LOG_LEVEL: "error"
}

/** Runs the demo: the official MCP client starts the real server on stdio, against the sandbox. */
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
    const show = Transcript.make({
      coloured: stdout.coloured,
      columns: stdout.onTerminal ? stdout.columns : Number.POSITIVE_INFINITY,
      names: namesOf(sandbox.ids)
    })
    yield* Console.log(`effect-discord-mcp ${client.server?.version ?? ""}`)
    yield* show.note(
      "The real server on stdio, the official MCP client, and an embedded Discord over HTTP. " +
        "Nothing leaves this machine. → is a call, ← the beginning of a result, ✗ a failure as the agent reads it. " +
        "Ids of the sandbox are shown by name."
    )
    const runner = makeRunner({ sandbox, client, show })
    for (const { run, title, why } of steps) {
      yield* show.step(title, why)
      yield* run(runner)
    }
    yield* Console.log(["\nThat was the real server. Next steps:", ...(yield* nextSteps)].join("\n"))
  })
)

/** The commands after the demo, in two columns. */
const nextSteps = Effect.map(
  Effect.forEach(
    [
      [["serve", "--sandbox"], "serve a client, without a bot"],
      [["init"], "set up a client, with your bot"],
      [["doctor"], "check your bot's token and permissions"]
    ] as const,
    ([words, does]) => Effect.map(ownCommandLine(...words), (line) => [line, does] as const)
  ),
  (steps) => {
    const columns = Math.max(...steps.map(([line]) => widthOf(line)))
    return steps.map(([line, does]) => `  ${padToWidth(line, columns)}    ${does}`)
  }
)

/** Returns the names of the sandbox's guilds and channels. */
const namesOf = ({ channels, guild, otherGuild }: SeedIds): ReadonlyMap<string, string> =>
  new Map([
    [guild, "Tidepool"],
    [otherGuild, "Weekend-Sailors"],
    [channels.otherGeneral, "#dock"],
    ...(["announcements", "general", "staff", "support"] as const).map((name) => [channels[name], `#${name}`] as const)
  ])
