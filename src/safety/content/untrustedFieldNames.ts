/**
 * The fields of results whose texts people write, by field name. An entry has two names if a server
 * text can also have the last name alone. The fields come from the views and from Discord's full
 * objects.
 */
export const untrustedFieldNames: ReadonlySet<string> = new Set([
  // The content of a message and its parts.
  ...["content", "text", "title", "description", "author", "footer", "fields.value", "components", "label"],
  ...["stickers", "filename", "question", "answer", "choices", "choices.value"],
  // Names of any object.
  ...["name", "username", "global_name", "nick", "display_name", "additional_name", "user_name", "target_name"],
  ...["role_name", "auto_moderation_rule_name", "product_name", "tier_name", "name_localized"],
  // Names that represent a whole user, team, application, account, guild, channel or role.
  ...["creator", "added_by", "reviewed_by", "target_user", "target_application", "team", "account"],
  ...["guild", "source_guild", "template", "category", "administrators"],
  // Names of emoji, and search tags of stickers.
  ...["emoji", "emoji_name", "written", "tags"],
  // Profiles, descriptions and reasons.
  ...["bio", "pronouns", "tag", "activity", "state", "topic", "location", "message", "description_localized"],
  ...["reason", "rejection_reason"],
  // AutoMod: its message and its keywords.
  ...["custom_message", "keyword_filter", "regex_patterns", "allow_list"],
  // Values before and after a change, and differences between a guild and its template.
  ...["changes.from", "changes.to", "changes.old_value", "changes.new_value"],
  ...["roles.missing", "roles.extra", "channels.missing", "channels.extra"],
  // Discord's messages about an uploaded list.
  ...["error", "error_message"]
])

/** Fields whose whole content is untrusted, under any name. */
export const untrustedMapNames: ReadonlySet<string> = new Set([
  ...["metadata", "moderation_metadata", "name_localizations", "description_localizations"],
  // Looked-up parts of a preview, and the output of a plan with the caller's own names.
  ...["names", "facts", "output"]
])

/** Fields whose texts come from this server, even with several words. */
export const trustedFieldNames: ReadonlySet<string> = new Set([
  "notice",
  "obstacle",
  "rule",
  "default_member_permissions",
  "incomplete"
])
