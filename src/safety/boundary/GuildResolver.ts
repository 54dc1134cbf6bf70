/** Looks up the guild of an id, with a cache that concurrent calls share. */
import { Cause, Data, type Duration, Effect, Exit, Predicate } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import { Permit } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { makeCache } from "../../telemetry/monotonic.ts"
import type { LookupKind } from "./guildResolution.ts"

/**
 * The guild of an object. `everywhere`: the object is Discord's own. `unknown`: a direct message, or
 * hidden from the bot.
 */
export type GuildLocation = { readonly guild_id: string } | "everywhere" | "unknown"

/** Resolves an id to its guild. With a webhook's token, a bot can read a webhook that it may not manage. */
export interface GuildResolver {
  readonly resolve: (kind: LookupKind, id: string, token?: string) => Effect.Effect<GuildLocation, DiscordFailure>
}

/** The lookup of one kind: its route, how to read the reply, and the size and lifetime of the cache. */
interface LookupSpec {
  readonly route: string
  readonly field: string
  readonly read: (body: Readonly<Record<string, unknown>>) => unknown
  readonly max: number
  readonly ttl: Duration.DurationInput
}

/** Objects never move between guilds. Only a vanity invite code can be released and reused. */
const lookups: Readonly<Record<Exclude<LookupKind, "interaction">, LookupSpec>> = {
  channel: {
    route: "/channels/{channel_id}",
    field: "channel_id",
    read: ({ guild_id }) => guild_id,
    max: 10_000,
    ttl: "1 hour"
  },
  webhook: {
    route: "/webhooks/{webhook_id}",
    field: "webhook_id",
    read: ({ guild_id }) => guild_id,
    max: 1000,
    ttl: "1 hour"
  },
  invite: {
    route: "/invites/{code}",
    field: "code",
    read: ({ guild, guild_id }) => (Predicate.hasProperty(guild, "id") ? guild.id : guild_id),
    max: 1000,
    ttl: "1 minute"
  },
  template: {
    route: "/guilds/templates/{template_code}",
    field: "template_code",
    read: ({ source_guild_id }) => source_guild_id,
    max: 1000,
    ttl: "1 hour"
  },
  sticker: {
    route: "/stickers/{sticker_id}",
    field: "sticker_id",
    // Only guild stickers have a guild; type 1 is a standard sticker (Discord docs, sticker resource).
    read: ({ guild_id, type }) => (type === STANDARD ? EVERYWHERE : guild_id),
    max: 1000,
    ttl: "1 hour"
  }
}

/** Makes a resolver with empty caches. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"]) {
  const answers = {
    channel: yield* cachedLookup(discord, lookups.channel),
    webhook: yield* cachedLookup(discord, lookups.webhook),
    invite: yield* cachedLookup(discord, lookups.invite),
    template: yield* cachedLookup(discord, lookups.template),
    sticker: yield* cachedLookup(discord, lookups.sticker)
  }
  const interactionOf = (id: string) =>
    Effect.map(
      discord.interactions?.guildOf(id) ?? Effect.succeed(undefined),
      (guild_id): GuildLocation => (guild_id === undefined ? "unknown" : { guild_id })
    )
  return {
    resolve: (kind, id, token) =>
      kind === "interaction" ? interactionOf(id) : answers[kind](Data.struct({ id, token }))
  } satisfies GuildResolver as GuildResolver
})

const STANDARD = 1
const EVERYWHERE = Symbol("everywhere")

/** A cache key. It includes a webhook's token, so that a wrong token does not affect other callers. */
interface LookupKey {
  readonly id: string
  readonly token: string | undefined
}

const cachedLookup = (discord: Discord["Type"], one: LookupSpec) =>
  Effect.map(
    makeCache({
      capacity: one.max,
      // An unknown location is not cached: the bot may gain access.
      timeToLive: (exit: Exit.Exit<GuildLocation, DiscordFailure>) =>
        Exit.isSuccess(exit) && exit.value !== "unknown" ? one.ttl : 0,
      lookup: (key: LookupKey) => locate(discord, one, key)
    }),
    (cache) => {
      /**
       * Returns a location. Concurrent calls share a lookup. If the call that runs it is cancelled,
       * the other calls retry.
       */
      const get = (key: LookupKey): Effect.Effect<GuildLocation, DiscordFailure> =>
        Effect.catchAllCause(cache.get(key), (cause) =>
          Cause.isInterruptedOnly(cause) ? get(key) : Effect.failCause(cause)
        )
      return get
    }
  )

const locate = (
  discord: Discord["Type"],
  one: LookupSpec,
  { id, token }: LookupKey
): Effect.Effect<GuildLocation, DiscordFailure> => {
  const asBot = read(discord, one, { ...READ, route: one.route, path: { [one.field]: id }, subject: "bot" })
  if (token === undefined) return asBot
  // A read by token needs no permission, so it comes first.
  const byToken = read(discord, one, {
    ...READ,
    route: `${one.route}/{token}`,
    path: { [one.field]: id, token },
    subject: "webhook"
  })
  return Effect.filterOrElse(
    byToken,
    (location) => location !== "unknown",
    () => asBot
  )
}

const READ = { method: "GET", risk: "read", repeat: "same", duration: "default" } as const

/** Reads an object. The replies "not found" and "no access" mean `unknown`. Any other failure stays a failure. */
const read = (
  discord: Discord["Type"],
  one: LookupSpec,
  request: DiscordRequest
): Effect.Effect<GuildLocation, DiscordFailure> =>
  discord.request(request).pipe(
    Effect.map(({ body }) => locationOf(Predicate.isReadonlyRecord(body) ? one.read(body) : undefined)),
    Effect.catchTags({
      DiscordNotFoundError: () => UNKNOWN,
      DiscordPermissionError: () => UNKNOWN,
      DiscordAuthError: (failure) => (failure.subject === "webhook" ? UNKNOWN : failure)
    }),
    Effect.provideService(Permit, Permit.grant("guild boundary", "read"))
  )

const UNKNOWN = Effect.succeed<GuildLocation>("unknown")

const locationOf = (found: unknown): GuildLocation => {
  if (found === EVERYWHERE) return "everywhere"
  return typeof found === "string" ? { guild_id: found } : "unknown"
}
