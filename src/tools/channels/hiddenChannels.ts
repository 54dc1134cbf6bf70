/**
 * Channels that the bot cannot view. Since 2026-11-16 Discord omits them from a guild's list. The
 * gateway sends them with a flag and a placeholder name (Discord docs, channel, obfuscated channels).
 */
import { Effect, Schema } from "effect"
import { changeRead } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"

/** Removes obfuscated channels from a list. */
export const withoutHidden = <A extends Flagged>(channels: ReadonlyArray<A>): ReadonlyArray<A> =>
  channels.filter((channel) => !isHidden(channel))

/** Returns whether a channel is obfuscated. Only the id of an obfuscated channel is real. */
export const isHidden = ({ flags }: Flagged): boolean => ((flags ?? 0) & CHANNEL_OBFUSCATED) !== 0

/** Returns the name of a channel, or `undefined` if it has none or is obfuscated. */
export const channelName = (channel: Flagged & { readonly name?: string | null | undefined }): string | undefined =>
  isHidden(channel) || channel.name === OBFUSCATED_NAME ? undefined : (channel.name ?? undefined)

/** Removes the placeholder name of an obfuscated channel. */
export const withoutName = <A extends Flagged>(channel: A): A =>
  isHidden(channel) ? changeRead(channel, (it) => ({ ...it, name: null })) : channel

/** Caveat for every count or list of channels. */
export const HIDDEN_CHANNELS_CAVEAT = "channels and threads that the bot cannot view, if there are any"

/** Fetches the channels of a guild that the bot can view. Discord omits all others, so a missing channel may exist. */
export const viewableChannels = <Channel extends Flagged>(channel: Schema.Schema<Channel>, guild_id: string) =>
  Effect.map(getReadable(Schema.Array(channel), "/guilds/{guild_id}/channels", { guild_id }), (channels) =>
    withoutHidden(channels)
  )

/** The part of a channel that tells whether it is obfuscated. */
export interface Flagged {
  readonly flags?: number | null | undefined
}

const CHANNEL_OBFUSCATED = 1 << 17
const OBFUSCATED_NAME = "___hidden___"
