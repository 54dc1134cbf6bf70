/**
 * The fields of results whose texts people wrote, by name; by two names where the
 * last one alone could be ours. They are those of the views and those of Discord's
 * whole objects. Ids, addresses, times and words of ours have other names.
 */
export const peoplesFields: ReadonlySet<string> = new Set([
  // What a message says, and what hangs on it.
  ...["content", "text", "title", "description", "author", "footer", "fields.value", "components", "label"],
  ...["stickers", "filename", "question", "answer", "choices", "choices.value"],
  // Names, of whatever it is.
  ...["name", "username", "global_name", "nick", "display_name", "additional_name", "user_name", "target_name"],
  ...["role_name", "auto_moderation_rule_name", "product_name", "tier_name", "name_localized"],
  // The same where a name is all that is shown of a user, team, application, account, guild, channel or role.
  ...["creator", "added_by", "reviewed_by", "target_user", "target_application", "team", "account"],
  ...["guild", "source_guild", "template", "category", "administrators"],
  // Emoji have names that people chose, and stickers words to find them by.
  ...["emoji", "emoji_name", "written", "tags"],
  // What people say of themselves and of what is theirs, and why they did something.
  ...["bio", "pronouns", "tag", "activity", "state", "topic", "location", "message", "description_localized"],
  ...["reason", "rejection_reason"],
  // AutoMod: what it says, and the words it looks for.
  ...["custom_message", "keyword_filter", "regex_patterns", "allow_list"],
  // What was before a change and what is after it; and what a guild has that a template lacks.
  ...["changes.from", "changes.to", "changes.old_value", "changes.new_value"],
  ...["roles.missing", "roles.extra", "channels.missing", "channels.extra"],
  // Discord's words about a list that somebody has uploaded.
  ...["error", "error_message"]
])

/** Fields below which all is people's, whatever it is called there. */
export const peoplesMaps: ReadonlySet<string> = new Set([
  ...["metadata", "moderation_metadata", "name_localizations", "description_localizations"],
  // What a preview has looked up; and what a plan was asked for, under names of the caller's own.
  ...["names", "facts", "output"]
])

/** Fields whose texts are ours, of however many words. */
export const ourFields: ReadonlySet<string> = new Set([
  "notice",
  "obstacle",
  "rule",
  "default_member_permissions",
  "incomplete"
])
