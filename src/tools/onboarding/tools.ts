import type { RESTPutAPIGuildOnboardingJSONBody } from "discord-api-types/v10"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { type Frozen, fits } from "../dsl/fits.ts"
import { get, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { onboardingModes, promptTypes } from "../guild/enums.ts"
import { roleGrantFacts } from "../members/preview.ts"
import { roleGrantRisk } from "../roles/risk.ts"
import { emoji, emojiParts } from "../shared/emoji.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { brief, choice, described, flag, listOf, nullable, object, optional, setOf, text } from "../shared/fields.ts"
import { ChannelId, GuildId, RoleId, Snowflake } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { onboarding as compactOnboarding } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)

const option = object("An option of a question, with its roles and channels.", {
  id: optional(described("The id; omit it for a new one.", Snowflake)),
  title: text("The option's text.", { max: Limits.ONBOARDING_OPTION_TITLE_MAX }),
  description: optional(nullable(text("Details.", { min: 0, max: Limits.ONBOARDING_OPTION_DESCRIPTION_MAX }))),
  emoji: optional(emoji("Emoji shown with the option: 👋 or name:id.")),
  role_ids: optional(setOf("Roles that the option gives.", RoleId, 0, Limits.ONBOARDING_OPTION_IDS_MAX)),
  channel_ids: optional(setOf("Channels that the option shows.", ChannelId, 0, Limits.ONBOARDING_OPTION_IDS_MAX))
})

const prompt = object("A question.", {
  id: optional(described("The id; omit it for a new one.", Snowflake)),
  title: text("The question.", { max: Limits.ONBOARDING_PROMPT_TITLE_MAX }),
  type: optional(choice("How the options are shown.", ...wordsOf(promptTypes))),
  single_select: optional(flag("Whether only one option can be selected.")),
  required: optional(flag("Whether an answer is required to finish onboarding.")),
  in_onboarding: optional(flag("Whether new members see it during onboarding; otherwise only in Channels & Roles.")),
  options: listOf("The options.", option, 1, Limits.ONBOARDING_OPTIONS_MAX)
})

/** Converts a question to Discord's format. A new question needs an id too; any unused one works. */
const promptBody = (
  { id, options, type, ...it }: typeof prompt.Type,
  index: number
): Frozen<NonNullable<RESTPutAPIGuildOnboardingJSONBody["prompts"]>[number]> => ({
  ...it,
  id: id ?? String(index),
  ...(type && { type: promptTypes[type] }),
  options: options.map(({ emoji, ...option }) => {
    if (emoji === undefined) return option
    const { id = null, name } = emojiParts(emoji)
    return { ...option, emoji_id: id, emoji_name: name }
  })
})

/** Discord enables onboarding only with enough default channels (Discord docs, guild, modify onboarding). */
const defaultChannelIssues = (it: {
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
          message: `must have at least ${Limits.DEFAULT_CHANNELS_MIN} channels to enable onboarding in mode default`,
          code: "invalid"
        }
      ]
    : []

/** Returns the roles that the options give. */
const rolesIn = (prompts: ReadonlyArray<typeof prompt.Type>): ReadonlyArray<string> =>
  prompts.flatMap(({ options }) => options.flatMap(({ role_ids = [] }) => role_ids))

/** Onboarding of new members: questions and default channels. */
export const tools = group("onboarding", [
  get("onboarding_get", "/guilds/{guild_id}/onboarding", {
    description: "Get the onboarding of a Community guild: questions and default channels.",
    path: { guild_id },
    options: view,
    toResult: one(compactOnboarding)
  }),
  put("onboarding_modify", "/guilds/{guild_id}/onboarding", {
    description:
      "Change the onboarding of a Community guild. prompts and default_channel_ids replace the whole lists: call onboarding_get first.",
    path: { guild_id },
    body: fits<RESTPutAPIGuildOnboardingJSONBody>()({
      enabled: optional(flag("Whether onboarding is enabled.")),
      default_channel_ids: optional(
        setOf(
          "Channels that every new member sees: at least 7, 5 of them writable for @everyone.",
          ChannelId,
          0,
          Limits.DEFAULT_CHANNELS_MAX
        )
      )
    }),
    options: {
      prompts: optional(
        brief(
          "All questions, as onboarding_get returns them: [{id?, title, type?: multiple_choice or dropdown, single_select?, required?, in_onboarding?, options: [{id?, title, description?, emoji?, role_ids?, channel_ids?}]}]. Omit id for a new one.",
          listOf("All questions.", prompt, 0, Limits.ONBOARDING_PROMPTS_MAX)
        )
      ),
      mode: optional(
        choice(
          "Channels that count towards the minimum of 7. default: default channels; advanced: also those of options.",
          ...wordsOf(onboardingModes)
        )
      )
    },
    auditReason: true,
    permissions: ["MANAGE_GUILD", "MANAGE_ROLES"],
    failures: reasons("onboarding_not_ready", "onboarding_would_fall_short"),
    // Every member who selects an option gets its roles, without a further check.
    resolveRisk: ({ guild_id, prompts = [] }) => roleGrantRisk(guild_id, rolesIn(prompts)),
    validate: (input) => [
      ...atLeastOne("prompts", "default_channel_ids", "enabled", "mode")(input),
      ...defaultChannelIssues(input)
    ],
    toBody: ({ default_channel_ids, enabled, mode, prompts }): Frozen<RESTPutAPIGuildOnboardingJSONBody> => ({
      enabled,
      default_channel_ids,
      mode: mode && onboardingModes[mode],
      prompts: prompts?.map(promptBody)
    }),
    toResult: one(compactOnboarding),
    preview: ({ guild_id, prompts = [] }) => roleGrantFacts({ guild_id, role_ids: rolesIn(prompts) })
  })
])
