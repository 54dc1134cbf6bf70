/**
 * The names that Discord's replies have shown, so that a result can name what a text mentions without a request.
 * Channels, roles and members are known by their guild, so that a client learns no name of a guild it may not use.
 */
import { Effect, Predicate } from "effect"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { firstChars } from "../text/words.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** Returns what people call an object of a guild, such as `#general` or `@Moderator`; `undefined` if that is unknown. */
export type NameOf = (id: string) => string | undefined

/** A place in a guild, and the guilds that the caller may use; unset: all. */
interface Place {
  readonly guild_id?: unknown
  readonly channel_id?: unknown
  readonly allowedGuilds?: ReadonlyArray<string> | undefined
}

/** Keeps names. */
export interface KnownNames {
  /** Keeps the names in a reply. */
  readonly learn: (request: Pick<DiscordRequest, "route" | "path">, body: unknown) => Effect.Effect<void>
  /** Returns a name of a guild, or of the guild of a channel if that is known. `nowMs`: the monotonic time. */
  readonly find: Lookup<string>
  /** Returns the id of the category of a channel, or of the channel of a thread. */
  readonly parentOf: Lookup<string>
}

/** The maximum number of names, their maximum length, and how long a name is kept. */
const NAMES_MAX = 10_000
const CHARS_MAX = 100
const TTL_MS = 60 * 60_000

/** Makes an empty memory. */
export const make = (): KnownNames => {
  const names = new BoundedMap<string, Entry>(NAMES_MAX)
  const guilds = new BoundedMap<string, string>(NAMES_MAX)
  const entryOf: Lookup<Entry> = (id, place, nowMs) => {
    const { allowedGuilds, channel_id, guild_id = guilds.get(String(channel_id)) } = place
    const isAllowed = allowedGuilds === undefined || allowedGuilds.includes(String(guild_id))
    const entry = isAllowed ? names.get(`${guild_id} ${id}`) : undefined
    return entry === undefined || nowMs - entry.sinceMs > TTL_MS ? undefined : entry
  }
  return {
    learn: ({ path, route }, body) =>
      Effect.map(monotonicMs, (nowMs) => {
        for (const { guild_id = path.guild_id, id, name, parent_id, sign } of routes.get(route)?.(body, path) ?? []) {
          if (guild_id === undefined) continue
          names.set(`${guild_id} ${id}`, { name: sign + firstChars(name, CHARS_MAX), parent_id, sinceMs: nowMs })
          if (sign === "#") guilds.set(id, guild_id)
        }
      }),
    find: (id, place, nowMs) => entryOf(id, place, nowMs)?.name,
    parentOf: (id, place, nowMs) => entryOf(id, place, nowMs)?.parent_id
  }
}

type Lookup<A> = (id: string, place: Place, nowMs: number) => A | undefined

interface Entry {
  readonly name: string
  readonly parent_id: string | undefined
  readonly sinceMs: number
}

/** A name in a reply. `guild_id`: its guild, if that is not in the path. */
interface Named {
  readonly id: string
  readonly name: string
  readonly sign: "#" | "@"
  readonly guild_id?: string | undefined
  readonly parent_id?: string | undefined
}

type Read = (body: unknown, path: DiscordRequest["path"]) => ReadonlyArray<Named>

const recordsIn = (body: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  (Array.isArray(body) ? body : [body]).filter(Predicate.isReadonlyRecord)

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

const named = (id: unknown, name: unknown, sign: Named["sign"], guild_id?: unknown): ReadonlyArray<Named> =>
  typeof id === "string" && typeof name === "string" && name !== ""
    ? [{ id, name, sign, guild_id: textOf(guild_id) }]
    : []

const channels: Read = (body) =>
  recordsIn(body).flatMap(({ flags, guild_id, id, name, parent_id }) =>
    (Number(flags ?? 0) & OBFUSCATED) === 0
      ? named(id, name, "#", guild_id).map((channel) => ({ ...channel, parent_id: textOf(parent_id) }))
      : []
  )

/** The flag of a channel that the bot cannot view, whose name is a placeholder. */
const OBFUSCATED = 1 << 17

const threads: Read = (body, path) => (Predicate.hasProperty(body, "threads") ? channels(body.threads, path) : [])

/** The role with the guild's id is `@everyone`, which its name says with the sign. */
const roles: Read = (body, { guild_id }) =>
  recordsIn(body).flatMap(({ id, name }) => named(id, id === guild_id ? "everyone" : name, "@"))

const rolesOfGuild: Read = (body, path) => (Predicate.hasProperty(body, "roles") ? roles(body.roles, path) : [])

const members: Read = (body) =>
  recordsIn(body).flatMap(({ nick, user }) =>
    Predicate.isReadonlyRecord(user) ? named(user.id, nick ?? user.global_name ?? user.username, "@") : []
  )

/** The replies with names, by the route of their request. */
export const routes: ReadonlyMap<string, Read> = new Map([
  ["/channels/{channel_id}", channels],
  ["/channels/{channel_id}/threads", channels],
  ["/channels/{channel_id}/messages/{message_id}/threads", channels],
  ["/guilds/{guild_id}/channels", channels],
  ["/guilds/{guild_id}/threads/active", threads],
  ["/guilds/{guild_id}", rolesOfGuild],
  ["/guilds/{guild_id}/roles", roles],
  ["/guilds/{guild_id}/roles/{role_id}", roles],
  ["/guilds/{guild_id}/members", members],
  ["/guilds/{guild_id}/members/search", members],
  ["/guilds/{guild_id}/members/{user_id}", members]
])
