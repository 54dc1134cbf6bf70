/** Names of application enums, mapped to Discord's numbers. */
import {
  ApplicationFlags,
  ApplicationRoleConnectionMetadataType,
  ApplicationWebhookEventStatus
} from "discord-api-types/v10"
import { enumTable } from "../../objects/schema/enums.ts"

/** Flags that an application can set itself: privileged intents below 100 guilds. */
export const intentFlags = {
  GATEWAY_PRESENCE_LIMITED: ApplicationFlags.GatewayPresenceLimited,
  GATEWAY_GUILD_MEMBERS_LIMITED: ApplicationFlags.GatewayGuildMembersLimited,
  GATEWAY_MESSAGE_CONTENT_LIMITED: ApplicationFlags.GatewayMessageContentLimited
} as const

/** All flags that Discord documents. */
export const applicationFlags = {
  APPLICATION_AUTO_MODERATION_RULE_CREATE_BADGE: ApplicationFlags.ApplicationAutoModerationRuleCreateBadge,
  GATEWAY_PRESENCE: ApplicationFlags.GatewayPresence,
  GATEWAY_GUILD_MEMBERS: ApplicationFlags.GatewayGuildMembers,
  VERIFICATION_PENDING_GUILD_LIMIT: ApplicationFlags.VerificationPendingGuildLimit,
  EMBEDDED: ApplicationFlags.Embedded,
  GATEWAY_MESSAGE_CONTENT: ApplicationFlags.GatewayMessageContent,
  APPLICATION_COMMAND_BADGE: ApplicationFlags.ApplicationCommandBadge,
  ...intentFlags
} as const

/** Whether Discord sends webhook events to the application's URL. */
export const eventStatuses = enumTable(ApplicationWebhookEventStatus)

/** How a user's value is compared with the guild's required value. */
export const comparisons = enumTable(ApplicationRoleConnectionMetadataType)

/** Events that Discord sends to an application's webhook URL. */
export const webhookEvents = [
  "APPLICATION_AUTHORIZED",
  "APPLICATION_DEAUTHORIZED",
  "ENTITLEMENT_CREATE",
  "ENTITLEMENT_UPDATE",
  "ENTITLEMENT_DELETE",
  "QUEST_USER_ENROLLMENT",
  "LOBBY_MESSAGE_CREATE",
  "LOBBY_MESSAGE_UPDATE",
  "LOBBY_MESSAGE_DELETE",
  "GAME_DIRECT_MESSAGE_CREATE",
  "GAME_DIRECT_MESSAGE_UPDATE",
  "GAME_DIRECT_MESSAGE_DELETE"
] as const
