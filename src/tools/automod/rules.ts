/** The rules between the fields of an AutoMod rule. */
import { Struct } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import {
  type Action,
  eventOf,
  type events,
  type Trigger,
  type TriggerMetadata,
  triggerMetadata,
  triggers
} from "../../objects/automodRule.ts"
import { ofKind } from "../../objects/fields.ts"
import { enumNames } from "../../objects/schema/enums.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf } from "../dsl/checks.ts"

/** The fields of a rule that are validated together. */
interface RuleInput {
  readonly event_type?: keyof typeof events
  readonly trigger_type?: Trigger
  readonly trigger_metadata?: TriggerMetadata
  readonly actions?: ReadonlyArray<Action>
}

/** Validates rules between fields. A modify call does not name the trigger. */
export const ruleIssues = (input: RuleInput): ReadonlyArray<ValidationIssue> => [
  ...metadataIssues(input.trigger_type, input.trigger_metadata ?? {}),
  ...allowListIssues(input.trigger_type, input.trigger_metadata ?? {}),
  ...(input.trigger_type === undefined ? [] : triggerIssues(input.trigger_type, input))
]

const metadataIssues = (trigger: Trigger | undefined, metadata: TriggerMetadata): ReadonlyArray<ValidationIssue> => {
  const names = Struct.keys(metadata)
  if (trigger === undefined) {
    return issueIf(
      !enumNames(triggers).some((one) => names.every((name) => ofKind(triggerMetadata, one).includes(name))),
      "trigger_metadata",
      `${names.join(", ")} belong to different triggers`,
      "exclusive"
    )
  }
  return names.flatMap((name) =>
    issueIf(
      !ofKind(triggerMetadata, trigger).includes(name),
      `trigger_metadata.${name}`,
      `is not allowed for ${trigger}`,
      "exclusive"
    )
  )
}

/** Only keyword_preset accepts more than 100 items. Without a trigger, fields of other triggers exclude keyword_preset. */
const allowListIssues = (trigger: Trigger | undefined, metadata: TriggerMetadata): ReadonlyArray<ValidationIssue> =>
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
