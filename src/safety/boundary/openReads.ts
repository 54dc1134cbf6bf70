/**
 * Reads that no id places in a guild, and that a guild boundary lets pass all
 * the same, each with its reason. Whatever is not here is refused: an
 * interaction's messages, a lobby's, who has bought what, who plays where.
 */
export const openReads: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "the bot itself": ["users_get_current", "gateway_get_bot"],
    "shows the allowed guilds only": ["users_list_current_user_guilds"],
    "a public profile, which everyone on Discord sees": ["users_get"],
    "the bot's own application, which is of no guild": [
      "application_get_current",
      "application_get",
      "application_get_oauth2",
      "application_get_role_connection_metadata",
      "app_emojis_list",
      "app_emojis_get",
      "commands_list_global",
      "commands_get_global",
      "skus_list"
    ],
    "Discord's own, the same for everybody": [
      "voice_list_regions",
      "stickers_list_packs",
      "stickers_get_pack",
      "soundboard_list_default_sounds"
    ],
    "Discord's own sticker; one of a guild is placed in it": ["stickers_get"],
    "asks nobody": [
      "mcp_tools_search",
      "components_v2_build_container",
      "components_v2_build_section",
      "components_v2_build_media_gallery",
      "components_v2_validate",
      "components_v2_preview"
    ]
  }).flatMap(([why, tools]) => tools.map((tool) => [tool, why] as const))
)
