/** What channels, members, roles and guilds need by the fields that change (Discord docs, channel and guild resources). */
import { GuildScheduledEventEntityType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { sendingNeeds } from "./messageNeeds.ts"
import { type Need, type NeedRule, oneOf, when } from "./Need.ts"
import { namesOf, type PermissionName } from "./PermissionName.ts"

/** A channel's settings, or a thread's: whoever may write there may wake a thread that is not locked. */
export const channelPatch: NeedRule = (it) => {
  if (it.target.kind !== "thread") {
    const overwrites = it.body.permission_overwrites
    return ["MANAGE_CHANNELS", ...when(overwrites !== undefined, "MANAGE_ROLES"), ...overwritePermissions(overwrites)]
  }
  const wakes = it.body.archived === false && it.target.locked !== true && Object.keys(it.body).length === 1
  return wakes ? sendingNeeds(it) : ["MANAGE_THREADS"]
}

/** The end of a channel, or of a thread. */
export const channelDelete: NeedRule = ({ target }) => [target.kind === "thread" ? "MANAGE_THREADS" : "MANAGE_CHANNELS"]

/** A new channel; only administrators let others manage permissions in it. */
export const channelCreate: NeedRule = ({ body }) => {
  const names = overwritePermissions(body.permission_overwrites)
  return ["MANAGE_CHANNELS", ...names, ...when(names.includes("MANAGE_ROLES"), "ADMINISTRATOR")]
}

/** An overwrite: nobody allows or denies what they lack. */
export const overwrite: NeedRule = ({ body }) => ["MANAGE_ROLES", ...overwritePermissions([body])]

/** A role: nobody gives it what they lack. */
export const role: NeedRule = ({ body }) => ["MANAGE_ROLES", ...namesIn(body.permissions)]

/** A member, field by field. */
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

/** A new member, with the fields it begins with. */
export const memberPut: NeedRule = (it) => ["CREATE_INSTANT_INVITE", ...memberPatch(it)]

/** A guild's settings; whether it is a community is for administrators. */
export const guildPatch: NeedRule = ({ body, target }) => {
  const before = target.features?.includes("COMMUNITY")
  const after = Array.isArray(body.features) ? body.features.includes("COMMUNITY") : before
  return ["MANAGE_GUILD", ...when(before !== undefined && before !== after, "ADMINISTRATOR")]
}

/** An emoji, sticker or sound: what one made oneself takes less. */
export const expression: NeedRule = ({ target }) => [
  target.own === true ? oneOf(["CREATE_GUILD_EXPRESSIONS"], ["MANAGE_GUILD_EXPRESSIONS"]) : "MANAGE_GUILD_EXPRESSIONS"
]

/** A new event. */
export const eventCreate: NeedRule = (it) => ["CREATE_EVENTS", ...eventLocationNeeds(it)]

/** An event that is there: what one made oneself takes less. */
export const event: NeedRule = (it) => [
  it.target.own === true ? oneOf(["CREATE_EVENTS"], ["MANAGE_EVENTS"]) : "MANAGE_EVENTS",
  ...eventLocationNeeds(it)
]

/** A stage; to tell everyone of it is to mention everyone. */
export const stage: NeedRule = ({ body }) => [
  ...STAGE_MODERATOR,
  ...when(body.send_start_notification === true, "MENTION_EVERYONE")
]

/** The bot's own voice on a stage. */
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

/** What a list of overwrites allows or denies. */
const overwritePermissions = (overwrites: unknown): ReadonlyArray<PermissionName> =>
  Array.isArray(overwrites)
    ? overwrites.filter(Predicate.isRecord).flatMap((it) => [...namesIn(it.allow), ...namesIn(it.deny)])
    : []

const namesIn = (bits: unknown): ReadonlyArray<PermissionName> =>
  typeof bits === "string" && /^\d+$/.test(bits) ? namesOf(BigInt(bits)) : []
