/** Names of AutoMod enums, mapped to Discord's numbers. */
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType
} from "discord-api-types/v10"
import { enumTable } from "../../objects/schema/enums.ts"

/** Trigger types. */
export const triggers = enumTable(AutoModerationRuleTriggerType)

/** Event types: when Discord checks a rule. */
export const events = enumTable(AutoModerationRuleEventType)

/** Discord's predefined word lists. */
export const presets = enumTable(AutoModerationRuleKeywordPresetType)

/** Action types. */
export const actions = enumTable(AutoModerationActionType)

/** Everyday words for triggers. */
export const triggerWords = {
  keywords: triggers.keyword,
  word: triggers.keyword,
  words: triggers.keyword,
  mentions: triggers.mention_spam,
  preset: triggers.keyword_preset,
  profile: triggers.member_profile
}

/** Everyday words for actions. */
export const actionWords = {
  block: actions.block_message,
  alert: actions.send_alert_message,
  notify: actions.send_alert_message
}
