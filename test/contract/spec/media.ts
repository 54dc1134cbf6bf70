/** Facts that discord-api-spec lacks: bodies that are forms, their files, and responses that are not JSON. */

/** Files of a form that takes its fields as JSON beside them, and takes JSON alone, too. */
const messageFiles = Array.from({ length: 10 }, (_, index) => `files[${index}]`)

/** Bodies that may be JSON or a form, and the files of that form. */
export const jsonOrForm: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["create_message", messageFiles],
  ["update_message", messageFiles],
  ["update_original_webhook_message", messageFiles],
  ["update_webhook_message", messageFiles],
  ["create_channel_invite", ["target_users_file"]],
  ["create_thread", []],
  ["create_interaction_response", []],
  ["create_lobby_message", []],
  ["update_lobby_message_external_moderation_metadata", []],
  ["update_user_message_external_moderation_metadata", []],
  ["execute_webhook", []],
  ["execute_slack_compatible_webhook", []]
])

/** Bodies that are a form and nothing else. */
export const formOnly: ReadonlySet<string> = new Set([
  "upload_application_attachment",
  "create_guild_sticker",
  "update_invite_target_users"
])

/** Answers that are no JSON. */
export const answerMedia: ReadonlyMap<string, string> = new Map([
  ["get_guild_widget_png", "image/png"],
  ["get_invite_target_users", "text/csv"]
])
