/** AutoMod in the words agents use, with Discord's numbers. */
import {
  AutoModerationActionType,
  AutoModerationRuleEventType,
  AutoModerationRuleKeywordPresetType,
  AutoModerationRuleTriggerType
} from "discord-api-types/v10"

/** What sets a rule off. */
export const triggers = {
  keyword: AutoModerationRuleTriggerType.Keyword,
  spam: AutoModerationRuleTriggerType.Spam,
  keyword_preset: AutoModerationRuleTriggerType.KeywordPreset,
  mention_spam: AutoModerationRuleTriggerType.MentionSpam,
  member_profile: AutoModerationRuleTriggerType.MemberProfile
} as const

/** When a rule is looked at. */
export const events = {
  message_send: AutoModerationRuleEventType.MessageSend,
  member_update: AutoModerationRuleEventType.MemberUpdate
} as const

/** Discord's own lists of words. */
export const presets = {
  profanity: AutoModerationRuleKeywordPresetType.Profanity,
  sexual_content: AutoModerationRuleKeywordPresetType.SexualContent,
  slurs: AutoModerationRuleKeywordPresetType.Slurs
} as const

/** What a rule does. */
export const actions = {
  block_message: AutoModerationActionType.BlockMessage,
  send_alert_message: AutoModerationActionType.SendAlertMessage,
  timeout: AutoModerationActionType.Timeout,
  block_member_interaction: AutoModerationActionType.BlockMemberInteraction
} as const
