/** Names of guild enums, mapped to Discord's numbers. */
import { GuildOnboardingMode, GuildOnboardingPromptType } from "discord-api-types/v10"
import { enumTable } from "../../objects/schema/enums.ts"

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
