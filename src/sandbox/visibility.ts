/** Which channels the bot can view: those, and no others, are in Discord's lists (since 2026-11-16). */
import { PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "./Channel.ts"
import { missingAccess, type Refusal } from "./discordError.ts"
import { botHas } from "./Permissions.ts"
import type { SandboxState } from "./State.ts"

/** Whether the bot can view a channel; a category counts as viewable when one of its channels is. */
export const isViewable = (state: SandboxState, channel: Channel): boolean =>
  botHas(state, channel, Bit.ViewChannel) ||
  (channel.type === ChannelType.GuildCategory &&
    state.channelsOf(channel.guild_id).some((it) => it.parent_id === channel.id && botHas(state, it, Bit.ViewChannel)))

/** The channels of a guild that the bot can view, threads left out. */
export const viewableChannels = (state: SandboxState, guildId: string): ReadonlyArray<Channel> =>
  state.channelsOf(guildId).filter((channel) => isViewable(state, channel))

/** Refuses unless the bot can view the channel (50001). */
export const ensureViewable = (state: SandboxState, channel: Channel): Effect.Effect<void, Refusal> =>
  isViewable(state, channel) ? Effect.void : missingAccess
