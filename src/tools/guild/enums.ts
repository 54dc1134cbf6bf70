/** Names of guild enums, mapped to Discord's numbers. */
import {
  GuildDefaultMessageNotifications,
  GuildExplicitContentFilter,
  GuildOnboardingMode,
  GuildOnboardingPromptType,
  GuildSystemChannelFlags,
  GuildVerificationLevel
} from "discord-api-types/v10"
import { constantTable, enumTable } from "../../objects/schema/enums.ts"

/** Verification levels: what an account needs before it can write. */
export const verificationLevels = enumTable(GuildVerificationLevel)

/** Default notification levels. */
export const notificationLevels = enumTable(GuildDefaultMessageNotifications)

/** Explicit content filter levels. */
export const contentFilters = enumTable(GuildExplicitContentFilter)

/** Flags that suppress messages in the system channel. */
export const systemChannelFlags = constantTable(GuildSystemChannelFlags)

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
export const promptTypes = enumTable(GuildOnboardingPromptType)
