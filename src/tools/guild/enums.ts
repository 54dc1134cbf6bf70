/** Settings of a guild in the words agents use, with Discord's numbers. */
import {
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildOnboardingMode,
  GuildOnboardingPromptType,
  GuildSystemChannelFlags,
  GuildVerificationLevel
} from "discord-api-types/v10"

/** What an account must have before it may write. */
export const verificationLevels = {
  none: GuildVerificationLevel.None,
  low: GuildVerificationLevel.Low,
  medium: GuildVerificationLevel.Medium,
  high: GuildVerificationLevel.High,
  very_high: GuildVerificationLevel.VeryHigh
} as const

/** What members are notified of by default. */
export const notificationLevels = {
  all_messages: GuildDefaultMessageNotifications.AllMessages,
  only_mentions: GuildDefaultMessageNotifications.OnlyMentions
} as const

/** Whose pictures are looked through. */
export const contentFilters = {
  disabled: GuildExplicitContentFilter.Disabled,
  members_without_roles: GuildExplicitContentFilter.MembersWithoutRoles,
  all_members: GuildExplicitContentFilter.AllMembers
} as const

/** What the system channel does not tell. */
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

/** Seconds without a sign of life after which somebody is moved to the AFK channel. */
export const afkTimeouts = [60, 300, 900, 1800, 3600] as const

/** What has become of a request to join. */
export const joinRequestStates = {
  started: "STARTED",
  submitted: "SUBMITTED",
  rejected: "REJECTED",
  approved: "APPROVED"
} as const

/** Which channels count towards those that onboarding must have. */
export const onboardingModes = {
  default: GuildOnboardingMode.OnboardingDefault,
  advanced: GuildOnboardingMode.OnboardingAdvanced
} as const

/** How the answers to a question are shown. */
export const promptTypes = {
  multiple_choice: GuildOnboardingPromptType.MultipleChoice,
  dropdown: GuildOnboardingPromptType.Dropdown
} as const
