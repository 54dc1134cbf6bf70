/** Names of guild enums, mapped to Discord's numbers. */
import {
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildOnboardingMode,
  GuildOnboardingPromptType,
  GuildSystemChannelFlags,
  GuildVerificationLevel
} from "discord-api-types/v10"

/** Verification levels: what an account needs before it can write. */
export const verificationLevels = {
  none: GuildVerificationLevel.None,
  low: GuildVerificationLevel.Low,
  medium: GuildVerificationLevel.Medium,
  high: GuildVerificationLevel.High,
  very_high: GuildVerificationLevel.VeryHigh
} as const

/** Default notification levels. */
export const notificationLevels = {
  all_messages: GuildDefaultMessageNotifications.AllMessages,
  only_mentions: GuildDefaultMessageNotifications.OnlyMentions
} as const

/** Explicit content filter levels. */
export const contentFilters = {
  disabled: GuildExplicitContentFilter.Disabled,
  members_without_roles: GuildExplicitContentFilter.MembersWithoutRoles,
  all_members: GuildExplicitContentFilter.AllMembers
} as const

/** Flags that suppress messages in the system channel. */
export const systemChannelFlags = {
  SUPPRESS_JOIN_NOTIFICATIONS: GuildSystemChannelFlags.SuppressJoinNotifications,
  SUPPRESS_PREMIUM_SUBSCRIPTIONS: GuildSystemChannelFlags.SuppressPremiumSubscriptions,
  SUPPRESS_GUILD_REMINDER_NOTIFICATIONS: GuildSystemChannelFlags.SuppressGuildReminderNotifications,
  SUPPRESS_JOIN_NOTIFICATION_REPLIES: GuildSystemChannelFlags.SuppressJoinNotificationReplies,
  SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATIONS:
    GuildSystemChannelFlags.SuppressRoleSubscriptionPurchaseNotifications,
  SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATION_REPLIES:
    GuildSystemChannelFlags.SuppressRoleSubscriptionPurchaseNotificationReplies
} as const

/** AFK timeouts that Discord accepts, in seconds. */
export const afkTimeouts = [60, 300, 900, 1800, 3600] as const

/** Statuses of a join request. */
export const joinRequestStates = {
  started: "STARTED",
  submitted: "SUBMITTED",
  rejected: "REJECTED",
  approved: "APPROVED"
} as const

/** Onboarding modes: which channels count towards the required number. */
export const onboardingModes = {
  default: GuildOnboardingMode.OnboardingDefault,
  advanced: GuildOnboardingMode.OnboardingAdvanced
} as const

/** Prompt types: how the options of an onboarding question are shown. */
export const promptTypes = {
  multiple_choice: GuildOnboardingPromptType.MultipleChoice,
  dropdown: GuildOnboardingPromptType.Dropdown
} as const
