/** The differences of a channel from its entry, and the arguments of the calls that make them. */
import { OverwriteType } from "discord-api-types/v10"
import type { Overwrite } from "../discord/permissions/effectivePermissions.ts"
import { permissionBits } from "../errors/PermissionName.ts"
import type { ObjectFields } from "../objects/fields.ts"
import { emojiParts } from "../objects/schema/emoji.ts"
import { permissionNames } from "./documentOf.ts"
import { type ChannelEntry, documented, EVERYONE, kindOf, type OverwriteEntry } from "./entries.ts"
import { type ChannelState, seesAll } from "./GuildState.ts"
import {
  bitsIn,
  fieldChanges,
  isSame,
  literal,
  type PlanDraft,
  permissionDenial,
  type Replacement,
  withUnnamed
} from "./PlanDraft.ts"

const CHANNEL = "channel"

/** An overwrite of a call. */
export interface OverwriteArgument {
  readonly id: string
  readonly type: "role" | "member"
  readonly allow: ReadonlyArray<string>
  readonly deny: ReadonlyArray<string>
}

/** Returns the fields that differ from an entry, as far as the entry has them. */
export const channelChanges = (
  plan: PlanDraft,
  after: ChannelEntry,
  before: ChannelEntry,
  channel: ChannelState | undefined
): ReadonlyArray<Replacement> => {
  const { channels: _, key: __, overwrites: described, ...fields } = after
  const { overwrites: present = {}, ...others } = before
  const overwrites = described && keepingUnnamed(plan, described, present)
  const changed = fieldChanges(comparable(others), comparable({ ...fields, kind: kindOf(after) }))
  const wanted = overwrites === undefined ? undefined : resolvedOverwrites(plan, overwrites)
  if (wanted === undefined || isSame(wanted, currentOverwrites(plan, present))) return changed
  const denial = channel === undefined ? undefined : overwriteDenial(plan, overwrites ?? {}, present, channel)
  if (denial !== undefined) {
    plan.cannot(CHANNEL, before.name, denial, "overwrites")
    return changed
  }
  return [...changed, { field: "overwrites", before: present, after: namedOverwrites(plan, overwrites ?? {}) }]
}

/** Adds the bits without a name that the overwrites of the same roles have now. */
const keepingUnnamed = (
  plan: PlanDraft,
  overwrites: NonNullable<ChannelEntry["overwrites"]>,
  present: NonNullable<ChannelEntry["overwrites"]>
): NonNullable<ChannelEntry["overwrites"]> => {
  const live = new Map(Object.entries(present).map(([key, overwrite]) => [plan.currentId("roles", key), overwrite]))
  return Object.fromEntries(
    Object.entries(overwrites).map(([key, { allow = [], deny = [] }]) => {
      const now = live.get(plan.resolve("roles", key) ?? "")
      const kept = {
        allow: withUnnamed(allow, now?.allow ?? [], deny),
        deny: withUnnamed(deny, now?.deny ?? [], allow)
      }
      return [key, kept]
    })
  )
}

/** Returns the overwrites that are set, under the names that a person knows. */
const namedOverwrites = (plan: PlanDraft, overwrites: NonNullable<ChannelEntry["overwrites"]>) =>
  Object.fromEntries(
    Object.entries(overwrites).flatMap(([key, overwrite]) =>
      plan.resolve("roles", key) === undefined ? [] : [[plan.roleName(key), overwrite]]
    )
  )

/** Fills in what a tag leaves out, and compares custom emojis by id. */
const comparable = (
  fields: Omit<ChannelEntry, "key" | "overwrites" | "channels">
): Readonly<Record<string, unknown>> => ({
  ...fields,
  ...(fields.default_reaction_emoji !== undefined && {
    default_reaction_emoji: emojiId(fields.default_reaction_emoji)
  }),
  ...(fields.available_tags !== undefined && {
    available_tags: fields.available_tags.map(({ emoji = "", moderated = false, name }) => ({
      name,
      moderated,
      emoji: emojiId(emoji)
    }))
  })
})

/**
 * A custom emoji is the one with its id, even if its name differs. Another one is the same with and without the mark that
 * makes it a picture (U+FE0F), which people and Discord may leave out.
 */
export const emojiId = (emoji: string): string => emojiParts(emoji).id ?? emoji.replaceAll("\uFE0F", "")

const asBits = ({ allow = [], deny = [] }: OverwriteEntry) => [String(bitsIn(allow)), String(bitsIn(deny))]

const resolvedOverwrites = (plan: PlanDraft, overwrites: NonNullable<ChannelEntry["overwrites"]>) =>
  byId(
    Object.entries(overwrites).flatMap(([key, overwrite]) => {
      const id = plan.resolve("roles", key)
      return id === undefined ? [] : [[id, asBits(overwrite)] as const]
    })
  )

const currentOverwrites = (plan: PlanDraft, overwrites: NonNullable<ChannelEntry["overwrites"]>) =>
  byId(Object.entries(overwrites).map(([key, overwrite]) => [plan.currentId("roles", key), asBits(overwrite)] as const))

/** An overwrite that neither allows nor denies changes nothing, and Discord's own clients leave some: it counts as none. */
const byId = (overwrites: ReadonlyArray<readonly [string, ReadonlyArray<string>]>) =>
  overwrites.filter(([, bits]) => bits.some((sum) => sum !== "0")).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** All overwrites are replaced in one call, those of members by themselves. */
const overwriteDenial = (
  plan: PlanDraft,
  after: NonNullable<ChannelEntry["overwrites"]>,
  before: NonNullable<ChannelEntry["overwrites"]>,
  channel: ChannelState
): string | undefined => {
  const all = (overwrites: NonNullable<ChannelEntry["overwrites"]>) =>
    Object.values(overwrites).flatMap(({ allow = [], deny = [] }) => [...allow, ...deny])
  return (
    permissionDenial(plan, all(before), all(after)) ??
    manageRolesDenial(plan, before, after) ??
    ambiguousDenial(plan, after) ??
    plan.own.channelDenial(
      channel.type,
      overwritesOf(plan, after, channel).map(asOverwrite),
      liveOverwrites(channel).map(asOverwrite)
    )
  )
}

/** Only administrators can change MANAGE_ROLES in overwrites (Discord docs, modify channel). */
export const manageRolesDenial = (
  plan: PlanDraft,
  before: NonNullable<ChannelEntry["overwrites"]>,
  after: NonNullable<ChannelEntry["overwrites"]>
): string | undefined => {
  const bitsBy = (overwrites: NonNullable<ChannelEntry["overwrites"]>, key: string) =>
    asBits((Object.hasOwn(overwrites, key) && overwrites[key]) || {}).map(
      (bits) => BigInt(bits) & permissionBits.MANAGE_ROLES
    )
  const isChanged = [...Object.keys(before), ...Object.keys(after)].some(
    (key) => !isEqualBits(bitsBy(before, key), bitsBy(after, key))
  )
  return isChanged && !seesAll(plan.state)
    ? "changes MANAGE_ROLES in an overwrite, which only an administrator can"
    : undefined
}

/** Without an overwrite of a role that exists, a channel would be more open than its entry. */
export const ambiguousDenial = (
  { ambiguousRoles }: PlanDraft,
  overwrites: NonNullable<ChannelEntry["overwrites"]>
): string | undefined =>
  Object.keys(overwrites).some((key) => ambiguousRoles.has(key))
    ? "has an overwrite of a role whose name several roles have"
    : undefined

export const asOverwrite = ({ allow, deny, id, type }: OverwriteArgument): Overwrite => ({
  id,
  of: type,
  allow: bitsIn(allow),
  deny: bitsIn(deny)
})

const isEqualBits = (one: ReadonlyArray<bigint>, other: ReadonlyArray<bigint>): boolean =>
  one.every((bits, at) => bits === other[at])

/** Returns the overwrites that a channel has. */
export const liveOverwrites = ({ permission_overwrites }: ChannelState): ReadonlyArray<OverwriteArgument> =>
  (permission_overwrites ?? []).map(({ allow, deny, id, type }) => ({
    id,
    type: type === OverwriteType.Member ? "member" : "role",
    allow: permissionNames(allow),
    deny: permissionNames(deny)
  }))

/** Returns the overwrites that no document can name: those of members, and of roles that the guild does not list. */
const unnamed = ({ current }: PlanDraft, channel: ChannelState): ReadonlyArray<OverwriteArgument> =>
  liveOverwrites(channel).filter(({ id, type }) => type === "member" || current.roleKey(id) === undefined)

/** Returns all overwrites of a channel after a change: those of the entry, and those that no document can name. */
export const overwritesOf = (
  plan: PlanDraft,
  overwrites: NonNullable<ChannelEntry["overwrites"]>,
  channel: ChannelState | undefined
): ReadonlyArray<OverwriteArgument> => [
  ...Object.entries(overwrites).flatMap(([key, { allow = [], deny = [] }]) => {
    const id = plan.resolve("roles", key)
    const now = channel && liveOverwrites(channel).find((one) => one.id === id)
    return id === undefined
      ? []
      : [
          {
            id,
            type: "role" as const,
            allow: withUnnamed(allow, now?.allow ?? [], deny),
            deny: withUnnamed(deny, now?.deny ?? [], allow)
          }
        ]
  }),
  ...(channel === undefined ? [] : unnamed(plan, channel))
]

/** Returns the arguments of channels_modify for some fields. */
export const channelArguments = (
  plan: PlanDraft,
  entry: ChannelEntry,
  fields: ReadonlyArray<string>,
  channel: ChannelState | undefined
): Readonly<Record<string, unknown>> => {
  const args: Record<string, unknown> = settingArguments(documented, fields, entry)
  if (args.available_tags !== undefined) args.available_tags = tagsOf(entry, channel)
  if (fields.includes("name")) args.name = literal(entry.name)
  if (fields.includes("kind")) args.kind = kindOf(entry)
  if (fields.includes("overwrites")) args.permission_overwrites = overwritesOf(plan, entry.overwrites ?? {}, channel)
  return args
}

/** Returns the arguments that set some fields of an object as an entry has them. */
export const settingArguments = (
  declared: ObjectFields,
  fields: ReadonlyArray<string>,
  entry: object
): Record<string, unknown> => {
  const set = Object.entries(entry).filter(
    ([name, value]) => fields.includes(name) && Object.hasOwn(declared, name) && value !== undefined
  )
  const clear = set.flatMap(([name, value]) => (value === "" && declared[name]?.unset === null ? [name] : []))
  return {
    ...Object.fromEntries(set.flatMap(([name, value]) => (clear.includes(name) ? [] : [[name, literal(value)]]))),
    ...(clear.length > 0 && { clear })
  }
}

/** A tag of the same name keeps its id, and so its posts. */
const tagsOf = ({ available_tags: tags = [] }: ChannelEntry, channel: ChannelState | undefined) =>
  tags.map(({ emoji = "", moderated = false, name }) => {
    const id = channel?.available_tags?.find((tag) => tag.name === name)?.id
    return {
      ...(id !== undefined && { id }),
      name: literal(name),
      moderated,
      ...(emoji !== "" && { emoji: literal(emoji) })
    }
  })

/** Whether a change closes a channel for @everyone that onboarding lists now. */
export const closesFor = (
  plan: PlanDraft,
  after: ChannelEntry,
  before: ChannelEntry,
  channel: ChannelState
): boolean => {
  if (plan.state.onboarding?.default_channel_ids?.includes(channel.id) !== true || after.overwrites === undefined)
    return false
  const denied = (entry: ChannelEntry) =>
    bitsIn(entry.overwrites?.[EVERYONE]?.deny ?? []) & (permissionBits.VIEW_CHANNEL | permissionBits.SEND_MESSAGES)
  return (denied(after) & ~denied(before)) !== 0n
}
