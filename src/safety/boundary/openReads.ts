/**
 * Reads without a guild that the guild boundary allows, each with its reason. All
 * others are refused: messages of interactions and lobbies, purchases, activities.
 */
export const openReads: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "the bot itself": ["users_get_current", "gateway_get_bot"],
    "returns only the allowed guilds": ["users_list_current_user_guilds"],
    "returns only events of the allowed guilds": ["gateway_wait_for", "gateway_read"],
    "a public profile": ["users_get"],
    "the bot's own application, which has no guild": [
      "application_get_current",
      "application_get",
      "application_get_oauth2",
      "application_get_linked_role_metadata",
      "app_emojis_list",
      "app_emojis_get",
      "commands_list_global",
      "commands_get_global",
      "skus_list"
    ],
    "Discord's own data, the same for every bot": [
      "voice_list_regions",
      "stickers_list_packs",
      "stickers_get_pack",
      "soundboard_list_default_sounds"
    ],
    "Discord's own sticker; a guild's sticker resolves to its guild": ["stickers_get"],
    "sends no request": [
      "gateway_status",
      "mcp_tools_search",
      "components_v2_build_container",
      "components_v2_build_section",
      "components_v2_build_media_gallery",
      "components_v2_validate",
      "components_v2_preview"
    ]
  }).flatMap(([why, tools]) => tools.map((tool) => [tool, why] as const))
)
