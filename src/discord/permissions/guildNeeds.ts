/** What channels, members, roles and guilds need by the fields that change (Discord docs, channel and guild resources). */
import { GuildScheduledEventEntityType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { sending } from "./messageNeeds.ts"
import { type Need, type Needs, oneOf, when } from "./Need.ts"
import { namesOf, type PermissionName } from "./PermissionName.ts"

/** A channel's settings, or a thread's: whoever may write there may wake a thread that is not locked. */
export const channelPatch: Needs = (it) => {
  if (it.target.kind !== "thread") {
    const overwrites = it.body.permission_overwrites
    return ["MANAGE_CHANNELS", ...when(overwrites !== undefined, "MANAGE_ROLES"), ...overwritten(overwrites)]
  }
  const wakes = it.body.archived === false && it.target.locked !== true && Object.keys(it.body).length === 1
  return wakes ? sending(it) : ["MANAGE_THREADS"]
}

/** The end of a channel, or of a thread. */
export const channelDelete: Needs = ({ target }) => [target.kind === "thread" ? "MANAGE_THREADS" : "MANAGE_CHANNELS"]

/** A new channel; only administrators let others manage permissions in it. */
export const channelCreate: Needs = ({ body }) => {
  const names = overwritten(body.permission_overwrites)
  return ["MANAGE_CHANNELS", ...names, ...when(names.includes("MANAGE_ROLES"), "ADMINISTRATOR")]
}

/** An overwrite: nobody allows or denies what they lack. */
export const overwrite: Needs = ({ body }) => ["MANAGE_ROLES", ...overwritten([body])]

/** A role: nobody gives it what they lack. */
export const role: Needs = ({ body }) => ["MANAGE_ROLES", ...namesIn(body.permissions)]

/** A member, field by field. */
export const memberPatch: Needs = ({ body }) => [
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
export const memberPut: Needs = (it) => ["CREATE_INSTANT_INVITE", ...memberPatch(it)]

/** A guild's settings; whether it is a community is for administrators. */
export const guildPatch: Needs = ({ body, target }) => {
  const before = target.features?.includes("COMMUNITY")
  const after = Array.isArray(body.features) ? body.features.includes("COMMUNITY") : before
  return ["MANAGE_GUILD", ...when(before !== undefined && before !== after, "ADMINISTRATOR")]
}

/** An emoji, sticker or sound: what one made oneself takes less. */
export const expression: Needs = ({ target }) => [
  target.own === true ? oneOf(["CREATE_GUILD_EXPRESSIONS"], ["MANAGE_GUILD_EXPRESSIONS"]) : "MANAGE_GUILD_EXPRESSIONS"
]

/** A new event. */
export const eventCreate: Needs = (it) => ["CREATE_EVENTS", ...eventPlace(it)]

/** An event that is there: what one made oneself takes less. */
export const event: Needs = (it) => [
  it.target.own === true ? oneOf(["CREATE_EVENTS"], ["MANAGE_EVENTS"]) : "MANAGE_EVENTS",
  ...eventPlace(it)
]

/** A stage; to tell everyone of it is to mention everyone. */
export const stage: Needs = ({ body }) => [
  ...STAGE_MODERATOR,
  ...when(body.send_start_notification === true, "MENTION_EVERYONE")
]

/** The bot's own voice on a stage. */
export const ownVoice: Needs = ({ body }) => [
  ...when(body.suppress === false, "MUTE_MEMBERS"),
  ...when(typeof body.request_to_speak_timestamp === "string", "REQUEST_TO_SPEAK")
]

const STAGE_MODERATOR: ReadonlyArray<PermissionName> = ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]

const memberFlags: Need = oneOf(["MANAGE_GUILD"], ["MANAGE_ROLES"], ["MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS"])

const eventPlace: Needs = ({ body }) => {
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
const overwritten = (overwrites: unknown): ReadonlyArray<PermissionName> =>
  Array.isArray(overwrites)
    ? overwrites.filter(Predicate.isRecord).flatMap((it) => [...namesIn(it.allow), ...namesIn(it.deny)])
    : []

const namesIn = (bits: unknown): ReadonlyArray<PermissionName> =>
  typeof bits === "string" && /^\d+$/.test(bits) ? namesOf(BigInt(bits)) : []
