/**
 * What each field of each write does to what is there. A row belongs to every list, flag, choice, number and clearable
 * field of every tool that changes something, and a test asks for the row of a new one.
 */
import { eventFields, exceptionFields, recurrence } from "../../objects/event.ts"
import { harmlessIn } from "../../objects/fields.ts"
import * as application from "./applicationGuards.ts"
import * as content from "./contentGuards.ts"
import { type Guard, type Rows, rows } from "./Guard.ts"
import * as guild from "./guildGuards.ts"
import * as moderation from "./moderationGuards.ts"

/** The tools whose calls can take something away, each with its fields. */
export const guards = {
  guild_modify: guild.guildSettings,
  guild_modify_widget: guild.widget,
  guild_modify_welcome_screen: guild.welcomeScreen,
  guild_set_incident_actions: guild.incidentActions,
  onboarding_modify: guild.onboarding,
  automod_modify_rule: moderation.automodRule,
  roles_modify: moderation.role,
  members_modify: moderation.member,
  emojis_modify: moderation.emoji,
  channels_modify: content.channel,
  messages_edit: content.botMessage,
  components_v2_edit: content.botLayout,
  webhooks_edit_message: content.webhookMessage,
  interactions_edit_original_response: content.originalResponse,
  interactions_edit_followup: content.followup,
  application_modify_current: application.application,
  application_modify: application.application,
  commands_modify_global: application.command,
  commands_modify_guild: application.command,
  invites_set_target_users: application.inviteTargets,
  lobbies_modify: application.lobby
} as const satisfies Readonly<Record<string, Guard>>

/** A tool whose calls can take something away. */
export type GuardedTool = keyof typeof guards

/** Returns what a tool can take away. */
export const guardOf = (tool: string): Guard | undefined =>
  Object.hasOwn(guards, tool) ? guards[tool as GuardedTool] : undefined // its own key

/**
 * The other tools that change something. Tools that only create, by POST, need no rows: what they are given belongs to the
 * new object.
 */
export const otherWrites: Readonly<Record<string, Rows>> = {
  // Each of their calls is checked by itself.
  blueprint_apply: rows("asks", "prune", "prune_visible_only", "changes"),
  changes_undo: rows("asks", "entries", "last"),
  roles_modify_positions: rows("asks", "positions", "positions[].position"),
  members_add: { roles: "asks", ...rows("adds", "mute", "deaf") },
  members_ban: rows("asks", "delete_message_seconds"),
  members_timeout: rows("asks", "minutes"),
  members_modify_current: rows("harmless", "nick", "bio", "avatar", "banner"),
  channels_modify_positions: {
    ...rows("adds", "positions", "positions[].position"),
    ...rows("asks", "positions[].lock_permissions"),
    "positions[].parent_id": "harmless"
  },
  messages_send_text_file: rows("harmless", "from_part"),
  // A lock takes writing from a place, and an unlock restores what was set.
  channels_lock: rows("harmless", "except", "minutes", "until"),
  channels_move: { lock_permissions: "asks", ...rows("harmless", "position", "parent_id") },
  // The lists merge with the present overwrite.
  channels_modify_permissions: rows("asks", "type", "allow", "deny", "inherit"),
  channels_set_voice_status: rows("harmless", "status"),
  guild_modify_user_voice_state: rows("harmless", "suppress"),
  guild_modify_current_voice_state: rows("harmless", "suppress", "request_to_speak_timestamp"),
  guild_action_join_request: rows("adds", "action"),
  users_modify_current: rows("harmless", "avatar", "banner"),
  presence_set: rows("harmless", "status"),
  // A new message: all of it is its own.
  users_send_dm: rows(
    "own",
    "embeds",
    "components",
    "allowed_mentions",
    "files",
    "poll",
    "flags",
    "sticker_ids",
    "from_part"
  ),
  messages_ask: rows("own", "options", "options[].style", "user_ids", "timeout_seconds", "open_hours"),
  templates_modify: rows("harmless", "description"),
  stage_instances_modify: {},
  events_modify: {
    status: "asks",
    ...rows("harmless", ...harmlessIn(eventFields), "image"),
    // A schedule is one value: a call sends all of it.
    ...rows("part", ...Object.keys(recurrence).map((name) => `recurrence_rule.${name}`)),
    ...rows("part", "recurrence_rule.by_n_weekday[].n", "recurrence_rule.by_n_weekday[].day")
  },
  events_modify_exception: rows("harmless", ...Object.keys(exceptionFields)),
  soundboard_modify_guild_sound: rows("harmless", "volume", "emoji_id", "emoji_name"),
  webhooks_modify: rows("harmless", "avatar"),
  webhooks_modify_with_token: rows("harmless", "avatar"),
  application_modify_linked_role_metadata: rows("asks", "records", "records[].type"),
  commands_bulk_overwrite_global: rows("asks", "commands"),
  commands_bulk_overwrite_guild: rows("asks", "commands"),
  commands_edit_command_permissions: rows("asks", "permissions"),
  lobbies_add_member: rows("adds", "can_link_lobby"),
  lobbies_create_or_join: rows("own", "idle_timeout_seconds"),
  lobbies_link_channel: rows("harmless", "channel_id")
}
