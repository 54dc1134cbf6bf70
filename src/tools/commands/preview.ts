/** Preview facts of a bulk overwrite of commands. */
import type { APIApplicationCommand } from "discord-api-types/v10"
import { Effect } from "effect"
import { getUnchecked } from "../dsl/getJson.ts"
import { compact } from "../shared/compact.ts"
import { firstItems, formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { commandTypes } from "./enums.ts"

/** Returns which commands are deleted and created, and how many exist before and after. */
export const commandFacts = ({
  application_id,
  commands,
  guild_id
}: {
  readonly application_id: string
  readonly guild_id?: string
  readonly commands: ReadonlyArray<{
    readonly id?: string
    readonly name?: string
    readonly type?: keyof typeof commandTypes
  }>
}): PreviewFacts =>
  Effect.map(commandsOf(application_id, guild_id), (existing) => {
    const isSame = (it: (typeof commands)[number], other: APIApplicationCommand) =>
      it.id === other.id || (it.name === other.name && commandTypes[it.type ?? "chat_input"] === other.type)
    return {
      action: `Replace ${existing.length} commands with ${commands.length}`,
      ...compact({
        // Lists all names, because each command is deleted.
        vanish: existing
          .filter((other) => commands.every((it) => !isSame(it, other)))
          .map(({ name }) => formatName(name, "/")),
        appear: firstItems(
          commands
            .filter((it) => existing.every((other) => !isSame(it, other)))
            .map(({ name }) => formatName(name ?? "", "/")),
          SHOWN_MAX
        )
      })
    }
  })

/** Maximum number of created commands that the preview names. */
const SHOWN_MAX = 20

const commandsOf = (application_id: string, guild_id: string | undefined) =>
  guild_id === undefined
    ? getUnchecked<ReadonlyArray<APIApplicationCommand>>("/applications/{application_id}/commands", { application_id })
    : getUnchecked<ReadonlyArray<APIApplicationCommand>>("/applications/{application_id}/guilds/{guild_id}/commands", {
        application_id,
        guild_id
      })
