/** Whether an event that a caller waits for can arrive: a wait that cannot come true fails at once. */
import type { Intent } from "../config/gatewayVariables.ts"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import { isGatewayPassing } from "../errors/describeGateway.ts"
import type { GatewayStatus } from "./Gateway.ts"
import type { EventType } from "./GatewayEvent.ts"

/** Where an event happens. */
export type Place = "guild" | "direct"

/** The intent without which Discord does not send events of a type, by place. Unset: there are none in that place. */
type Needs = "nothing" | { readonly guild: Intent; readonly direct?: Intent }

const messages: Needs = { guild: "GUILD_MESSAGES", direct: "DIRECT_MESSAGES" }
const reactions: Needs = { guild: "GUILD_MESSAGE_REACTIONS", direct: "DIRECT_MESSAGE_REACTIONS" }
const polls: Needs = { guild: "GUILD_MESSAGE_POLLS", direct: "DIRECT_MESSAGE_POLLS" }

/** What each type needs (Discord docs, gateway, list of intents). The server itself logs gaps. */
const needs: Readonly<Record<EventType, Needs>> = {
  message_create: messages,
  message_update: messages,
  message_delete: messages,
  message_reaction_add: reactions,
  message_reaction_remove: reactions,
  message_poll_vote_add: polls,
  message_poll_vote_remove: polls,
  guild_member_add: { guild: "GUILD_MEMBERS" },
  guild_member_remove: { guild: "GUILD_MEMBERS" },
  thread_create: { guild: "GUILDS" },
  thread_delete: { guild: "GUILDS" },
  channel_delete: { guild: "GUILDS" },
  interaction_create: "nothing",
  gap: "nothing"
}

/** What a caller waits for. */
export interface Awaited {
  readonly types: ReadonlyArray<EventType>
  /** Whether it is known by its text. In a guild, Discord sends the texts of others only with MESSAGE_CONTENT. */
  readonly byText?: boolean
  /** Unset: in any place. */
  readonly place?: Place | undefined
}

const CONTENT: Intent = "MESSAGE_CONTENT"

/** Returns the intents that are missing for events of a type in a place. `undefined`: there are none in that place. */
const missingFor = (type: EventType, place: Place, byText: boolean, intents: ReadonlyArray<string>) => {
  const need = needs[type]
  if (need === "nothing") return []
  const intent = need[place]
  if (intent === undefined) return undefined
  return [intent, ...(byText && place === "guild" ? [CONTENT] : [])].filter((one) => !intents.includes(one))
}

const anywhere: ReadonlyArray<Place> = ["guild", "direct"]

/** Returns the intents without which an event of a type cannot arrive. Empty: it can. */
const missing = ({ byText = false, place }: Awaited, type: EventType, intents: ReadonlyArray<string>) => {
  const lists = (place === undefined ? anywhere : [place]).flatMap((one) => {
    const list = missingFor(type, one, byText, intents)
    return list === undefined ? [] : [list]
  })
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())]
}

/** Returns whether it depends on the place whether an event can arrive. */
export const dependsOnPlace = (awaited: Awaited, { connection, intents }: GatewayStatus): boolean => {
  const [inGuild, direct] = anywhere.map((place) =>
    awaited.types.some((type) => missingFor(type, place, awaited.byText === true, intents)?.length === 0)
  )
  return awaited.place === undefined && connection !== undefined && inGuild !== direct
}

/** Returns the types of which no event can arrive, with the intents that they need. */
export const neverSent = (awaited: Awaited, { connection, intents }: GatewayStatus) =>
  connection === undefined
    ? []
    : awaited.types.flatMap((type) => {
        const lacking = missing(awaited, type, intents)
        return lacking.length === 0 ? [] : [{ type, intents: lacking }]
      })

/** Returns whether the connection comes back by itself, soon: waits and questions go on meanwhile. */
const isShort = (unavailable: GatewayUnavailable): boolean =>
  unavailable.reason === "disconnected" && isGatewayPassing(unavailable)

/** Returns why nothing that is waited for can arrive. `undefined`: it can. */
export const whyNoneArrives = (awaited: Awaited, status: GatewayStatus): GatewayUnavailable | undefined => {
  // Discord posts interactions to the endpoint, even if there is no connection.
  if (status.endpoint === true && awaited.types.includes("interaction_create")) return undefined
  if (status.unavailable !== undefined && !isShort(status.unavailable)) return status.unavailable
  const lacking = neverSent(awaited, status)
  return lacking.length === awaited.types.length && lacking.length > 0
    ? new GatewayUnavailable({
        reason: "intents",
        missing_intents: [...new Set(lacking.flatMap(({ intents }) => intents))]
      })
    : undefined
}
