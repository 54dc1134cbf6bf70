/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  application_get_current:
    "about the bot, bot application, intents, install count, bot owner, who owns the bot, which intents are enabled, in how many servers is the bot installed, fetch application, application info",
  application_modify_current:
    "bot description, app settings, tags of the bot, change the bot's description, edit the application, install link settings, interactions endpoint url, bot tags, about me of the bot, application icon",
  gateway_get_bot:
    "shards, sessions left, how many shards, gateway url, session start limit, identify limit, sharding, websocket url, gateway information",
  application_get: "app by id, another application, look up an application",
  application_get_linked_role_metadata: "linked roles, linked role metadata, role connection",
  application_get_activity_instance: "activity instance, who plays an activity, running activity",
  application_upload_attachment: "upload a file for an activity, temporary file url",
  application_modify: "change another application",
  application_modify_linked_role_metadata:
    "set up linked roles, define linked role fields, change role connection metadata",
  application_get_oauth2: "token's application, oauth2 application of the bot"
} as const
