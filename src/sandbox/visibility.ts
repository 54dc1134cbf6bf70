/** Channels that the bot can view. Discord lists only these channels (since 2026-11-16). */
import { PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "./Channel.ts"
import { missingAccess, type Refusal } from "./discordError.ts"
import { botHas } from "./Permissions.ts"
import type { SandboxState } from "./State.ts"

/** Returns whether the bot can view a channel. A category is visible if one of its channels is. */
export const isViewable = (state: SandboxState, channel: Channel): boolean =>
  botHas(state, channel, Bit.ViewChannel) ||
  (channel.type === ChannelType.GuildCategory &&
    state.channelsOf(channel.guild_id).some((it) => it.parent_id === channel.id && botHas(state, it, Bit.ViewChannel)))

/** Returns the channels of a guild that the bot can view, without threads. */
export const viewableChannels = (state: SandboxState, guildId: string): ReadonlyArray<Channel> =>
  state.channelsOf(guildId).filter((channel) => isViewable(state, channel))

/** Fails with 50001 unless the bot can view the channel. */
export const ensureViewable = (state: SandboxState, channel: Channel): Effect.Effect<void, Refusal> =>
  isViewable(state, channel) ? Effect.void : missingAccess
