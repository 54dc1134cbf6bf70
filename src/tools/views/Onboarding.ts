import type { APIGuildOnboarding } from "discord-api-types/v10"
import { emojiText } from "../parts/emoji.ts"
import { onboardingModes, promptTypes } from "../parts/guildWords.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** What an agent needs of onboarding: as inputs have it, so that it can be changed and sent back. */
export const onboarding = (it: APIGuildOnboarding) => ({
  enabled: it.enabled,
  mode: wordFor(onboardingModes, it.mode),
  ...compact({
    default_channel_ids: it.default_channel_ids,
    prompts: it.prompts.map(({ id, in_onboarding, options, required, single_select, title, type }) =>
      compact({
        id,
        title,
        type: wordFor(promptTypes, type),
        single_select,
        required,
        in_onboarding,
        options: options.map(({ channel_ids, description, emoji, id, role_ids, title }) =>
          compact({ id, title, description, emoji: emoji && emojiText(emoji.id, emoji.name), role_ids, channel_ids })
        )
      })
    )
  })
})
