import { AutoModerationActionType } from "discord-api-types/v10"
import { Effect, Option, Schema } from "effect"
import type { Risk } from "../../discord/Permit.ts"
import {
  type Action,
  actions as actionTypes,
  eventOf,
  newRuleFields,
  ruleBody,
  ruleFields,
  ruleReply
} from "../../objects/automodRule.ts"
import { harmlessIn, inputsOf } from "../../objects/fields.ts"
import { described, optional } from "../../objects/schema/fields.ts"
import { guild_id, RuleId } from "../../objects/schema/ids.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { getJson } from "../dsl/getJson.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { readable } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import type { RiskResolution } from "../Tool.ts"
import { ruleIssues } from "./rules.ts"
import { createdRule, rule } from "./view.ts"

const rule_id = described("The rule.", RuleId)

/** Returns the risk of a rule's actions. A rule that silences members acts unattended, so it is destructive. */
const actionsRisk = ({ actions = [] }: Pick<RuleChange, "actions">): Risk =>
  actions.some(({ type }) => silences(actionTypes[type])) ? "destructive" : "write"

/**
 * Returns the risk of a change that omits `actions`. Such a change can enable or widen the
 * rule's present actions, unless it only renames or disables the rule.
 */
const changeRisk = (change: RuleChange): RiskResolution | undefined => {
  const { actions, enabled, guild_id, rule_id } = change
  const harmless = enabled !== true && Object.keys(change).every((field) => HARMLESS.has(field))
  if (actions !== undefined || enabled === false || harmless) return undefined
  return Effect.map(
    readable(
      getJson(Schema.Struct(ruleReply), "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", { guild_id, rule_id })
    ),
    Option.match({
      onNone: (): Risk => "destructive",
      onSome: (rule) =>
        (enabled ?? rule.enabled) && rule.actions.some(({ type }) => silences(type)) ? "destructive" : "write"
    })
  )
}

/** Fields that identify the rule, or that do not change its effect. */
const HARMLESS: ReadonlySet<string> = new Set([
  "guild_id",
  "rule_id",
  "enabled",
  "audit_reason",
  ...harmlessIn(ruleFields)
])

interface RuleChange {
  readonly guild_id: string
  readonly rule_id: string
  readonly enabled?: boolean
  readonly actions?: ReadonlyArray<Pick<Action, "type">>
}

const silences = (type: number): boolean =>
  type === AutoModerationActionType.Timeout || type === AutoModerationActionType.BlockMemberInteraction

const synonyms = {
  automod_create_rule:
    "automod, block bad words, word filter, profanity, banned words, blacklist, spam filter, block links, swear words, stop swearing, forbid words, block insults, filter bad language, automatically delete, automatic moderation, automatically block, stop spam, stop people from posting, create automod rule, new automod rule, add a filter, anti-spam, mention spam, block spam, prevent profanity, keyword filter, create auto moderation rule",
  automod_list_rules:
    "automod rules, show the automod rules, the rules of automod, filters, blocked words, which words are blocked, which automod rules exist, list filters, fetch auto moderation rules",
  automod_modify_rule:
    "change a filter, add a blocked word, turn automod on or off, turn off a spam rule, disable an automod rule, enable an automod rule, edit automod rule, switch a filter off, pause a filter, change blocked words, remove a blocked word, exempt a role from automod, allow a word, unblock a word, set enabled",
  automod_delete_rule: "remove a filter, delete a filter, remove an automod rule, delete a spam filter",
  automod_get_rule:
    "one automod rule, details of an automod rule, show a filter, fetch automod rule, what an automod rule does"
}

/** AutoMod rules, which Discord itself executes. */
export const tools = group({ category: "automod", synonyms }, [
  get("automod_list_rules", "/guilds/{guild_id}/auto-moderation/rules", {
    description: "List the AutoMod rules of a guild with their triggers and actions.",
    path: { guild_id },
    ...unpaged({ view: rule, empty: "This guild has no AutoMod rules." })
  }),
  get("automod_get_rule", "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", {
    description: "Get one AutoMod rule by id.",
    path: { guild_id, rule_id },
    options: view,
    toResult: one(rule)
  }),
  post("automod_create_rule", "/guilds/{guild_id}/auto-moderation/rules", {
    description:
      "Create an AutoMod rule. On certain words, spam or mentions it can block the message, alert a channel or time out the author. Pass enabled: true to activate it.",
    example: {
      guild_id: "1248328050278400001",
      name: "No spoilers",
      trigger_type: "keyword",
      trigger_metadata: { keyword_filter: ["spoiler*"] },
      actions: [
        { type: "block_message", metadata: { custom_message: "No spoilers, please." } },
        { type: "timeout", metadata: { duration_seconds: 60 } }
      ],
      enabled: true
    },
    path: { guild_id },
    options: {
      ...inputsOf(newRuleFields),
      name: newRuleFields.name.value,
      trigger_type: newRuleFields.trigger_type.value,
      actions: newRuleFields.actions.value,
      enabled: optional(described("Enable the rule; false by default.", newRuleFields.enabled.value))
    },
    auditReason: true,
    failures: reasons("automod_rules_full"),
    asks: ["silences"],
    riskOf: actionsRisk,
    validate: ruleIssues,
    toBody: (input) => ruleBody({ event_type: eventOf(input.trigger_type), ...input }),
    toResult: one(createdRule)
  }),
  patch("automod_modify_rule", "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", {
    description:
      "Change, enable or disable an AutoMod rule. trigger_metadata and actions replace the existing values. The trigger type cannot change.",
    example: {
      guild_id: "1248328050278400001",
      rule_id: "1288800112640000045",
      trigger_metadata: { keyword_filter: ["spoiler*", "*leak*"] },
      actions: [{ type: "send_alert_message", metadata: { channel_id: "1248328050278400010" } }]
    },
    path: { guild_id, rule_id },
    options: inputsOf(ruleFields),
    auditReason: true,
    asks: ["silences"],
    riskOf: actionsRisk,
    resolveRisk: changeRisk,
    validate: (input) => [...atLeastOne("name", ...Object.keys(ruleFields).slice(1))(input), ...ruleIssues(input)],
    toBody: ruleBody,
    toResult: one(rule)
  }),
  del("automod_delete_rule", "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", {
    description: "Delete an AutoMod rule permanently. To disable it temporarily use automod_modify_rule.",
    path: { guild_id, rule_id },
    auditReason: true
  })
])
