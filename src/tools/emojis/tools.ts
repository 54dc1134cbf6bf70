import type { RESTPatchAPIGuildEmojiJSONBody, RESTPostAPIGuildEmojiJSONBody } from "discord-api-types/v10"
import { fits } from "../../objects/fits.ts"
import { optional, setOf } from "../../objects/schema/fields.ts"
import { guild_id, RoleId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { emoji_id, emojiBody, emojiFields } from "./fields.ts"
import { createdEmoji, emoji } from "./view.ts"

const roles = optional(setOf("Roles that may use the emoji; everyone if empty.", RoleId, 0, Limits.EMOJI_ROLES_MAX))

const synonyms = {
  emojis_list_guild:
    "custom emojis of the server, emotes, list emojis, emote list, all emotes, show emojis, which emojis do we have, fetch emojis, custom emotes, emojis, server emojis",
  emojis_create:
    "upload an emoji, add a custom emoji, new emote, make an emoji, add an emoji to the server, create an emoji, add the emoji from a link, upload emoji, add emote, upload an emote, create an emote, turn a picture into an emoji, make a picture an emoji",
  emojis_modify:
    "rename an emoji, change the name of an emoji, rename an emote, restrict an emoji to a role, edit emoji, edit an emoji of the server",
  emojis_delete:
    "remove an emoji, delete an emote, delete emoji, erase an emoji, delete a server emoji, remove an emote, remove a custom emoji",
  emojis_get: "one emoji, emoji info, who uploaded an emoji, fetch emoji"
}

/** Custom emojis of guilds. */
export const tools = group({ category: "emojis", synonyms }, [
  get("emojis_list_guild", "/guilds/{guild_id}/emojis", {
    description: "List the custom emojis of a guild. For application emojis use app_emojis_list.",
    path: { guild_id },
    ...unpaged({ view: emoji, empty: "This guild has no custom emojis." })
  }),
  get("emojis_get", "/guilds/{guild_id}/emojis/{emoji_id}", {
    description: "Get one custom emoji of a guild.",
    path: { guild_id, emoji_id },
    options: view,
    toResult: one(emoji)
  }),
  post("emojis_create", "/guilds/{guild_id}/emojis", {
    description: "Create a custom emoji in a guild from an image.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildEmojiJSONBody>()({ name: emojiFields.name, roles }),
    options: { image: emojiFields.image },
    auditReason: true,
    failures: reasons(
      "emojis_full",
      "animated_emojis_full",
      "subscriber_emojis_full",
      "emoji_roles_mixed",
      "image_too_large",
      "image_not_resizable",
      "file_not_readable"
    ),
    toBody: ({ image, name, roles }) => emojiBody({ image, name, roles }),
    toResult: one(createdEmoji)
  }),
  patch("emojis_modify", "/guilds/{guild_id}/emojis/{emoji_id}", {
    description: "Rename a custom emoji of a guild, or change which roles may use it. Its image cannot be changed.",
    path: { guild_id, emoji_id },
    body: fits<RESTPatchAPIGuildEmojiJSONBody>()({ name: optional(emojiFields.name), roles }),
    auditReason: true,
    failures: reasons("emoji_roles_mixed", "emoji_kind_fixed"),
    validate: atLeastOne("name", "roles"),
    toResult: one(emoji)
  }),
  del("emojis_delete", "/guilds/{guild_id}/emojis/{emoji_id}", {
    description: "Delete a custom emoji of a guild permanently. Messages that contain it still show it.",
    path: { guild_id, emoji_id },
    auditReason: true
  })
])
