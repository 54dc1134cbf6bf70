/** Where things are: asked of Discord once, however many calls want to know, and remembered. */
import { Cache, Cause, Data, Duration, Effect, Exit, Predicate } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { monotonicMs } from "../../resilience/monotonic.ts"
import { Permit } from "../Permit.ts"
import type { Sought } from "./guildResolution.ts"

/** The guild a thing is in; `everywhere` is Discord's own; `unknown` is a direct message's, or what the bot cannot see. */
export type Place = { readonly guild_id: string } | "everywhere" | "unknown"

/** Finds where a thing is. A webhook's token opens it to a bot that may not manage it. */
export interface Places {
  readonly of: (kind: Sought, id: string, token?: string) => Effect.Effect<Place, DiscordFailure>
}

/** What one kind takes: where to ask, what to make of the answer, and how many answers are kept for how long. */
interface Seeking {
  readonly route: string
  readonly field: string
  readonly read: (body: Readonly<Record<string, unknown>>) => unknown
  readonly max: number
  readonly ttl: Duration.DurationInput
}

/** Nothing here moves between guilds; only an invite's code, a vanity one, may be given up and taken by another. */
const seeking: Readonly<Record<Sought, Seeking>> = {
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
    // Only those of guilds have one; type 1 is a standard sticker (Discord docs, sticker resource).
    read: ({ guild_id, type }) => (type === STANDARD ? EVERYWHERE : guild_id),
    max: 1000,
    ttl: "1 hour"
  }
}

/** Makes places that know nothing yet. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"]) {
  const known = {
    channel: yield* remembered(discord, seeking.channel),
    webhook: yield* remembered(discord, seeking.webhook),
    invite: yield* remembered(discord, seeking.invite),
    template: yield* remembered(discord, seeking.template),
    sticker: yield* remembered(discord, seeking.sticker)
  }
  return {
    of: (kind, id, token) => known[kind](Data.struct({ id, token }))
  } satisfies Places as Places
})

const STANDARD = 1
const EVERYWHERE = Symbol("everywhere")

/** What is asked about. With its token a webhook is another question: whoever gives a wrong one must not answer for others. */
interface Question {
  readonly id: string
  readonly token: string | undefined
}

/** An answer, and when it was found on the monotonic clock: the cache itself expires entries by the wall clock. */
interface Found {
  readonly place: Place
  readonly foundMs: number
}

const remembered = (discord: Discord["Type"], one: Seeking) =>
  Effect.map(
    Cache.makeWith({
      capacity: one.max,
      // What could not be placed is looked up again: the bot may have been let in since.
      timeToLive: (exit: Exit.Exit<Found, DiscordFailure>) =>
        Exit.isSuccess(exit) && exit.value.place !== "unknown" ? Duration.infinity : 0,
      lookup: (question: Question) =>
        Effect.zipWith(ask(discord, one, question), monotonicMs, (place, foundMs) => ({ place, foundMs }))
    }),
    (answers) => {
      /** Calls share a look-up: when the call that runs it is cancelled, those that wait for it start over. */
      const get = (question: Question): Effect.Effect<Found, DiscordFailure> =>
        Effect.catchAllCause(answers.get(question), (cause) =>
          Cause.isInterruptedOnly(cause) ? get(question) : Effect.failCause(cause)
        )
      const isOld = ({ foundMs }: Found, nowMs: number) => nowMs - foundMs >= Duration.toMillis(one.ttl)
      return (question: Question): Effect.Effect<Place, DiscordFailure> =>
        Effect.flatMap(Effect.zip(get(question), monotonicMs), ([found, nowMs]) =>
          isOld(found, nowMs)
            ? Effect.zipRight(
                answers.invalidateWhen(question, (it) => it === found),
                Effect.map(get(question), ({ place }) => place)
              )
            : Effect.succeed(found.place)
        )
    }
  )

const ask = (discord: Discord["Type"], one: Seeking, { id, token }: Question): Effect.Effect<Place, DiscordFailure> => {
  const asBot = read(discord, one, { ...LOOK, route: one.route, path: { [one.field]: id }, subject: "bot" })
  if (token === undefined) return asBot
  // It takes no permission, so it is asked first.
  const byToken = read(discord, one, {
    ...LOOK,
    route: `${one.route}/{token}`,
    path: { [one.field]: id, token },
    subject: "webhook"
  })
  return Effect.flatMap(byToken, (place) => (place === "unknown" ? asBot : Effect.succeed(place)))
}

const LOOK = { method: "GET", risk: "read", repeat: "same", duration: "default" } as const

/** A passing failure stays a failure; that there is nothing, or nothing for this bot, is an answer. */
const read = (discord: Discord["Type"], one: Seeking, request: DiscordRequest): Effect.Effect<Place, DiscordFailure> =>
  discord.request(request).pipe(
    Effect.map(({ body }) => placeOf(Predicate.isReadonlyRecord(body) ? one.read(body) : undefined)),
    Effect.catchTags({
      DiscordNotFoundError: () => UNKNOWN,
      DiscordPermissionError: () => UNKNOWN,
      DiscordAuthError: (failure) => (failure.subject === "webhook" ? UNKNOWN : failure)
    }),
    Effect.provideService(Permit, Permit.grant("guild boundary", "read"))
  )

const UNKNOWN = Effect.succeed<Place>("unknown")

const placeOf = (found: unknown): Place => {
  if (found === EVERYWHERE) return "everywhere"
  return typeof found === "string" ? { guild_id: found } : "unknown"
}
