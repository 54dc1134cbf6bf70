/** AutoMod rules, which Discord itself executes. */
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType,
  type RESTPatchAPIAutoModerationRuleJSONBody
} from "discord-api-types/v10"
import { type Arbitrary, Schema, Struct } from "effect"
import { bodyOf, enumField, field, inputsOf, ofKind, repliesOf, valuesOf } from "./fields.ts"
import type { Frozen } from "./fits.ts"
import { enumChoice, enumName, enumNames, enumTable } from "./schema/enums.ts"
import { described, flag, integer, listOf, object, optional, setOf, text } from "./schema/fields.ts"
import { ChannelId, RoleId } from "./schema/ids.ts"
import { inUnit } from "./schema/lengthOfTime.ts"
import * as Limits from "./schema/limits.ts"
import { expected, nullish, whole } from "./schema/reply.ts"

/** Trigger types. */
export const triggers = enumTable(AutoModerationRuleTriggerType)

/** Event types: when Discord checks a rule. */
export const events = enumTable(AutoModerationRuleEventType)

/** Action types. */
export const actions = enumTable(AutoModerationActionType)

/** Discord's predefined word lists. */
const presets = enumTable(AutoModerationRuleKeywordPresetType)

/** A trigger type. */
export type Trigger = keyof typeof triggers

/** Everyday words for triggers. */
const triggerWords = {
  keywords: triggers.keyword,
  word: triggers.keyword,
  words: triggers.keyword,
  mentions: triggers.mention_spam,
  preset: triggers.keyword_preset,
  profile: triggers.member_profile
}

/** Everyday words for actions. */
const actionWords = {
  block: actions.block_message,
  alert: actions.send_alert_message,
  notify: actions.send_alert_message
}

const keyword = text("A word or phrase; * at its start or end matches any letters.", {
  max: Limits.AUTOMOD_KEYWORD_MAX
})

const WORDS: ReadonlyArray<Trigger> = ["keyword", "member_profile"]

/** What a rule matches, by trigger (Discord docs, AutoMod, trigger metadata). */
export const triggerMetadata = {
  keyword_filter: field({
    value: listOf("For keyword, member_profile: words to match, up to 1000.", keyword, 0, Limits.AUTOMOD_KEYWORDS_MAX),
    reply: Schema.Array(Schema.String),
    unset: [],
    kinds: WORDS
  }),
  regex_patterns: field({
    value: listOf(
      "For keyword, member_profile: up to 10 regular expressions in Rust syntax.",
      text("A regular expression.", { max: Limits.AUTOMOD_PATTERN_MAX }),
      0,
      Limits.AUTOMOD_PATTERNS_MAX
    ),
    reply: Schema.Array(Schema.String),
    unset: [],
    kinds: WORDS
  }),
  presets: field({
    value: setOf("For keyword_preset: Discord's word lists.", enumChoice("A list.", presets), 0, 3),
    reply: Schema.Array(Schema.Number),
    show: (numbers) => numbers.map((number) => enumName(presets, number) as keyof typeof presets), // a number without a name is shown as it is
    toDiscord: (names) => names.map((name) => presets[name]),
    unset: [],
    kinds: ["keyword_preset"]
  }),
  allow_list: field({
    value: listOf(
      "Words to allow: at most 100, or 1000 for keyword_preset.",
      keyword,
      0,
      Limits.AUTOMOD_ALLOWED_BY_PRESET_MAX
    ),
    reply: Schema.Array(Schema.String),
    unset: [],
    kinds: [...WORDS, "keyword_preset"]
  }),
  mention_total_limit: field({
    value: integer("For mention_spam: maximum mentions per message, 0 to 50.", 0, Limits.AUTOMOD_MENTIONS_MAX),
    reply: Schema.Number,
    kinds: ["mention_spam"]
  }),
  mention_raid_protection_enabled: field({
    value: flag("For mention_spam: whether to detect mention raids."),
    reply: Schema.Boolean,
    unset: false,
    kinds: ["mention_spam"]
  })
}

const metadata = object("What the trigger matches.", inputsOf(triggerMetadata))

/** What a rule matches. */
export type TriggerMetadata = typeof metadata.Type

// Random values rarely satisfy the rules between fields, so generators keep only valid ones.
const metadataOfOneTrigger =
  (some: Arbitrary.LazyArbitrary<TriggerMetadata>): Arbitrary.LazyArbitrary<TriggerMetadata> =>
  (fc) =>
    fc
      .tuple(some(fc), fc.constantFrom(...enumNames(triggers)))
      .map(([values, trigger]) => Struct.pick(values, ...ofKind(triggerMetadata, trigger)))

/** Settings of actions, by action type. */
export const actionMetadata = {
  channel_id: field({
    value: described("For send_alert_message: the channel.", ChannelId),
    reply: Schema.String,
    kinds: ["send_alert_message"]
  }),
  duration_seconds: field({
    value: integer(
      "For timeout: duration in seconds, up to 2419200 (28 days).",
      1,
      Limits.AUTOMOD_TIMEOUT_MAX_S
    ).annotations(inUnit("seconds")),
    reply: Schema.Number,
    kinds: ["timeout"]
  }),
  custom_message: field({
    value: text("For block_message: text shown to the author.", { max: Limits.AUTOMOD_MESSAGE_MAX }),
    reply: Schema.String,
    kinds: ["block_message"]
  })
}

const action = object("An action with its metadata.", {
  type: enumChoice("The action type.", actions, actionWords),
  metadata: optional(
    object("Settings of the action; required for send_alert_message and timeout.", inputsOf(actionMetadata))
  )
})

/** An action of a rule. */
export type Action = typeof action.Type

/** Returns the validation issue of one action, if any. The metadata of block_message is optional. */
const actionIssue = ({ metadata = {}, type }: Action) => {
  const own = ofKind(actionMetadata, type)
  const stray = Object.keys(metadata).find((name) => !own.some((field) => field === name))
  if (stray !== undefined) return { path: ["metadata", stray], message: `is not allowed for ${type}` }
  const missing = type === "block_message" ? undefined : own.find((name) => !(name in metadata))
  return missing && { path: ["metadata", missing], message: `is required for ${type}` }
}

const validActions =
  (some: Arbitrary.LazyArbitrary<Action>): Arbitrary.LazyArbitrary<Action> =>
  (fc) =>
    some(fc).filter((value) => actionIssue(value) === undefined)

const metadataReply = nullish(Schema.Struct(repliesOf(actionMetadata)))

/** The settings of a rule. */
export const ruleFields = {
  name: field({
    value: text("The rule's name.", { max: Limits.AUTOMOD_NAME_MAX }),
    reply: Schema.String,
    harmless: true
  }),
  event_type: enumField("member_update for member_profile, otherwise message_send; set automatically.", events, {
    harmless: true
  }),
  trigger_metadata: field({
    value: described(
      "All that the rule matches. Each field is for certain values of trigger_type.",
      metadata.pipe(Schema.filter(() => true, { arbitrary: metadataOfOneTrigger }))
    ),
    reply: Schema.Struct(repliesOf(triggerMetadata)),
    show: (values) => nonEmpty(valuesOf(triggerMetadata, values)),
    toDiscord: (values) => bodyOf(triggerMetadata, values)
  }),
  actions: field({
    value: listOf(
      "All that happens on a match, 1 to 5 actions.",
      action.pipe(Schema.filter(actionIssue, { arbitrary: validActions })),
      1,
      Limits.AUTOMOD_ACTIONS_MAX
    ),
    reply: Schema.Array(Schema.Struct({ type: expected(Schema.Number), metadata: metadataReply })),
    show: (all) =>
      all.map(({ metadata, type }) => {
        const shown = nonEmpty(valuesOf(actionMetadata, metadata ?? {}))
        return { type: enumName(actions, type), ...(shown && { metadata: shown }) } as typeof action.Encoded // a type that Discord left out is left out
      }),
    toDiscord: (all) =>
      all.map(({ metadata, type }) => ({
        type: actions[type],
        ...(metadata && { metadata: bodyOf(actionMetadata, metadata) })
      }))
  }),
  enabled: field({
    value: flag("Enable the rule."),
    reply: Schema.Boolean,
    unset: false
  }),
  exempt_roles: field({
    value: setOf("Roles that the rule ignores.", RoleId, 0, Limits.AUTOMOD_EXEMPT_ROLES_MAX),
    reply: Schema.Array(Schema.String),
    unset: []
  }),
  exempt_channels: field({
    value: setOf("Channels that the rule ignores.", ChannelId, 0, Limits.AUTOMOD_EXEMPT_CHANNELS_MAX),
    reply: Schema.Array(Schema.String),
    unset: []
  })
} as const

/** The settings that a new rule takes. Its trigger cannot change. */
export const newRuleFields = {
  trigger_type: enumField("What triggers the rule.", triggers, {}, triggerWords),
  ...ruleFields
}

/** The lists of what a rule ignores, and whose ids they have. */
export const exempt = { exempt_roles: "role", exempt_channels: "channel" } as const

/** The parts of a reply without which nothing can be decided about a rule. */
export const ruleReply = {
  ...repliesOf(ruleFields),
  enabled: Schema.Boolean,
  actions: whole(Schema.Struct({ type: Schema.Number, metadata: metadataReply }))
}

/** Makes Discord's form of the settings of a rule. */
export const ruleBody = (input: object) =>
  bodyOf(newRuleFields, input) satisfies Frozen<RESTPatchAPIAutoModerationRuleJSONBody>

/** Returns the event type that a trigger requires. */
export const eventOf = (trigger: Trigger): keyof typeof events =>
  trigger === "member_profile" ? "member_update" : "message_send"

/** Fields of Discord's that the compact view leaves out, each with its reason. `view: "full"` has them. */
export const leftOut = { guild_id: "The call names the guild." } as const

const nonEmpty = <A extends object>(values: A): A | undefined => (Object.keys(values).length > 0 ? values : undefined)
