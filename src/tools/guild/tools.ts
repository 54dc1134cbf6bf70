import type {
  RESTPatchAPIGuildVoiceStateCurrentMemberJSONBody,
  RESTPatchAPIGuildVoiceStateUserJSONBody,
  RESTPatchAPIGuildWidgetSettingsJSONBody,
  RESTPostAPIGuildPruneJSONBody,
  RESTPutAPIGuildIncidentActionsJSONBody
} from "discord-api-types/v10"
import { Effect } from "effect"
import { fits } from "../../objects/fits.ts"
import {
  choice,
  described,
  flag,
  integer,
  nullable,
  optional,
  setOf,
  timestamp,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, guild_id, IntegrationId, RoleId, UserId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { custom, del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, unchanged, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { region } from "../voice/view.ts"
import { settings, settingsBody, settingsRisk } from "./fields.ts"
import { joinRequestTools } from "./joinRequests.ts"
import { featureFacts, pruneFacts } from "./preview.ts"
import {
  guild as compactGuild,
  IncidentsData,
  integration,
  PruneCount,
  preview,
  VanityUrl,
  WidgetSettings,
  widget
} from "./view.ts"
import { welcomeTools } from "./welcome.ts"

const stage = described("The stage channel.", ChannelId)

/** Fields that select the members of a prune. */
const pruneFields = {
  days: optional(
    integer("Days of inactivity, 1 to 30; 7 by default.", 1, Limits.PRUNE_DAYS_MAX).annotations(inUnit("days"))
  ),
  include_roles: optional(setOf("Also include members whose only roles are these.", RoleId, 0, Limits.PRUNE_ROLES_MAX))
}

const synonyms = {
  guild_get:
    "server info, details, owner, member count, how many members, number of members, boosts, about the server, information about the server, when was the server created, who owns the server, how big is the server, how many people are in the server, how many members do we have, how many users, who is the owner, who owns this server, tell me about this server, server statistics, stats, number of users, number of people, fetch guild, server owner, member total, boost level, boost count, server size, name of the server, age of the server",
  guild_get_preview:
    "public server preview, preview of a server, look at a server the bot is not in, discoverable server",
  guild_modify:
    "rename the server, server name, server icon, logo, banner, server settings, verification level, afk channel, change the server, change the server's name, change the server's icon, server picture, edit the server, new server icon, set a new server icon, rename this server, change server settings, new name for the server, change the server logo, change the server banner, edit guild, set name of the server, server description, rules channel, system messages channel, enable community, default notifications, server afk timeout, explicit content filter",
  guild_get_vanity_url:
    "vanity link, custom invite url, vanity url, custom invite link, own invite code, what is our vanity url, uses of the vanity url, fetch vanity data, discord.gg name of the server",
  guild_begin_prune:
    "kick inactive members, prune, clean up inactive, remove inactive members, remove ghost accounts, users that were not online, remove dead accounts, prune members, prune guild, kick people who were inactive, get rid of inactive members, remove people who were not online, purge inactive members, kick offline members",
  guild_get_prune_count:
    "how many inactive members, dry run of a prune, how many would be pruned, how many inactive members would be kicked, how many would a prune kick, count inactive members, number of inactive members, estimate pruned members, how many people are inactive, prune preview",
  guild_list_voice_regions: "voice regions of the server",
  guild_list_integrations:
    "bots and apps in the server, connected apps, integrations, which bots are in the server, installed bots, installed apps, which bots are installed, which apps are connected, twitch integration, youtube integration, fetch integrations",
  guild_delete_integration:
    "remove an app, remove a bot, disconnect twitch, kick a bot integration, uninstall an app, uninstall a bot, remove an integration, delete an integration, disconnect an app",
  guild_get_widget: "server widget, who is online, online members, how many are online, widget data, widget json",
  guild_modify_widget:
    "turn the widget on or off, enable widget, turn on the widget, turn off the widget, disable the widget, switch the widget off, widget channel, edit widget",
  guild_get_welcome_screen: "welcome screen, greeting, show the welcome screen, what does the welcome screen say",
  guild_modify_welcome_screen:
    "set up welcome screen, welcome message, greet newcomers, greeting, write a welcome screen, change the welcome screen, edit the welcome screen, screen that newcomers see, screen for new members, disable the welcome screen, enable the welcome screen",
  guild_get_new_member_welcome:
    "new member welcome, server guide, what does the server guide show, tasks for new members, resource channels",
  guild_list_join_requests:
    "applications to join, pending join requests, membership applications, pending members, waiting applicants, list join requests, who applied to join, membership requests, pending applications",
  guild_action_join_request:
    "approve or deny a join request, accept an applicant, reject an application, approve a join request, accept a join request, decline a join request, deny an application, approve an applicant, let an applicant in, approve a pending member, reject a member's application",
  guild_set_incident_actions:
    "raid, lockdown, pause invites, stop invites, disable dms, under attack, lock down the server, stop new joins, raid mode, anti-raid, being raided, turn on raid mode, end raid mode, turn off raid mode, end the lockdown, resume invites, unpause invites, enable invites again, security actions, pause dms, stop people from joining, panic mode, lockdown over",
  guild_modify_user_voice_state:
    "stage speaker, let a user speak, move to audience, make a member a speaker, invite to speak, bring someone on stage, move a speaker to the audience, take someone off the stage, let someone speak on stage, accept a request to speak, promote to speaker, suppress a speaker",
  guild_modify_current_voice_state:
    "raise hand, request to speak, raise the bot's hand, ask to speak on stage, become a speaker on stage, the bot joins the audience",
  guild_get_widget_settings: "widget settings, is the widget enabled, is the widget on",
  guild_get_widget_image_url:
    "widget image, widget picture, badge for a website, server badge, embed the widget on a website"
}

/** Guild settings, widget, welcome screen, prune, join requests and incident actions. */
export const tools = group({ category: "guild", synonyms }, [
  get("guild_get", "/guilds/{guild_id}", {
    description: "Get a guild (server): name, owner, member count, features. For channels use channels_list.",
    path: { guild_id },
    options: view,
    toQuery: () => ({ with_counts: true }),
    toResult: one(compactGuild)
  }),
  get("guild_get_preview", "/guilds/{guild_id}/preview", {
    description: "Get the public preview of a discoverable guild. Works even if the bot is not a member.",
    path: { guild_id },
    options: view,
    toResult: one(preview)
  }),
  patch("guild_modify", "/guilds/{guild_id}", {
    description:
      "Change a guild's settings: name, images, verification, special channels, features. Omitted fields stay unchanged.",
    path: { guild_id },
    options: settings,
    auditReason: true,
    failures: reasons(
      "boosts_missing",
      "words_not_allowed",
      "community_needs_text_channel",
      "image_too_large",
      "two_factor_required"
    ),
    asks: ["switches_off"],
    riskOf: settingsRisk,
    validate: atLeastOne("name", ...Object.keys(settings).slice(1)),
    toBody: settingsBody,
    toResult: one(compactGuild),
    preview: featureFacts
  }),
  get("guild_list_voice_regions", "/guilds/{guild_id}/regions", {
    description: "List the voice regions available to a guild.",
    path: { guild_id },
    ...unpaged({ view: region, empty: "Discord lists no voice regions for this guild." })
  }),
  get("guild_list_integrations", "/guilds/{guild_id}/integrations", {
    description: "List the integrations of a guild: bots, Twitch, YouTube. Discord returns at most 50.",
    path: { guild_id },
    ...unpaged({ view: integration, empty: "This guild has no integrations." })
  }),
  del("guild_delete_integration", "/guilds/{guild_id}/integrations/{integration_id}", {
    description: "Remove an integration from a guild. Deletes its webhooks and kicks its bot.",
    path: { guild_id, integration_id: described("The integration.", IntegrationId) },
    auditReason: true,
    failures: reasons("integration_not_removable")
  }),
  get("guild_get_widget_settings", "/guilds/{guild_id}/widget", {
    description:
      "Get a guild's widget settings: whether it is enabled, and its invite channel. For its content use guild_get_widget.",
    path: { guild_id },
    toResult: unchanged(WidgetSettings)
  }),
  get("guild_get_widget", "/guilds/{guild_id}/widget.json", {
    description:
      "Get the content of a guild's widget: online members, voice channels, an invite. The widget must be enabled.",
    path: { guild_id },
    options: view,
    toResult: one(widget),
    failures: reasons("widget_off")
  }),
  custom("guild_get_widget_image_url", {
    description: "Get the URL of a guild's widget image, for use on a web page. The widget must be enabled.",
    fields: {
      guild_id,
      style: withDefault(
        choice("The style; shield by default.", "shield", "banner1", "banner2", "banner3", "banner4"),
        "shield"
      )
    },
    risk: "read",
    run: ({ guild_id, style }) =>
      Effect.succeed({ value: { url: `https://discord.com/api/guilds/${guild_id}/widget.png?style=${style}` } })
  }),
  patch("guild_modify_widget", "/guilds/{guild_id}/widget", {
    description: "Enable or disable a guild's widget, or set its invite channel.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildWidgetSettingsJSONBody>()({
      enabled: optional(flag("Make the widget public.")),
      channel_id: optional(nullable(described("The invite channel; clear removes it.", ChannelId)))
    }),
    auditReason: true,
    failures: reasons("widget_changes_limited"),
    validate: atLeastOne("enabled", "channel_id"),
    toResult: unchanged(WidgetSettings)
  }),
  get("guild_get_vanity_url", "/guilds/{guild_id}/vanity-url", {
    description: "Get a guild's vanity URL, its own invite code such as discord.gg/tidepool, and its number of uses.",
    path: { guild_id },
    failures: reasons("no_vanity_url"),
    toResult: unchanged(VanityUrl)
  }),
  ...welcomeTools,
  get("guild_get_prune_count", "/guilds/{guild_id}/prune", {
    description:
      "Count the inactive members that guild_begin_prune would kick. Without include_roles, counts only members without roles.",
    path: { guild_id },
    query: pruneFields,
    failures: reasons("prunes_limited"),
    toQuery: ({ days, include_roles }) => ({ days, include_roles: include_roles?.join(",") }),
    toResult: unchanged(PruneCount),
    // They select the members, whose number is the result.
    shownAs: { compute_prune_count: "pruned", days: "pruned", include_roles: "pruned" }
  }),
  post("guild_begin_prune", "/guilds/{guild_id}/prune", {
    description: "Kick all inactive members at once. Call guild_get_prune_count first.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildPruneJSONBody>()({
      ...pruneFields,
      compute_prune_count: optional(
        flag("Return the number of kicked members; true by default. Set false in a large guild.")
      )
    }),
    asks: ["removes_people"],
    risk: "destructive",
    duration: "long",
    auditReason: true,
    failures: reasons("prunes_limited", "two_factor_required"),
    preview: pruneFacts,
    undo: "Kicked members need an invite to return.",
    toResult: unchanged(PruneCount)
  }),
  patch("guild_modify_user_voice_state", "/guilds/{guild_id}/voice-states/{user_id}", {
    description:
      "Make a member of a stage a speaker, or move them to the audience. For voice channels use members_modify.",
    path: { guild_id, user_id: described("The member who is on the stage.", UserId) },
    body: fits<RESTPatchAPIGuildVoiceStateUserJSONBody>()({
      channel_id: stage,
      suppress: optional(flag("true: move to the audience; false: make a speaker."))
    }),
    failures: reasons("not_a_stage_channel")
  }),
  patch("guild_modify_current_voice_state", "/guilds/{guild_id}/voice-states/@me", {
    description: "Change the bot's own role on a stage it is connected to: speaker, audience, or request to speak.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildVoiceStateCurrentMemberJSONBody>()({
      channel_id: optional(stage),
      suppress: optional(flag("true: move to the audience; false: make a speaker.")),
      request_to_speak_timestamp: optional(
        nullable(timestamp("ISO 8601 time of the request to speak, now or later; clear withdraws it."))
      )
    }),
    validate: atLeastOne("suppress", "request_to_speak_timestamp"),
    failures: reasons("unknown_voice_state", "not_a_stage_channel")
  }),
  ...joinRequestTools,
  put("guild_set_incident_actions", "/guilds/{guild_id}/incident-actions", {
    description: "Pause invites or direct messages between members, as during a raid, or end the pause.",
    path: { guild_id },
    body: fits<RESTPutAPIGuildIncidentActionsJSONBody>()({
      invites_disabled_until: optional(
        nullable(timestamp("When invites resume: ISO 8601 time, at most 24 hours ahead; clear resumes them now."))
      ),
      dms_disabled_until: optional(
        nullable(timestamp("No direct messages until: ISO 8601 time, at most 24 hours ahead; clear allows them now."))
      )
    }),
    validate: atLeastOne("invites_disabled_until", "dms_disabled_until"),
    toResult: unchanged(IncidentsData)
  })
])
