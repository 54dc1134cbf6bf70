import { OverwriteType } from "discord-api-types/v10"
import { Effect } from "effect"
import {
  type ChannelPermissions,
  effectivePermissions,
  type GuildPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { namesOf, permissionBits } from "../../discord/permissions/PermissionName.ts"
import { channelName } from "../channels/hiddenChannels.ts"
import type { Channel } from "../channels/view.ts"
import type { Fail } from "../dsl/Reason.ts"
import type { ToolResult } from "../ToolResult.ts"
import { channelFacts, type GuildFacts, guildFacts, overwritesOf } from "./facts.ts"

/** What an audit looks at. */
export const auditActions = ["view_channel", "send_messages", "manage_channel"] as const

type Action = (typeof auditActions)[number]

/** Finds out which roles can do what in a channel, and where it differs from its category. */
export const audit = Effect.fn("permissions.audit")(function* (
  asked: {
    readonly guild_id: string
    readonly channel_id: string
    readonly actions?: ReadonlyArray<Action>
  },
  fail: Fail<"channel_of_another_guild">
) {
  const { actions = auditActions, channel_id, guild_id } = asked
  const [guild, place] = yield* Effect.all([guildFacts(guild_id), channelFacts(guild_id, channel_id, fail)], {
    concurrency: 2
  })
  const can = (roles: ReadonlyArray<string>) => allowed(actions, roles, guild.permissions, place.permissions)
  const everyone = can([])
  const others = guild.roles.filter(({ id }) => id !== guild.id).map(({ id, name }) => ({ id, name, can: can([id]) }))
  const different = others.filter((it) => it.can.join() !== everyone.join())
  const members = overwritesOf(place.ruling).filter(({ type }) => type === OverwriteType.Member)
  return {
    value: {
      channel: named(place.channel),
      ...(place.ruling.id !== place.channel.id && { overwrites_of: named(place.ruling) }),
      everyone: { can: everyone },
      roles: different,
      roles_as_everyone: others.length - different.length,
      ...(members.length > 0 && { members: members.map(overwriteShown(guild)) }),
      ...(place.category === undefined ? {} : againstCategory(place.ruling, place.category, guild))
    },
    ...(place.hiddenCategory !== undefined && {
      notice: `The bot cannot view category ${place.hiddenCategory}: what differs from it is not known.`
    })
  } satisfies ToolResult
})

/** What a member could do that has these roles and no other. */
const allowed = (
  actions: ReadonlyArray<Action>,
  roles: ReadonlyArray<string>,
  guild: GuildPermissions,
  channel: ChannelPermissions
): ReadonlyArray<Action> => {
  const bits = effectivePermissions(guild, { id: "", roles, timedOut: false }, channel)
  const inThread = channel.kind === "thread"
  const needed: Readonly<Record<Action, bigint>> = {
    view_channel: permissionBits.VIEW_CHANNEL,
    send_messages: inThread ? permissionBits.SEND_MESSAGES_IN_THREADS : permissionBits.SEND_MESSAGES,
    manage_channel: inThread ? permissionBits.MANAGE_THREADS : permissionBits.MANAGE_CHANNELS
  }
  return actions.filter((action) => (bits & needed[action]) !== 0n)
}

type ApiOverwrite = ReturnType<typeof overwritesOf>[number]

/** The overwrites of a channel that its category has not, has otherwise, or has alone. */
const againstCategory = (channel: typeof Channel.Type, category: typeof Channel.Type, guild: GuildFacts) => {
  const own = overwritesOf(channel)
  const above = overwritesOf(category)
  const differing = own.filter((it) => !above.some((other) => isSame(it, other)))
  const dropped = above.filter((it) => !own.some(({ id }) => id === it.id))
  const show = overwriteShown(guild)
  return {
    category: named(category),
    synced: differing.length === 0 && dropped.length === 0,
    ...(differing.length > 0 && {
      differs: differing.map((it) => {
        const other = above.find(({ id }) => id === it.id)
        return { ...show(it), ...(other !== undefined && { in_category: changes(other) }) }
      })
    }),
    ...(dropped.length > 0 && { only_in_category: dropped.map(show) })
  }
}

const isSame = (a: ApiOverwrite, b: ApiOverwrite): boolean =>
  a.id === b.id && BigInt(a.allow) === BigInt(b.allow) && BigInt(a.deny) === BigInt(b.deny)

const overwriteShown = (guild: GuildFacts) => (it: ApiOverwrite) => {
  const role = guild.roles.find(({ id }) => id === it.id)
  return {
    id: it.id,
    kind: it.type === OverwriteType.Role ? "role" : "member",
    ...(role !== undefined && { name: role.name }),
    ...changes(it)
  }
}

const changes = ({ allow, deny }: ApiOverwrite) => ({ allow: namesOf(BigInt(allow)), deny: namesOf(BigInt(deny)) })

const named = (channel: typeof Channel.Type) => ({ id: channel.id, name: channelName(channel) })
