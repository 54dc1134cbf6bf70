/** Settings of a guild with separate paths: its welcome screen, onboarding and widget. */
import {
  type APIGuild,
  type APIGuildOnboardingPrompt,
  type APIGuildOnboardingPromptOption,
  AuditLogEvent,
  PermissionFlagsBits as Bit,
  GuildFeature,
  GuildOnboardingMode
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, clearable, decodeFields, integer, list, optional, snowflake, text } from "../BodySchema.ts"
import {
  belowOnboarding,
  json,
  onboardingRequirements,
  type Refusal,
  refuse,
  unknownChannel,
  unknownWelcomeScreen
} from "../discordError.ts"
import { findGuild, findRole } from "../find.ts"
import { ensureInGuild, everyoneCan } from "../Permissions.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"
import { writeAuditEntry } from "./auditLog.ts"

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

/** `/guilds/{guild.id}/welcome-screen`, `/onboarding` and `/widget`. */
export const guildSettingRoutes = [
  route("GET", `${GUILD}/welcome-screen`, function* ({ param, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { enabled, id: _, ...screen } = setting(state, guild.id, "welcome-screen")
    if (enabled !== true)
      yield* Effect.catchAll(ensureInGuild(state, guild.id, Bit.ManageGuild), () => unknownWelcomeScreen)
    return json(200, screen)
  }),
  route("PATCH", `${GUILD}/welcome-screen`, (request) =>
    change(request, "welcome-screen", Welcome, {
      check: (guild, after) => checkWelcomeScreen(request.state, guild, after),
      features: ({ features }, after) => [
        ...features.filter((feature) => feature !== GuildFeature.WelcomeScreenEnabled),
        ...(after.enabled === true ? [GuildFeature.WelcomeScreenEnabled] : [])
      ]
    })
  ),

  route("GET", `${GUILD}/onboarding`, (request) => read(request, "onboarding")),
  route("PUT", `${GUILD}/onboarding`, (request) =>
    change(request, "onboarding", Onboarding, {
      whole: (form) => withPrompts(request.state, form),
      check: (guild, after, before) => checkOnboarding(request.state, guild, after, before.enabled === true)
    })
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

interface SettingRules<A> {
  /** Completes a form with what Discord adds. */
  readonly whole?: (form: A) => object
  /** Fails if Discord would not accept the setting. */
  readonly check?: (guild: APIGuild, after: Entity, before: Entity) => Effect.Effect<void, Refusal>
  /** Returns the features of a guild with the setting. */
  readonly features?: (guild: APIGuild, after: Entity) => APIGuild["features"]
}

const change = Effect.fnUntraced(function* <A extends object, I>(
  request: RouteRequest<"guild_id">,
  name: string,
  form: Schema.Schema<A, I>,
  { check = () => Effect.void, features, whole = (form) => form }: SettingRules<A> = {}
) {
  const { body, param, state } = request
  const guild = yield* findGuild(state, param("guild_id"))
  const before = setting(state, guild.id, name)
  const after: Entity = { ...before, ...whole(yield* decodeFields(form)(body)), id: name }
  yield* check(guild, after, before)
  state.entities.of(`/guilds/${guild.id}`).set(name, after)
  if (features !== undefined && after.enabled !== before.enabled)
    state.guilds.set(guild.id, { ...guild, features: features(guild, after) })
  const isWidget = name === "widget"
  writeAuditEntry(request, guild.id, {
    action: name === "onboarding" ? AuditLogEvent.OnboardingUpdate : AuditLogEvent.GuildUpdate,
    target: guild.id,
    before: isWidget ? widgetInLog(before) : before,
    after: isWidget ? widgetInLog(after) : after
  })
  return yield* read(request, name)
})

const widgetInLog = ({ channel_id, enabled }: Entity) => ({ widget_enabled: enabled, widget_channel_id: channel_id })

/** The fields of a welcome screen that Discord checks against the guild. */
const WelcomeChannels = Schema.Struct({ welcome_channels: Schema.Array(Schema.Struct({ channel_id: Schema.String })) })

/** Fails unless the guild is a community and has all the channels. */
const checkWelcomeScreen = Effect.fnUntraced(function* (state: SandboxState, guild: APIGuild, after: Entity) {
  const { welcome_channels } = yield* Effect.orDie(Schema.decodeUnknown(WelcomeChannels)(after))
  if (!guild.features.includes(GuildFeature.Community)) return yield* unknownWelcomeScreen
  yield* checkChannels(
    state,
    guild,
    welcome_channels.map(({ channel_id }) => channel_id)
  )
})

const OnboardingReferences = Schema.Struct({
  enabled: Schema.Boolean,
  mode: Schema.Number,
  default_channel_ids: Schema.Array(Schema.String),
  prompts: Schema.Array(
    Schema.Struct({
      options: Schema.Array(
        Schema.Struct({ channel_ids: Schema.Array(Schema.String), role_ids: Schema.Array(Schema.String) })
      )
    })
  )
})

/** How many channels an enabled onboarding must have, and in how many of them everyone must be able to write. */
const MIN_CHANNELS = 7
const MIN_WRITABLE = 5

/**
 * Fails unless the guild has all channels and roles of its onboarding and, if that is enabled, meets its requirements.
 * In the advanced mode, the channels of prompts count too.
 */
const checkOnboarding = Effect.fnUntraced(function* (
  state: SandboxState,
  guild: APIGuild,
  after: Entity,
  wasEnabled: boolean
) {
  const { default_channel_ids, enabled, mode, prompts } = yield* Effect.orDie(
    Schema.decodeUnknown(OnboardingReferences)(after)
  )
  const options = prompts.flatMap(({ options }) => options)
  const ofOptions = options.flatMap(({ channel_ids }) => channel_ids)
  yield* checkChannels(state, guild, [...default_channel_ids, ...ofOptions])
  for (const id of options.flatMap(({ role_ids }) => role_ids)) yield* findRole(guild, id)
  if (!enabled) return
  const counted = new Set(mode === ADVANCED ? [...default_channel_ids, ...ofOptions] : default_channel_ids)
  const writable = [...counted].filter((id) => everyoneCan(state, guild, id, Bit.ViewChannel | Bit.SendMessages))
  const isMet =
    guild.features.includes(GuildFeature.Community) && counted.size >= MIN_CHANNELS && writable.length >= MIN_WRITABLE
  if (!isMet) return yield* wasEnabled ? belowOnboarding : onboardingRequirements
})

const ADVANCED: number = GuildOnboardingMode.OnboardingAdvanced

const checkChannels = Effect.fnUntraced(function* (state: SandboxState, guild: APIGuild, ids: ReadonlyArray<string>) {
  if (ids.some((id) => state.channels.get(id)?.guild_id !== guild.id)) return yield* unknownChannel
})
