import { ApplicationFlags } from "discord-api-types/v10"
import { shapeOf } from "../Route.ts"

/** A privileged intent: switched on in the developer portal, it decides about requests, too (Discord docs, gateway). */
export interface PrivilegedIntent {
  readonly name: string
  /** What the developer portal calls it. */
  readonly portal: string
  /** Flags of the application that say it is on: of a verified one, and of one in few guilds. */
  readonly flags: number
  /** Without it Discord refuses these. */
  readonly refuses: ReadonlyArray<string>
  /** Without it messages come without their content, unless they are the bot's, mention it or are direct. */
  readonly empties: ReadonlyArray<string>
}

/** All of them. */
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

/** An operation by the shape these tables have it in. */
export const operationOf = ({ method, route }: { readonly method: string; readonly route: string }): string =>
  `${method} ${shapeOf(route)}`

/** Whether an operation is refused while an intent is off. */
export const requiresPrivilegedIntent = (operation: string): boolean =>
  privilegedIntents.some(({ refuses }) => refuses.includes(operation))
