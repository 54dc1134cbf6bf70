import { RESTJSONErrorCodes as Codes } from "discord-api-types/v10"

import type { Method } from "./DiscordRequest.ts"
import { shapeOf } from "./DiscordRequest.ts"

/**
 * Returns whether the code says that the object of a DELETE does not exist. After an attempt without a
 * response, the code means that the attempt succeeded.
 */
export const isGone = (method: Method, route: string, code: number | undefined): boolean =>
  method === "DELETE" && code !== undefined && unknownCodes(route).includes(code)

/** Returns the "unknown" codes of the object that a DELETE of this route removes. */
export const unknownCodes = (route: string): ReadonlyArray<number> => codes[shapeOf(route)] ?? []

/**
 * The code that says that the object of a DELETE does not exist, by route with every
 * placeholder as `:id`. Other codes are about other objects: an unknown channel says
 * nothing about a message.
 */
const codes: Readonly<Record<string, ReadonlyArray<number>>> = {
  "/applications/:id/commands/:id": [Codes.UnknownApplicationCommand],
  "/applications/:id/emojis/:id": [Codes.UnknownEmoji],
  "/applications/:id/entitlements/:id": [Codes.UnknownEntitlement],
  "/applications/:id/guilds/:id/commands/:id": [Codes.UnknownApplicationCommand],
  "/channels/:id": [Codes.UnknownChannel],
  "/channels/:id/messages/:id": [Codes.UnknownMessage],
  "/channels/:id/messages/:id/reactions": [Codes.UnknownMessage],
  "/channels/:id/messages/:id/reactions/:id": [Codes.UnknownEmoji],
  "/channels/:id/messages/:id/reactions/:id/:id": [Codes.UnknownEmoji],
  "/channels/:id/messages/:id/reactions/:id/@me": [Codes.UnknownEmoji],
  "/channels/:id/messages/pins/:id": [Codes.UnknownMessage],
  "/channels/:id/permissions/:id": [Codes.UnknownPermissionOverwrite],
  "/channels/:id/recipients/:id": [Codes.UnknownUser],
  "/channels/:id/thread-members/:id": [Codes.UnknownMember, Codes.UnknownUser],
  "/channels/:id/thread-members/@me": [Codes.UnknownMember],
  // Discord documents no code for it.
  "/guilds/:id/auto-moderation/rules/:id": [],
  "/guilds/:id/bans/:id": [Codes.UnknownBan],
  "/guilds/:id/emojis/:id": [Codes.UnknownEmoji],
  "/guilds/:id/integrations/:id": [Codes.UnknownIntegration],
  "/guilds/:id/members/:id": [Codes.UnknownMember],
  "/guilds/:id/members/:id/roles/:id": [Codes.UnknownRole],
  "/guilds/:id/roles/:id": [Codes.UnknownRole],
  "/guilds/:id/scheduled-events/:id": [Codes.UnknownGuildScheduledEvent],
  "/guilds/:id/scheduled-events/:id/exceptions/:id": [Codes.UnknownGuildScheduledEvent],
  "/guilds/:id/soundboard-sounds/:id": [Codes.UnknownSound],
  "/guilds/:id/stickers/:id": [Codes.UnknownSticker],
  "/guilds/:id/templates/:id": [Codes.UnknownGuildTemplate],
  "/invites/:id": [Codes.UnknownInvite],
  "/invites/:id/target-users/:id": [Codes.UnknownInviteTargetUsers],
  "/lobbies/:id": [Codes.UnknownLobby],
  "/lobbies/:id/members/:id": [Codes.UnknownMember],
  "/lobbies/:id/members/@me": [Codes.UnknownMember],
  "/stage-instances/:id": [Codes.UnknownStageInstance],
  "/users/@me/guilds/:id": [Codes.UnknownGuild],
  "/webhooks/:id": [Codes.UnknownWebhook],
  "/webhooks/:id/:id": [Codes.UnknownWebhook],
  "/webhooks/:id/:id/messages/:id": [Codes.UnknownMessage],
  "/webhooks/:id/:id/messages/@original": [Codes.UnknownMessage]
}
