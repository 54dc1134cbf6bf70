import { brief, flag, integer, listOf, object, optional, text, timestamp, url } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

const picture = (description: string) => url(description, { attachment: true })

const embed = object("An embed.", {
  title: optional(text("The title.", { max: Limits.EMBED_TITLE_MAX })),
  description: optional(text("The text, in Discord's markdown.", { max: Limits.EMBED_DESCRIPTION_MAX })),
  url: optional(url("Where the title links to.")),
  color: optional(integer("Edge colour as a number, 0xRRGGBB.", 0, 0xffffff)),
  timestamp: optional(timestamp("Time shown in the footer: ISO 8601 with time zone.")),
  author: optional(
    object("The author line above the title.", {
      name: text("The author's name.", { max: Limits.EMBED_AUTHOR_MAX }),
      url: optional(url("Where the name links to.")),
      icon_url: optional(picture("A picture beside the name."))
    })
  ),
  fields: optional(
    listOf(
      "Up to 25 fields.",
      object("A field.", {
        name: text("The field's name.", { max: Limits.EMBED_FIELD_NAME_MAX }),
        value: text("The field's text.", { max: Limits.EMBED_FIELD_VALUE_MAX }),
        inline: optional(flag("Show it beside other inline fields."))
      }),
      0,
      Limits.EMBED_FIELDS_MAX
    )
  ),
  image: optional(object("The picture below the text.", { url: picture("The large picture.") })),
  thumbnail: optional(object("The picture beside the text.", { url: picture("The small picture.") })),
  footer: optional(
    object("The line at the bottom.", {
      text: text("The footer's text.", { max: Limits.EMBED_FOOTER_MAX }),
      icon_url: optional(picture("A picture beside it."))
    })
  )
})

/** Embeds of a message (Discord docs, message resource, embed limits). */
export const embeds = brief("Up to 10 embeds, as in messages_send.", listOf("Embeds.", embed, 0, Limits.EMBEDS_MAX))

/** The same, with what an embed is made of. */
export const explainedEmbeds = brief(
  "Up to 10 embeds: [{title?, description?, url?, color?: 0xRRGGBB as a number, timestamp?, author?: {name, url?, icon_url?}, fields?: [{name, value, inline?}], image?: {url}, thumbnail?: {url}, footer?: {text, icon_url?}}].",
  embeds
)
