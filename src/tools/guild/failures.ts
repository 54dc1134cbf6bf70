import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of guilds: missing requirements and reached limits. */
export const guilds = {
  boosts_missing: {
    on: [50101, 20035],
    when: "The guild's boost level is too low for this.",
    recovery:
      "Omit what requires boosts, such as role icons, banners and larger limits: guild_get {guild_id} shows the guild's features.",
    suggested_tool: "guild_get"
  },
  widget_off: {
    on: 50004,
    when: "The guild's widget is disabled.",
    recovery: "Ask the user whether to enable it with guild_modify_widget {guild_id, enabled: true}.",
    suggested_tool: "guild_modify_widget"
  },
  widget_changes_limited: {
    on: 30042,
    when: "The guild's widget was changed too often.",
    recovery: "Wait a few minutes before you change the widget again."
  },
  no_vanity_url: {
    on: 50020,
    when: "The guild cannot have a vanity URL.",
    recovery:
      "Create an invite with invites_create_channel {channel_id}, or list existing ones with guild_list_invites.",
    suggested_tool: "invites_create_channel"
  },
  no_welcome_screen: {
    on: 10069,
    when: "The guild has no welcome screen.",
    recovery: "Ask the user whether to create one with guild_modify_welcome_screen; this requires a Community guild.",
    suggested_tool: "guild_modify_welcome_screen"
  },
  onboarding_not_ready: {
    on: 350000,
    when: "The guild does not meet the requirements of onboarding.",
    recovery:
      "Pass at least 7 default_channel_ids that @everyone can view, 5 of them writable; this requires a Community guild.",
    suggested_tool: "channels_list"
  },
  onboarding_would_fall_short: {
    on: 350001,
    when: "Onboarding is enabled, and the change would break its requirements.",
    recovery:
      "Keep at least 7 default_channel_ids that @everyone can view, 5 of them writable, or pass enabled: false.",
    suggested_tool: "onboarding_get"
  },
  integration_not_removable: {
    on: 50163,
    when: "The integration manages the guild's subscriptions and cannot be removed.",
    recovery: "Keep the integration; the owner can end subscriptions in Server Settings."
  },
  template_already_there: {
    on: 30031,
    when: "The guild already has a template, the maximum.",
    recovery: "Update it with templates_sync {guild_id, template_code}: templates_list {guild_id} shows its code.",
    suggested_tool: "templates_list"
  },
  invites_full: {
    on: 30016,
    when: "The guild has 1000 invites, the maximum.",
    recovery:
      "Delete an unused invite with invites_delete {code}: guild_list_invites {guild_id} shows the uses of each.",
    suggested_tool: "guild_list_invites"
  },
  invite_without_users: {
    on: [10124, 10129],
    when: "The invite has no list of target users: everyone can use it.",
    recovery: "Continue without the list; to restrict the invite use invites_set_target_users {code, user_ids}.",
    suggested_tool: "invites_set_target_users"
  },
  automod_rules_full: {
    on: 50035,
    issue: "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
    when: "The guild has the maximum number of rules with this trigger_type.",
    recovery: "Add to an existing rule with automod_modify_rule: automod_list_rules {guild_id} lists the rules.",
    suggested_tool: "automod_list_rules"
  }
} satisfies Reasons
