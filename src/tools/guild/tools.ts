import type {
  RESTPatchAPIGuildVoiceStateCurrentMemberJSONBody,
  RESTPatchAPIGuildVoiceStateUserJSONBody,
  RESTPatchAPIGuildWelcomeScreenJSONBody,
  RESTPatchAPIGuildWidgetSettingsJSONBody,
  RESTPostAPIGuildPruneJSONBody,
  RESTPutAPIGuildIncidentActionsJSONBody
} from "discord-api-types/v10"
import { Effect } from "effect"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { custom, del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { given, one, oneOr, view } from "../dsl/view.ts"
import { emoji, emojiParts } from "../shared/emoji.ts"
import { reasons } from "../shared/failures.ts"
import {
  brief,
  choice,
  described,
  flag,
  integer,
  listOf,
  nullable,
  object,
  optional,
  setOf,
  text,
  timestamp,
  withDefault
} from "../shared/fields.ts"
import { ChannelId, GuildId, IntegrationId, RoleId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { region } from "../voice/view.ts"
import { plainSettings, settingNames, settingsBody, settingsRisk, wordedSettings } from "./fields.ts"
import { integration } from "./integrationView.ts"
import { joinRequests } from "./joinRequests.ts"
import { featureFacts, pruneFacts } from "./preview.ts"
import { IncidentsData, PruneCount, PruneResult, VanityUrl, WidgetSettings } from "./settingsView.ts"
import { guild as compactGuild, preview } from "./view.ts"
import { newMemberWelcome, welcomeScreen } from "./welcomeView.ts"
import { widget } from "./widgetView.ts"

const guild_id = described("The guild (server).", GuildId)
const stage = described("The stage channel they are in.", ChannelId)

const welcomeChannel = object("A channel with what it is for.", {
  channel_id: described("The channel.", ChannelId),
  description: text("What it is for.", { max: Limits.WELCOME_CHANNEL_MAX }),
  emoji: optional(emoji("An emoji beside it: 👋, or name:id."))
})

/** Whom a prune takes. */
const pruned = {
  days: optional(integer("Days without activity; 7 by default.", 1, Limits.PRUNE_DAYS_MAX)),
  include_roles: optional(
    setOf("Take members with these roles, and no others, too.", RoleId, 0, Limits.PRUNE_ROLES_MAX)
  )
}

/** A guild itself: its settings, and what newcomers meet. */
export const tools = group("guild", [
  get("guild_get", "/guilds/{guild_id}", {
    description: "Get a guild (server): name, owner, how many members, features. Its channels are in channels_list.",
    path: { guild_id },
    options: view,
    toQuery: () => ({ with_counts: true }),
    toResult: one(compactGuild)
  }),
  get("guild_get_preview", "/guilds/{guild_id}/preview", {
    description: "Get what a discoverable guild shows to everyone. Works where the bot is not a member, too.",
    path: { guild_id },
    options: view,
    toResult: one(preview)
  }),
  patch("guild_modify", "/guilds/{guild_id}", {
    description:
      "Change a guild's settings: name, pictures, verification, special channels, features. What is not named stays as it is.",
    path: { guild_id },
    body: plainSettings,
    options: wordedSettings,
    auditReason: true,
    permissions: ["MANAGE_GUILD"],
    failures: reasons(
      "boosts_missing",
      "words_not_allowed",
      "community_needs_text_channel",
      "image_too_large",
      "two_factor_required"
    ),
    riskOf: settingsRisk,
    validate: atLeastOne(...settingNames),
    toBody: settingsBody,
    toResult: one(compactGuild),
    preview: featureFacts
  }),
  get("guild_list_voice_regions", "/guilds/{guild_id}/regions", {
    description: "List the voice regions a guild's voice channels can use.",
    path: { guild_id },
    ...whole({ view: region, empty: "Discord names no regions for this guild." })
  }),
  get("guild_list_integrations", "/guilds/{guild_id}/integrations", {
    description: "List the integrations of a guild: bots, Twitch, YouTube. Discord shows 50 at most.",
    path: { guild_id },
    ...whole({ view: integration, empty: "This guild has no integrations." }),
    permissions: ["MANAGE_GUILD"]
  }),
  del("guild_delete_integration", "/guilds/{guild_id}/integrations/{integration_id}", {
    description: "Remove an integration from a guild: its webhooks are deleted and its bot is kicked.",
    path: { guild_id, integration_id: described("The integration.", IntegrationId) },
    auditReason: true,
    permissions: ["MANAGE_GUILD"],
    failures: reasons("integration_not_removable")
  }),
  get("guild_get_widget_settings", "/guilds/{guild_id}/widget", {
    description:
      "Get whether a guild's widget is on, and which channel it invites to. Its content is guild_get_widget.",
    path: { guild_id },
    permissions: ["MANAGE_GUILD"],
    toResult: given(WidgetSettings)
  }),
  get("guild_get_widget", "/guilds/{guild_id}/widget.json", {
    description: "Get what a guild's widget shows: who is online, voice channels, an invite. It must be enabled.",
    path: { guild_id },
    options: view,
    toResult: one(widget),
    failures: reasons("widget_off")
  }),
  custom("guild_get_widget_image_url", {
    description: "Get the address of a picture of a guild's widget, to put on a web page. The widget must be enabled.",
    fields: {
      guild_id,
      style: withDefault(
        choice("How it looks; shield by default.", "shield", "banner1", "banner2", "banner3", "banner4"),
        "shield"
      )
    },
    risk: "read",
    run: ({ guild_id, style }) =>
      Effect.succeed({ value: { url: `https://discord.com/api/guilds/${guild_id}/widget.png?style=${style}` } })
  }),
  patch("guild_modify_widget", "/guilds/{guild_id}/widget", {
    description: "Switch a guild's widget on or off, or choose the channel it invites to.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildWidgetSettingsJSONBody>()({
      enabled: optional(flag("Whether everyone can see the widget.")),
      channel_id: optional(nullable(described("The channel it invites to; null for none.", ChannelId)))
    }),
    auditReason: true,
    permissions: ["MANAGE_GUILD"],
    failures: reasons("widget_changes_limited"),
    validate: atLeastOne("enabled", "channel_id"),
    toResult: given(WidgetSettings)
  }),
  get("guild_get_vanity_url", "/guilds/{guild_id}/vanity-url", {
    description: "Get a guild's own invite code, such as discord.gg/tidepool, and how often it was used.",
    path: { guild_id },
    permissions: ["MANAGE_GUILD"],
    failures: reasons("no_vanity_url"),
    toResult: given(VanityUrl)
  }),
  get("guild_get_welcome_screen", "/guilds/{guild_id}/welcome-screen", {
    description: "Get the welcome screen of a Community guild: its text and the channels it recommends.",
    path: { guild_id },
    options: view,
    toResult: one(welcomeScreen),
    failures: reasons("no_welcome_screen")
  }),
  patch("guild_modify_welcome_screen", "/guilds/{guild_id}/welcome-screen", {
    description: "Change the welcome screen of a Community guild. welcome_channels replaces all of them.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildWelcomeScreenJSONBody>()({
      enabled: optional(flag("Whether newcomers see it.")),
      description: optional(
        nullable(text("What it says of the guild.", { min: 0, max: Limits.WELCOME_DESCRIPTION_MAX }))
      )
    }),
    options: {
      welcome_channels: optional(
        brief(
          "The channels it recommends, up to 5: [{channel_id, description, emoji?: 👋 or name:id}].",
          listOf("The channels it recommends.", welcomeChannel, 0, Limits.WELCOME_CHANNELS_MAX)
        )
      )
    },
    auditReason: true,
    permissions: ["MANAGE_GUILD"],
    validate: atLeastOne("enabled", "description", "welcome_channels"),
    toBody: ({ description, enabled, welcome_channels }): RESTPatchAPIGuildWelcomeScreenJSONBody => ({
      enabled,
      description,
      welcome_channels: welcome_channels?.map(({ channel_id, description, emoji }) => {
        const { id = null, name = null } = emoji === undefined ? {} : emojiParts(emoji)
        return { channel_id, description, emoji_id: id, emoji_name: name }
      })
    }),
    toResult: one(welcomeScreen)
  }),
  get("guild_get_new_member_welcome", "/guilds/{guild_id}/new-member-welcome", {
    description: "Get the Server Guide that greets new members: its message, tasks and resource channels.",
    path: { guild_id },
    options: view,
    toResult: oneOr(newMemberWelcome, { value: { enabled: false }, notice: "This guild has no Server Guide." })
  }),
  get("guild_get_prune_count", "/guilds/{guild_id}/prune", {
    description:
      "Count the inactive members guild_begin_prune would kick. Without include_roles only those without roles.",
    path: { guild_id },
    query: pruned,
    permissions: ["MANAGE_GUILD", "KICK_MEMBERS"],
    failures: reasons("prunes_limited"),
    toQuery: ({ days, include_roles }) => ({ days, include_roles: include_roles?.join(",") }),
    toResult: given(PruneCount)
  }),
  post("guild_begin_prune", "/guilds/{guild_id}/prune", {
    description: "Kick all inactive members at once. See first with guild_get_prune_count how many they are.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildPruneJSONBody>()({
      ...pruned,
      compute_prune_count: optional(flag("Whether to say how many; false for large guilds. true by default."))
    }),
    risk: "destructive",
    duration: "long",
    auditReason: true,
    permissions: ["MANAGE_GUILD", "KICK_MEMBERS"],
    failures: reasons("prunes_limited", "two_factor_required"),
    preview: pruneFacts,
    undo: "Who is kicked comes back only with an invite.",
    toResult: given(PruneResult)
  }),
  patch("guild_modify_user_voice_state", "/guilds/{guild_id}/voice-states/{user_id}", {
    description:
      "Let somebody on a stage speak, or send them back to the audience. For voice channels use members_modify.",
    path: { guild_id, user_id: described("Who is on the stage.", UserId) },
    body: fits<RESTPatchAPIGuildVoiceStateUserJSONBody>()({
      channel_id: stage,
      suppress: optional(flag("true: audience; false: speaker."))
    }),
    permissions: ["MUTE_MEMBERS"],
    failures: reasons("not_a_stage_channel")
  }),
  patch("guild_modify_current_voice_state", "/guilds/{guild_id}/voice-states/@me", {
    description: "Change the bot's own place on a stage it is connected to: speaker, audience, or asking to speak.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildVoiceStateCurrentMemberJSONBody>()({
      channel_id: optional(stage),
      suppress: optional(flag("true: audience; false: speaker.")),
      request_to_speak_timestamp: optional(
        nullable(timestamp("Ask to speak, from now or a later time on; null takes it back."))
      )
    }),
    validate: atLeastOne("suppress", "request_to_speak_timestamp"),
    failures: reasons("unknown_voice_state", "not_a_stage_channel")
  }),
  ...joinRequests,
  put("guild_set_incident_actions", "/guilds/{guild_id}/incident-actions", {
    description:
      "Pause invites or direct messages between members for up to 24 hours, as during a raid, or end the pause.",
    path: { guild_id },
    body: fits<RESTPutAPIGuildIncidentActionsJSONBody>()({
      invites_disabled_until: optional(nullable(timestamp("When invites work again; null: now."))),
      dms_disabled_until: optional(nullable(timestamp("When members can write to each other again; null: now.")))
    }),
    permissions: ["MANAGE_GUILD"],
    validate: atLeastOne("invites_disabled_until", "dms_disabled_until"),
    toResult: given(IncidentsData)
  })
])
