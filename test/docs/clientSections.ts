import { Array } from "effect"
import { launchOf, manifestOf } from "../../packaging/start.mjs"
import { clients } from "../../src/cli/init/clients.ts"
import type { ConfigLocation, McpClient, ToolLimit } from "../../src/cli/init/McpClient.ts"
import { snippetText } from "../../src/cli/init/planChanges.ts"
import { table } from "./tables.ts"

/** A section for each client: where its settings are, what `init` writes there, and how the server gets its token. */
export const clientSections = (): string => clients.map(section).join("\n\n")

/** A row for each client: whether it can ask its user, and what holds otherwise. */
export const elicitationTable = (): string =>
  table(
    ["client", "can ask", "source", ""],
    clients.map(({ elicitation: { source, ...can }, title }) => [
      title,
      can.supported ? "yes" : "no",
      linkTo(source),
      (can.supported ? can.note : can.instead) ?? ""
    ])
  )

const linkTo = (source: string): string => (source.startsWith("https://") ? `[source](${source})` : source)

const section = (client: McpClient): string => {
  const byText = Object.entries(Array.groupBy(client.locations, (location) => exampleEntry(client, location)))
  return [
    `## ${client.title}`,
    table(
      ["", "file", "token"],
      client.locations.map((location, at) => [commandOf(client, location, at), location.shown, location.token.todo])
    ),
    ...byText.map(([text, locations]) =>
      [
        ...(byText.length > 1 ? [`With \`--scope ${locations[0]?.scope}\`:`, ""] : []),
        `\`\`\`${client.format}`,
        text.trim(),
        "```"
      ].join("\n")
    ),
    [
      client.reload,
      ...(client.notes ?? []),
      ...(client.toolLimit === undefined ? [] : [limitOf(client.toolLimit)])
    ].join(" ")
  ].join("\n\n")
}

const limitOf = ({ max, source }: ToolLimit): string =>
  `It uses at most ${max} tools of all servers together (${linkTo(source)}).`

/** Returns the command. The first scope is the default. */
const commandOf = ({ name }: McpClient, { scope }: ConfigLocation, at: number): string =>
  `\`init ${name}${at === 0 ? "" : ` --scope ${scope}`}\``

const exampleEntry = (client: McpClient, location: ConfigLocation): string =>
  snippetText(client, location, { launch: launchOf(manifestOf()), variables: {} })
