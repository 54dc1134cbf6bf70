/** The blueprint of a guild: pure, from its state. */

import { OverwriteType } from "discord-api-types/v10"
import { Record, Struct } from "effect"
import { permissionBits, permissionsIn } from "../errors/PermissionName.ts"
import { documentValues } from "../objects/fields.ts"
import { emojiText } from "../objects/schema/emoji.ts"
import { enumName } from "../objects/schema/enums.ts"
import { counted } from "../text/words.ts"
import { channelsIn } from "../tools/channels/order.ts"
import { onboardingModes, promptTypes } from "../tools/guild/enums.ts"
import { highestFirst } from "../tools/roles/view.ts"
import { type RuleEntry, ruleEntry } from "./automod.ts"
import { guildChannels } from "./checkDocument.ts"
import type { Document, Section } from "./document.ts"
import { guildSettings, sections, VERSION } from "./document.ts"
import { type ChannelEntry, EVERYONE, type OverwriteEntry, type RoleEntry, roleSettings } from "./entries.ts"
import type { ChannelState, GuildState, KeyOf, RoleState } from "./GuildState.ts"
import { entryFields, kindOfType } from "./kinds.ts"

/** A blueprint of a guild as it is, with what it leaves out. */
export interface ExportedGuild {
  readonly document: Document
  readonly notices: ReadonlyArray<string>
  readonly roleKey: KeyOf
  readonly channelKey: KeyOf
}

/** The objects of a guild that a blueprint can have. */
interface Listed {
  readonly roles: ReadonlyArray<RoleState>
  readonly channels: ReadonlyArray<ChannelState>
  readonly automod: ReadonlyArray<{ readonly id: string; readonly name: string; readonly entry: RuleEntry }>
  readonly emojis: ReadonlyArray<EmojiState>
  readonly stickers: ReadonlyArray<StickerState>
}

/** Makes the blueprint of a guild. `name`: with the guild's name, which another guild would take over. */
export const documentOf = (
  state: GuildState,
  { name = false, only = sections }: { readonly name?: boolean; readonly only?: ReadonlyArray<Section> } = {}
): ExportedGuild => {
  const { guild } = state
  const roles = highestFirst(guild.roles.filter(({ id }) => id !== guild.id))
  const channels = state.channels.filter(({ type }) => kindOfType(type) !== undefined)
  const roleKeys = keysOf(roles, [EVERYONE])
  const channelKeys = keysOf(channels)
  const roleKey: KeyOf = (id) => (id === guild.id ? EVERYONE : roleKeys.get(id))
  const unnamed = new Set<string>()
  const channelKey: KeyOf = (id) => {
    if (!channelKeys.has(id)) unnamed.add(id)
    return channelKeys.get(id)
  }
  const automod = (state.rules ?? []).flatMap((rule) => {
    const entry = ruleEntry(rule, { role: roleKey, channel: channelKey })
    return entry === undefined ? [] : [{ id: rule.id, name: rule.name, entry }]
  })
  const listed: Listed = { roles, channels, automod, emojis: emojisOf(guild), stickers: guild.stickers ?? [] }
  const keys = {
    roles: roleKeys,
    channels: channelKeys,
    automod: keysOf(automod),
    emojis: keysOf(listed.emojis),
    stickers: keysOf(listed.stickers)
  }
  const whole = sectionsOf(state, listed, keys, { name, roleKey, channelKey })
  const ids = Record.map(keys, (keys, section) =>
    Object.fromEntries(listed[section].map(({ id }) => [keys.get(id) ?? id, id]))
  )
  const picked = only.filter((section) => whole[section] !== undefined)
  return {
    document: {
      version: VERSION,
      ...Object.fromEntries(picked.map((section) => [section, whole[section]])),
      ids: {
        guild: guild.id,
        ...Object.fromEntries(Object.entries(ids).filter(([name]) => picked.some((section) => section === name)))
      }
    },
    notices: [
      ...noticesOf(state, channels, only),
      ...(unnamed.size > 0 && only.some((section) => SECTIONS_WITH_CHANNELS.has(section))
        ? [
            `Left out, and kept by every plan: references to ${counted(unnamed.size, "channel")} that the bot cannot view.`
          ]
        : [])
    ],
    roleKey,
    channelKey
  }
}

type EmojiState = ReturnType<typeof emojisOf>[number]
type StickerState = NonNullable<GuildState["guild"]["stickers"]>[number]

/** Returns the emojis that the guild manages itself. */
const emojisOf = ({ emojis }: GuildState["guild"]) =>
  (emojis ?? []).flatMap(({ animated, id, managed, name, roles }) =>
    id == null || name == null || managed === true ? [] : [{ id, name, animated, roles }]
  )

/** Makes all sections that the state of a guild has. */
const sectionsOf = (
  state: GuildState,
  listed: Listed,
  keys: Readonly<Record<keyof Listed, ReadonlyMap<string, string>>>,
  { channelKey, name, roleKey }: { readonly name: boolean; readonly roleKey: KeyOf; readonly channelKey: KeyOf }
): Partial<Document> => {
  const { guild } = state
  return {
    guild: guildEntry(state, name, channelKey),
    everyone: { permissions: permissionNames(guild.roles.find(({ id }) => id === guild.id)?.permissions ?? "0") },
    roles: listed.roles.map((role) => withKey(keys.roles, role, roleEntry(role))),
    channels: channelTree(listed.channels, (channel) =>
      withKey(keys.channels, channel, {
        ...entryFields(channel, kindOfType(channel.type) ?? "text"),
        overwrites: overwritesOf(channel, roleKey)
      })
    ),
    ...(state.rules !== undefined && {
      automod: listed.automod.map((rule) => withKey(keys.automod, rule, rule.entry))
    }),
    ...(state.welcome !== undefined && { welcome_screen: welcomeEntry(state, state.welcome, channelKey) }),
    ...(state.onboarding !== undefined && { onboarding: onboardingEntry(state.onboarding, roleKey, channelKey) }),
    emojis: listed.emojis.map((emoji) =>
      withKey(keys.emojis, emoji, {
        name: emoji.name,
        roles: (emoji.roles ?? []).flatMap((role) => roleKey(role) ?? []),
        url: `https://cdn.discordapp.com/emojis/${emoji.id}.${emoji.animated === true ? "gif" : "png"}`
      })
    ),
    stickers: listed.stickers.map((sticker) =>
      withKey(keys.stickers, sticker, {
        name: sticker.name,
        description: sticker.description ?? "",
        ...(sticker.tags != null && sticker.tags !== "" && { tags: sticker.tags }),
        url: `https://cdn.discordapp.com/stickers/${sticker.id}.png`
      })
    )
  }
}

/** The sections whose objects refer to channels. */
const SECTIONS_WITH_CHANNELS: ReadonlySet<Section> = new Set(["guild", "automod", "welcome_screen", "onboarding"])

/** The name of YAML's merge key. */
const RESERVED = ["<<"]

/**
 * Gives each object a key: its name, where no older object has the same. The keys of the others have a number. They do not
 * depend on the order of the objects.
 */
export const keysOf = (
  objects: ReadonlyArray<{ readonly id: string; readonly name: string }>,
  reserved: ReadonlyArray<string> = []
): ReadonlyMap<string, string> => {
  const taken = new Set([...RESERVED, ...reserved])
  const names = new Set(objects.map(({ name }) => name))
  const keys = new Map<string, string>()
  for (const { id, name } of objects.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))) {
    let key = name
    for (let number = 2; taken.has(key) || (key !== name && names.has(key)); number++) key = `${name}~${number}`
    taken.add(key)
    keys.set(id, key)
  }
  return keys
}

const withKey = <Entry extends { readonly name: string }>(
  keys: ReadonlyMap<string, string>,
  { id }: { readonly id: string },
  entry: Entry
): Entry => {
  const key = keys.get(id)
  return key === undefined || key === entry.name ? entry : { key, ...entry }
}

/** Returns Discord's names of a set of permissions, and the bits that have none. */
export const permissionNames = (bits: string): ReadonlyArray<string> => permissionsIn(BigInt(bits))

const colorText = (color: number | null | undefined): string => `#${(color ?? 0).toString(16).padStart(6, "0")}`

const roleEntry = (role: RoleState): RoleEntry =>
  role.managed === true
    ? { name: role.name, managed: true }
    : {
        name: role.name,
        permissions: permissionNames(role.permissions),
        color: colorText(role.colors?.primary_color ?? role.color),
        gradient: [role.colors?.secondary_color, role.colors?.tertiary_color]
          .filter((color) => color != null)
          .map(colorText),
        ...documentValues(roleSettings, role)
      }

/** Nests the channels under their categories, in the order that people see. */
const channelTree = (
  channels: ReadonlyArray<ChannelState>,
  entryOf: (channel: ChannelState) => ChannelEntry
): ReadonlyArray<ChannelEntry> => {
  const ids = new Set(channels.map(({ id }) => id))
  const placed = channels.map((channel) => ({
    ...channel,
    // The category of a channel can be hidden.
    parent_id: channel.parent_id != null && ids.has(channel.parent_id) ? channel.parent_id : null
  }))
  return channelsIn(placed, null).map((channel) =>
    kindOfType(channel.type) === "category"
      ? { ...entryOf(channel), channels: channelsIn(placed, channel.id).map(entryOf) }
      : entryOf(channel)
  )
}

const overwritesOf = (channel: ChannelState, roleKey: KeyOf): Readonly<Record<string, OverwriteEntry>> =>
  Object.fromEntries(
    (channel.permission_overwrites ?? []).flatMap(({ allow, deny, id, type }) => {
      const key = type === OverwriteType.Role ? roleKey(id) : undefined
      return key === undefined ? [] : [[key, { allow: permissionNames(allow), deny: permissionNames(deny) }]]
    })
  )

const guildEntry = ({ guild }: GuildState, name: boolean, channelKey: KeyOf): NonNullable<Document["guild"]> =>
  ({
    ...documentValues(name ? guildSettings : Struct.omit(guildSettings, "name"), guild),
    ...Object.fromEntries(
      guildChannels.flatMap((field) => {
        const id = guild[`${field}_id`]
        // A channel that is hidden from the bot is left out: an empty text would clear the setting.
        const key = id == null ? "" : channelKey(id)
        return key === undefined ? [] : [[field, key]]
      })
    )
  }) as NonNullable<Document["guild"]> // the names are those of the schema's tables

/** Returns the welcome screen as a blueprint has it. */
export const welcomeEntry = (
  { guild }: GuildState,
  { description, welcome_channels }: NonNullable<GuildState["welcome"]>,
  channelKey: KeyOf
): NonNullable<Document["welcome_screen"]> => ({
  enabled: guild.features.includes("WELCOME_SCREEN_ENABLED"),
  description: description ?? "",
  channels: (welcome_channels ?? []).flatMap(({ channel_id, description, emoji_id, emoji_name }) => {
    const channel = channelKey(channel_id)
    return channel === undefined
      ? []
      : [{ channel, description: description ?? "", emoji: emojiText(emoji_id, emoji_name) ?? "" }]
  })
})

/** Returns onboarding as a blueprint has it. */
export const onboardingEntry = (
  { default_channel_ids, enabled, mode, prompts }: NonNullable<GuildState["onboarding"]>,
  roleKey: KeyOf,
  channelKey: KeyOf
): NonNullable<Document["onboarding"]> =>
  ({
    enabled,
    mode: enumName(onboardingModes, mode),
    default_channels: (default_channel_ids ?? []).flatMap((id) => channelKey(id) ?? []),
    prompts: prompts.map(({ in_onboarding, options, required, single_select, title, type }) => ({
      title,
      type: enumName(promptTypes, type ?? 0),
      single_select: single_select ?? false,
      required: required ?? false,
      in_onboarding: in_onboarding ?? false,
      options: options.map(({ channel_ids, description, emoji, role_ids, title }) => ({
        title,
        description: description ?? "",
        emoji: emojiText(emoji?.id, emoji?.name) ?? "",
        roles: (role_ids ?? []).flatMap((id) => roleKey(id) ?? []),
        channels: (channel_ids ?? []).flatMap((id) => channelKey(id) ?? [])
      }))
    }))
  }) as NonNullable<Document["onboarding"]> // the names are those of the schema's tables

/** Says what the document leaves out. */
const noticesOf = (
  { bot, rules }: GuildState,
  channels: ReadonlyArray<ChannelState>,
  only: ReadonlyArray<Section>
): ReadonlyArray<string> => {
  const ofMembers = channels.flatMap(({ permission_overwrites = [] }) =>
    (permission_overwrites ?? []).filter(({ type }) => type === OverwriteType.Member)
  ).length
  return [
    ...(only.includes("channels") && (bot.permissions & permissionBits.ADMINISTRATOR) === 0n
      ? [`Only the ${counted(channels.length, "channel")} that the bot can view are included: others may exist.`]
      : []),
    ...(only.includes("channels") && ofMembers > 0
      ? [`Left out, and kept by every plan: ${counted(ofMembers, "permission overwrite")} of single members.`]
      : []),
    ...(only.includes("automod") && rules === undefined ? ["AutoMod is left out: the bot lacks MANAGE_GUILD."] : [])
  ]
}
