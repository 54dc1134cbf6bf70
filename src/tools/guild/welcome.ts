import type { RESTPatchAPIGuildWelcomeScreenJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { emoji, emojiParts, emojiText, withOneEmoji } from "../../objects/schema/emoji.ts"
import { described, flag, listOf, nullable, object, optional, text } from "../../objects/schema/fields.ts"
import { ChannelId, guild_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { get, patch } from "../dsl/toolBuilders.ts"
import { compact, one, oneOrElse, view, viewOf } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"

/** Compact view of a welcome screen. */
const welcomeScreen = viewOf(
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
  (screen) =>
    compact({
      description: screen.description,
      welcome_channels: screen.welcome_channels?.map(({ channel_id, description, emoji_id, emoji_name }) =>
        compact({ channel_id, description, emoji: emojiText(emoji_id, emoji_name) })
      )
    })
)

const Entry = Schema.Struct({
  channel_id: expected(Id),
  title: nullish(Schema.String),
  description: nullish(Schema.String)
})

const entry = ({ channel_id, description, title }: typeof Entry.Type) => compact({ channel_id, title, description })

/** Compact view of a Server Guide. discord-api-types lacks it; the source is Discord's OpenAPI description. */
const newMemberWelcome = viewOf(
  Schema.Struct({
    enabled: expected(Schema.Boolean),
    welcome_message: nullish(
      Schema.Struct({ author_ids: nullish(Schema.Array(Schema.String)), message: nullish(Schema.String) })
    ),
    new_member_actions: nullish(Schema.Array(Entry)),
    resource_channels: nullish(Schema.Array(Entry))
  }),
  (settings) => ({
    ...(settings.enabled !== undefined && { enabled: settings.enabled }),
    ...compact({
      message: settings.welcome_message?.message,
      authors: settings.welcome_message?.author_ids,
      tasks: settings.new_member_actions?.map(entry),
      resources: settings.resource_channels?.map(entry)
    })
  })
)

const welcomeChannel = object("A recommended channel.", {
  channel_id: described("The recommended channel.", ChannelId),
  description: text("Text.", { max: Limits.WELCOME_CHANNEL_MAX }),
  emoji: optional(emoji("Emoji shown with the channel: 👋 or name:id."))
}).annotations(alsoTakes(withOneEmoji))

/** Tools for what a guild shows to new members: the welcome screen and the Server Guide. */
export const welcomeTools = [
  get("guild_get_welcome_screen", "/guilds/{guild_id}/welcome-screen", {
    description: "Get the welcome screen of a Community guild: description and recommended channels.",
    path: { guild_id },
    options: view,
    toResult: one(welcomeScreen),
    failures: reasons("no_welcome_screen")
  }),
  patch("guild_modify_welcome_screen", "/guilds/{guild_id}/welcome-screen", {
    description: "Change the welcome screen of a Community guild. welcome_channels replaces the whole list.",
    path: { guild_id },
    body: fits<RESTPatchAPIGuildWelcomeScreenJSONBody>()({
      enabled: optional(flag("Show the welcome screen to new members.")),
      description: optional(
        nullable(text("The description; clear removes it.", { min: 0, max: Limits.WELCOME_DESCRIPTION_MAX }))
      )
    }),
    options: {
      welcome_channels: optional(
        listOf("All recommended channels, up to 5.", welcomeChannel, 0, Limits.WELCOME_CHANNELS_MAX)
      )
    },
    auditReason: true,
    validate: atLeastOne("enabled", "description", "welcome_channels"),
    toBody: ({ welcome_channels }): RESTPatchAPIGuildWelcomeScreenJSONBody => ({
      welcome_channels: welcome_channels?.map(({ channel_id, description, emoji }) => {
        const { id = null, name = null } = emoji === undefined ? {} : emojiParts(emoji)
        return { channel_id, description, emoji_id: id, emoji_name: name }
      })
    }),
    toResult: one(welcomeScreen)
  }),
  get("guild_get_new_member_welcome", "/guilds/{guild_id}/new-member-welcome", {
    description: "Get the Server Guide for new members: welcome message, tasks and resource channels.",
    path: { guild_id },
    options: view,
    toResult: oneOrElse(newMemberWelcome, { value: { enabled: false }, notice: "This guild has no Server Guide." })
  })
] as const
