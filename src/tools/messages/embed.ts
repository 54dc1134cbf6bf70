/** Embeds: the input, and the view of Discord's reply. */
import { Schema } from "effect"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { wrapText } from "../../objects/schema/conversions.ts"
import { color, flag, listOf, object, optional, text, timestamp, url } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, nullish, Time } from "../../objects/schema/reply.ts"
import { compact } from "../dsl/view.ts"

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

const Linked = Schema.Struct({ url: nullish(Schema.String) })

/** An embed, as decoded from Discord's reply. */
export const Embed = Schema.Struct({
  type: nullish(Schema.String),
  title: nullish(Schema.String),
  description: nullish(Schema.String),
  url: nullish(Schema.String),
  color: nullish(Schema.Number),
  timestamp: nullish(Time),
  author: nullish(
    Schema.Struct({ name: nullish(Schema.String), url: nullish(Schema.String), icon_url: nullish(Schema.String) })
  ),
  fields: nullish(
    Schema.Array(
      Schema.Struct({ name: expected(Schema.String), value: expected(Schema.String), inline: nullish(Schema.Boolean) })
    )
  ),
  image: nullish(Linked),
  thumbnail: nullish(Linked),
  footer: nullish(Schema.Struct({ text: nullish(Schema.String), icon_url: nullish(Schema.String) }))
})

/** Compact view of an embed. Omits the URL of a link preview: it is in the message text. */
export const embedView = (embed: typeof Embed.Type, content: string) =>
  compact({
    title: embed.title,
    description: embed.description,
    url: embed.url != null && content.includes(embed.url) ? undefined : embed.url,
    author: embed.author?.name,
    fields: embed.fields?.map(({ inline, name, value }) => compact({ name, value, inline })),
    image: embed.image?.url,
    footer: embed.footer?.text,
    ...((embed.type ?? RICH) === RICH && styleOf(embed))
  })

/** Discord's type of an embed that a bot or webhook wrote. Discord documents it as deprecated, so it may be absent. */
const RICH = "rich"

/** What the view shows of the objects in an embed, without the objects. */
export const embedShownAs = {
  "author.name": "author",
  "author.url": "author_url",
  "author.icon_url": "author_icon",
  "image.url": "image",
  "thumbnail.url": "thumbnail",
  "footer.text": "footer",
  "footer.icon_url": "footer_icon"
}

/** The look of an embed that a bot or webhook wrote. That of a link preview says nothing. */
const styleOf = (embed: typeof Embed.Type) => ({
  color: embed.color ?? undefined,
  timestamp: embed.timestamp,
  author_url: embed.author?.url,
  author_icon: embed.author?.icon_url,
  thumbnail: embed.thumbnail?.url,
  footer_icon: embed.footer?.icon_url
})
