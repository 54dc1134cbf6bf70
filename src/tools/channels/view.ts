import { ChannelType } from "discord-api-types/v10"
import { Schema } from "effect"
import { Bits, Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { NamedUser } from "../users/view.ts"
import { channelName, isHidden } from "./hiddenChannels.ts"

/** What is read of a permission overwrite. */
export const Overwrite = Schema.Struct({ id: Id, type: Schema.Number, allow: Bits, deny: Bits })

/** What is read of a channel or thread, of whatever kind. */
export const Channel = Schema.Struct({
  id: Id,
  type: Schema.Number,
  flags: may(Schema.Number),
  name: may(Schema.String),
  guild_id: may(Id),
  parent_id: may(Id),
  position: may(Schema.Number),
  topic: may(Schema.String),
  nsfw: may(Schema.Boolean),
  rate_limit_per_user: may(Schema.Number),
  bitrate: may(Schema.Number),
  user_limit: may(Schema.Number),
  message_count: may(Schema.Number),
  member_count: may(Schema.Number),
  applied_tags: may(Schema.Array(Schema.String)),
  thread_metadata: may(
    Schema.Struct({
      archived: may(Schema.Boolean),
      locked: may(Schema.Boolean),
      archive_timestamp: may(Schema.String)
    })
  ),
  available_tags: may(Schema.Array(Schema.Struct({ id: Id, name: Schema.String }))),
  permission_overwrites: may(Schema.Array(Overwrite)),
  last_message_id: may(Id)
})

/** What an agent needs of a channel: its name, kind and place, and what limits talking in it. */
export const channel = viewOf(Channel, (it) =>
  compact({
    id: it.id,
    name: channelName(it),
    hidden: isHidden(it),
    kind: kindOf(it.type),
    guild_id: it.guild_id,
    parent_id: it.parent_id,
    position: it.position,
    topic: it.topic,
    nsfw: it.nsfw,
    slowmode_s: it.rate_limit_per_user || undefined,
    bitrate: it.bitrate,
    user_limit: it.user_limit || undefined,
    messages: it.message_count,
    members: it.member_count,
    applied_tags: it.applied_tags,
    archived: it.thread_metadata?.archived,
    locked: it.thread_metadata?.locked,
    tags: it.available_tags?.map(({ id, name }) => ({ id, name })),
    overwrites: it.permission_overwrites?.length || undefined,
    archived_at: archivedAt(it),
    last_message_id: it.last_message_id
  })
)

/** When a thread was put away, for those that are: the time is also that of any other change of it. */
const archivedAt = ({ thread_metadata: thread }: typeof Channel.Type) =>
  thread?.archived === true ? thread.archive_timestamp : undefined

/** The body of a list of threads. */
export const Threads = Schema.Struct({ threads: Schema.Array(Channel), has_more: may(Schema.Boolean) })

/** What is read of somebody's place in a thread. */
export const ThreadMember = Schema.Struct({
  user_id: may(Id),
  id: may(Id),
  join_timestamp: may(Schema.String),
  member: may(Schema.Struct({ nick: may(Schema.String), user: may(NamedUser) }))
})

/** What an agent needs of somebody's place in a thread. */
export const threadMember = viewOf(ThreadMember, (it) =>
  compact({
    user_id: it.user_id,
    thread_id: it.id,
    joined: it.join_timestamp,
    name: it.member?.nick ?? it.member?.user?.global_name ?? it.member?.user?.username
  })
)

/** What is answered where one channel begins to follow another: the webhook that carries the messages. */
export const FollowedChannel = Schema.Struct({ channel_id: Id, webhook_id: Id })

/** `GuildText` reads `text`, `PublicThread` reads `public_thread`; the words are those a channel is created with. */
export const kindOf = (type: ChannelType | null | undefined): string =>
  (type == null ? "channel" : (ChannelType[type] ?? String(type)))
    .replace(/^Guild/, "")
    // The enum knows some numbers by two names, and gives the older one.
    .replace(/^News/, "Announcement")
    .replace(/^StageVoice$/, "Stage")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
