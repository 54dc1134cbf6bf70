/** What a role, or everyone, can do in each channel of a guild. */
import { ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import { counted } from "../../text/words.ts"
import { channelName, viewableChannels } from "../channels/hiddenChannels.ts"
import { inDisplayOrder } from "../channels/view.ts"
import type { Fail } from "../dsl/Reason.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type AuditInput, allowedIn } from "./auditActions.ts"
import { guildContext, PermissionChannel, permissionsIn } from "./context.ts"

/** Returns the channels of a guild, grouped by what a role or everyone can do there. Most permissions come first. */
export const auditGuild = Effect.fn("permissions.auditGuild")(function* (
  input: AuditInput,
  fail: Fail<"role_of_another_guild">
) {
  const { guild_id, role_id = guild_id } = input
  const [guild, all] = yield* Effect.all([guildContext(guild_id), viewableChannels(PermissionChannel, guild_id)], {
    concurrency: 2
  })
  const role = guild.roles.find(({ id }) => id === role_id)
  if (role === undefined) return yield* fail("role_of_another_guild", "role_id")
  const roles = role_id === guild_id ? [] : [role_id]
  const channels = inDisplayOrder(all).filter(({ type }) => type !== ChannelType.GuildCategory)
  const groups = new Map<string, { readonly can: ReadonlyArray<string>; readonly channels: Array<NamedChannel> }>()
  for (const channel of channels) {
    const can = allowedIn(input, roles, guild.permissions, permissionsIn(channel, channel))
    const group = groups.get(can.join()) ?? { can, channels: [] }
    groups.set(can.join(), group)
    group.channels.push({ id: channel.id, name: channelName(channel) })
  }
  return {
    value: {
      role: { id: role.id, name: role.name },
      groups: [...groups.values()]
        .toSorted((a, b) => b.can.length - a.can.length)
        .map(({ can, channels }) => ({ can, count: channels.length, channels }))
    },
    notice: `Covers ${counted(channels.length, "channel")} that the bot can view, without categories and threads. Others may exist.`
  } satisfies ToolResult
})

interface NamedChannel {
  readonly id: string
  readonly name: string | undefined
}
