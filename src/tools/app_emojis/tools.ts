import type { RESTPatchAPIApplicationEmojiJSONBody, RESTPostAPIApplicationEmojiJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { application_id } from "../../objects/schema/ids.ts"
import { expected } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { emoji_id, emojiBody, emojiFields } from "../emojis/fields.ts"
import { createdEmoji, Emoji, emoji } from "../emojis/view.ts"
import { reasons } from "../shared/failures.ts"

const synonyms = {
  app_emojis_create:
    "emoji of the bot, application emoji upload, upload an emoji for the bot, emoji for every server, emoji in every server, add an emoji to the application, create application emoji",
  app_emojis_list:
    "emojis of the bot, emojis of the application, bot emojis, application emojis, fetch application emojis, which emojis does the bot have",
  app_emojis_get: "one application emoji, one emoji of the bot",
  app_emojis_modify:
    "rename a bot emoji, rename an application emoji, edit an application emoji, settings of an application emoji",
  app_emojis_delete: "remove an emoji of the bot, delete a bot emoji, delete an application emoji"
}

/** Custom emojis of an application. Its bot can use them in every guild. */
export const tools = group({ category: "app_emojis", synonyms }, [
  get("app_emojis_list", "/applications/{application_id}/emojis", {
    description: "List the application's emojis. The bot can use them in every guild.",
    path: { application_id },
    ...unpaged({
      body: Schema.Struct({ items: expected(Schema.Array(Emoji)) }),
      items: ({ items }) => items,
      view: emoji,
      empty: "The application has no emojis."
    })
  }),
  get("app_emojis_get", "/applications/{application_id}/emojis/{emoji_id}", {
    description: "Get one emoji of the application.",
    path: { application_id, emoji_id },
    options: view,
    toResult: one(emoji)
  }),
  post("app_emojis_create", "/applications/{application_id}/emojis", {
    description: "Create an application emoji from an image. The bot can use it in every guild.",
    path: { application_id },
    body: fits<RESTPostAPIApplicationEmojiJSONBody>()({ name: emojiFields.name }),
    options: { image: emojiFields.image },
    toBody: ({ image, name }) => emojiBody({ image, name }),
    toResult: one(createdEmoji),
    failures: reasons("emojis_full", "image_too_large", "image_not_resizable", "file_not_readable")
  }),
  patch("app_emojis_modify", "/applications/{application_id}/emojis/{emoji_id}", {
    description: "Rename an application emoji. Its image cannot be changed.",
    path: { application_id, emoji_id },
    body: fits<RESTPatchAPIApplicationEmojiJSONBody>()({ name: emojiFields.name }),
    toResult: one(emoji)
  }),
  del("app_emojis_delete", "/applications/{application_id}/emojis/{emoji_id}", {
    description: "Delete an application emoji permanently.",
    path: { application_id, emoji_id }
  })
])
