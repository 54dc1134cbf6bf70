/** Permissions for changes of channels, members, roles and guilds, by field (Discord docs, channel and guild resources). */
import { GuildScheduledEventEntityType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { sendingNeeds } from "./messageNeeds.ts"
import { type Need, type NeedRule, oneOf, when } from "./Need.ts"
import { namesOf, type PermissionName } from "./PermissionName.ts"

/** Changing a channel or thread. Unarchiving a thread that is not locked needs only the permission to send. */
export const channelPatch: NeedRule = (it) => {
  if (it.target.kind !== "thread") {
    const overwrites = it.body.permission_overwrites
    return ["MANAGE_CHANNELS", ...when(overwrites !== undefined, "MANAGE_ROLES"), ...overwritePermissions(overwrites)]
  }
  const wakes = it.body.archived === false && it.target.locked !== true && Object.keys(it.body).length === 1
  return wakes ? sendingNeeds(it) : ["MANAGE_THREADS"]
}

/** Deleting a channel or thread. */
export const channelDelete: NeedRule = ({ target }) => [target.kind === "thread" ? "MANAGE_THREADS" : "MANAGE_CHANNELS"]

/** Creating a channel. Only administrators can grant MANAGE_ROLES in its overwrites. */
export const channelCreate: NeedRule = ({ body }) => {
  const names = overwritePermissions(body.permission_overwrites)
  return ["MANAGE_CHANNELS", ...names, ...when(names.includes("MANAGE_ROLES"), "ADMINISTRATOR")]
}

/** Editing an overwrite: the bot can only allow or deny permissions that it has. */
export const overwrite: NeedRule = ({ body }) => ["MANAGE_ROLES", ...overwritePermissions([body])]

/** Editing a role: the bot can only give permissions that it has. */
export const role: NeedRule = ({ body }) => ["MANAGE_ROLES", ...namesIn(body.permissions)]

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

const eventLocationNeeds: NeedRule = ({ body }) => {
  switch (body.entity_type) {
    case GuildScheduledEventEntityType.StageInstance:
      return STAGE_MODERATOR
    case GuildScheduledEventEntityType.Voice:
      return ["VIEW_CHANNEL", "CONNECT"]
    default:
      return []
  }
}

/** Returns the permissions that a list of overwrites allows or denies. */
const overwritePermissions = (overwrites: unknown): ReadonlyArray<PermissionName> =>
  Array.isArray(overwrites)
    ? overwrites.filter(Predicate.isRecord).flatMap((it) => [...namesIn(it.allow), ...namesIn(it.deny)])
    : []

const namesIn = (bits: unknown): ReadonlyArray<PermissionName> =>
  typeof bits === "string" && /^\d+$/.test(bits) ? namesOf(BigInt(bits)) : []
