import type { Route } from "../Router.ts"
import { auditLogRoutes } from "./auditLog.ts"
import { automodRoutes } from "./automod.ts"
import { banRoutes } from "./bans.ts"
import { channelPermissionRoutes } from "./channelPermissions.ts"
import { channelRoutes } from "./channels.ts"
import { directMessageRoutes } from "./directMessages.ts"
import { emojiRoutes } from "./emojis.ts"
import { eventRoutes } from "./events.ts"
import { guildSettingRoutes } from "./guildSettings.ts"
import { guildRoutes } from "./guilds.ts"
import { interactionRoutes } from "./interactions.ts"
import { inviteRoutes } from "./invites.ts"
import { memberRoutes } from "./members.ts"
import { messageRoutes } from "./messages.ts"
import { pinRoutes } from "./pins.ts"
import { pollRoutes } from "./polls.ts"
import { pruneRoutes } from "./prune.ts"
import { reactionRoutes } from "./reactions.ts"
import { roleRoutes } from "./roles.ts"
import { searchRoutes } from "./search.ts"
import { sendMessageRoutes } from "./sendMessages.ts"
import { stubRoutes } from "./stubs.ts"
import { threadListRoutes } from "./threadLists.ts"
import { threadMemberRoutes } from "./threadMembers.ts"
import { threadRoutes } from "./threads.ts"
import { userRoutes } from "./users.ts"
import { voiceRegionRoutes } from "./voiceRegions.ts"
import { webhookMessageRoutes } from "./webhookMessages.ts"
import { webhookRoutes } from "./webhooks.ts"

/** Operations with state, by subject. */
export const stateful = {
  users: userRoutes,
  "direct messages and the bot": directMessageRoutes,
  guilds: [...guildRoutes, ...guildSettingRoutes],
  roles: roleRoutes,
  members: memberRoutes,
  bans: banRoutes,
  prune: pruneRoutes,
  channels: [...channelRoutes, ...channelPermissionRoutes],
  threads: [...threadRoutes, ...threadMemberRoutes, ...threadListRoutes],
  // Before `messages`, whose ids would match "pins".
  pins: pinRoutes,
  messages: [...messageRoutes, ...sendMessageRoutes, ...searchRoutes],
  reactions: reactionRoutes,
  polls: pollRoutes,
  // Before `webhooks`, whose message ids would match "@original".
  interactions: interactionRoutes,
  webhooks: [...webhookRoutes, ...webhookMessageRoutes],
  invites: inviteRoutes,
  emojis: emojiRoutes,
  "scheduled events": eventRoutes,
  "auto moderation": automodRoutes,
  "audit log": auditLogRoutes,
  "voice regions": voiceRegionRoutes
} as const satisfies Readonly<Record<string, ReadonlyArray<Route>>>

/** The name of an operation that the sandbox serves: `POST /channels/:id/messages`. */
export type Operation =
  | (typeof stateful)[keyof typeof stateful][number]["operation"]
  | (typeof stubRoutes)[number]["operation"]

/** All operations that the sandbox serves. Stubs come last. */
export const routes: ReadonlyArray<Route<Operation>> = [...Object.values(stateful).flat(), ...stubRoutes]
