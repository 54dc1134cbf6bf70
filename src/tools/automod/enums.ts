/** Names of AutoMod enums, mapped to Discord's numbers. */
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType
} from "discord-api-types/v10"
import { enumTable } from "../shared/enums.ts"

/** Trigger types. */
export const triggers = enumTable(AutoModerationRuleTriggerType)

/** Event types: when Discord checks a rule. */
export const events = enumTable(AutoModerationRuleEventType)

/** Discord's predefined word lists. */
export const presets = enumTable(AutoModerationRuleKeywordPresetType)

/** Action types. */
export const actions = enumTable(AutoModerationActionType)
