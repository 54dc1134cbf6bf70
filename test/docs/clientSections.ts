import { Array } from "effect"
import type { Client, Place } from "../../src/cli/init/Client.ts"
import { clients } from "../../src/cli/init/clients.ts"
import { PACKAGE } from "../../src/cli/init/Entry.ts"
import { snippetText } from "../../src/cli/init/snippet.ts"
import { table } from "./tables.ts"

/** A section for each client: where its settings are, what `init` writes there, and how the server gets its token. */
export const clientSections = (): string => clients.map(section).join("\n\n")

const section = (client: Client): string => {
  const byText = Object.entries(Array.groupBy(client.places, (place) => entryOf(client, place)))
  return [
    `## ${client.title}`,
    table(
      ["", "file", "token"],
      client.places.map((place, at) => [commandOf(client, place, at), place.shown, place.token.todo])
    ),
    ...byText.map(([text, places]) =>
      [
        ...(byText.length > 1 ? [`With \`--scope ${places[0]?.scope}\`:`, ""] : []),
        `\`\`\`${client.format}`,
        text.trim(),
        "```"
      ].join("\n")
    ),
    client.reload
  ].join("\n\n")
}

/** What is typed; the first scope need not be named. */
const commandOf = ({ name }: Client, { scope }: Place, at: number): string =>
  `\`init ${name}${at === 0 ? "" : ` --scope ${scope}`}\``

const entryOf = (client: Client, place: Place): string =>
  snippetText(client, place, { launch: { command: "npx", args: ["-y", PACKAGE] }, variables: {} })
