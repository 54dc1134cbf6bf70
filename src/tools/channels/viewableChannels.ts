import { Effect, Schema } from "effect"
import { getJson } from "../dsl/getJson.ts"
import { withoutHidden } from "./hiddenChannels.ts"
import { Channel } from "./view.ts"

/** Fetches the channels of a guild that the bot can view. Discord omits all others, so a missing channel may exist. */
export const viewableChannels = (guild_id: string) =>
  Effect.map(getJson(Schema.Array(Channel), "/guilds/{guild_id}/channels", { guild_id }), withoutHidden)
