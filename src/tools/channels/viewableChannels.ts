import { Effect, Schema } from "effect"
import { getReadable } from "../dsl/getJson.ts"
import { type Flagged, withoutHidden } from "./hiddenChannels.ts"

/** Fetches the channels of a guild that the bot can view. Discord omits all others, so a missing channel may exist. */
export const viewableChannels = <Channel extends Flagged>(channel: Schema.Schema<Channel>, guild_id: string) =>
  Effect.map(getReadable(Schema.Array(channel), "/guilds/{guild_id}/channels", { guild_id }), (channels) =>
    withoutHidden(channels)
  )
