import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { refuse, unknownWelcomeScreen } from "../discordError.ts"
import { clearable, decodeForm, integer, list, optional, picture, snowflake, text } from "../Form.ts"
import { findGuild } from "../find.ts"
import { Onboarding, withPrompts } from "../onboardingForm.ts"
import { ensureInGuild } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

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
  welcome_channels: optional(list(Schema.Struct({ channel_id: snowflake, description: text(1, 50) }), 0, 5))
})

const Widget = Schema.Struct({ enabled: optional(Schema.Boolean), channel_id: clearable(snowflake) })

const GUILD = "/guilds/:guild_id"

/** Settings of a guild. */
export const guildSettingRoutes = [
  route("PATCH", GUILD, function* ({ body, param, reason, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { banner, icon, splash, ...form } = yield* decodeForm(GuildPatch)(body)
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
  const after: Entity = { ...before, ...whole(yield* decodeForm(form)(body)), id: name }
  state.entities.of(`/guilds/${guild.id}`).set(name, after)
  writeAuditEntry(request, guild.id, { action: AuditLogEvent.GuildUpdate, target: guild.id, before, after })
  return yield* read(request, name)
})
