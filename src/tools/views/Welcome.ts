import type { APIGuildWelcomeScreen } from "discord-api-types/v10"
import { emojiText } from "../parts/emoji.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a welcome screen. */
export const welcomeScreen = (it: APIGuildWelcomeScreen) =>
  compact({
    description: it.description,
    welcome_channels: it.welcome_channels.map(({ channel_id, description, emoji_id, emoji_name }) =>
      compact({ channel_id, description, emoji: emojiText(emoji_id, emoji_name) })
    )
  })

/** A Server Guide, as Discord's published description has it; discord-api-types does not. */
interface NewMemberWelcome {
  readonly enabled: boolean
  readonly welcome_message?: { readonly author_ids: ReadonlyArray<string>; readonly message: string }
  readonly new_member_actions: ReadonlyArray<Entry>
  readonly resource_channels: ReadonlyArray<Entry>
}

interface Entry {
  readonly channel_id: string
  readonly title: string
  readonly description: string
}

/** What an agent needs of a Server Guide. */
export const newMemberWelcome = (it: NewMemberWelcome) => ({
  enabled: it.enabled,
  ...compact({
    message: it.welcome_message?.message,
    authors: it.welcome_message?.author_ids,
    tasks: it.new_member_actions.map(entry),
    resources: it.resource_channels.map(entry)
  })
})

const entry = ({ channel_id, description, title }: Entry) => compact({ channel_id, title, description })
