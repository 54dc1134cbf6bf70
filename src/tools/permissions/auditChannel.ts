import { OverwriteType } from "discord-api-types/v10"
import { Effect } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { channelName } from "../channels/hiddenChannels.ts"
import type { Fail } from "../dsl/Reason.ts"
import type { ToolResult } from "../ToolResult.ts"
import { type AuditInput, allowedIn } from "./auditActions.ts"
import { channelContext, type GuildContext, guildContext, overwritesOf, type PermissionChannel } from "./context.ts"

/** Returns the actions that each role can do in a channel, and how the channel's overwrites differ from its category's. */
export const auditChannel = Effect.fn("permissions.auditChannel")(function* (
  input: AuditInput & { readonly channel_id: string },
  fail: Fail<"channel_of_another_guild">
) {
  const { channel_id, guild_id } = input
  const [guild, channel] = yield* Effect.all([guildContext(guild_id), channelContext(guild_id, channel_id, fail)], {
    concurrency: 2
  })
  const can = (roles: ReadonlyArray<string>) => allowedIn(input, roles, guild.permissions, channel.permissions)
  const everyoneCan = can([])
  const others = guild.roles.filter(({ id }) => id !== guild.id).map(({ id, name }) => ({ id, name, can: can([id]) }))
  const different = others.filter((it) => it.can.join() !== everyoneCan.join())
  const members = overwritesOf(channel.overwriteSource).filter(({ type }) => type === OverwriteType.Member)
  return {
    value: {
      channel: idAndName(channel.channel),
      ...(channel.overwriteSource.id !== channel.channel.id && { overwrites_of: idAndName(channel.overwriteSource) }),
      everyone: { can: everyoneCan },
      roles: different,
      roles_as_everyone: others.length - different.length,
      ...(members.length > 0 && { members: members.map(overwriteView(guild)) }),
      ...(channel.category === undefined ? {} : categoryDifferences(channel.overwriteSource, channel.category, guild))
    },
    ...(channel.hiddenCategory !== undefined && {
      notice: `The bot cannot view category ${channel.hiddenCategory}: differences from it are unknown.`
    })
  } satisfies ToolResult
})

type ApiOverwrite = ReturnType<typeof overwritesOf>[number]

/** Compares a channel's overwrites with its category's: changed, added and dropped. */
const categoryDifferences = (
  channel: typeof PermissionChannel.Type,
  category: typeof PermissionChannel.Type,
  guild: GuildContext
) => {
  const own = overwritesOf(channel)
  const inherited = overwritesOf(category)
  const differing = own.filter((it) => !inherited.some((other) => isSame(it, other)))
  const dropped = inherited.filter((it) => !own.some(({ id }) => id === it.id))
  const show = overwriteView(guild)
  return {
    category: idAndName(category),
    synced: differing.length === 0 && dropped.length === 0,
    ...(differing.length > 0 && {
      differs: differing.map((it) => {
        const other = inherited.find(({ id }) => id === it.id)
        return { ...show(it), ...(other !== undefined && { in_category: permissionNames(other) }) }
      })
    }),
    ...(dropped.length > 0 && { only_in_category: dropped.map(show) })
  }
}

const isSame = (a: ApiOverwrite, b: ApiOverwrite): boolean =>
  a.id === b.id && BigInt(a.allow) === BigInt(b.allow) && BigInt(a.deny) === BigInt(b.deny)

const overwriteView = (guild: GuildContext) => (overwrite: ApiOverwrite) => {
  const role = guild.roles.find(({ id }) => id === overwrite.id)
  return {
    id: overwrite.id,
    kind: overwrite.type === OverwriteType.Role ? "role" : "member",
    ...(role !== undefined && { name: role.name }),
    ...permissionNames(overwrite)
  }
}

const permissionNames = ({ allow, deny }: ApiOverwrite) => ({
  allow: namesOf(BigInt(allow)),
  deny: namesOf(BigInt(deny))
})

const idAndName = (channel: typeof PermissionChannel.Type) => ({ id: channel.id, name: channelName(channel) })
