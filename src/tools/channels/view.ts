import { ChannelType } from "discord-api-types/v10"
import { Order, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { channelFields, threadFields, threadMetadata } from "../../objects/channel.ts"
import { repliesOf, valuesOf } from "../../objects/fields.ts"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { NamedUser, User, user } from "../users/view.ts"
import { channelName, isHidden } from "./hiddenChannels.ts"

/** A channel or thread, as decoded from Discord's reply. */
export const Channel = Schema.Struct({
  id: expected(Id),
  type: expected(Schema.Number),
  guild_id: nullish(Id),
  ...repliesOf(channelFields),
  applied_tags: nullish(threadFields.applied_tags.reply),
  thread_metadata: nullish(Schema.Struct({ ...repliesOf(threadMetadata), archive_timestamp: nullish(Time) })),
  owner_id: nullish(Id),
  message_count: nullish(Schema.Number),
  member_count: nullish(Schema.Number),
  recipients: nullish(Schema.Array(User)),
  last_message_id: nullish(Id)
})

/** Compact view of a channel: name, kind, and the settings that differ from those of a new channel. */
export const channel = viewOf(
  Channel,
  ({ applied_tags, thread_metadata, ...channel }) => {
    const { name: _, ...settings } = valuesOf(channelFields, channel)
    const { archive_timestamp, ...thread } = thread_metadata ?? {}
    return {
      ...compact({
        id: channel.id,
        name: channelName(channel),
        hidden: isHidden(channel),
        kind: channel.type === undefined ? undefined : kindOf(channel.type),
        guild_id: channel.guild_id
      }),
      ...settings,
      ...valuesOf(threadFields, { applied_tags, ...thread }),
      ...compact({
        owner_id: channel.owner_id,
        messages: channel.message_count || undefined,
        members: channel.member_count,
        recipients: channel.recipients?.map(user),
        // Of an active thread, Discord's field is the time of the last change.
        archived_at: thread.archived === true ? archive_timestamp : undefined,
        last_message_id: channel.last_message_id
      })
    }
  },
  { recipient_id: "recipients" }
)

/** Compact view of a channel in a guild's list: the number of its overwrites in their place, without the guild. */
export const listedChannel = viewOf(Channel, (it) => {
  const { guild_id: _, permission_overwrites: overwrites, ...rest } = channel(it)
  return { ...rest, ...compact({ overwrites: overwrites?.length }) }
})

/** Compact view of a channel that a call created. */
export const createdChannel = created(channel, "id")

/**
 * Sorts the channels of a guild as Discord's client shows them: those without a category, then each category followed
 * by its channels. Text channels come before voice channels, then position decides, then age.
 */
export const inDisplayOrder = <A extends Ordered>(channels: ReadonlyArray<A>): ReadonlyArray<A> => {
  const categories = new Map<string | undefined, Ordered>(channels.filter(isCategory).map((it) => [it.id, it]))
  return channels.toSorted(
    Order.combineAll<Ordered>([
      Order.mapInput(byPosition, (channel) => {
        if (isCategory(channel)) return channel
        // A category that the bot cannot view comes last.
        return channel.parent_id == null
          ? NO_CATEGORY
          : (categories.get(channel.parent_id) ?? { id: channel.parent_id })
      }),
      Order.mapInput(Order.boolean, (it) => !isCategory(it)),
      Order.mapInput(Order.boolean, ({ type }) => type !== undefined && channelKindOf(type) === "voice"),
      byPosition
    ])
  )
}

/** What decides the order of a channel. */
type Ordered = Pick<typeof Channel.Type, "id" | "type" | "position" | "parent_id">

const isCategory = ({ type }: Ordered): boolean => type === ChannelType.GuildCategory

/** Comes before all categories. */
const NO_CATEGORY: Ordered = { position: -1 }

const byPosition: Order.Order<Ordered> = Order.combine(
  Order.mapInput(Order.number, ({ position }) => position ?? Number.POSITIVE_INFINITY),
  Order.mapInput(Order.bigint, ({ id }) => BigInt(id ?? 0))
)

/** A list of threads, as decoded from Discord's reply. */
export const Threads = Schema.Struct({ threads: expected(Schema.Array(Channel)), has_more: nullish(Schema.Boolean) })

/** A thread member, as decoded from Discord's reply. */
export const ThreadMember = Schema.Struct({
  user_id: nullish(Id),
  id: nullish(Id),
  join_timestamp: nullish(Time),
  member: nullish(Schema.Struct({ nick: nullish(Schema.String), user: nullish(NamedUser) }))
})

/** Compact view of a thread member: user, join time. */
export const threadMember = viewOf(ThreadMember, (member) =>
  compact({
    user_id: member.user_id,
    thread_id: member.id,
    joined: member.join_timestamp,
    name: member.member?.nick ?? member.member?.user?.global_name ?? member.member?.user?.username
  })
)

/** The reply to a follow: the channel, and the created webhook that posts its messages. */
export const FollowedChannel = Schema.Struct({ channel_id: expected(Id), webhook_id: Id })

/** Returns the name of a channel type, as inputs use it: `GuildText` is `text`, `PublicThread` is `public_thread`. */
export const kindOf = (type: ChannelType | null | undefined): string =>
  (type == null ? "channel" : (ChannelType[type] ?? String(type)))
    .replace(/^Guild/, "")
    // Some numbers have two names in the enum, and the lookup returns the older one.
    .replace(/^News/, "Announcement")
    .replace(/^StageVoice$/, "Stage")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
