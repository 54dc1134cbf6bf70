import { flag, integer, listOf, object, optional, text } from "./fields.ts"
import * as Limits from "./Limits.ts"

const url = (description: string) => text(description, { max: 2048 })

const embed = object("An embed.", {
  title: optional(text("The title.", { max: Limits.EMBED_TITLE_MAX })),
  description: optional(text("The text, in Discord's markdown.", { max: Limits.EMBED_DESCRIPTION_MAX })),
  url: optional(url("Where the title links to.")),
  color: optional(integer("The colour of the edge, as a number: 0xRRGGBB.", 0, 0xffffff)),
  timestamp: optional(text("A time shown in the footer, ISO 8601.")),
  author: optional(
    object("Who it is by, above the title.", {
      name: text("The author's name.", { max: Limits.EMBED_AUTHOR_MAX }),
      url: optional(url("Where the name links to.")),
      icon_url: optional(url("A picture beside the name."))
    })
  ),
  fields: optional(
    listOf(
      "Up to 25 fields.",
      object("A field.", {
        name: text("The field's name.", { max: Limits.EMBED_FIELD_NAME_MAX }),
        value: text("The field's text.", { max: Limits.EMBED_FIELD_VALUE_MAX }),
        inline: optional(flag("Beside its neighbours."))
      }),
      0,
      Limits.EMBED_FIELDS_MAX
    )
  ),
  image: optional(object("The picture below the text.", { url: url("The large picture.") })),
  thumbnail: optional(object("The picture beside the text.", { url: url("The small picture.") })),
  footer: optional(
    object("The line at the bottom.", {
      text: text("The footer's text.", { max: Limits.EMBED_FOOTER_MAX }),
      icon_url: optional(url("A picture beside it."))
    })
  )
})

/** Embeds of a message (Discord docs, message resource, embed limits). */
export const embeds = listOf("Up to 10 embeds.", embed, 0, Limits.EMBEDS_MAX)
