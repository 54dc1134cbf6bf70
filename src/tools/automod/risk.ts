/** Risk of AutoMod rules: a rule that silences members acts unattended, so it is destructive. */
import { AutoModerationActionType } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import { getJson } from "../dsl/getJson.ts"
import type { RiskResolution } from "../Tool.ts"
import { actions as actionTypes } from "./enums.ts"
import { AutomodRule } from "./view.ts"

/** Returns the risk of a rule's actions. */
export const actionsRisk = ({ actions = [] }: Pick<RuleChange, "actions">): Risk =>
  actions.some(({ type }) => silences(actionTypes[type])) ? "destructive" : "write"

/**
 * Returns the risk of a change that omits `actions`. Such a change can enable or widen the
 * rule's present actions, unless it only renames or disables the rule.
 */
export const changeRisk = (change: RuleChange): RiskResolution | undefined => {
  const { actions, enabled, guild_id, rule_id } = change
  const harmless = enabled !== true && Object.keys(change).every((field) => HARMLESS.has(field))
  if (actions !== undefined || enabled === false || harmless) return undefined
  return Effect.map(
    getJson(AutomodRule, "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", { guild_id, rule_id }),
    (rule) => ((enabled ?? rule.enabled) && rule.actions.some(({ type }) => silences(type)) ? "destructive" : "write")
  )
}

/** Fields that identify the rule, or that do not change its effect. */
const HARMLESS: ReadonlySet<string> = new Set(["guild_id", "rule_id", "name", "enabled", "audit_reason"])

interface RuleChange {
  readonly guild_id: string
  readonly rule_id: string
  readonly name?: string
  readonly enabled?: boolean
  readonly actions?: ReadonlyArray<{ readonly type: keyof typeof actionTypes }>
}

const silences = (type: number): boolean =>
  type === AutoModerationActionType.Timeout || type === AutoModerationActionType.BlockMemberInteraction
