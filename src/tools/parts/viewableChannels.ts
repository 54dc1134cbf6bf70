import type { APIChannel } from "discord-api-types/v10"
import { Effect } from "effect"
import { lookUp } from "../language/lookUp.ts"
import { withoutHidden } from "./hiddenChannels.ts"

/** The channels of a guild that the bot can view. Discord leaves out all others, so the list proves no absence. */
export const viewableChannels = (guild_id: string) =>
  Effect.map(lookUp<ReadonlyArray<APIChannel>>("/guilds/{guild_id}/channels", { guild_id }), withoutHidden)
