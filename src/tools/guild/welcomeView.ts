import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { emojiText } from "../shared/emoji.ts"

/** Compact view of a welcome screen. */
export const welcomeScreen = viewOf(
  Schema.Struct({
    description: nullish(Schema.String),
    welcome_channels: expected(
      Schema.Array(
        Schema.Struct({
          channel_id: expected(Id),
          description: nullish(Schema.String),
          emoji_id: nullish(Id),
          emoji_name: nullish(Schema.String)
        })
      )
    )
  }),
  (it) =>
    compact({
      description: it.description,
      welcome_channels: it.welcome_channels?.map(({ channel_id, description, emoji_id, emoji_name }) =>
        compact({ channel_id, description, emoji: emojiText(emoji_id, emoji_name) })
      )
    })
)

const Entry = Schema.Struct({
  channel_id: expected(Id),
  title: nullish(Schema.String),
  description: nullish(Schema.String)
})

/** Compact view of a Server Guide. discord-api-types lacks it; the source is Discord's OpenAPI description. */
export const newMemberWelcome = viewOf(
  Schema.Struct({
    enabled: expected(Schema.Boolean),
    welcome_message: nullish(
      Schema.Struct({ author_ids: nullish(Schema.Array(Schema.String)), message: nullish(Schema.String) })
    ),
    new_member_actions: nullish(Schema.Array(Entry)),
    resource_channels: nullish(Schema.Array(Entry))
  }),
  (it) => ({
    ...(it.enabled !== undefined && { enabled: it.enabled }),
    ...compact({
      message: it.welcome_message?.message,
      authors: it.welcome_message?.author_ids,
      tasks: it.new_member_actions?.map(entry),
      resources: it.resource_channels?.map(entry)
    })
  })
)

const entry = ({ channel_id, description, title }: typeof Entry.Type) => compact({ channel_id, title, description })
