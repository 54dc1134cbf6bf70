import { Schema } from "effect"
import { choice, clearable, integer, list, optional, problem, snowflake, text } from "./Form.ts"

const url = text(1, 2048)

const picture = Schema.mutable(Schema.Struct({ url }))

const EmbedField = Schema.mutable(
  Schema.Struct({ name: text(1, 256), value: text(1, 1024), inline: optional(Schema.Boolean) })
)

const Embed = Schema.mutable(
  Schema.Struct({
    title: optional(text(0, 256)),
    description: optional(text(0, 4096)),
    url: optional(url),
    timestamp: optional(Schema.String),
    color: optional(integer(0, 0xffffff)),
    footer: optional(Schema.mutable(Schema.Struct({ text: text(1, 2048), icon_url: optional(url) }))),
    image: optional(picture),
    thumbnail: optional(picture),
    author: optional(
      Schema.mutable(Schema.Struct({ name: text(1, 256), url: optional(url), icon_url: optional(url) }))
    ),
    fields: optional(list(EmbedField, 0, 25))
  })
)

/** The mentions that a message may ping. */
export const AllowedMentions = Schema.Struct({
  parse: optional(list(choice("users", "roles", "everyone"), 0, 3)),
  users: optional(list(snowflake, 0, 100)),
  roles: optional(list(snowflake, 0, 100)),
  replied_user: optional(Schema.Boolean)
})
export type AllowedMentions = typeof AllowedMentions.Type

const Nonce = Schema.Union(Schema.String, Schema.Number)
  .annotations(problem("STRING_TYPE_CONVERT", (actual) => `Could not interpret ${JSON.stringify(actual)} as string.`))
  .pipe(
    Schema.filter(
      (nonce) => String(nonce).length <= 25,
      problem("BASE_TYPE_MAX_LENGTH", () => "Must be 25 or fewer in length.")
    )
  )

const PollMedia = (max: number) =>
  Schema.mutable(
    Schema.Struct({
      text: optional(text(1, max)),
      emoji: optional(Schema.mutable(Schema.Struct({ id: clearable(snowflake), name: clearable(Schema.String) })))
    })
  )

/** A poll. */
export const Poll = Schema.Struct({
  question: PollMedia(300),
  answers: list(Schema.Struct({ poll_media: PollMedia(55) }), 1, 10),
  allow_multiselect: optional(Schema.Boolean),
  layout_type: optional(choice(1)),
  duration: optional(integer(1, 768))
})
export type Poll = typeof Poll.Type

const written = {
  components: optional(list(Schema.Unknown, 0, 40)),
  content: optional(text(0, 2000)),
  embeds: optional(list(Embed, 0, 10)),
  allowed_mentions: optional(AllowedMentions),
  flags: optional(integer(0, 2_147_483_647))
}

/** Body of a new message. */
export const MessageCreate = Schema.Struct({
  ...written,
  tts: optional(Schema.Boolean),
  nonce: optional(Nonce),
  poll: optional(Poll),
  sticker_ids: optional(list(snowflake, 0, 3)),
  enforce_nonce: optional(Schema.Boolean),
  message_reference: optional(
    Schema.Struct({
      /** 0 is a reply, 1 is a forward. */
      type: optional(choice(0, 1)),
      message_id: snowflake,
      channel_id: optional(snowflake),
      guild_id: optional(snowflake),
      fail_if_not_exists: optional(Schema.Boolean)
    })
  ),
  attachments: optional(
    list(
      Schema.Struct({
        id: Schema.Union(Schema.String, Schema.Number),
        filename: optional(Schema.String),
        description: optional(text(0, 1024)),
        is_spoiler: optional(Schema.Boolean)
      }),
      0,
      10
    )
  )
})
export type MessageCreate = typeof MessageCreate.Type

/** Body of a message update. Omitted fields keep their values. `null` clears a field. */
export const MessagePatch = Schema.Struct({
  ...written,
  content: Schema.optionalWith(Schema.NullOr(text(0, 2000)), { exact: true }),
  embeds: Schema.optionalWith(Schema.NullOr(list(Embed, 0, 10)), { exact: true }),
  poll: optional(Schema.Unknown)
})
export type MessagePatch = typeof MessagePatch.Type
