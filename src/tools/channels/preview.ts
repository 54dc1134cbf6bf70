/** Preview facts of deleted and moved channels. */
import { Effect, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import { Overwrite } from "../permissions/context.ts"
import { replacedOverwrites, roleNames } from "../roles/preview.ts"
import { createdAt, firstItems, formatName, quote } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { channelName, HIDDEN_CHANNELS_CAVEAT, viewableChannels, withoutHidden } from "./hiddenChannels.ts"
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

/** Returns the channels that take the permissions of their category, and what each no longer allows or denies. */
export const lockFacts = ({
  guild_id,
  positions
}: {
  readonly guild_id: string
  readonly positions: ReadonlyArray<{
    readonly id: string
    readonly parent_id?: string | null
    readonly lock_permissions?: boolean
  }>
}): PreviewFacts =>
  Effect.gen(function* () {
    const locked = positions.filter((it) => it.lock_permissions === true)
    if (locked.length === 0) return {}
    const [channels, names] = yield* Effect.all([viewableChannels(Lockable, guild_id), roleNames(guild_id)], {
      concurrency: 2
    })
    const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
    return compact({
      lose_own_permissions: locked.map(({ id }) => nameOf(find(id)) ?? id),
      permissions_lost: locked.flatMap(({ id, parent_id }) => {
        const channel = find(id)
        const category = find(parent_id === undefined ? channel?.parent_id : parent_id)
        const before = channel?.permission_overwrites ?? []
        return replacedOverwrites(before, category?.permission_overwrites ?? [], names).map(
          (text) => `${nameOf(channel) ?? id}: ${text}`
        )
      })
    })
  })

/** Maximum number of threads and channels in a preview. */
const SHOWN_MAX = 8

/** A listed channel or thread. */
const Listed = Schema.Struct({
  id: Id,
  name: nullish(Schema.String),
  parent_id: nullish(Id),
  flags: nullish(Schema.Number)
})

const Lockable = Schema.Struct({ ...Listed.fields, permission_overwrites: nullish(Schema.Array(Overwrite)) })

const listChannels = (guild_id: string) =>
  Effect.map(getReadable(Schema.Array(Listed), "/guilds/{guild_id}/channels", { guild_id }), withoutHidden)

const channelOf = (channel_id: string) => getReadable(Channel, "/channels/{channel_id}", { channel_id })

const ownFacts = (channel: typeof Channel.Type) =>
  compact({
    topic: channel.topic ? quote(channel.topic) : undefined,
    last_message: channel.last_message_id == null ? undefined : createdAt(channel.last_message_id),
    messages: channel.message_count,
    thread_members: channel.member_count
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
