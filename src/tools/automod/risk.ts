/** AutoMod acts while nobody looks: a rule that shuts people up is destructive, whoever it will be. */
import { AutoModerationActionType } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Risk } from "../../safety/Permit.ts"
import { getJson } from "../dsl/getJson.ts"
import type { RiskResolution } from "../Tool.ts"
import { actions as actionTypes } from "./enums.ts"
import { AutomodRule } from "./view.ts"

/** What a rule is told to do. */
export const actionsRisk = ({ actions = [] }: Pick<Change, "actions">): Risk =>
  actions.some(({ type }) => silences(actionTypes[type])) ? "destructive" : "write"

/** A change that leaves the actions as they are widens or switches on what those do, unless it only renames or stops it. */
export const changeRisk = (change: Change): RiskResolution | undefined => {
  const { actions, enabled, guild_id, rule_id } = change
  const harmless = enabled !== true && Object.keys(change).every((field) => HARMLESS.has(field))
  if (actions !== undefined || enabled === false || harmless) return undefined
  return Effect.map(
    getJson(AutomodRule, "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", { guild_id, rule_id }),
    (rule) => ((enabled ?? rule.enabled) && rule.actions.some(({ type }) => silences(type)) ? "destructive" : "write")
  )
}

/** Fields that name the rule, or that change nothing it does. */
const HARMLESS: ReadonlySet<string> = new Set(["guild_id", "rule_id", "name", "enabled", "audit_reason"])

interface Change {
  readonly guild_id: string
  readonly rule_id: string
  readonly name?: string
  readonly enabled?: boolean
  readonly actions?: ReadonlyArray<{ readonly type: keyof typeof actionTypes }>
}

const silences = (type: number): boolean =>
  type === AutoModerationActionType.Timeout || type === AutoModerationActionType.BlockMemberInteraction
