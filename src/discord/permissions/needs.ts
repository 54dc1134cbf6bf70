/** What an operation needs by its content or target (Discord docs, resources and permissions). */
import {
  AutoModerationActionType,
  ChannelType,
  GuildScheduledEventEntityType,
  MessageFlags,
  MessageReferenceType
} from "discord-api-types/v10"
import { Predicate } from "effect"
import { bitsOf, namesOf, type PermissionName } from "../../errors/PermissionName.ts"
import type { ChannelKind } from "./effectivePermissions.ts"

/**
 * A permission; alternative sets of permissions of which one is enough, narrowest first; or permissions that Discord
 * does not always require, because that depends on more than the request.
 */
export type Need =
  | PermissionName
  | { readonly oneOf: ReadonlyArray<ReadonlyArray<PermissionName>> }
  | { readonly conditional: ReadonlyArray<PermissionName> }

/** What is known about the target of a request; every field is optional. */
export interface PermissionTarget {
  readonly kind?: ChannelKind
  /** Whether a thread is locked. */
  readonly locked?: boolean
  /** Whether the bot created the message, thread, expression or event. If unknown, another creator is assumed. */
  readonly own?: boolean
  /** Whether the message already has the reaction. If unknown, a first reaction is assumed. */
  readonly reacted?: boolean
  /** Ids of the guild's own emojis and stickers. */
  readonly expressions?: ReadonlySet<string>
  readonly features?: ReadonlyArray<string>
}

/** The input of a need rule. */
export interface NeedContext {
  readonly body: Readonly<Record<string, unknown>>
  readonly files: number
  /** The values of the path's fields, in order. */
  readonly path: ReadonlyArray<string>
  readonly target: PermissionTarget
}

/** Returns the needs of a request, for routes whose needs depend on body or target. */
export type NeedRule = (it: NeedContext) => ReadonlyArray<Need>

/** Makes a need that any one of the sets satisfies. */
export const oneOf = (...sets: ReadonlyArray<ReadonlyArray<PermissionName>>): Need => ({ oneOf: sets })

/** Makes a need of permissions that Discord does not always require. */
const conditional = (names: ReadonlyArray<PermissionName>): Need => ({ conditional: names })

/** Returns the permissions if the condition holds. */
export const when = (holds: boolean, ...names: ReadonlyArray<PermissionName>): ReadonlyArray<PermissionName> =>
  holds ? names : []

/** Returns the bits of needs. From alternatives, takes the held set, or else the narrowest. */
export const bitsNeeded = (needs: ReadonlyArray<Need>, held = 0n): bigint =>
  bitsOf(
    needs.flatMap((need) =>
      typeof need === "object" && "conditional" in need ? need.conditional : namesNeeded([need], held)
    )
  )

/** Returns what Discord always requires. From alternatives, takes the held set, or else the narrowest. */
export const namesNeeded = (needs: ReadonlyArray<Need>, held = 0n): ReadonlyArray<PermissionName> =>
  needs.flatMap((need) => {
    if (typeof need === "string") return [need]
    if ("conditional" in need) return []
    const [narrowest = [], ...others] = need.oneOf
    return [narrowest, ...others].find((names) => (bitsOf(names) & ~held) === 0n) ?? narrowest
  })

/** Sending: threads have their own permission (Discord docs, permissions, inherited permissions). */
export const sendingNeeds: NeedRule = ({ target }) => [
  target.kind === "thread" ? "SEND_MESSAGES_IN_THREADS" : "SEND_MESSAGES"
]

/** Sending a message. */
export const message: NeedRule = (it) => [...sendingNeeds(it), ...contentNeeds(it)]

/** Publishing a message: the bot's own message needs no more than sending. */
export const crosspost: NeedRule = (it) => [...sendingNeeds(it), ...ownMessage(it)]

/** Changing or deleting a message: the bot's own message needs nothing. */
export const ownMessage: NeedRule = ({ target }) => (target.own === true ? [] : [conditional(["MANAGE_MESSAGES"])])

/** Adding a reaction. Only the first one with an emoji needs ADD_REACTIONS. */
export const reaction: NeedRule = ({ path, target }) => [
  "READ_MESSAGE_HISTORY",
  ...when(target.reacted !== true, "ADD_REACTIONS"),
  ...when(isForeign(/:(\d+)$/.exec(path[2] ?? "")?.[1], target), "USE_EXTERNAL_EMOJIS")
]

/** Removing a member from a thread: the owner of a thread needs nothing. */
export const threadMemberRemove: NeedRule = ({ target }) => when(target.own !== true, "MANAGE_THREADS")

/** Creating a thread. In a forum it is a post with its first message. */
export const threadCreate: NeedRule = (request) => {
  if (request.target.kind === "forum") {
    return [
      "SEND_MESSAGES",
      ...contentNeeds({ ...request, body: Predicate.isRecord(request.body.message) ? request.body.message : {} })
    ]
  }
  return [request.body.type === ChannelType.PrivateThread ? "CREATE_PRIVATE_THREADS" : "CREATE_PUBLIC_THREADS"]
}

const contentNeeds: NeedRule = ({ body, files, target }) => {
  const mentions = Predicate.isRecord(body.allowed_mentions) ? body.allowed_mentions.parse : undefined
  const reference = Predicate.isRecord(body.message_reference) ? body.message_reference : undefined
  const stickers = Array.isArray(body.sticker_ids) ? body.sticker_ids : []
  const emojis = typeof body.content === "string" ? [...body.content.matchAll(/<a?:\w+:(\d+)>/g)] : []
  const flags = typeof body.flags === "number" ? body.flags : 0
  return [
    ...when(body.tts === true, "SEND_TTS_MESSAGES"),
    ...when(reference !== undefined && reference.type !== MessageReferenceType.Forward, "READ_MESSAGE_HISTORY"),
    ...when(files > 0 || isFilled(body.attachments), "ATTACH_FILES"),
    ...when(isFilled(body.embeds), "EMBED_LINKS"),
    // Without the permission, the message is sent and does not ping.
    ...(Array.isArray(mentions) && mentions.includes("everyone") ? [conditional(["MENTION_EVERYONE"])] : []),
    ...when(
      emojis.some((match) => isForeign(match[1], target)),
      "USE_EXTERNAL_EMOJIS"
    ),
    ...when(
      stickers.some((id) => isForeign(String(id), target)),
      "USE_EXTERNAL_STICKERS"
    ),
    ...when(Predicate.isRecord(body.poll), "SEND_POLLS"),
    ...when((flags & MessageFlags.IsVoiceMessage) !== 0, "SEND_VOICE_MESSAGES")
  ]
}

/** Returns whether an emoji or sticker belongs to another guild; false if the expressions of this guild are unknown. */
const isForeign = (id: string | undefined, { expressions }: PermissionTarget): boolean =>
  id !== undefined && expressions !== undefined && !expressions.has(id)

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0

/** Changing a channel or thread. Unarchiving a thread that is not locked needs only the permission to send. */
export const channelPatch: NeedRule = (request) => {
  if (request.target.kind !== "thread") {
    const overwrites = request.body.permission_overwrites
    return [
      "MANAGE_CHANNELS",
      ...when(overwrites !== undefined, "MANAGE_ROLES"),
      conditional(namesOfOverwrites(overwrites))
    ]
  }
  const wakes =
    request.body.archived === false && request.target.locked !== true && Object.keys(request.body).length === 1
  return wakes ? sendingNeeds(request) : ["MANAGE_THREADS"]
}

/** Deleting a channel or thread. */
export const channelDelete: NeedRule = ({ target }) => [target.kind === "thread" ? "MANAGE_THREADS" : "MANAGE_CHANNELS"]

/** Creating a channel. Only administrators can grant MANAGE_ROLES in its overwrites. */
export const channelCreate: NeedRule = ({ body }) => {
  const names = namesOfOverwrites(body.permission_overwrites)
  return ["MANAGE_CHANNELS", conditional([...names, ...when(names.includes("MANAGE_ROLES"), "ADMINISTRATOR")])]
}

/** Editing an overwrite: the bot can only allow or deny permissions that it has, in the channel or in the guild. */
export const overwrite: NeedRule = ({ body }) => ["MANAGE_ROLES", conditional(namesOfOverwrites([body]))]

/** Editing a role: the bot can only add permissions that it has. */
export const role: NeedRule = ({ body }) => ["MANAGE_ROLES", conditional(namesIn(body.permissions))]

/** Changing a member, by field. */
export const memberPatch: NeedRule = ({ body }) => [
  ...when("nick" in body, "MANAGE_NICKNAMES"),
  ...when("roles" in body, "MANAGE_ROLES"),
  ...when("mute" in body, "MUTE_MEMBERS"),
  ...when("deaf" in body, "DEAFEN_MEMBERS"),
  ...when("channel_id" in body, "MOVE_MEMBERS"),
  ...when(typeof body.channel_id === "string", "CONNECT"),
  ...when("communication_disabled_until" in body, "MODERATE_MEMBERS"),
  ...("flags" in body ? [memberFlags] : [])
]

/** Adding a member, with initial fields. */
export const memberPut: NeedRule = (it) => ["CREATE_INSTANT_INVITE", ...memberPatch(it)]

/** Changing a guild. Only administrators can change the COMMUNITY feature. */
export const guildPatch: NeedRule = ({ body, target }) => {
  const before = target.features?.includes("COMMUNITY")
  const after = Array.isArray(body.features) ? body.features.includes("COMMUNITY") : before
  return ["MANAGE_GUILD", ...when(before !== undefined && before !== after, "ADMINISTRATOR")]
}

/** Counting or kicking inactive members. A guild can require ADMINISTRATOR, which includes the other permissions. */
export const prune: NeedRule = ({ target }) =>
  target.features?.includes("PRUNE_REQUIRES_ADMIN") === true ? ["ADMINISTRATOR"] : ["MANAGE_GUILD", "KICK_MEMBERS"]

/** Changing an emoji, sticker or sound: the bot's own objects need fewer permissions. */
export const expression: NeedRule = ({ target }) => [
  target.own === true ? oneOf(["CREATE_GUILD_EXPRESSIONS"], ["MANAGE_GUILD_EXPRESSIONS"]) : "MANAGE_GUILD_EXPRESSIONS"
]

/** Creating or changing an auto moderation rule: timeouts need the permission to moderate members. */
export const automod: NeedRule = ({ body }) => {
  const actions = Array.isArray(body.actions) ? body.actions.filter(Predicate.isRecord) : []
  return [
    "MANAGE_GUILD",
    ...when(
      actions.some(({ type }) => type === AutoModerationActionType.Timeout),
      "MODERATE_MEMBERS"
    )
  ]
}

/** Creating an event. */
export const eventCreate: NeedRule = (it) => ["CREATE_EVENTS", ...eventLocationNeeds(it)]

/** Changing an event: the bot's own events need fewer permissions. */
export const event: NeedRule = (it) => [
  it.target.own === true ? oneOf(["CREATE_EVENTS"], ["MANAGE_EVENTS"]) : "MANAGE_EVENTS",
  ...eventLocationNeeds(it)
]

/** Changing a stage. A start notification mentions everyone. */
export const stage: NeedRule = ({ body }) => [
  ...STAGE_MODERATOR,
  ...when(body.send_start_notification === true, "MENTION_EVERYONE")
]

/** Changing the bot's own voice state on a stage. */
export const ownVoice: NeedRule = ({ body }) => [
  ...when(body.suppress === false, "MUTE_MEMBERS"),
  ...when(typeof body.request_to_speak_timestamp === "string", "REQUEST_TO_SPEAK")
]

const STAGE_MODERATOR: ReadonlyArray<PermissionName> = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]

const memberFlags: Need = oneOf(["MANAGE_GUILD"], ["MANAGE_ROLES"], ["MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS"])

/** An external event has no channel, and a change need not name the kind of its event. */
const eventLocationNeeds: NeedRule = ({ body }) => [
  ...when(body.entity_type === GuildScheduledEventEntityType.StageInstance, ...STAGE_MODERATOR),
  ...when(body.entity_type === GuildScheduledEventEntityType.Voice, "VIEW_CHANNEL", "CONNECT")
]

/** Returns the permissions that a list of overwrites allows or denies. */
const namesOfOverwrites = (overwrites: unknown): ReadonlyArray<PermissionName> =>
  Array.isArray(overwrites)
    ? overwrites.filter(Predicate.isRecord).flatMap((it) => [...namesIn(it.allow), ...namesIn(it.deny)])
    : []

const namesIn = (bits: unknown): ReadonlyArray<PermissionName> =>
  typeof bits === "string" && /^\d+$/.test(bits) ? namesOf(BigInt(bits)) : []
