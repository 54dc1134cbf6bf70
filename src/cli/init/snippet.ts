import { Either } from "effect"
import type { JsonObject } from "../rendering/renderValue.ts"
import { applyChanges } from "./applyChanges.ts"
import { formatOf } from "./ConfigFile.ts"
import type { ConfigLocation, McpClient } from "./McpClient.ts"
import { planChanges } from "./planChanges.ts"
import type { DesiredEntry } from "./ServerEntry.ts"

/** Returns the content that `init` writes to a new file. */
export const snippetOf = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry): JsonObject =>
  applyChanges({}, changesOfNewFile(client, location, wanted))

/** Returns the text that `init` writes to a new file. */
export const snippetText = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry): string => {
  const changes = changesOfNewFile(client, location, wanted)
  return formatOf(client).change("", changes, applyChanges({}, changes))[0] ?? ""
}

const changesOfNewFile = (client: McpClient, location: ConfigLocation, wanted: DesiredEntry) =>
  Either.getOrThrow(planChanges({}, client, location, wanted)).changes
