/** Commands of an application that are about to be replaced as a whole. */
import type { APIApplicationCommand } from "discord-api-types/v10"
import { Effect } from "effect"
import { lookUp } from "../dsl/getJson.ts"
import { compact } from "../shared/compact.ts"
import { firstOf, named } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { commandTypes } from "./enums.ts"

/** Which vanish, which appear, and how many are there before and after. */
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
  Effect.map(commandsOf(application_id, guild_id), (there) => {
    const isSame = (it: (typeof commands)[number], that: APIApplicationCommand) =>
      it.id === that.id || (it.name === that.name && commandTypes[it.type ?? "chat_input"] === that.type)
    return {
      action: `Replace ${there.length} commands by ${commands.length}`,
      ...compact({
        // All of them: each is destroyed.
        vanish: there.filter((that) => commands.every((it) => !isSame(it, that))).map(({ name }) => named(name, "/")),
        appear: firstOf(
          commands.filter((it) => there.every((that) => !isSame(it, that))).map(({ name }) => named(name ?? "", "/")),
          SHOWN_MAX
        )
      })
    }
  })

/** Commands that are named. */
const SHOWN_MAX = 20

const commandsOf = (application_id: string, guild_id: string | undefined) =>
  guild_id === undefined
    ? lookUp<ReadonlyArray<APIApplicationCommand>>("/applications/{application_id}/commands", { application_id })
    : lookUp<ReadonlyArray<APIApplicationCommand>>("/applications/{application_id}/guilds/{guild_id}/commands", {
        application_id,
        guild_id
      })
