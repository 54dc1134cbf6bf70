/** Preview facts of deleted and moved channels. */
import { Effect, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { getReadable } from "../dsl/getJson.ts"
import { Id, nullish } from "../dsl/reply.ts"
import { compact } from "../dsl/view.ts"
import { createdAt, firstItems, formatName, quote } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { channelName, HIDDEN_CHANNELS_CAVEAT, withoutHidden } from "./hiddenChannels.ts"
import { Channel } from "./view.ts"

/** Returns the facts of a deleted channel, thread or category, with its content that the bot can view. */
export const channelFacts = ({ channel_id }: { readonly channel_id: string }): PreviewFacts =>
  Effect.flatMap(channelOf(channel_id), (channel) => {
    const guild_id = channel.guild_id ?? undefined
    const own = ownFacts(channel)
    return guild_id === undefined || (channel.type !== undefined && channelKindOf(channel.type) === "thread")
      ? Effect.succeed(own)
      : Effect.zipWith(threadsIn(guild_id, channel_id), childrenOf(guild_id, channel_id), (threads, children) => ({
          ...own,
          ...compact({
            active_threads: firstItems(threads, SHOWN_MAX),
            left_without_category: firstItems(children, SHOWN_MAX)
          }),
          not_shown: HIDDEN_CHANNELS_CAVEAT
        }))
  })

/** Returns the channels that lose their own permissions because they take the permissions of a category. */
export const lockFacts = ({
  guild_id,
  positions
}: {
  readonly guild_id: string
  readonly positions: ReadonlyArray<{ readonly id: string; readonly lock_permissions?: boolean }>
}): PreviewFacts =>
  Effect.map(listChannels(guild_id), (channels) =>
    compact({
      lose_own_permissions: positions
        .filter((it) => it.lock_permissions === true)
        .map(({ id }) => nameOf(channels.find((it) => it.id === id)) ?? id)
    })
  )

/** Maximum number of threads and channels in a preview. */
const SHOWN_MAX = 8

/** A listed channel or thread. */
const Listed = Schema.Struct({
  id: Id,
  name: nullish(Schema.String),
  parent_id: nullish(Id),
  flags: nullish(Schema.Number)
})

const listChannels = (guild_id: string) =>
  Effect.map(getReadable(Schema.Array(Listed), "/guilds/{guild_id}/channels", { guild_id }), withoutHidden)

const channelOf = (channel_id: string) => getReadable(Channel, "/channels/{channel_id}", { channel_id })

const ownFacts = (it: typeof Channel.Type) =>
  compact({
    topic: it.topic ? quote(it.topic) : undefined,
    last_message: it.last_message_id == null ? undefined : createdAt(it.last_message_id),
    messages: it.message_count,
    members: it.member_count
  })

const threadsIn = (guild_id: string, channel_id: string) =>
  Effect.map(
    getReadable(Schema.Struct({ threads: Schema.Array(Listed) }), "/guilds/{guild_id}/threads/active", { guild_id }),
    ({ threads }) => namesIn(threads, channel_id)
  )

const childrenOf = (guild_id: string, channel_id: string) =>
  Effect.map(listChannels(guild_id), (channels) => namesIn(channels, channel_id))

const namesIn = (channels: ReadonlyArray<typeof Listed.Type>, parent: string): ReadonlyArray<string> =>
  channels.filter((it) => it.parent_id === parent).flatMap((it) => nameOf(it) ?? [])

const nameOf = (it: typeof Listed.Type | undefined): string | undefined => {
  const name = it && channelName(it)
  return name === undefined ? undefined : formatName(name, "#")
}
