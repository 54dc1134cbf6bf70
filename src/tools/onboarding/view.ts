import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { onboardingModes, promptTypes } from "../guild/enums.ts"
import { compact } from "../shared/compact.ts"
import { emojiText } from "../shared/emoji.ts"
import { wordFor } from "../shared/enums.ts"

const ids = may(Schema.Array(Schema.String))

/** The onboarding of a guild, as decoded from Discord's reply. */
export const Onboarding = Schema.Struct({
  enabled: Schema.Boolean,
  mode: Schema.Number,
  default_channel_ids: ids,
  prompts: Schema.Array(
    Schema.Struct({
      id: Id,
      title: Schema.String,
      type: may(Schema.Number),
      single_select: may(Schema.Boolean),
      required: may(Schema.Boolean),
      in_onboarding: may(Schema.Boolean),
      options: Schema.Array(
        Schema.Struct({
          id: Id,
          title: Schema.String,
          description: may(Schema.String),
          emoji: may(Schema.Struct({ id: may(Id), name: may(Schema.String) })),
          role_ids: ids,
          channel_ids: ids
        })
      )
    })
  )
})

/** Compact view of onboarding, in the input's format, so that a client can edit it and send it back. */
export const onboarding = viewOf(Onboarding, (it) => ({
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
}))
