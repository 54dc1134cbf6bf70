/** The tool that moves one channel: it works out the positions that channels_modify_positions takes. */

import { ChannelType } from "discord-api-types/v10"
import { Effect, Either, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { permissionBits } from "../../errors/PermissionName.ts"
import { choice, described, flag, nullable, optional } from "../../objects/schema/fields.ts"
import { ChannelId, channel_id } from "../../objects/schema/ids.ts"
import { Bits, Id, nullish, whole } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { atLeastOne, atMostOne, issueIf } from "../dsl/checks.ts"
import { getReadable } from "../dsl/getJson.ts"
import { type Fail, makeFail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { compact } from "../dsl/view.ts"
import { Overwrite } from "../permissions/context.ts"
import { lockedNotice } from "../permissions/ownAccess.ts"
import { reasons } from "../shared/failures.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts } from "../Tool.ts"
import { channelName, viewableChannels } from "./hiddenChannels.ts"
import { moveFailures } from "./moveFailures.ts"
import { channelsIn, type NewPosition, positionsFor, sectionOf } from "./order.ts"
import { lockFacts } from "./preview.ts"
import { kindOf } from "./view.ts"

const fields = {
  channel_id,
  before: optional(described("Directly above this channel or category.", ChannelId)),
  after: optional(described("Directly below this channel or category.", ChannelId)),
  parent_id: optional(nullable(described("Into this category; at its end without position.", ChannelId))),
  position: optional(choice("In its category, or in parent_id.", "first", "last")),
  lock_permissions: optional(flag("Replace the channel's permissions by those of its category; false by default."))
}

/** The decoded fields. */
interface MoveInput {
  readonly channel_id: string
  readonly before?: string
  readonly after?: string
  readonly parent_id?: string | null
  readonly position?: "first" | "last"
  readonly lock_permissions?: boolean
}

const validate = (input: MoveInput): ReadonlyArray<ValidationIssue> => [
  ...atLeastOne("before", "after", "parent_id", "position")(input),
  ...atMostOne("before", "after", "parent_id")(input),
  ...atMostOne("before", "after", "position")(input),
  ...(["before", "after", "parent_id"] as const).flatMap((name) =>
    issueIf(input[name] === input.channel_id, name, "must be another channel than channel_id", "same_channel")
  )
]

/** The tool that moves one channel. */
export const moveChannel = custom("channels_move", {
  description:
    "Move one channel or category: before or after another, into a category, first or last. Its permissions stay without lock_permissions.",
  fields,
  risk: "write",
  permissions: ["MANAGE_CHANNELS"],
  asks: ["replaces", "grants"],
  // A channel that takes the permissions of its category loses its own permissions.
  riskOf: ({ lock_permissions }: MoveInput) => (lock_permissions === true ? "destructive" : "write"),
  validate,
  failures: { ...moveFailures, ...reasons("unknown_channel", "category_full", "one_category_change_at_a_time") },
  preview: (input) => moveFacts(input),
  run: (input, fail) => move(input, fail)
})

/** A channel of a list, as far as moves and their notices need it. */
export const Listed = Schema.Struct({
  id: Id,
  type: Schema.Number,
  position: Schema.Number,
  name: nullish(Schema.String),
  parent_id: nullish(Id),
  flags: nullish(Schema.Number),
  permission_overwrites: nullish(whole(Overwrite))
})
export type Listed = typeof Listed.Type

/** What a call changes: the category if it is another one, and positions. */
interface Move {
  readonly channel: Listed
  readonly parent_id: string | null
  readonly order: ReadonlyArray<Listed>
  readonly changes: ReadonlyArray<Change>
}

interface Change {
  readonly id: string
  readonly position?: number
  readonly parent_id?: string | null
  readonly lock_permissions?: true
}

const move = Effect.fn("channels.move")(function* (input: MoveInput, fail: Fail<keyof typeof moveFailures>) {
  const { request } = yield* Discord
  const { guild_id, type } = yield* channelOf(input.channel_id)
  if (guild_id == null) return yield* fail("not_a_channel", "channel_id")
  if (isThread(type)) return yield* fail("thread", "channel_id")
  const [channels, seesAll] = yield* Effect.all([viewableChannels(Listed, guild_id), isAdministrator(guild_id)], {
    concurrency: 2
  })
  const planned = plan(input, channels, fail)
  if (Either.isLeft(planned)) yield* failIfThread(input, channels, fail)
  const { changes } = yield* planned
  if (changes.length > 0) {
    yield* request({
      method: "PATCH",
      route: "/guilds/{guild_id}/channels",
      path: { guild_id },
      body: changes,
      risk: input.lock_permissions === true ? "destructive" : "write",
      repeat: "same",
      subject: "bot",
      duration: "default"
    })
  }
  const now = changes.length === 0 ? channels : yield* viewableChannels(Listed, guild_id)
  const lost = input.lock_permissions === true ? yield* lockedNotice(guild_id, [input.channel_id], now) : undefined
  const notices = [
    ...(changes.length === 0 ? ["The channel already is there: nothing was changed."] : []),
    ...(seesAll ? [] : [`The bot can view only ${counted(channels.length, "channel")}: others may be between.`]),
    ...(lost === undefined ? [] : [lost])
  ]
  return {
    value: {
      id: input.channel_id,
      ...placeOf(input.channel_id, now),
      ...(input.lock_permissions !== undefined && { lock_permissions: input.lock_permissions }),
      ...(input.parent_id === null && { cleared: ["parent_id"] }),
      positions_changed: changes.filter(({ position }) => position !== undefined).length
    },
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
})

/** Returns what a move changes, or the reason why Discord has no such place. */
const plan = (
  input: MoveInput,
  channels: ReadonlyArray<Listed>,
  fail: Fail<keyof typeof moveFailures>
): Either.Either<Move, ValidationError> => {
  const find = (id: string | null | undefined) => channels.find((it) => it.id === id)
  const channel = find(input.channel_id)
  if (channel === undefined) return Either.left(fail("not_a_channel", "channel_id"))
  const side = input.before !== undefined ? "before" : "after"
  const neighbour = find(input[side])
  if (input[side] !== undefined && neighbour === undefined) return Either.left(fail("neighbour_not_there", side))
  const section = sectionOf(channel)
  if (neighbour !== undefined && sectionOf(neighbour) !== section) {
    const isCategory = section === "category" || sectionOf(neighbour) === "category"
    return Either.left(isCategory ? fail("category_beside_channel", side) : fail("text_above_voice", side))
  }
  const current = channel.parent_id ?? null
  const parent_id =
    neighbour !== undefined ? (neighbour.parent_id ?? null) : input.parent_id === undefined ? current : input.parent_id
  if (input.parent_id != null) {
    if (section === "category") return Either.left(fail("category_in_category", "parent_id"))
    const parent = find(parent_id)
    if (parent === undefined || sectionOf(parent) !== "category")
      return Either.left(fail("not_a_category", "parent_id"))
  }
  if (input.lock_permissions === true && parent_id === null) return Either.left(fail("no_category", "lock_permissions"))
  const others = channelsIn(channels, parent_id).filter((it) => sectionOf(it) === section && it.id !== channel.id)
  const stays = neighbour === undefined && input.position === undefined && parent_id === current
  const at = neighbour === undefined ? -1 : others.indexOf(neighbour)
  const index = at === -1 ? (input.position === "first" ? 0 : others.length) : side === "before" ? at : at + 1
  const positions = stays ? [] : positionsFor(channel, others, index)
  return Either.right({
    channel,
    parent_id,
    order: [...others.slice(0, index), channel, ...others.slice(index)],
    changes: changesOf(channel, positions, {
      ...(parent_id !== current && { parent_id }),
      ...(input.lock_permissions === true && { parent_id, lock_permissions: true })
    })
  })
}

/** Joins the new positions with what else changes of the moved channel. */
const changesOf = (
  { id }: Listed,
  positions: ReadonlyArray<NewPosition>,
  own: Pick<Change, "parent_id" | "lock_permissions">
): ReadonlyArray<Change> => {
  const others = positions.filter((it) => it.id !== id)
  const position = positions.find((it) => it.id === id)?.position
  const first = { id, ...(position !== undefined && { position }), ...own }
  return Object.keys(first).length === 1 ? others : [first, ...others]
}

/** Returns where a channel is, with its neighbours as people see them. */
const placeOf = (id: string, channels: ReadonlyArray<Listed>) => {
  const channel = channels.find((it) => it.id === id)
  const parent_id = channel?.parent_id ?? null
  const category = channels.find((it) => it.id === parent_id)
  const order = channelsIn(channels, parent_id).filter(
    (it) => (sectionOf(it) === "category") === (channel !== undefined && sectionOf(channel) === "category")
  )
  const at = order.findIndex((it) => it.id === id)
  return compact({
    ...named(channel),
    parent: category === undefined && parent_id !== null ? { id: parent_id } : named(category),
    after: at < 1 ? undefined : named(order[at - 1]),
    before: at === -1 ? undefined : named(order[at + 1]),
    position: channel?.position
  })
}

const named = (channel: Listed | undefined) =>
  channel && compact({ id: channel.id, name: channelName(channel), kind: kindOf(channel.type) })

/** Reads the kind of a channel or thread, and its guild: a direct message has none. */
const channelOf = (channel_id: string) =>
  getReadable(Schema.Struct({ guild_id: nullish(Id), type: nullish(Schema.Number) }), "/channels/{channel_id}", {
    channel_id
  })

const isThread = (type: number | null | undefined): boolean => type != null && THREADS.has(type)

const THREADS: ReadonlySet<number> = new Set([
  ...[ChannelType.AnnouncementThread, ChannelType.PublicThread, ChannelType.PrivateThread]
])

/**
 * Fails if the place of a move is a thread, which no channel list has. Reads only a place that the list lacks. Without
 * access to it, the failure of the plan says more.
 */
const failIfThread = (input: MoveInput, channels: ReadonlyArray<Listed>, fail: Fail<keyof typeof moveFailures>) =>
  Effect.forEach(["before", "after", "parent_id"] as const, (field) => {
    const id = input[field]
    if (id == null || channels.some((it) => it.id === id)) return Effect.void
    return channelOf(id).pipe(
      Effect.map(({ type }) => isThread(type)),
      Effect.orElseSucceed(() => false),
      Effect.flatMap((is) => (is ? fail("thread", field) : Effect.void))
    )
  })

/** Returns whether the bot sees all channels: as an administrator, or as the owner. Reads its permissions in the guild. */
const isAdministrator = (guild_id: string) =>
  Effect.map(
    getReadable(Schema.Array(Membership), "/users/@me/guilds", {}, { after: String(BigInt(guild_id) - 1n), limit: 1 }),
    ([guild]) =>
      guild?.id === guild_id &&
      (guild.owner === true || (BigInt(guild.permissions ?? 0) & permissionBits.ADMINISTRATOR) !== 0n)
  ).pipe(Effect.orElseSucceed(() => false))

const Membership = Schema.Struct({ id: Id, owner: nullish(Schema.Boolean), permissions: nullish(Bits) })

/** Returns between which channels a call puts a channel, and whether that takes its own permissions. */
const moveFacts = (input: MoveInput): PreviewFacts =>
  Effect.gen(function* () {
    const { guild_id } = yield* channelOf(input.channel_id)
    if (guild_id == null) return {}
    const channels = yield* viewableChannels(Listed, guild_id)
    const planned = plan(input, channels, makeFail(moveFailures))
    if (Either.isLeft(planned)) return {}
    const { channel, order, parent_id } = planned.right
    const at = order.indexOf(channel)
    const nameOf = (it: Listed | undefined) => {
      const name = it && channelName(it)
      return name === undefined ? undefined : formatName(name, "#")
    }
    const locked = { id: channel.id, parent_id, lock_permissions: input.lock_permissions === true }
    return {
      ...compact({
        category: parent_id === null ? "none" : (nameOf(channels.find((it) => it.id === parent_id)) ?? parent_id),
        below: nameOf(order[at - 1]),
        above: nameOf(order[at + 1])
      }),
      ...(yield* lockFacts({ guild_id, positions: [locked] }))
    }
  })
