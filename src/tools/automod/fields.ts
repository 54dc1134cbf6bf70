/** Rules of AutoMod as inputs have them, what must hold between their parts, and how Discord takes them. */
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

const keyword = text("A word or phrase, with * at an end for any letters.", { max: Limits.AUTOMOD_KEYWORD_MAX })

const metadata = object("What the trigger looks for.", {
  keyword_filter: optional(listOf("keyword, member_profile: words.", keyword, 0, Limits.AUTOMOD_KEYWORDS_MAX)),
  regex_patterns: optional(
    listOf(
      "keyword, member_profile: patterns in Rust's regex.",
      text("A pattern.", { max: Limits.AUTOMOD_PATTERN_MAX }),
      0,
      Limits.AUTOMOD_PATTERNS_MAX
    )
  ),
  presets: optional(
    setOf("keyword_preset: Discord's lists of words.", choice("A list.", ...wordsOf(words.presets)), 0, 3)
  ),
  allow_list: optional(
    listOf("Words that are allowed: 100, or 1000 beside presets.", keyword, 0, Limits.AUTOMOD_ALLOWED_BY_PRESET_MAX)
  ),
  mention_total_limit: optional(
    integer("mention_spam: mentions one message may have.", 0, Limits.AUTOMOD_MENTIONS_MAX)
  ),
  mention_raid_protection_enabled: optional(flag("mention_spam: whether to notice raids, too."))
})

type Metadata = typeof metadata.Type
type Trigger = keyof typeof words.triggers

/** Which fields of the metadata go with a trigger (Discord docs, AutoMod, trigger metadata). */
const fieldsOf: Readonly<Record<Trigger, ReadonlyArray<keyof Metadata>>> = {
  keyword: ["keyword_filter", "regex_patterns", "allow_list"],
  spam: [],
  keyword_preset: ["presets", "allow_list"],
  mention_spam: ["mention_total_limit", "mention_raid_protection_enabled"],
  member_profile: ["keyword_filter", "regex_patterns", "allow_list"]
}

const action = object("What to do, with what that needs.", {
  type: choice("What to do.", ...wordsOf(words.actions)),
  metadata: optional(
    object("What it needs.", {
      channel_id: optional(described("send_alert_message: where to.", ChannelId)),
      duration_seconds: optional(integer("timeout: for how long.", 1, Limits.AUTOMOD_TIMEOUT_MAX_S)),
      custom_message: optional(text("block_message: what its author is told.", { max: Limits.AUTOMOD_MESSAGE_MAX }))
    })
  )
})

type Action = typeof action.Type

/** Which field of its metadata an action may have; the others but the first must have theirs. */
const ownField = {
  block_message: "custom_message",
  send_alert_message: "channel_id",
  timeout: "duration_seconds",
  block_member_interaction: undefined
} as const

/** What is wrong inside one action. */
const actionIssue = ({ metadata = {}, type }: Action) => {
  const own = ownField[type]
  const stray = Object.keys(metadata).find((name) => name !== own)
  if (stray !== undefined) return { path: ["metadata", stray], message: `does not go with ${type}` }
  return own === undefined || type === "block_message" || own in metadata
    ? undefined
    : { path: ["metadata", own], message: `is needed for ${type}` }
}

/** Generated actions have what they need, and metadata that goes with one trigger: chance alone hardly gets there. */
const fitting =
  (some: Arbitrary.LazyArbitrary<Action>): Arbitrary.LazyArbitrary<Action> =>
  (fc) =>
    some(fc).filter((it) => actionIssue(it) === undefined)

const ofOneTrigger =
  (some: Arbitrary.LazyArbitrary<Metadata>): Arbitrary.LazyArbitrary<Metadata> =>
  (fc) =>
    fc
      .tuple(some(fc), fc.constantFrom(...wordsOf(words.triggers)))
      .map(([it, trigger]) => Struct.pick(it, ...fieldsOf[trigger]))

/** The parts of a rule that can change. */
export const ruleBody = fits<RESTPatchAPIAutoModerationRuleJSONBody>()({
  enabled: optional(flag("Whether it is on; false by default.")),
  exempt_roles: optional(setOf("Roles it does not touch.", RoleId, 0, Limits.AUTOMOD_EXEMPT_ROLES_MAX)),
  exempt_channels: optional(setOf("Channels it does not look at.", ChannelId, 0, Limits.AUTOMOD_EXEMPT_CHANNELS_MAX))
})

/** The name of a rule. */
export const ruleName = text("Its name.", { max: Limits.AUTOMOD_NAME_MAX })

/** What sets it off. */
export const triggerType = choice("What sets it off.", ...wordsOf(words.triggers))

/** When it is looked at. */
export const eventType = choice(
  "When: member_update for member_profile, else message_send; by default as it must be.",
  ...wordsOf(words.events)
)

/** What it looks for. */
export const triggerMetadata = brief(
  "What it looks for. keyword, member_profile: {keyword_filter?: [words, with * for any letters], regex_patterns?: [Rust], allow_list?}; keyword_preset: {presets: [profanity, sexual_content, slurs], allow_list?}; mention_spam: {mention_total_limit?, mention_raid_protection_enabled?}.",
  metadata.pipe(Schema.filter(() => true, { arbitrary: ofOneTrigger }))
)

/** What it does. */
export const ruleActions = brief(
  "1 to 5 of {type: block_message, metadata?: {custom_message}}, {type: send_alert_message, metadata: {channel_id}}, {type: timeout, metadata: {duration_seconds}}, {type: block_member_interaction}.",
  listOf(
    "What it does.",
    action.pipe(Schema.filter(actionIssue, { arbitrary: fitting })),
    1,
    Limits.AUTOMOD_ACTIONS_MAX
  )
)

/** The parts of a rule that have words for numbers. */
interface Worded {
  readonly event_type?: keyof typeof words.events
  readonly trigger_type?: Trigger
  readonly trigger_metadata?: Metadata
  readonly actions?: ReadonlyArray<Action>
}

/** What it looks for, as Discord takes it. */
export const metadataBody = ({ presets, ...it }: Metadata): Frozen<APIAutoModerationRuleTriggerMetadata> => ({
  ...it,
  ...(presets && { presets: presets.map((word) => words.presets[word]) })
})

/** What it does, as Discord takes it. */
export const actionsBody = (actions: ReadonlyArray<Action>): Frozen<Array<APIAutoModerationAction>> =>
  actions.map(({ metadata, type }) => ({ type: words.actions[type], ...(metadata && { metadata }) }))

/** What must hold between the parts of a rule. Of a change the trigger is not known. */
export const ruleIssues = (it: Worded): ReadonlyArray<ValidationIssue> => [
  ...metadataIssues(it.trigger_type, it.trigger_metadata ?? {}),
  ...allowedIssues(it.trigger_type, it.trigger_metadata ?? {}),
  ...(it.trigger_type === undefined ? [] : triggerIssues(it.trigger_type, it))
]

const metadataIssues = (trigger: Trigger | undefined, given: Metadata): ReadonlyArray<ValidationIssue> => {
  const names = Struct.keys(given)
  if (trigger === undefined) {
    const goes = Object.values(fieldsOf).some((fields) => names.every((name) => fields.includes(name)))
    return goes ? [] : [issue("trigger_metadata", `${names.join(", ")} are of different triggers`, "exclusive")]
  }
  const stray = names.filter((name) => !fieldsOf[trigger].includes(name))
  return stray.map((name) => issue(`trigger_metadata.${name}`, `does not go with ${trigger}`, "exclusive"))
}

/** Only presets may be beside more. A change says by its other fields that it is of another trigger. */
const allowedIssues = (trigger: Trigger | undefined, given: Metadata): ReadonlyArray<ValidationIssue> =>
  (given.allow_list ?? []).length > Limits.AUTOMOD_ALLOWED_MAX &&
  (trigger === undefined ? "keyword_filter" in given || "regex_patterns" in given : trigger !== "keyword_preset")
    ? [issue("trigger_metadata.allow_list", `must have at most ${Limits.AUTOMOD_ALLOWED_MAX} items`, "invalid")]
    : []

const triggerIssues = (
  trigger: Trigger,
  { actions = [], event_type, trigger_metadata: given = {} }: Worded
): ReadonlyArray<ValidationIssue> => {
  const looksFor = [...(given.keyword_filter ?? []), ...(given.regex_patterns ?? [])]
  const byWords = trigger === "keyword" || trigger === "member_profile"
  const event = eventOf(trigger)
  return [
    ...(byWords && looksFor.length === 0
      ? [issue("trigger_metadata.keyword_filter", `${trigger} needs keywords or patterns to look for`, "required")]
      : []),
    ...(trigger === "keyword_preset" && (given.presets ?? []).length === 0
      ? [issue("trigger_metadata.presets", "keyword_preset needs at least one preset", "required")]
      : []),
    ...(event_type !== undefined && event_type !== event
      ? [issue("event_type", `must be ${event} for ${trigger}`, "invalid")]
      : []),
    ...actions.flatMap(({ type }, at) =>
      type === "timeout" && trigger !== "keyword" && trigger !== "mention_spam"
        ? [issue(`actions[${at}].type`, `only keyword and mention_spam can time out, not ${trigger}`, "exclusive")]
        : []
    )
  ]
}

/** The event a trigger waits for. */
export const eventOf = (trigger: Trigger): keyof typeof words.events =>
  trigger === "member_profile" ? "member_update" : "message_send"

const issue = (path: string, message: string, code: string): ValidationIssue => ({ path, message, code })
