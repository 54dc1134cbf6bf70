/** Preview facts of a bulk overwrite of commands. */

import { Effect, Schema } from "effect"
import { Id, nullish, whole } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
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
    const isSame = (it: (typeof commands)[number], other: typeof Command.Type) =>
      it.id === other.id || (it.name === other.name && commandTypes[it.type ?? "chat_input"] === other.type)
    return {
      action: `Replace ${counted(existing.length, "command")} with ${commands.length}`,
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

const Command = Schema.Struct({
  id: Id,
  name: nullish(Schema.String),
  type: nullish(Schema.Number)
})

/** All commands, because each of them may be deleted. */
const Commands = whole(Command)

const commandsOf = (application_id: string, guild_id: string | undefined) =>
  guild_id === undefined
    ? getReadable(Commands, "/applications/{application_id}/commands", { application_id })
    : getReadable(Commands, "/applications/{application_id}/guilds/{guild_id}/commands", {
        application_id,
        guild_id
      })
