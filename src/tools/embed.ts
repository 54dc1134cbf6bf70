import { Schema } from "effect"
import { integer, listOf, optional, text } from "./fields.ts"
import * as Limits from "./Limits.ts"

const url = (description: string) => text(description, { max: 2048 })

const embed = Schema.Struct({
  title: optional(text("The title.", { max: Limits.EMBED_TITLE_MAX })),
  description: optional(text("The text, in Discord's markdown.", { max: Limits.EMBED_DESCRIPTION_MAX })),
  url: optional(url("Where the title links to.")),
  color: optional(integer("The colour of the edge, as a number: 0xRRGGBB.", 0, 0xffffff)),
  timestamp: optional(text("A time shown in the footer, ISO 8601.")),
  author: optional(
    Schema.Struct({
      name: text("The author's name.", { max: Limits.EMBED_AUTHOR_MAX }),
      url: optional(url("Where the name links to.")),
      icon_url: optional(url("A picture beside the name."))
    })
  ),
  fields: optional(
    listOf(
      "Up to 25 fields.",
      Schema.Struct({
        name: text("The field's name.", { max: Limits.EMBED_FIELD_NAME_MAX }),
        value: text("The field's text.", { max: Limits.EMBED_FIELD_VALUE_MAX }),
        inline: optional(Schema.Boolean.annotations({ description: "Beside its neighbours." }))
      }),
      0,
      Limits.EMBED_FIELDS_MAX
    )
  ),
  image: optional(Schema.Struct({ url: url("The large picture.") })),
  thumbnail: optional(Schema.Struct({ url: url("The small picture.") })),
  footer: optional(
    Schema.Struct({
      text: text("The footer's text.", { max: Limits.EMBED_FOOTER_MAX }),
      icon_url: optional(url("A picture beside it."))
    })
  )
})

/** Embeds of a message (Discord docs, message resource, embed limits). */
export const embeds = listOf("Up to 10 embeds.", embed, 0, Limits.EMBEDS_MAX)
