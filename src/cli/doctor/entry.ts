import { Effect } from "effect"
import { connectClient } from "../../mcp/connectClient.ts"
import { counted } from "../../text/words.ts"
import { tooManyTools } from "../init/messages.ts"
import { shownCommand, shownWord } from "../init/secrets.ts"
import type { Check } from "./CheckContext.ts"
import type { ConfiguredEntry } from "./configuredEntry.ts"
import { CheckSkipped, type Finding } from "./Finding.ts"

/** Starts the server as the client does, and lists its tools. */
export const entryCheck = (entry: ConfiguredEntry, offline: boolean): Check => ({
  name: "entry",
  run: () =>
    entry.problem !== undefined
      ? Effect.succeed(notStarted(entry, entry.problem, []))
      : offline
        ? new CheckSkipped({ why: "--offline starts nothing" })
        : entry.asksForToken
          ? Effect.succeed<Finding>({
              status: "ok",
              found: `${whereOf(entry)}; not started, because ${entry.client.title} alone knows the token`,
              details: ["Set DISCORD_TOKEN to check the token and the bot, too."]
            })
          : Effect.scoped(
              Effect.flatMap(connectClient(entry), ({ listTools, server }) =>
                Effect.map(listTools, (tools): Finding => finding(entry, server?.version, tools.length))
              )
            ).pipe(
              Effect.catchAll(({ message, stderr }) =>
                Effect.succeed(
                  notStarted(entry, message, [
                    `Started: ${[shownCommand(entry.command), ...entry.args.map(shownWord)].join(" ")}`,
                    ...stderr
                  ])
                )
              )
            )
})

const notStarted = (entry: ConfiguredEntry, why: string, details: ReadonlyArray<string>): Finding => ({
  status: "failed",
  found: `${whereOf(entry)} does not start: ${why}`,
  details,
  todo: [`Correct the entry, or write it again: init ${entry.client.name}`]
})

const finding = (entry: ConfiguredEntry, version: string | undefined, tools: number): Finding => {
  const { title, toolLimit } = entry.client
  const warnings = toolLimit === undefined ? [] : tooManyTools(title, toolLimit, tools)
  return {
    status: warnings.length === 0 ? "ok" : "warning",
    found: `${whereOf(entry)} starts version ${version ?? "unknown"}, which lists ${counted(tools, "tool")}`,
    details: warnings,
    facts: { client: entry.client.name, path: entry.path, name: entry.name, version, tools }
  }
}

const whereOf = ({ client, name, path }: ConfiguredEntry): string => `"${name}" of ${client.title} (${path})`
