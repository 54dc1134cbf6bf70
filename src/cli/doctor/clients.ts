/** The checks of the clients' entries of this server. */
import { Effect } from "effect"
import { connectClient } from "../../mcp/connectClient.ts"
import { counted } from "../../text/words.ts"
import type { ClientStatus } from "../init/listClients.ts"
import { tooManyTools } from "../init/messages.ts"
import { shownCommand, shownWord } from "../init/secrets.ts"
import { CheckSkipped } from "./BotQueries.ts"
import type { Check, Finding } from "./Check.ts"
import type { ConfiguredEntry } from "./configuredEntry.ts"

/** Lists the MCP clients that have this server, and warns of missing tokens and unreadable files. */
export const clients: Check = {
  name: "clients",
  run: ({ clients }) => Effect.sync(() => clientsFinding(clients))
}

const clientsFinding = (all: ReadonlyArray<ClientStatus>): Finding => {
  const configured = all.filter(({ state }) => state === "configured")
  const waiting = configured.filter(({ placeholder }) => placeholder)
  const unreadable = all.filter(({ state }) => state === "unreadable")
  const found =
    configured.length === 0
      ? "no client has this server; run init CLIENT to add it"
      : configured.map(({ path, title }) => `${title} (${path})`).join(", ")
  const details = [
    ...waiting.map(
      ({ name, path, title }) => `${title}: the token of "${name}" in ${path} is still the placeholder that init wrote.`
    ),
    ...unreadable.map(({ path, problem, title }) => `${title}: ${path} ${problem}.`)
  ]
  const facts = { clients: [...configured, ...unreadable] }
  return details.length === 0
    ? { status: "ok", found, facts }
    : {
        status: "warning",
        found,
        details,
        todo: [
          ...(waiting.length > 0 ? ["Replace the placeholder with the token."] : []),
          ...(unreadable.length > 0
            ? ["Fix the files that cannot be read. Their clients cannot read them either."]
            : [])
        ],
        facts
      }
}

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
                Effect.map(listTools, (tools): Finding => entryFinding(entry, server?.version, tools.length))
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

const entryFinding = (entry: ConfiguredEntry, version: string | undefined, tools: number): Finding => {
  const { title, toolLimit } = entry.client
  const warnings = toolLimit === undefined ? [] : tooManyTools(title, toolLimit, tools)
  return {
    status: warnings.length === 0 ? "ok" : "warning",
    found: `${whereOf(entry)} starts version ${version ?? "unknown"}, which lists ${counted(tools, "tool")}`,
    details: warnings,
    facts: { client: entry.client.name, path: entry.path, name: entry.name, version, tools }
  }
}

/** Names an entry, its client and its file. */
export const whereOf = ({ client, name, path }: ConfiguredEntry): string => `"${name}" of ${client.title} (${path})`
