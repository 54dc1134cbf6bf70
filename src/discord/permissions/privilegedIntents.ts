import { ApplicationFlags } from "discord-api-types/v10"
import { shapeOf } from "../DiscordRequest.ts"

/** A privileged intent. It is enabled in the developer portal and also affects HTTP requests (Discord docs, gateway). */
export interface PrivilegedIntent {
  readonly name: string
  /** Its name in the developer portal. */
  readonly portal: string
  /**
   * Application flags that show that the intent is enabled: for verified applications, and for
   * applications in few guilds.
   */
  readonly flags: number
  /** Operations that Discord refuses without the intent. */
  readonly refuses: ReadonlyArray<string>
  /** Operations that return messages without content, except the bot's own, mentions of it and direct messages. */
  readonly empties: ReadonlyArray<string>
}

export const privilegedIntents: ReadonlyArray<PrivilegedIntent> = [
  {
    name: "GUILD_MEMBERS",
    portal: "Server Members Intent",
    flags: ApplicationFlags.GatewayGuildMembers | ApplicationFlags.GatewayGuildMembersLimited,
    refuses: ["GET /guilds/:id/members"],
    empties: []
  },
  {
    name: "MESSAGE_CONTENT",
    portal: "Message Content Intent",
    flags: ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited,
    refuses: ["GET /guilds/:id/messages/search"],
    empties: ["GET /channels/:id/messages", "GET /channels/:id/messages/:id", "GET /channels/:id/messages/pins"]
  },
  {
    name: "GUILD_PRESENCES",
    portal: "Presence Intent",
    flags: ApplicationFlags.GatewayPresence | ApplicationFlags.GatewayPresenceLimited,
    refuses: [],
    empties: []
  }
]

/** Says where an intent is switched on. */
export const whereToSwitchOn = (intent: string): string => {
  const { portal = intent } = privilegedIntents.find(({ name }) => name === intent) ?? {}
  return `switch on "${portal}" in the Discord Developer Portal: the application, Bot, Privileged Gateway Intents`
}

/** Returns the method and route shape of an operation, as in these tables. */
export const operationOf = ({ method, route }: { readonly method: string; readonly route: string }): string =>
  `${method} ${shapeOf(route)}`

/** Returns whether Discord refuses an operation while an intent is disabled. */
export const requiresPrivilegedIntent = (operation: string): boolean =>
  privilegedIntents.some(({ refuses }) => refuses.includes(operation))
