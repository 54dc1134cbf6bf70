/** Templates of guilds: snapshots with placeholder ids. */
import { type APIGuild, type APIOverwrite, ChannelType, OverwriteType } from "discord-api-types/v10"
import { Effect, Record, Schema, Struct } from "effect"
import { channelFields } from "../../objects/channel.ts"
import { type DiscordForm, notInTemplates, type ObjectFields, unsetOf } from "../../objects/fields.ts"
import { guildChannels, guildFields } from "../../objects/guild.ts"
import { roleFields } from "../../objects/role.ts"
import { clearable, decodeFields, text } from "../BodySchema.ts"
import { hasTemplate, json, unknownTemplate } from "../discordError.ts"
import { findGuild } from "../find.ts"
import { type RouteRequest, route } from "../Router.ts"
import { timestamp } from "../Snowflakes.ts"
import type { Channel, Entity, SandboxState } from "../State.ts"

const settings = { description: clearable(text(0, 120)) }
const Create = Schema.Struct({ name: text(1, 100), ...settings })
const Patch = Schema.Struct({ name: Schema.optionalWith(text(1, 100), { exact: true, nullable: true }), ...settings })

const TEMPLATES = "/guilds/:guild_id/templates"
const TEMPLATE = "/guilds/:guild_id/templates/:code"

/** `/guilds/{guild.id}/templates`. */
export const templateRoutes = [
  route("GET", "/guilds/templates/:code", function* ({ param, state }) {
    const matches = [...state.guilds.values()].flatMap((guild) => {
      const template = state.entities.of(`/guilds/${guild.id}/templates`).get(param("code"))
      return template === undefined ? [] : [toApi(state, guild, template)]
    })
    return json(200, matches[0] ?? (yield* unknownTemplate))
  }),

  route("GET", TEMPLATES, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(
      200,
      [...templatesOf(state, guild).values()].map((template) => toApi(state, guild, template))
    )
  }),

  route("POST", TEMPLATES, function* ({ body, param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeFields(Create)(body)
    if (templatesOf(state, guild).size > 0) return yield* hasTemplate
    return json(200, putTemplate(state, guild, makeTemplate(state, guild, form)))
  }),

  route("PUT", TEMPLATE, function* (request) {
    const { guild, template } = yield* find(request)
    const { nowMs, state } = request
    const synced = { updated_at: timestamp(nowMs), serialized_source_guild: snapshotOf(state, guild) }
    return json(200, putTemplate(state, guild, { ...template, ...synced }))
  }),

  route("PATCH", TEMPLATE, function* (request) {
    const { guild, template } = yield* find(request)
    const form = yield* decodeFields(Patch)(request.body)
    return json(200, putTemplate(request.state, guild, { ...template, ...form }))
  }),

  route("DELETE", TEMPLATE, function* (request) {
    const { guild, template } = yield* find(request)
    const last = toApi(request.state, guild, template)
    templatesOf(request.state, guild).delete(template.id)
    return json(200, last)
  })
]

/** Returns a template of a guild that the bot created. */
export const makeTemplate = (
  state: SandboxState,
  guild: APIGuild,
  form: { readonly name: string; readonly description?: string | null }
): Entity => {
  const code = codeOf(state.nextId())
  const created = timestamp(state.nowMs)
  return {
    id: code,
    code,
    description: null,
    ...form,
    usage_count: 0,
    creator_id: state.bot.id,
    creator: state.bot,
    created_at: created,
    updated_at: created,
    source_guild_id: guild.id,
    serialized_source_guild: snapshotOf(state, guild)
  }
}

/** Returns a template code: twelve letters and digits. */
const codeOf = (id: string): string => BigInt(id).toString(36).padStart(12, "t").slice(-12)

const templatesOf = (state: SandboxState, { id }: APIGuild) => state.entities.of(`/guilds/${id}/templates`)

const putTemplate = (state: SandboxState, guild: APIGuild, template: Entity): object => {
  templatesOf(state, guild).set(template.id, template)
  return toApi(state, guild, template)
}

const find = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"guild_id" | "code">) {
  const guild = yield* findGuild(state, param("guild_id"))
  const template = templatesOf(state, guild).get(param("code"))
  return template === undefined ? yield* unknownTemplate : { guild, template }
})

/** Returns a template as Discord sends it: it is dirty if the guild has changed since. */
const toApi = (state: SandboxState, guild: APIGuild, { id: _, ...template }: Entity): object => {
  const isSynced = JSON.stringify(template.serialized_source_guild) === JSON.stringify(snapshotOf(state, guild))
  return { ...template, is_dirty: isSynced ? null : true }
}

/**
 * Returns what a template keeps of a guild. Ids are numbers: `@everyone` is role 0. Roles of integrations, members and
 * messages are left out. Channels of types that not every guild has become text or voice channels.
 */
const snapshotOf = (state: SandboxState, guild: APIGuild): object => {
  const roles = [...guild.roles].filter(({ managed }) => !managed)
  const roleIds = placeholders([guild.id, ...roles.map(({ id }) => id).filter((id) => id !== guild.id)], 0)
  const channels = [...state.channelsOf(guild.id)].sort(
    (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || (a.position ?? 0) - (b.position ?? 0)
  )
  const channelIds = placeholders(
    channels.map(({ id }) => id),
    1
  )
  const channelId = (id: string | null) => channelIds.get(id ?? "") ?? null
  return {
    ...Struct.pick(guild, ...STORED_SETTINGS),
    name: guild.name,
    description: guild.description,
    region: null,
    roles: roles.map((role) => ({
      ...Struct.pick(role, ...Record.keys(roleFields), "icon"),
      id: roleIds.get(role.id)
    })),
    channels: channels.map((channel) => ({
      ...templateChannel(channel),
      id: channelId(channel.id),
      parent_id: channelId(channel.parent_id),
      permission_overwrites: (channel.permission_overwrites ?? []).flatMap((overwrite) =>
        roleOverwrite(overwrite, roleIds)
      )
    })),
    afk_channel_id: channelId(guild.afk_channel_id),
    system_channel_id: channelId(guild.system_channel_id),
    icon_hash: guild.icon
  }
}

const placeholders = (ids: ReadonlyArray<string>, first: number): ReadonlyMap<string, number> =>
  new Map(ids.map((id, at) => [id, first + at]))

const roleOverwrite = ({ id, type, ...bits }: APIOverwrite, roleIds: ReadonlyMap<string, number>) => {
  const role = roleIds.get(id)
  return type === OverwriteType.Role && role !== undefined ? [{ id: role, type, ...bits }] : []
}

/** Returns the fields that a template stores as they are. */
const storedIn = <Fields extends ObjectFields>(fields: Fields): ReadonlyArray<keyof Fields & string> =>
  Object.keys(fields).filter((name) => !notInTemplates(fields).includes(name))

const STORED_SETTINGS = storedIn(Struct.omit(guildFields, ...Record.keys(guildChannels), "name"))

const STORED = storedIn(Struct.omit(channelFields, "parent_id", "permission_overwrites"))

/** What a template has for a setting that nobody set, where it is not null. */
const ZERO: DiscordForm<typeof channelFields> = Struct.pick(
  unsetOf(channelFields),
  "nsfw",
  "rate_limit_per_user",
  "user_limit"
)

const templateChannel = (channel: Channel) => ({
  ...Object.fromEntries(STORED.map((name) => [name, channel[name] ?? ZERO[name] ?? null])),
  type: TYPES.get(channel.type) ?? channel.type,
  position: channel.position ?? 0,
  bitrate: channel.bitrate ?? 64_000,
  template: "",
  theme_color: null
})

const TYPES: ReadonlyMap<ChannelType, ChannelType> = new Map([
  [ChannelType.GuildAnnouncement, ChannelType.GuildText],
  [ChannelType.GuildStageVoice, ChannelType.GuildVoice],
  [ChannelType.GuildMedia, ChannelType.GuildForum]
])
