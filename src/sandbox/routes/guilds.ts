import {
  type APIGuildOnboardingPrompt,
  type APIGuildOnboardingPromptOption,
  AuditLogEvent,
  PermissionFlagsBits as Bit
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, clearable, decodeFields, integer, list, optional, picture, snowflake, text } from "../BodySchema.ts"
import { json, refuse, tooManyChannels, unknownWelcomeScreen } from "../discordError.ts"
import { findGuild, holdsMessages, isForum } from "../find.ts"
import { ensureInGuild, isViewable } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Channel, Entity, SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"
import { ChannelCreate, channelName, checkOverwrites, checkParent, storedTags } from "./channels.ts"
import { countsOf } from "./users.ts"

const ids = optional(list(snowflake, 0, 500))

const Option = Schema.Struct({
  id: optional(Schema.String),
  title: text(1, 50),
  description: clearable(text(0, 100)),
  channel_ids: ids,
  role_ids: ids,
  emoji_id: clearable(snowflake),
  emoji_name: clearable(Schema.String),
  emoji_animated: optional(Schema.Boolean)
})

const Prompt = Schema.Struct({
  id: Schema.String,
  title: text(1, 100),
  options: list(Option, 0, 50),
  type: optional(choice(0, 1)),
  single_select: optional(Schema.Boolean),
  required: optional(Schema.Boolean),
  in_onboarding: optional(Schema.Boolean)
})

/** Body of an onboarding update. */
const Onboarding = Schema.Struct({
  prompts: optional(list(Prompt, 0, 15)),
  default_channel_ids: ids,
  enabled: optional(Schema.Boolean),
  mode: optional(integer(0, 1))
})

/** Returns an onboarding with complete prompts. New prompts and options get ids. */
const withPrompts = (state: SandboxState, { prompts, ...form }: typeof Onboarding.Type) => ({
  ...form,
  ...(prompts && { prompts: prompts.map((prompt) => promptOf(state, prompt)) })
})

const promptOf = (state: SandboxState, prompt: typeof Prompt.Type): APIGuildOnboardingPrompt => ({
  type: 0,
  single_select: false,
  required: false,
  in_onboarding: false,
  ...prompt,
  id: keptId(state, prompt.id),
  options: prompt.options.map((option) => optionOf(state, option))
})

const optionOf = (
  state: SandboxState,
  { emoji_animated = false, emoji_id = null, emoji_name = null, ...option }: typeof Option.Type
): APIGuildOnboardingPromptOption => ({
  description: null,
  ...option,
  id: keptId(state, option.id),
  channel_ids: [...(option.channel_ids ?? [])],
  role_ids: [...(option.role_ids ?? [])],
  emoji: { id: emoji_id, name: emoji_name, animated: emoji_animated }
})

/** Returns the id if it is a snowflake, or else a new one. Clients send short placeholders for new objects. */
const keptId = (state: SandboxState, id: string | undefined): string =>
  id !== undefined && /^\d{17,20}$/.test(id) ? id : state.nextId()

/** Maximum number of channels in a guild. */
const MAX_CHANNELS = 500

/** `/guilds`: a guild and its channels. */
export const guildRoutes = [
  route("GET", "/guilds/:guild_id", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(200, { ...guild, ...(query.with_counts === "true" && countsOf(state.membersOf(guild.id).size)) })
  }),

  route("GET", "/guilds/:guild_id/channels", function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    return json(
      200,
      state.channelsOf(guild.id).filter((channel) => isViewable(state, channel))
    )
  }),

  route("POST", "/guilds/:guild_id/channels", function* ({ body, nowMs, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const form = yield* decodeFields(ChannelCreate)(body)
    const { available_tags, name, parent_id, permission_overwrites, type = 0, ...rest } = form
    yield* checkParent(state, guild.id, parent_id)
    yield* checkOverwrites(state, guild.id, permission_overwrites)
    if (state.channelsOf(guild.id).length >= MAX_CHANNELS) return yield* tooManyChannels
    const channel: Channel = {
      id: state.nextId(nowMs),
      type,
      guild_id: guild.id,
      name: channelName(type, name),
      position: state.channelsOf(guild.id).length,
      parent_id: parent_id ?? null,
      permission_overwrites: permission_overwrites ?? [],
      flags: 0,
      nsfw: false,
      ...rest,
      ...storedTags(state, available_tags)
    }
    const hasLast = holdsMessages(channel) || isForum(channel)
    state.channels.set(channel.id, hasLast ? { last_message_id: null, ...channel } : channel)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.ChannelCreate,
      target: channel.id,
      after: { name: channel.name, type }
    })
    return json(201, state.channels.get(channel.id))
  })
]

const GuildPatch = Schema.Struct({
  name: optional(text(2, 100)),
  description: clearable(text(0, 300)),
  icon: clearable(picture),
  banner: clearable(picture),
  splash: clearable(picture),
  verification_level: optional(integer(0, 4)),
  default_message_notifications: optional(integer(0, 1)),
  explicit_content_filter: optional(integer(0, 2)),
  afk_channel_id: clearable(snowflake),
  afk_timeout: optional(integer(60, 3600)),
  system_channel_id: clearable(snowflake),
  system_channel_flags: optional(integer(0, 0xffff)),
  rules_channel_id: clearable(snowflake),
  public_updates_channel_id: clearable(snowflake),
  safety_alerts_channel_id: clearable(snowflake),
  preferred_locale: optional(Schema.String),
  features: optional(list(text(1, 100), 0, 200)),
  premium_progress_bar_enabled: optional(Schema.Boolean)
})

const Welcome = Schema.Struct({
  enabled: optional(Schema.Boolean),
  description: clearable(text(0, 140)),
  welcome_channels: optional(
    list(
      Schema.Struct({
        channel_id: snowflake,
        description: text(1, 50),
        emoji_id: clearable(snowflake),
        emoji_name: clearable(Schema.String)
      }),
      0,
      5
    )
  )
})

const Widget = Schema.Struct({ enabled: optional(Schema.Boolean), channel_id: clearable(snowflake) })

const GUILD = "/guilds/:guild_id"

/** Settings of a guild. */
export const guildSettingRoutes = [
  route("PATCH", GUILD, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { banner, icon, splash, ...form } = yield* decodeFields(GuildPatch)(body)
    const kept = (name: string, image: string | null | undefined) =>
      image === undefined ? {} : { [name]: image === null ? null : guild.id }
    const after = { ...guild, ...form, ...kept("icon", icon), ...kept("banner", banner), ...kept("splash", splash) }
    // The form has validated the enums and the locale.
    state.guilds.set(guild.id, after as typeof guild)
    writeAuditEntry({ state, reason }, guild.id, {
      action: AuditLogEvent.GuildUpdate,
      target: guild.id,
      before: guild,
      after
    })
    return json(200, after)
  }),

  route("GET", `${GUILD}/preview`, function* ({ param, state }) {
    const { description, discovery_splash, emojis, features, icon, id, name, splash, stickers } = yield* findGuild(
      state,
      param("guild_id")
    )
    const counts = { approximate_member_count: state.membersOf(id).size, approximate_presence_count: 1 }
    return json(200, { id, name, icon, splash, discovery_splash, emojis, stickers, features, description, ...counts })
  }),

  route("GET", `${GUILD}/welcome-screen`, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { enabled, id: _, ...screen } = setting(state, guild.id, "welcome-screen")
    if (enabled !== true)
      yield* Effect.catchAll(ensureInGuild(state, guild.id, Bit.ManageGuild), () => unknownWelcomeScreen)
    return json(200, screen)
  }),
  route("PATCH", `${GUILD}/welcome-screen`, (request) => change(request, "welcome-screen", Welcome)),

  route("GET", `${GUILD}/onboarding`, (request) => read(request, "onboarding")),
  route("PUT", `${GUILD}/onboarding`, (request) =>
    change(request, "onboarding", Onboarding, (form) => withPrompts(request.state, form))
  ),

  route("GET", `${GUILD}/widget`, (request) => read(request, "widget")),
  route("PATCH", `${GUILD}/widget`, (request) => change(request, "widget", Widget)),
  route(
    "GET",
    `${GUILD}/widget.json`,
    function* ({ param, state }) {
      const { id, name } = yield* findGuild(state, param("guild_id"))
      if (setting(state, id, "widget").enabled !== true) return yield* refuse(403, 50004, "Widget Disabled")
      return json(200, { id, name, instant_invite: null, channels: [], members: [], presence_count: 1 })
    },
    { open: true }
  )
]

/** Default settings. */
const defaults: Readonly<Record<string, (guildId: string) => object>> = {
  "welcome-screen": () => ({ enabled: false, description: null, welcome_channels: [] }),
  onboarding: (guild_id) => ({ guild_id, prompts: [], default_channel_ids: [], enabled: false, mode: 0 }),
  widget: () => ({ enabled: false, channel_id: null })
}

const setting = (state: SandboxState, guildId: string, name: string): Entity =>
  state.entities.of(`/guilds/${guildId}`).get(name) ?? { id: name, ...defaults[name]?.(guildId) }

const read = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"guild_id">, name: string) {
  const guild = yield* findGuild(state, param("guild_id"))
  const { id: _, ...shown } = setting(state, guild.id, name)
  return json(200, shown)
})

const change = Effect.fnUntraced(function* <A extends object, I>(
  request: RouteRequest<"guild_id">,
  name: string,
  form: Schema.Schema<A, I>,
  whole: (form: A) => object = (form) => form
) {
  const { body, param, state } = request
  const guild = yield* findGuild(state, param("guild_id"))
  const before = setting(state, guild.id, name)
  const after: Entity = { ...before, ...whole(yield* decodeFields(form)(body)), id: name }
  state.entities.of(`/guilds/${guild.id}`).set(name, after)
  writeAuditEntry(request, guild.id, { action: AuditLogEvent.GuildUpdate, target: guild.id, before, after })
  return yield* read(request, name)
})

const region = (id: string, name: string, optimal = false) => ({ id, name, optimal, deprecated: false, custom: false })

const REGIONS = [
  region("rotterdam", "Rotterdam", true),
  region("us-east", "US East"),
  region("us-west", "US West"),
  region("brazil", "Brazil"),
  region("japan", "Japan"),
  region("sydney", "Sydney")
]

/** Voice regions. */
export const voiceRegionRoutes = [
  route("GET", "/voice/regions", () => Effect.succeed(json(200, REGIONS))),

  route("GET", "/guilds/:guild_id/regions", ({ param, state }) =>
    Effect.as(findGuild(state, param("guild_id")), json(200, REGIONS))
  )
]
