import type { Reasons } from "../dsl/Reason.ts"

/** About guilds: what they must have or be before something can be done, and what they have enough of. */
export const guilds = {
  boosts_missing: {
    on: [50101, 20035],
    when: "The guild lacks the boosts that this takes.",
    recovery:
      "Leave out what takes boosts, such as icons of roles, banners and larger limits: guild_get {guild_id} shows its features.",
    suggested_tool: "guild_get"
  },
  widget_off: {
    on: 50004,
    when: "The guild's widget is off.",
    recovery: "Ask the person whether to switch it on with guild_modify_widget {guild_id, enabled: true}.",
    suggested_tool: "guild_modify_widget"
  },
  widget_changes_limited: {
    on: 30042,
    when: "The guild's widget was changed too often.",
    recovery: "Wait some minutes before you change the widget again."
  },
  no_vanity_url: {
    on: 50020,
    when: "The guild cannot have an invite code of its own.",
    recovery: "Make an ordinary invite with invites_create_channel {channel_id}, or list those of guild_list_invites.",
    suggested_tool: "invites_create_channel"
  },
  no_welcome_screen: {
    on: 10069,
    when: "The guild has no welcome screen.",
    recovery: "Ask the person whether to make one with guild_modify_welcome_screen; the guild must be a Community.",
    suggested_tool: "guild_modify_welcome_screen"
  },
  onboarding_not_ready: {
    on: 350000,
    when: "The guild does not have what onboarding needs to be enabled.",
    recovery:
      "Give it at least 7 default_channel_ids that everyone can see, 5 of them open to write in; the guild must be a Community.",
    suggested_tool: "channels_list"
  },
  onboarding_would_fall_short: {
    on: 350001,
    when: "Onboarding is on, and would no longer have what it needs.",
    recovery:
      "Keep at least 7 default_channel_ids that everyone can see, 5 of them open to write in, or pass enabled: false.",
    suggested_tool: "onboarding_get"
  },
  integration_not_removable: {
    on: 50163,
    when: "The integration sells the guild's subscriptions, and cannot be removed.",
    recovery: "Leave the integration as it is; the owner ends subscriptions in the server's settings."
  },
  template_already_there: {
    on: 30031,
    when: "The guild has a template already, and can have only one.",
    recovery: "Update it with templates_sync {guild_id, template_code}: templates_list {guild_id} shows its code.",
    suggested_tool: "templates_list"
  },
  invites_full: {
    on: 30016,
    when: "The guild has 1000 invites and takes no more.",
    recovery:
      "Delete an unused one with invites_delete {code}: guild_list_invites {guild_id} shows how often each was used.",
    suggested_tool: "guild_list_invites"
  },
  invite_without_users: {
    on: [10124, 10129],
    when: "The invite has no list of users: everyone can use it.",
    recovery: "Continue as with any invite for everyone; to limit it use invites_set_target_users {code, user_ids}.",
    suggested_tool: "invites_set_target_users"
  },
  automod_rules_full: {
    on: 50035,
    issue: "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
    when: "The guild has as many rules of this trigger_type as it can have.",
    recovery:
      "Add to one of the rules that are there with automod_modify_rule: automod_list_rules {guild_id} lists them.",
    suggested_tool: "automod_list_rules"
  }
} satisfies Reasons
