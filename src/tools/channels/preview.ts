/** A channel that is about to go: what kind it is, how alive, and what goes with it. */
import type { APIStageInstance } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { channelKindOf } from "../../discord/permissions/ChannelKind.ts"
import { getJson, lookUp } from "../dsl/getJson.ts"
import { Id, may } from "../dsl/reply.ts"
import { compact } from "../shared/compact.ts"
import { firstOf, madeAt, named, quoted } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { channelName, NOT_TOLD, withoutHidden } from "./hiddenChannels.ts"
import { Channel } from "./view.ts"

/** A channel, thread or category with what the bot can view inside it. */
export const channelFacts = ({ channel_id }: { readonly channel_id: string }): PreviewFacts =>
  Effect.flatMap(channelOf(channel_id), (channel) => {
    const guild_id = channel.guild_id ?? undefined
    const own = ownFacts(channel)
    return guild_id === undefined || channelKindOf(channel.type) === "thread"
      ? Effect.succeed(own)
      : Effect.zipWith(threadsIn(guild_id, channel_id), childrenOf(guild_id, channel_id), (threads, children) => ({
          ...own,
          ...compact({
            active_threads: firstOf(threads, SHOWN_MAX),
            left_without_category: firstOf(children, SHOWN_MAX)
          }),
          not_told: NOT_TOLD
        }))
  })

/** Channels that take over the permissions of a category, and lose their own. */
export const lockFacts = ({
  guild_id,
  positions
}: {
  readonly guild_id: string
  readonly positions: ReadonlyArray<{ readonly id: string; readonly lock_permissions?: boolean }>
}): PreviewFacts =>
  Effect.map(listedIn(guild_id), (channels) => {
    const locked = positions.filter((it) => it.lock_permissions === true)
    return compact({
      lose_their_own_permissions: locked.map(({ id }) => nameOf(channels.find((it) => it.id === id)) ?? id)
    })
  })

/** What a stage is live with. */
export const stageFacts = ({ channel_id }: { readonly channel_id: string }): PreviewFacts =>
  Effect.map(lookUp<APIStageInstance>("/stage-instances/{channel_id}", { channel_id }), ({ topic }) => ({
    topic: quoted(topic)
  }))

/** Threads and channels that are named. */
const SHOWN_MAX = 8

/** What a preview reads of the channels of a list. */
const Listed = Schema.Struct({ id: Id, name: may(Schema.String), parent_id: may(Id), flags: may(Schema.Number) })

const listedIn = (guild_id: string) =>
  Effect.map(getJson(Schema.Array(Listed), "/guilds/{guild_id}/channels", { guild_id }), withoutHidden)

const channelOf = (channel_id: string) => getJson(Channel, "/channels/{channel_id}", { channel_id })

const ownFacts = (it: typeof Channel.Type) =>
  compact({
    topic: "topic" in it && it.topic ? quoted(it.topic) : undefined,
    last_message: "last_message_id" in it && it.last_message_id != null ? madeAt(it.last_message_id) : undefined,
    messages: "message_count" in it ? it.message_count : undefined,
    members: "member_count" in it ? it.member_count : undefined
  })

const threadsIn = (guild_id: string, channel_id: string) =>
  Effect.map(
    getJson(Schema.Struct({ threads: Schema.Array(Listed) }), "/guilds/{guild_id}/threads/active", { guild_id }),
    ({ threads }) => within(threads, channel_id)
  )

const childrenOf = (guild_id: string, channel_id: string) =>
  Effect.map(listedIn(guild_id), (channels) => within(channels, channel_id))

const within = (channels: ReadonlyArray<typeof Listed.Type>, parent: string): ReadonlyArray<string> =>
  channels.filter((it) => "parent_id" in it && it.parent_id === parent).flatMap((it) => nameOf(it) ?? [])

const nameOf = (it: typeof Listed.Type | undefined): string | undefined => {
  const name = it && channelName(it)
  return name === undefined ? undefined : named(name, "#")
}
