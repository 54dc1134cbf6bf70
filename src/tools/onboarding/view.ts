import { Schema } from "effect"
import { emojiText } from "../../objects/schema/emoji.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { expected, Id, nullish, Texts } from "../../objects/schema/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { onboardingModes, promptTypes } from "../guild/enums.ts"

/** The onboarding of a guild, as decoded from Discord's reply. */
export const Onboarding = Schema.Struct({
  enabled: expected(Schema.Boolean),
  mode: expected(Schema.Number),
  default_channel_ids: Texts,
  prompts: expected(
    Schema.Array(
      Schema.Struct({
        id: expected(Id),
        title: expected(Schema.String),
        type: nullish(Schema.Number),
        single_select: nullish(Schema.Boolean),
        required: nullish(Schema.Boolean),
        in_onboarding: nullish(Schema.Boolean),
        options: expected(
          Schema.Array(
            Schema.Struct({
              id: expected(Id),
              title: expected(Schema.String),
              description: nullish(Schema.String),
              emoji: nullish(Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })),
              role_ids: Texts,
              channel_ids: Texts
            })
          )
        )
      })
    )
  )
})

/** Compact view of onboarding, in the input's format, so that a client can edit it and send it back. */
export const onboarding = viewOf(Onboarding, (onboarding) => ({
  ...(onboarding.enabled !== undefined && { enabled: onboarding.enabled }),
  ...compact({
    mode: enumName(onboardingModes, onboarding.mode),
    default_channel_ids: onboarding.default_channel_ids,
    prompts: onboarding.prompts?.map(({ id, in_onboarding, options, required, single_select, title, type }) =>
      compact({
        id,
        title,
        type: enumName(promptTypes, type),
        single_select,
        required,
        in_onboarding,
        options: options?.map(({ channel_ids, description, emoji, id, role_ids, title }) =>
          compact({ id, title, description, emoji: emoji && emojiText(emoji.id, emoji.name), role_ids, channel_ids })
        )
      })
    )
  })
}))
