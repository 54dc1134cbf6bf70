/** Names of AutoMod enums, mapped to Discord's numbers. */
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType
} from "discord-api-types/v10"

/** Trigger types. */
export const triggers = {
  keyword: AutoModerationRuleTriggerType.Keyword,
  spam: AutoModerationRuleTriggerType.Spam,
  keyword_preset: AutoModerationRuleTriggerType.KeywordPreset,
  mention_spam: AutoModerationRuleTriggerType.MentionSpam,
  member_profile: AutoModerationRuleTriggerType.MemberProfile
} as const

/** Event types: when Discord checks a rule. */
export const events = {
  message_send: AutoModerationRuleEventType.MessageSend,
  member_update: AutoModerationRuleEventType.MemberUpdate
} as const

/** Discord's predefined word lists. */
export const presets = {
  profanity: AutoModerationRuleKeywordPresetType.Profanity,
  sexual_content: AutoModerationRuleKeywordPresetType.SexualContent,
  slurs: AutoModerationRuleKeywordPresetType.Slurs
} as const

/** Action types. */
export const actions = {
  block_message: AutoModerationActionType.BlockMessage,
  send_alert_message: AutoModerationActionType.SendAlertMessage,
  timeout: AutoModerationActionType.Timeout,
  block_member_interaction: AutoModerationActionType.BlockMemberInteraction
} as const
