/** What a session receives: by its intents, by the bot's permissions, and without the content of messages. */
import { GatewayIntentBits as Intent } from "discord-api-types/v10"
import { has, permissionsOf } from "../Permissions.ts"
import type { SandboxState } from "../State.ts"
import { withoutContent } from "../withoutContent.ts"
import { type Place, sees } from "./eventData.ts"
import { type Needs, needs, type SandboxEvent } from "./intents.ts"

/** An event with its channel, which may be deleted. */
export type RoutedEvent = Omit<SandboxEvent, "channelId" | "guildId"> & Place

/** Returns an event as a session receives it, or `undefined` if the session does not receive it. */
export const receivedBy = (state: SandboxState, intents: number, event: RoutedEvent): RoutedEvent | undefined => {
  if (!isEntitled(intents, event) || !isPermitted(state, event)) return undefined
  if (event.t === "GUILD_CREATE" && !has(BigInt(intents), BigInt(Intent.GuildMembers)))
    return { ...event, d: { ...event.d, members: onlyBot(state, event.d.members) } }
  const isMessage = event.t === "MESSAGE_CREATE" || event.t === "MESSAGE_UPDATE"
  const mayRead = (intents & Intent.MessageContent) !== 0 && state.gateway.settings.message_content
  if (!isMessage || event.guildId === undefined || mayRead) return event
  return { ...event, d: withoutContent(state, event.d) }
}

const isEntitled = (intents: number, { guildId, own, t }: RoutedEvent): boolean => {
  const row: Needs = needs[t]
  const required = [guildId === undefined ? (row.direct ?? row.guild) : row.guild, own === true ? row.own : undefined]
  return required.some((bits) => bits !== undefined && (bits === 0 || (intents & bits) !== 0))
}

/** A bot receives the events of the channels that it can view. */
const isPermitted = (state: SandboxState, { channel, guildId, t }: RoutedEvent): boolean => {
  const { permission = 0n }: Needs = needs[t]
  if (channel !== undefined && !sees(state, channel)) return false
  return (
    guildId === undefined || permission === 0n || has(permissionsOf(state, guildId, state.bot.id, channel), permission)
  )
}

const onlyBot = (state: SandboxState, all: unknown): ReadonlyArray<unknown> =>
  Array.isArray(all) ? all.filter(({ user }) => user.id === state.bot.id) : []
