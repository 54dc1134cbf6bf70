/** Messages that are about to go: whose they are, from when, and what goes with them. */
import type { APIMessage } from "discord-api-types/v10"
import { Effect } from "effect"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import { lookUp } from "../dsl/getJson.ts"
import { compact } from "../shared/compact.ts"
import { firstOf, moment, named, textOf, userName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"

/** One message of a channel; who wrote what stands among the names. */
export const messageFacts = (path: { readonly channel_id: string; readonly message_id: string }): PreviewFacts =>
  Effect.map(lookUp<APIMessage>("/channels/{channel_id}/messages/{message_id}", path), detailsOf)

/** One message that a webhook or an interaction answers for, by its own route. */
export const tokenMessageFacts = (
  route: string,
  path: DiscordRequest["path"],
  subject: Subject,
  thread_id?: string
): PreviewFacts =>
  Effect.map(lookUp<APIMessage>(route, path, { ...(thread_id !== undefined && { thread_id }) }, subject), (it) => ({
    message: `${userName(it.author)}: ${textOf(it)}`,
    ...detailsOf(it)
  }))

/** Many messages of a channel. They stand close together as a rule, so pages of the channel are read, not each of them. */
export const messagesFacts = (input: {
  readonly channel_id: string
  readonly message_ids: ReadonlyArray<string>
}): PreviewFacts =>
  Effect.map(foundAmong(input), (found) => {
    const count = input.message_ids.length
    const authors = new Map<string, number>()
    for (const { author } of found) authors.set(userName(author), (authors.get(userName(author)) ?? 0) + 1)
    return {
      action: `Delete ${count} messages at once, permanently`,
      ...compact({
        authors: firstOf(
          [...authors].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${name}: ${times}`),
          SHOWN_MAX
        ),
        oldest: found.at(-1) && moment(found.at(-1)?.timestamp ?? ""),
        newest: found[0] && moment(found[0].timestamp),
        messages: firstOf(
          found.map((it) => `${userName(it.author)}: ${textOf(it)}`),
          SHOWN_MAX
        ),
        not_seen: count > found.length ? `${count - found.length}, deleted or too old to look up` : undefined
      })
    }
  })

/** Reactions that are about to go: all of a message, or those with one emoji. */
export const reactionFacts = ({
  emoji,
  ...path
}: {
  readonly channel_id: string
  readonly message_id: string
  readonly emoji?: string
}): PreviewFacts =>
  Effect.map(lookUp<APIMessage>("/channels/{channel_id}/messages/{message_id}", path), ({ reactions = [] }) => {
    const written = reactions.map(({ count, emoji: { id, name } }) => ({
      count,
      it: id === null ? name : `${name}:${id}`
    }))
    const going = written.filter(({ it }) => emoji === undefined || it === emoji)
    return { reactions: going.length === 0 ? "none" : going.map(({ count, it }) => `${it}: ${count}`) }
  })

/** Messages, authors and the like that are shown one by one. */
const SHOWN_MAX = 5

const detailsOf = ({ edited_timestamp, pinned, reactions = [], thread, timestamp }: APIMessage) =>
  compact({
    written: moment(timestamp),
    edited: edited_timestamp && moment(edited_timestamp),
    reactions: reactions.reduce((sum, { count }) => sum + count, 0) || undefined,
    pinned,
    thread: thread && named(thread.name ?? "thread", "#")
  })

/** Pages of a hundred that are read to find messages. */
const PAGES_MAX = 3
const PAGE = 100

/** Those of the messages that are found, newest first. */
const foundAmong = Effect.fn("foresight.foundAmong")(function* ({
  channel_id,
  message_ids
}: {
  readonly channel_id: string
  readonly message_ids: ReadonlyArray<string>
}) {
  const wanted = new Set(message_ids)
  const [oldest = 0n, ...younger] = message_ids.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1))
  const newest = younger.at(-1) ?? oldest
  const found: Array<APIMessage> = []
  let before = String(newest + 1n)
  for (let pages = 0; pages < PAGES_MAX && found.length < wanted.size; pages++) {
    const page = yield* lookUp<ReadonlyArray<APIMessage>>(
      "/channels/{channel_id}/messages",
      { channel_id },
      { limit: PAGE, before }
    )
    found.push(...page.filter(({ id }) => wanted.has(id)))
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined || BigInt(last.id) <= oldest) break
    before = last.id
  }
  return found
})
