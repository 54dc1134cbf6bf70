/** The order of channels that came out of a move of several. */
import { Effect, Schema, Struct } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { shortList } from "../../text/words.ts"
import { compact, resultOf } from "../dsl/view.ts"
import { lockedNotice } from "../permissions/ownAccess.ts"
import type { ToolResult } from "../ToolResult.ts"
import { channelName, viewableChannels } from "./hiddenChannels.ts"
import { Listed } from "./move.ts"
import { channelsIn, sectionOf } from "./order.ts"

/** A move of a channel, as a call has it. */
export interface ChannelMove {
  readonly id: string
  readonly position?: number
  readonly parent_id?: string | null
  readonly lock_permissions?: boolean
}

/** The channels after a move; `undefined` if they could not be read. */
const Order = Schema.UndefinedOr(Schema.Array(Listed))

interface Moves {
  readonly guild_id: string
  readonly positions: ReadonlyArray<ChannelMove>
}

/** Sends moves, and reads the channels after them: Discord's own reply is empty. A failed reading does not fail the call. */
export const sendChannelMoves = Effect.fn("channels.modifyPositions")(function* (
  request: DiscordRequest,
  { guild_id }: Moves
) {
  const { request: send } = yield* Discord
  const sent = yield* send(Struct.omit(request, "read"))
  const channels = yield* viewableChannels(Listed, guild_id).pipe(
    Effect.catchAll((failure) => Effect.as(Effect.logDebug("the order of channels is unknown", failure), undefined))
  )
  return { ...sent, body: channels }
})

/** The order that came out: of each category that a moved channel is in, with its channels as people see them. */
export const orderResult = resultOf(Order, (channels, { positions }: Moves): ToolResult<MovedOrder> => {
  if (channels === undefined) return { value: { done: true }, notice: NOT_READ }
  const moved = channels.filter(({ id }) => positions.some((move) => move.id === id))
  const parents = [...new Set(moved.map(({ parent_id }) => parent_id ?? null))]
  const elsewhere = positions.filter((move) => isElsewhere(move, channels)).map(({ id }) => id)
  return {
    value: {
      done: true,
      order: parents.map((parent_id) => ({
        ...(parent_id !== null && { parent: parentOf(parent_id, channels) }),
        channels: channelsIn(channels, parent_id)
          .filter((channel) => parent_id !== null || isBeside(channel, moved))
          .map((channel) => ({ ...named(channel), position: channel.position }))
      }))
    },
    ...(elsewhere.length > 0 && {
      notice: `Discord put these channels elsewhere than asked for: ${shortList(elsewhere, SHOWN_MAX)}. The order is as it is now; channels_move puts one before or after another.`
    })
  }
})

/** The order after a move; without it, the channels could not be read. */
interface MovedOrder {
  readonly done: true
  readonly order?: ReadonlyArray<{
    readonly parent?: { readonly id: string; readonly name?: string }
    readonly channels: ReadonlyArray<{ readonly id: string; readonly name?: string; readonly position: number }>
  }>
}

const NOT_READ = "The channels are moved, but their order could not be read: see channels_list."

const SHOWN_MAX = 5

/** Whether a channel without a category is in the section of one that moved. */
const isBeside = (channel: Listed, moved: ReadonlyArray<Listed>): boolean =>
  moved.some((other) => other.parent_id == null && sectionOf(other) === sectionOf(channel))

const isElsewhere = ({ id, parent_id, position }: ChannelMove, channels: ReadonlyArray<Listed>): boolean => {
  const channel = channels.find((it) => it.id === id)
  return (
    channel !== undefined &&
    ((position !== undefined && channel.position !== position) ||
      (parent_id !== undefined && (channel.parent_id ?? null) !== parent_id))
  )
}

const named = (channel: Listed) => ({ id: channel.id, ...compact({ name: channelName(channel) }) })

/** Returns the category of an order. The bot may not see it. */
const parentOf = (id: string, channels: ReadonlyArray<Listed>) => {
  const category = channels.find((channel) => channel.id === id)
  return category === undefined ? { id } : named(category)
}

/** Returns the notice of channels that took the permissions of their category. */
export const moveNotice = ({ guild_id, positions }: Moves, reply: unknown) => {
  const locked = positions.flatMap(({ id, lock_permissions }) => (lock_permissions === true ? [id] : []))
  const channels = reply as typeof Order.Type // sendChannelMoves made it
  return locked.length === 0 || channels === undefined
    ? Effect.succeed(undefined)
    : lockedNotice(guild_id, locked, channels)
}
