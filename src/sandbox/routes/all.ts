import type { Route } from "../Router.ts"
import { auditLogRoutes } from "./auditLog.ts"
import { automodRoutes } from "./automod.ts"
import { banRoutes, pruneRoutes } from "./bans.ts"
import { channelRoutes, guildChannelRoutes } from "./channels.ts"
import { emojiRoutes } from "./emojis.ts"
import { eventRoutes } from "./events.ts"
import { applicationRoutes, gatewayRoutes } from "./gateway.ts"
import { guildSettingRoutes } from "./guildSettings.ts"
import { guildRoutes, voiceRegionRoutes } from "./guilds.ts"
import { interactionRoutes } from "./interactions.ts"
import { inviteRoutes } from "./invites.ts"
import { memberRoutes } from "./members.ts"
import { messageRoutes, pinRoutes, searchRoutes } from "./messages.ts"
import { overwriteRoutes } from "./overwrites.ts"
import { reactionRoutes } from "./reactions.ts"
import { roleRoutes } from "./roles.ts"
import { pollRoutes, sendMessageRoutes } from "./sendMessages.ts"
import { stubRoutes } from "./stubs.ts"
import { templateRoutes } from "./templates.ts"
import { threadListRoutes } from "./threadLists.ts"
import { threadMemberRoutes, threadRoutes } from "./threads.ts"
import { directMessageRoutes, userRoutes } from "./users.ts"
import { webhookMessageRoutes, webhookRoutes } from "./webhooks.ts"

/** Operations with state, by subject. */
export const stateful = {
  users: userRoutes,
  "direct messages and the bot": directMessageRoutes,
  gateway: gatewayRoutes,
  application: applicationRoutes,
  guilds: [...guildRoutes, ...guildSettingRoutes],
  roles: roleRoutes,
  members: memberRoutes,
  bans: banRoutes,
  prune: pruneRoutes,
  channels: [...channelRoutes, ...overwriteRoutes, ...guildChannelRoutes],
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
  templates: templateRoutes,
  "audit log": auditLogRoutes,
  "voice regions": voiceRegionRoutes
} as const satisfies Readonly<Record<string, ReadonlyArray<Route>>>

/** The name of an operation that the sandbox serves: `POST /channels/:id/messages`. */
export type Operation =
  | (typeof stateful)[keyof typeof stateful][number]["operation"]
  | (typeof stubRoutes)[number]["operation"]

/** All operations that the sandbox serves. Stubs come last. */
export const routes: ReadonlyArray<Route<Operation>> = [...Object.values(stateful).flat(), ...stubRoutes]
