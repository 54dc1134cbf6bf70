import { alsoTakes } from "../shared/alsoTakes.ts"
import { wrapText } from "../shared/conversions.ts"
import { color, flag, listOf, object, optional, text, timestamp, url } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

const picture = (description: string) => url(description, { attachment: true })

const embed = object("An embed.", {
  title: optional(text("Title.", { max: Limits.EMBED_TITLE_MAX })),
  description: optional(text("Text, markdown.", { max: Limits.EMBED_DESCRIPTION_MAX })),
  url: optional(url("URL that the title links to.")),
  color: optional(color("Edge colour: 0xRRGGBB as a number.")),
  timestamp: optional(timestamp("Time in the footer, ISO 8601.")),
  author: optional(
    object("Line above the title.", {
      name: text("Name.", { max: Limits.EMBED_AUTHOR_MAX }),
      url: optional(url("URL that the name links to.")),
      icon_url: optional(picture("Icon URL."))
    }).annotations(alsoTakes(wrapText("name")))
  ),
  fields: optional(
    listOf(
      "Up to 25 fields.",
      object("A field.", {
        name: text("Name.", { max: Limits.EMBED_FIELD_NAME_MAX }),
        value: text("Text.", { max: Limits.EMBED_FIELD_VALUE_MAX }),
        inline: optional(flag("Show beside other inline fields."))
      }),
      0,
      Limits.EMBED_FIELDS_MAX
    )
  ),
  image: optional(
    object("Picture below the text.", { url: picture("URL, or attachment://name.") }).annotations(
      alsoTakes(wrapText("url"))
    )
  ),
  thumbnail: optional(
    object("Picture beside the text.", { url: picture("URL, or attachment://name.") }).annotations(
      alsoTakes(wrapText("url"))
    )
  ),
  footer: optional(
    object("Line at the bottom.", {
      text: text("Text.", { max: Limits.EMBED_FOOTER_MAX }),
      icon_url: optional(picture("Icon URL."))
    }).annotations(alsoTakes(wrapText("text")))
  )
})

/** Input field for embeds (Discord docs, message resource, embed limits). */
export const embeds = listOf("Up to 10 embeds. Up to 6000 characters in all.", embed, 0, Limits.EMBEDS_MAX)
