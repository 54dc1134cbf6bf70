import type { RESTPutAPIGuildOnboardingJSONBody } from "discord-api-types/v10"
import { Effect, Option, Schema } from "effect"
import { type Frozen, fits } from "../../objects/fits.ts"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { emoji, emojiParts, withOneEmoji } from "../../objects/schema/emoji.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, flag, listOf, object, optional, setOf, text } from "../../objects/schema/fields.ts"
import { ChannelId, guild_id, RoleId, Snowflake } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { Id } from "../../objects/schema/reply.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { getJson } from "../dsl/getJson.ts"
import { get, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { onboardingModes, promptTypes } from "../guild/enums.ts"
import { foundRolesFacts } from "../members/preview.ts"
import { type FoundRoles, foundRolesRisk, readable } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { onboarding as compactOnboarding } from "./view.ts"

const option = object("An option of a question, with its roles and channels.", {
  id: optional(described("The option's id; omit it for a new option.", Snowflake)),
  title: text("The option's text.", { max: Limits.ONBOARDING_OPTION_TITLE_MAX }),
  description: optional(text("Text below the option.", { min: 0, max: Limits.ONBOARDING_OPTION_DESCRIPTION_MAX })),
  emoji: optional(emoji("Emoji shown with the option: 👋 or name:id.")),
  role_ids: optional(setOf("Roles that members who select it get.", RoleId, 0, Limits.ONBOARDING_OPTION_IDS_MAX)),
  channel_ids: optional(
    setOf("Channels that members who select it see.", ChannelId, 0, Limits.ONBOARDING_OPTION_IDS_MAX)
  )
}).annotations(alsoTakes(withOneEmoji))

const prompt = object("A question.", {
  id: optional(described("The question's id; omit it for a new question.", Snowflake)),
  title: text("The question.", { max: Limits.ONBOARDING_PROMPT_TITLE_MAX }),
  type: optional(enumChoice("How the options are shown.", promptTypes)),
  single_select: optional(flag("Allow only one selected option.")),
  required: optional(flag("Require an answer to finish onboarding.")),
  in_onboarding: optional(flag("Show during onboarding; otherwise only in Channels & Roles.")),
  options: listOf("The options, 1 to 50.", option, 1, Limits.ONBOARDING_OPTIONS_MAX)
})

/** Converts a question to Discord's format. A new question also needs an id; any unused id works. */
const promptBody = (
  { id, options, type, ...fields }: typeof prompt.Type,
  index: number
): Frozen<NonNullable<RESTPutAPIGuildOnboardingJSONBody["prompts"]>[number]> => ({
  ...fields,
  id: id ?? String(index),
  ...(type && { type: promptTypes[type] }),
  options: options.map(({ emoji, ...option }) => {
    if (emoji === undefined) return option
    const { id = null, name } = emojiParts(emoji)
    return { ...option, emoji_id: id, emoji_name: name }
  })
})

/** Discord enables onboarding only with enough default channels (Discord docs, guild, modify onboarding). */
const defaultChannelIssues = (input: {
  readonly enabled?: boolean
  readonly mode?: string
  readonly default_channel_ids?: ReadonlyArray<string>
}) =>
  input.enabled === true &&
  input.mode === "default" &&
  (input.default_channel_ids?.length ?? Infinity) < Limits.DEFAULT_CHANNELS_MIN
    ? [
        {
          path: "default_channel_ids",
          message: `must have at least ${Limits.DEFAULT_CHANNELS_MIN} channels to enable onboarding in mode default`,
          code: "invalid"
        }
      ]
    : []

/** Returns the roles that the options give. */
const rolesIn = (prompts: ReadonlyArray<Prompt>): ReadonlyArray<string> =>
  prompts.flatMap(({ options }) => options.flatMap(({ role_ids }) => role_ids ?? []))

// Every part is required: without one, a role could be missed.
const PresentRoles = Schema.Struct({
  prompts: Schema.Array(Schema.Struct({ options: Schema.Array(Schema.Struct({ role_ids: Schema.Array(Id) })) }))
})

interface Prompt {
  readonly options: ReadonlyArray<{ readonly role_ids?: ReadonlyArray<string> | null | undefined }>
}

interface Change {
  readonly guild_id: string
  readonly enabled?: boolean
  readonly prompts?: ReadonlyArray<Prompt>
}

/** Returns the roles that a change gives. Enabling onboarding gives the roles of its present questions. */
const rolesGiven = ({ guild_id, prompts }: Change): FoundRoles =>
  prompts === undefined
    ? Effect.map(
        readable(getJson(PresentRoles, "/guilds/{guild_id}/onboarding", { guild_id })),
        Option.map((present) => ({ guild_id, role_ids: rolesIn(present.prompts) }))
      )
    : Effect.succeedSome({ guild_id, role_ids: rolesIn(prompts) })

const givesRoles = ({ enabled, prompts }: Change): boolean => prompts !== undefined || enabled === true

const synonyms = {
  onboarding_get:
    "onboarding questions, newcomers, show the onboarding, onboarding settings, fetch onboarding, what are new members asked, what newcomers are asked, what new members get asked",
  onboarding_modify:
    "set up onboarding, newcomer questions, default channels, pick roles on joining, change the onboarding, edit onboarding, set up the onboarding questions, add an onboarding question, customize onboarding, enable onboarding, disable onboarding, questions for new members, onboarding prompts, turn off onboarding, turn on onboarding"
}

/** Onboarding of new members: questions and default channels. */
export const tools = group({ category: "onboarding", synonyms }, [
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
      enabled: optional(flag("Enable onboarding.")),
      default_channel_ids: optional(
        setOf(
          "Replaces the channels that every new member sees: at least 7, 5 of them writable for @everyone.",
          ChannelId,
          0,
          Limits.DEFAULT_CHANNELS_MAX
        )
      )
    }),
    options: {
      prompts: optional(
        listOf(
          "All questions, as onboarding_get returns them. Omit id for a new one.",
          prompt,
          0,
          Limits.ONBOARDING_PROMPTS_MAX
        )
      ),
      mode: optional(
        enumChoice(
          "Which channels count as the required 7. default: only default channels; advanced: channels of options, too.",
          onboardingModes
        )
      )
    },
    auditReason: true,
    failures: reasons("onboarding_not_ready", "onboarding_would_fall_short"),
    // Every member who selects an option gets its roles, without a further check.
    asks: ["grants"],
    resolveRisk: (change) => (givesRoles(change) ? foundRolesRisk(rolesGiven(change)) : undefined),
    validate: (input) => [
      ...atLeastOne("prompts", "default_channel_ids", "enabled", "mode")(input),
      ...defaultChannelIssues(input)
    ],
    toBody: ({ mode, prompts }): Frozen<RESTPutAPIGuildOnboardingJSONBody> => ({
      mode: mode && onboardingModes[mode],
      prompts: prompts?.map(promptBody)
    }),
    toResult: one(compactOnboarding),
    preview: (change) => (givesRoles(change) ? foundRolesFacts(rolesGiven(change)) : Effect.succeed({}))
  })
])
