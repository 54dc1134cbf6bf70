/** The channel that a lock or unlock changes: how it is read, changed and shown. */
import { OverwriteType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import {
  channelKindOf,
  effectivePermissions,
  type MemberPermissions
} from "../../discord/permissions/effectivePermissions.ts"
import { withCallFields } from "../../errors/DiscordMcpError.ts"
import { namesOf } from "../../errors/PermissionName.ts"
import { described, opaque, optional } from "../../objects/schema/fields.ts"
import { ChannelId } from "../../objects/schema/ids.ts"
import { Id } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import { compact } from "../dsl/view.ts"
import { guildContext, memberContext, overwritesOf, PermissionChannel } from "../permissions/context.ts"
import { NO_OVERWRITE } from "../permissions/mergeOverwrite.ts"
import { changeOf, changeText } from "../roles/preview.ts"
import { reasons } from "../shared/failures.ts"
import { formatName } from "../shared/previewText.ts"
import { channelName } from "./hiddenChannels.ts"
import {
  type ChangedOverwrite,
  isAdministrator,
  type LockPlace,
  onlyWith,
  permissionsWith,
  type StoredOverwrite,
  writingBits
} from "./lockChanges.ts"
import { OWN_REASON_MAX } from "./lockHistory.ts"
import { kindOf } from "./view.ts"

/** The failures of locks and unlocks. */
export const lockFailures = {
  ...reasons("unknown_channel", "role_of_another_guild"),
  not_in_a_guild: {
    when: "The channel is a direct message, which cannot be locked.",
    recovery: "Choose a guild channel from channels_list {guild_id}, then retry."
  },
  thread_without_permissions: {
    when: "This id is a thread. A thread has the permissions of its channel.",
    recovery: "Use channels_modify {channel_id, locked: true, archived: true} for a thread, and false to unlock it.",
    suggested_tool: "channels_modify"
  },
  everyone: {
    when: "The role @everyone cannot be an exception: the lock is for everyone.",
    recovery: "Remove the id of the guild from except, then retry."
  },
  in_the_past: {
    when: "The time is in the past.",
    recovery: "Set until to a later time, or minutes."
  },
  too_many_overwrites: {
    when: "The channel has too many overwrites to change in one call: more than 100.",
    recovery: "Set all overwrites at once with channels_modify {channel_id, permission_overwrites}.",
    suggested_tool: "channels_modify"
  }
} as const

/** Makes a failure of a lock or unlock. */
export type LockFail = Fail<keyof typeof lockFailures>

/** Each change is a request, and Discord limits how many a channel takes. */
const CHANGES_MAX = 100

/** The fields that a lock and an unlock have in common. */
export const lockFields = {
  channel_id: described("The channel or category.", ChannelId),
  audit_reason: optional(opaque("Audit log reason.", OWN_REASON_MAX))
}

/** A channel as it is now, with its guild and the bot. */
export interface Place extends LockPlace {
  readonly id: string
  readonly name: string | undefined
  readonly guild_id: string
}

const currentUser = getReadable(Schema.Struct({ id: Id }), "/users/@me", {})

/** Reads a channel with its guild and the bot. Fails for a thread or a direct message. */
export const placeOf = Effect.fnUntraced(function* (channel_id: string, fail: LockFail) {
  const channel = yield* getReadable(PermissionChannel, "/channels/{channel_id}", { channel_id })
  const { guild_id, type } = channel
  if (guild_id == null) return yield* fail("not_in_a_guild", "channel_id")
  if (channelKindOf(type) === "thread") return yield* fail("thread_without_permissions", "channel_id")
  const [guild, bot] = yield* Effect.all(
    [guildContext(guild_id), Effect.flatMap(currentUser, ({ id }) => memberContext(guild_id, id))],
    { concurrency: 2 }
  )
  const overwrites = overwritesOf(channel).map(({ allow, deny, id, type }) => ({
    id,
    type,
    allow: BigInt(allow),
    deny: BigInt(deny)
  }))
  const name = channelName(channel)
  return { id: channel_id, name, guild_id, type, overwrites, guild, bot: bot.permissions } satisfies Place as Place
})

/** Fails if the changes are too many for one call. */
export const bounded = (changes: ReadonlyArray<ChangedOverwrite>, fail: LockFail) =>
  changes.length > CHANGES_MAX ? fail("too_many_overwrites", "channel_id") : Effect.succeed(changes)

/** Sends the changes one after another. If one fails, those before stay, and the error says how to go on. */
export const applyChanges = Effect.fnUntraced(function* (
  { id }: Place,
  changes: ReadonlyArray<ChangedOverwrite>,
  reason: string,
  tool: "channels_lock" | "channels_unlock"
) {
  const { request } = yield* Discord
  for (const [done, { after, id: overwrite_id, type }] of changes.entries()) {
    yield* request({
      method: after === undefined ? "DELETE" : "PUT",
      route: "/channels/{channel_id}/permissions/{overwrite_id}",
      path: { channel_id: id, overwrite_id },
      ...(after && { body: { type, allow: String(after.allow), deny: String(after.deny) } }),
      reason,
      risk: "write",
      repeat: "same",
      subject: "bot",
      duration: "default"
    }).pipe(
      Effect.mapError((failure) =>
        done === 0
          ? failure
          : withCallFields(failure, {
              recovery: `${done} of ${counted(changes.length, "overwrite")} were changed before, and stay. Fix the cause, then call ${tool} again for the rest${tool === "channels_lock" ? ", or channels_unlock to restore them" : ""}.`
            })
      )
    )
  }
})

/** Returns what a result shows of the channel. */
export const shownPlace = ({ id, name, type }: Place) => compact({ id, name, kind: kindOf(type) })

/** Returns whose overwrite it is: a role with its name, or a member. */
export const shownOwner = ({ bot, guild }: Place, id: string) => {
  const role = guild.roles.find((it) => it.id === id)
  return compact({
    id,
    kind: role === undefined ? "member" : "role",
    name: role?.name,
    bot: id === bot.id || undefined
  })
}

/** Returns the changes as a result shows them. */
export const shownChanges = (place: Place, changes: ReadonlyArray<ChangedOverwrite>) =>
  changes.map((change) => ({
    ...shownOwner(place, change.id),
    ...changeOf(change.before ?? NO_OVERWRITE, change.after ?? NO_OVERWRITE)
  }))

/** Returns who can write with these overwrites: roles with what each can do, administrators, and the bot. */
/** Returns who can write with these overwrites: roles with what each can do, administrators, and the bot. */
export const shownWriters = ({ bot, guild, type }: Place, overwrites: ReadonlyArray<StoredOverwrite>) => {
  const channel = permissionsWith(type, overwrites)
  const named = ({ id, name }: { readonly id: string; readonly name?: string | undefined }) => compact({ id, name })
  const can = (member: MemberPermissions) =>
    namesOf(effectivePermissions(guild.permissions, member, channel) & writingBits(type))
  const everyone = can({ id: "", roles: [], timedOut: false })
  const roles = guild.roles.filter((it) => it.id !== guild.id && !isAdministrator(it))
  const differing = roles
    .map((role) => ({ ...named(role), can: can(onlyWith(role.id)) }))
    .filter(({ can }) => can.length > 0 && can.join() !== everyone.join())
  const members = overwrites
    .filter((it) => it.type === OverwriteType.Member && it.id !== bot.id)
    .map(({ allow, id }) => ({ id, can: namesOf(allow & writingBits(type)) }))
    .filter(({ can }) => can.length > 0)
  return {
    everyone,
    ...(differing.length > 0 && { roles: differing }),
    ...(members.length > 0 && { members }),
    administrators: guild.roles.filter(isAdministrator).map(named),
    bot: can(bot)
  }
}

/** Returns the changes as a preview shows them, by name. */
export const changeFacts = ({ bot, guild }: Place, changes: ReadonlyArray<ChangedOverwrite>) => {
  const nameOf = (id: string): string => {
    if (id === guild.id) return "@everyone"
    const role = guild.roles.find((it) => it.id === id)
    return role === undefined ? (id === bot.id ? "the bot" : `member ${id}`) : formatName(role.name, "@")
  }
  return compact({
    overwrites_changed: changes.map(
      ({ after = NO_OVERWRITE, before = NO_OVERWRITE, id }) => `${nameOf(id)}: ${changeText(changeOf(before, after))}`
    )
  })
}
