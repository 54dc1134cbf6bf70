/** Input fields of AutoMod rules, their cross-field validation, and the request body. */
import type {
  APIAutoModerationAction,
  APIAutoModerationRuleTriggerMetadata,
  RESTPatchAPIAutoModerationRuleJSONBody
} from "discord-api-types/v10"
import { type Arbitrary, Schema, Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { type Frozen, fits } from "../../objects/fits.ts"
import { enumChoice, enumNames } from "../../objects/schema/enums.ts"
import { described, flag, integer, listOf, object, optional, setOf, text } from "../../objects/schema/fields.ts"
import { ChannelId, RoleId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf } from "../dsl/checks.ts"
import * as enums from "./enums.ts"

const keyword = text("A word or phrase; * at its start or end matches any letters.", {
  max: Limits.AUTOMOD_KEYWORD_MAX
})

const metadata = object("What the trigger matches.", {
  keyword_filter: optional(
    listOf("For keyword, member_profile: words to match, up to 1000.", keyword, 0, Limits.AUTOMOD_KEYWORDS_MAX)
  ),
  regex_patterns: optional(
    listOf(
      "For keyword, member_profile: up to 10 regular expressions in Rust syntax.",
      text("A regular expression.", { max: Limits.AUTOMOD_PATTERN_MAX }),
      0,
      Limits.AUTOMOD_PATTERNS_MAX
    )
  ),
  presets: optional(setOf("For keyword_preset: Discord's word lists.", enumChoice("A list.", enums.presets), 0, 3)),
  allow_list: optional(
    listOf("Words to allow: at most 100, or 1000 for keyword_preset.", keyword, 0, Limits.AUTOMOD_ALLOWED_BY_PRESET_MAX)
  ),
  mention_total_limit: optional(
    integer("For mention_spam: maximum mentions per message, 0 to 50.", 0, Limits.AUTOMOD_MENTIONS_MAX)
  ),
  mention_raid_protection_enabled: optional(flag("For mention_spam: whether to detect mention raids."))
})

type Metadata = typeof metadata.Type
type Trigger = keyof typeof enums.triggers

/** The metadata fields each trigger accepts (Discord docs, AutoMod, trigger metadata). */
const triggerFields: Readonly<Record<Trigger, ReadonlyArray<keyof Metadata>>> = {
  keyword: ["keyword_filter", "regex_patterns", "allow_list"],
  spam: [],
  keyword_preset: ["presets", "allow_list"],
  mention_spam: ["mention_total_limit", "mention_raid_protection_enabled"],
  member_profile: ["keyword_filter", "regex_patterns", "allow_list"]
}

const action = object("An action with its metadata.", {
  type: enumChoice("The action type.", enums.actions, enums.actionWords),
  metadata: optional(
    object("Settings of the action; required for send_alert_message and timeout.", {
      channel_id: optional(described("For send_alert_message: the channel.", ChannelId)),
      duration_seconds: optional(
        integer(
          "For timeout: duration in seconds, up to 2419200 (28 days).",
          1,
          Limits.AUTOMOD_TIMEOUT_MAX_S
        ).annotations(inUnit("seconds"))
      ),
      custom_message: optional(
        text("For block_message: text shown to the author.", { max: Limits.AUTOMOD_MESSAGE_MAX })
      )
    })
  )
})

type Action = typeof action.Type

/** The metadata field of each action. It is optional for block_message and required for the others. */
const metadataField = {
  block_message: "custom_message",
  send_alert_message: "channel_id",
  timeout: "duration_seconds",
  block_member_interaction: undefined
} as const

/** Returns the validation issue of one action, if any. */
const actionIssue = ({ metadata = {}, type }: Action) => {
  const expected = metadataField[type]
  const stray = Object.keys(metadata).find((name) => name !== expected)
  if (stray !== undefined) return { path: ["metadata", stray], message: `is not allowed for ${type}` }
  return expected === undefined || type === "block_message" || expected in metadata
    ? undefined
    : { path: ["metadata", expected], message: `is required for ${type}` }
}

// Random values rarely satisfy the rules between fields, so generators keep only valid ones.
const validActions =
  (some: Arbitrary.LazyArbitrary<Action>): Arbitrary.LazyArbitrary<Action> =>
  (fc) =>
    some(fc).filter((it) => actionIssue(it) === undefined)

const metadataOfOneTrigger =
  (some: Arbitrary.LazyArbitrary<Metadata>): Arbitrary.LazyArbitrary<Metadata> =>
  (fc) =>
    fc
      .tuple(some(fc), fc.constantFrom(...enumNames(enums.triggers)))
      .map(([it, trigger]) => Struct.pick(it, ...triggerFields[trigger]))

/** Rule fields that are sent to Discord unchanged. */
export const ruleBody = fits<RESTPatchAPIAutoModerationRuleJSONBody>()({
  enabled: optional(flag("Enable the rule.")),
  exempt_roles: optional(setOf("Roles that the rule ignores.", RoleId, 0, Limits.AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: optional(setOf("Channels that the rule ignores.", ChannelId, 0, Limits.AUTOMOD_EXEMPT_CHANNELS_MAX))
})

/** The name of a rule. */
export const ruleName = text("The rule's name.", { max: Limits.AUTOMOD_NAME_MAX })

/** The trigger type of a rule. */
export const triggerType = enumChoice("What triggers the rule.", enums.triggers, enums.triggerWords)

/** The event type of a rule. */
export const eventType = (description: string) =>
  enumChoice(`member_update for member_profile, otherwise message_send. ${description}`, enums.events)

/** The trigger metadata of a rule. */
export const triggerMetadata = described(
  "What the rule matches. Each field is for certain values of trigger_type.",
  metadata.pipe(Schema.filter(() => true, { arbitrary: metadataOfOneTrigger }))
)

/** The actions of a rule. */
export const ruleActions = listOf(
  "What happens on a match, 1 to 5 actions.",
  action.pipe(Schema.filter(actionIssue, { arbitrary: validActions })),
  1,
  Limits.AUTOMOD_ACTIONS_MAX
)

/** The fields of a rule that are validated together. */
interface RuleInput {
  readonly event_type?: keyof typeof enums.events
  readonly trigger_type?: Trigger
  readonly trigger_metadata?: Metadata
  readonly actions?: ReadonlyArray<Action>
}

/** Converts trigger metadata to Discord's format. */
export const metadataBody = ({ presets, ...it }: Metadata): Frozen<APIAutoModerationRuleTriggerMetadata> => ({
  ...it,
  ...(presets && { presets: presets.map((name) => enums.presets[name]) })
})

/** Converts actions to Discord's format. */
export const actionsBody = (actions: ReadonlyArray<Action>): Frozen<Array<APIAutoModerationAction>> =>
  actions.map(({ metadata, type }) => ({ type: enums.actions[type], ...(metadata && { metadata }) }))

/** Validates rules between fields. A modify call does not name the trigger. */
export const ruleIssues = (input: RuleInput): ReadonlyArray<ValidationIssue> => [
  ...metadataIssues(input.trigger_type, input.trigger_metadata ?? {}),
  ...allowListIssues(input.trigger_type, input.trigger_metadata ?? {}),
  ...(input.trigger_type === undefined ? [] : triggerIssues(input.trigger_type, input))
]

const metadataIssues = (trigger: Trigger | undefined, metadata: Metadata): ReadonlyArray<ValidationIssue> => {
  const names = Struct.keys(metadata)
  if (trigger === undefined) {
    return issueIf(
      !Object.values(triggerFields).some((fields) => names.every((name) => fields.includes(name))),
      "trigger_metadata",
      `${names.join(", ")} belong to different triggers`,
      "exclusive"
    )
  }
  return names.flatMap((name) =>
    issueIf(
      !triggerFields[trigger].includes(name),
      `trigger_metadata.${name}`,
      `is not allowed for ${trigger}`,
      "exclusive"
    )
  )
}

/** Only keyword_preset accepts more than 100 items. Without a trigger, fields of other triggers exclude keyword_preset. */
const allowListIssues = (trigger: Trigger | undefined, metadata: Metadata): ReadonlyArray<ValidationIssue> =>
  issueIf(
    (metadata.allow_list ?? []).length > Limits.AUTOMOD_ALLOWED_MAX &&
      (trigger === undefined
        ? "keyword_filter" in metadata || "regex_patterns" in metadata
        : trigger !== "keyword_preset"),
    "trigger_metadata.allow_list",
    `must have at most ${Limits.AUTOMOD_ALLOWED_MAX} items`,
    "invalid"
  )

const triggerIssues = (
  trigger: Trigger,
  { actions = [], event_type, trigger_metadata: metadata = {} }: RuleInput
): ReadonlyArray<ValidationIssue> => {
  const patterns = [...(metadata.keyword_filter ?? []), ...(metadata.regex_patterns ?? [])]
  const event = eventOf(trigger)
  return [
    ...issueIf(
      (trigger === "keyword" || trigger === "member_profile") && patterns.length === 0,
      "trigger_metadata.keyword_filter",
      `${trigger} needs keyword_filter or regex_patterns`,
      "required"
    ),
    ...issueIf(
      trigger === "keyword_preset" && (metadata.presets ?? []).length === 0,
      "trigger_metadata.presets",
      "keyword_preset needs at least one preset",
      "required"
    ),
    ...issueIf(
      event_type !== undefined && event_type !== event,
      "event_type",
      `must be ${event} for ${trigger}`,
      "invalid"
    ),
    ...actions.flatMap(({ type }, index) =>
      issueIf(
        type === "timeout" && trigger !== "keyword" && trigger !== "mention_spam",
        `actions[${index}].type`,
        `timeout is allowed only for keyword and mention_spam, not ${trigger}`,
        "exclusive"
      )
    )
  ]
}

/** Returns the event type that a trigger requires. */
export const eventOf = (trigger: Trigger): keyof typeof enums.events =>
  trigger === "member_profile" ? "member_update" : "message_send"
