import type { RESTPutAPIGuildOnboardingJSONBody } from "discord-api-types/v10"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { type Frozen, fits } from "../dsl/fits.ts"
import { get, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { onboardingModes, promptTypes } from "../guild/enums.ts"
import { givenFacts } from "../members/preview.ts"
import { givingRisk } from "../roles/risk.ts"
import { emoji, emojiParts } from "../shared/emoji.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { brief, choice, described, flag, listOf, nullable, object, optional, setOf, text } from "../shared/fields.ts"
import { ChannelId, GuildId, RoleId, Snowflake } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { onboarding as compactOnboarding } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)

const option = object("An answer, with what it brings.", {
  id: optional(described("Its id; leave it out for a new one.", Snowflake)),
  title: text("What it says.", { max: Limits.ONBOARDING_OPTION_TITLE_MAX }),
  description: optional(
    nullable(text("Additional description.", { min: 0, max: Limits.ONBOARDING_OPTION_DESCRIPTION_MAX }))
  ),
  emoji: optional(emoji("An emoji beside it: 👋, or name:id.")),
  role_ids: optional(setOf("Roles it gives.", RoleId, 0, Limits.ONBOARDING_OPTION_IDS_MAX)),
  channel_ids: optional(setOf("Channels it opens.", ChannelId, 0, Limits.ONBOARDING_OPTION_IDS_MAX))
})

const prompt = object("A question.", {
  id: optional(described("Its id; leave it out for a new one.", Snowflake)),
  title: text("The question.", { max: Limits.ONBOARDING_PROMPT_TITLE_MAX }),
  type: optional(choice("How its answers are shown.", ...wordsOf(promptTypes))),
  single_select: optional(flag("Whether only one answer may be chosen.")),
  required: optional(flag("Whether it must be answered to get in.")),
  in_onboarding: optional(flag("Whether newcomers are asked; else it stands in Channels & Roles only.")),
  options: listOf("Its answers.", option, 1, Limits.ONBOARDING_OPTIONS_MAX)
})

/** A question as Discord takes it: one that is new needs an id, too, and any that is free will do. */
const promptBody = (
  { id, options, type, ...it }: typeof prompt.Type,
  at: number
): Frozen<NonNullable<RESTPutAPIGuildOnboardingJSONBody["prompts"]>[number]> => ({
  ...it,
  id: id ?? String(at),
  ...(type && { type: promptTypes[type] }),
  options: options.map(({ emoji, ...option }) => {
    if (emoji === undefined) return option
    const { id = null, name } = emojiParts(emoji)
    return { ...option, emoji_id: id, emoji_name: name }
  })
})

/** Discord enables it only with enough channels for everyone (Discord docs, guild, modify onboarding). */
const enoughChannels = (it: {
  readonly enabled?: boolean
  readonly mode?: string
  readonly default_channel_ids?: ReadonlyArray<string>
}) =>
  it.enabled === true &&
  it.mode === "default" &&
  (it.default_channel_ids?.length ?? Infinity) < Limits.DEFAULT_CHANNELS_MIN
    ? [
        {
          path: "default_channel_ids",
          message: `must have at least ${Limits.DEFAULT_CHANNELS_MIN} channels to be enabled in this mode`,
          code: "invalid"
        }
      ]
    : []

/** Roles that answers give. */
const rolesIn = (prompts: ReadonlyArray<typeof prompt.Type>): ReadonlyArray<string> =>
  prompts.flatMap(({ options }) => options.flatMap(({ role_ids = [] }) => role_ids))

/** What newcomers are asked, and what they see. */
export const tools = group("onboarding", [
  get("onboarding_get", "/guilds/{guild_id}/onboarding", {
    description: "Get the onboarding of a Community guild: its questions, and the channels every newcomer sees.",
    path: { guild_id },
    options: view,
    toResult: one(compactOnboarding)
  }),
  put("onboarding_modify", "/guilds/{guild_id}/onboarding", {
    description:
      "Change the onboarding of a Community guild. prompts and default_channel_ids replace what was there: read it first with onboarding_get.",
    path: { guild_id },
    body: fits<RESTPutAPIGuildOnboardingJSONBody>()({
      enabled: optional(flag("Whether newcomers go through it.")),
      default_channel_ids: optional(
        setOf(
          "Channels every newcomer sees: at least 7, 5 of them open to write in.",
          ChannelId,
          0,
          Limits.DEFAULT_CHANNELS_MAX
        )
      )
    }),
    options: {
      prompts: optional(
        brief(
          "All questions, as onboarding_get gives them: [{id?, title, type?: multiple_choice or dropdown, single_select?, required?, in_onboarding?, options: [{id?, title, description?, emoji?, role_ids?, channel_ids?}]}]. Without an id it is a new one.",
          listOf("All questions.", prompt, 0, Limits.ONBOARDING_PROMPTS_MAX)
        )
      ),
      mode: optional(
        choice(
          "What the rule of 7 channels counts: only those of default, or of answers, too.",
          ...wordsOf(onboardingModes)
        )
      )
    },
    auditReason: true,
    permissions: ["MANAGE_GUILD", "MANAGE_ROLES"],
    failures: reasons("onboarding_not_ready", "onboarding_would_fall_short"),
    // Whoever chooses an answer is given its roles, and nobody is asked again.
    resolveRisk: ({ guild_id, prompts = [] }) => givingRisk(guild_id, rolesIn(prompts)),
    validate: (input) => [
      ...atLeastOne("prompts", "default_channel_ids", "enabled", "mode")(input),
      ...enoughChannels(input)
    ],
    toBody: ({ default_channel_ids, enabled, mode, prompts }): Frozen<RESTPutAPIGuildOnboardingJSONBody> => ({
      enabled,
      default_channel_ids,
      mode: mode && onboardingModes[mode],
      prompts: prompts?.map(promptBody)
    }),
    toResult: one(compactOnboarding),
    preview: ({ guild_id, prompts = [] }) => givenFacts({ guild_id, role_ids: rolesIn(prompts) })
  })
])
