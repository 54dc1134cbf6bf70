/** Input fields of AutoMod rules, their cross-field validation, and the request body. */
import type {
  APIAutoModerationAction,
  APIAutoModerationRuleTriggerMetadata,
  RESTPatchAPIAutoModerationRuleJSONBody
} from "discord-api-types/v10"
import { type Arbitrary, Schema, Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { type Frozen, fits } from "../dsl/fits.ts"
import { wordsOf } from "../shared/enums.ts"
import { brief, choice, described, flag, integer, listOf, object, optional, setOf, text } from "../shared/fields.ts"
import { ChannelId, RoleId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import * as words from "./enums.ts"

const keyword = text("A word or phrase. * at its start or end matches any letters.", {
  max: Limits.AUTOMOD_KEYWORD_MAX
})

const metadata = object("What the trigger matches.", {
  keyword_filter: optional(listOf("keyword, member_profile: words to match.", keyword, 0, Limits.AUTOMOD_KEYWORDS_MAX)),
  regex_patterns: optional(
    listOf(
      "keyword, member_profile: regular expressions in Rust syntax.",
      text("A regular expression.", { max: Limits.AUTOMOD_PATTERN_MAX }),
      0,
      Limits.AUTOMOD_PATTERNS_MAX
    )
  ),
  presets: optional(setOf("keyword_preset: Discord's word lists.", choice("A list.", ...wordsOf(words.presets)), 0, 3)),
  allow_list: optional(
    listOf("Words to allow: at most 100, or 1000 for keyword_preset.", keyword, 0, Limits.AUTOMOD_ALLOWED_BY_PRESET_MAX)
  ),
  mention_total_limit: optional(integer("mention_spam: maximum mentions per message.", 0, Limits.AUTOMOD_MENTIONS_MAX)),
  mention_raid_protection_enabled: optional(flag("mention_spam: whether to detect mention raids."))
})

type Metadata = typeof metadata.Type
type Trigger = keyof typeof words.triggers

/** The metadata fields each trigger accepts (Discord docs, AutoMod, trigger metadata). */
const triggerFields: Readonly<Record<Trigger, ReadonlyArray<keyof Metadata>>> = {
  keyword: ["keyword_filter", "regex_patterns", "allow_list"],
  spam: [],
  keyword_preset: ["presets", "allow_list"],
  mention_spam: ["mention_total_limit", "mention_raid_protection_enabled"],
  member_profile: ["keyword_filter", "regex_patterns", "allow_list"]
}

const action = object("An action with its metadata.", {
  type: choice("The action type.", ...wordsOf(words.actions)),
  metadata: optional(
    object("Settings of the action.", {
      channel_id: optional(described("send_alert_message: the channel.", ChannelId)),
      duration_seconds: optional(integer("timeout: duration in seconds.", 1, Limits.AUTOMOD_TIMEOUT_MAX_S)),
      custom_message: optional(text("block_message: text shown to the author.", { max: Limits.AUTOMOD_MESSAGE_MAX }))
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
      .tuple(some(fc), fc.constantFrom(...wordsOf(words.triggers)))
      .map(([it, trigger]) => Struct.pick(it, ...triggerFields[trigger]))

/** Rule fields that are sent to Discord unchanged. */
export const ruleBody = fits<RESTPatchAPIAutoModerationRuleJSONBody>()({
  enabled: optional(flag("Whether the rule is enabled; false by default.")),
  exempt_roles: optional(setOf("Roles that the rule ignores.", RoleId, 0, Limits.AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: optional(setOf("Channels that the rule ignores.", ChannelId, 0, Limits.AUTOMOD_EXEMPT_CHANNELS_MAX))
})

/** The name of a rule. */
export const ruleName = text("The rule's name.", { max: Limits.AUTOMOD_NAME_MAX })

/** The trigger type of a rule. */
export const triggerType = choice("What triggers the rule.", ...wordsOf(words.triggers))

/** The event type of a rule. */
export const eventType = choice(
  "member_update for member_profile, otherwise message_send. Set automatically if omitted.",
  ...wordsOf(words.events)
)

/** The trigger metadata of a rule. */
export const triggerMetadata = brief(
  "What to match. keyword, member_profile: {keyword_filter?: [words; * matches any letters], regex_patterns?: [Rust], allow_list?}; keyword_preset: {presets: [profanity, sexual_content, slurs], allow_list?}; mention_spam: {mention_total_limit?, mention_raid_protection_enabled?}.",
  metadata.pipe(Schema.filter(() => true, { arbitrary: metadataOfOneTrigger }))
)

/** The actions of a rule. */
export const ruleActions = brief(
  "1 to 5 of {type: block_message, metadata?: {custom_message}}, {type: send_alert_message, metadata: {channel_id}}, {type: timeout, metadata: {duration_seconds}}, {type: block_member_interaction}.",
  listOf(
    "The actions.",
    action.pipe(Schema.filter(actionIssue, { arbitrary: validActions })),
    1,
    Limits.AUTOMOD_ACTIONS_MAX
  )
)

/** The fields of a rule that are validated together. */
interface RuleInput {
  readonly event_type?: keyof typeof words.events
  readonly trigger_type?: Trigger
  readonly trigger_metadata?: Metadata
  readonly actions?: ReadonlyArray<Action>
}

/** Converts trigger metadata to Discord's format. */
export const metadataBody = ({ presets, ...it }: Metadata): Frozen<APIAutoModerationRuleTriggerMetadata> => ({
  ...it,
  ...(presets && { presets: presets.map((word) => words.presets[word]) })
})

/** Converts actions to Discord's format. */
export const actionsBody = (actions: ReadonlyArray<Action>): Frozen<Array<APIAutoModerationAction>> =>
  actions.map(({ metadata, type }) => ({ type: words.actions[type], ...(metadata && { metadata }) }))

/** Validates rules between fields. A modify call does not name the trigger. */
export const ruleIssues = (it: RuleInput): ReadonlyArray<ValidationIssue> => [
  ...metadataIssues(it.trigger_type, it.trigger_metadata ?? {}),
  ...allowedIssues(it.trigger_type, it.trigger_metadata ?? {}),
  ...(it.trigger_type === undefined ? [] : triggerIssues(it.trigger_type, it))
]

const metadataIssues = (trigger: Trigger | undefined, metadata: Metadata): ReadonlyArray<ValidationIssue> => {
  const names = Struct.keys(metadata)
  if (trigger === undefined) {
    const fitsOneTrigger = Object.values(triggerFields).some((fields) => names.every((name) => fields.includes(name)))
    return fitsOneTrigger
      ? []
      : [issue("trigger_metadata", `${names.join(", ")} belong to different triggers`, "exclusive")]
  }
  const stray = names.filter((name) => !triggerFields[trigger].includes(name))
  return stray.map((name) => issue(`trigger_metadata.${name}`, `is not allowed for ${trigger}`, "exclusive"))
}

/** Only keyword_preset accepts more than 100. Without a trigger, the other fields show whether it is another one. */
const allowedIssues = (trigger: Trigger | undefined, metadata: Metadata): ReadonlyArray<ValidationIssue> =>
  (metadata.allow_list ?? []).length > Limits.AUTOMOD_ALLOWED_MAX &&
  (trigger === undefined ? "keyword_filter" in metadata || "regex_patterns" in metadata : trigger !== "keyword_preset")
    ? [issue("trigger_metadata.allow_list", `must have at most ${Limits.AUTOMOD_ALLOWED_MAX} items`, "invalid")]
    : []

const triggerIssues = (
  trigger: Trigger,
  { actions = [], event_type, trigger_metadata: metadata = {} }: RuleInput
): ReadonlyArray<ValidationIssue> => {
  const patterns = [...(metadata.keyword_filter ?? []), ...(metadata.regex_patterns ?? [])]
  const matchesText = trigger === "keyword" || trigger === "member_profile"
  const event = eventOf(trigger)
  return [
    ...(matchesText && patterns.length === 0
      ? [issue("trigger_metadata.keyword_filter", `${trigger} needs keyword_filter or regex_patterns`, "required")]
      : []),
    ...(trigger === "keyword_preset" && (metadata.presets ?? []).length === 0
      ? [issue("trigger_metadata.presets", "keyword_preset needs at least one preset", "required")]
      : []),
    ...(event_type !== undefined && event_type !== event
      ? [issue("event_type", `must be ${event} for ${trigger}`, "invalid")]
      : []),
    ...actions.flatMap(({ type }, index) =>
      type === "timeout" && trigger !== "keyword" && trigger !== "mention_spam"
        ? [
            issue(
              `actions[${index}].type`,
              `timeout is allowed only for keyword and mention_spam, not ${trigger}`,
              "exclusive"
            )
          ]
        : []
    )
  ]
}

/** Returns the event type that a trigger requires. */
export const eventOf = (trigger: Trigger): keyof typeof words.events =>
  trigger === "member_profile" ? "member_update" : "message_send"

const issue = (path: string, message: string, code: string): ValidationIssue => ({ path, message, code })
