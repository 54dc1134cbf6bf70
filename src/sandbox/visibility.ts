/** Which channels the bot can view: those, and no others, are in Discord's lists (since 2026-11-16). */
import { PermissionFlagsBits as Bit, ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "./Channel.ts"
import { missingAccess, type Refusal } from "./discordError.ts"
import { botHas } from "./Permissions.ts"
import type { World } from "./State.ts"

/** Whether the bot can view a channel; a category counts as viewable when one of its channels is. */
export const isViewable = (world: World, channel: Channel): boolean =>
  botHas(world, channel, Bit.ViewChannel) ||
  (channel.type === ChannelType.GuildCategory &&
    world.channelsOf(channel.guild_id).some((it) => it.parent_id === channel.id && botHas(world, it, Bit.ViewChannel)))

/** The channels of a guild that the bot can view, threads left out. */
export const viewableChannels = (world: World, guildId: string): ReadonlyArray<Channel> =>
  world.channelsOf(guildId).filter((channel) => isViewable(world, channel))

/** Refuses unless the bot can view the channel (50001). */
export const ensureViewable = (world: World, channel: Channel): Effect.Effect<void, Refusal> =>
  isViewable(world, channel) ? Effect.void : missingAccess
