import { Cache, Cause, Effect, Exit, Option } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { GuildNotAllowedError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Call, Touched } from "../tools/Tool.ts"
import { Clearance, Permit } from "./Clearance.ts"

/** Keeps calls inside the guilds the operator lists. */
export interface GuildBoundary {
  readonly check: (call: Call) => Effect.Effect<void, GuildNotAllowedError | DiscordFailure>
}

/** Channels whose guild is remembered, and for how long: channels do not move between guilds. */
const CHANNELS_MAX = 10_000
const CHANNEL_TTL = "1 hour"

/** Makes the boundary. Without a list everything is inside. */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], { allowedGuilds }: Settings["Type"]) {
  const guildOfChannel = yield* Cache.makeWith({
    capacity: CHANNELS_MAX,
    // What could not be placed is looked up again: the bot may have been let in since.
    timeToLive: (exit: Exit.Exit<Option.Option<string>, DiscordFailure>) =>
      Exit.isSuccess(exit) && Option.isSome(exit.value) ? CHANNEL_TTL : 0,
    lookup: (channel_id: string) => lookUpGuild(discord, channel_id)
  })

  /** Calls share a look-up: when the call that runs it is cancelled, those that wait for it start over. */
  const placeOf = (channel_id: string): Effect.Effect<Option.Option<string>, DiscordFailure> =>
    Effect.catchSomeCause(guildOfChannel.get(channel_id), (cause) =>
      Cause.isInterruptedOnly(cause) ? Option.some(placeOf(channel_id)) : Option.none()
    )

  const guildOf = (touched: Touched): Effect.Effect<Option.Option<string>, DiscordFailure> =>
    touched.kind === "guild" ? Effect.succeedSome(touched.id) : placeOf(touched.id)

  const check: GuildBoundary["check"] = (call) => {
    if (allowedGuilds === undefined) return Effect.void
    const placed = call.touches.filter(({ kind }) => kind === "guild" || kind === "channel")
    if (placed.length === 0) {
      // Nothing says where this happens: reading about oneself is harmless, writing is not, nor is what a webhook shows.
      return call.risk === "read" && call.touches.every(({ kind }) => kind !== "webhook")
        ? Effect.void
        : new GuildNotAllowedError({ boundary: "unresolved" })
    }
    return Effect.forEach(
      placed,
      (touched) =>
        Effect.flatMap(guildOf(touched), (guild) => {
          if (Option.isNone(guild)) return new GuildNotAllowedError({ boundary: "unresolved" })
          return allowedGuilds.includes(guild.value)
            ? Effect.void
            : new GuildNotAllowedError({ guild_id: guild.value, boundary: "not_listed" })
        }),
      { discard: true, concurrency: 4 }
    )
  }
  return { check } satisfies GuildBoundary as GuildBoundary
})

/** The guild of a channel; none for a DM, and for what the bot cannot see. A passing failure stays a failure. */
const lookUpGuild = (
  discord: Discord["Type"],
  channel_id: string
): Effect.Effect<Option.Option<string>, DiscordFailure> =>
  discord
    .request({
      method: "GET",
      route: "/channels/{channel_id}",
      path: { channel_id },
      subject: "bot",
      risk: "read",
      repeat: "same",
      duration: "default"
    })
    .pipe(
      Effect.map(({ body }) =>
        typeof body === "object" && body !== null && "guild_id" in body && typeof body.guild_id === "string"
          ? Option.some(body.guild_id)
          : Option.none()
      ),
      Effect.catchTags({
        DiscordNotFoundError: () => Effect.succeedNone,
        DiscordPermissionError: () => Effect.succeedNone
      }),
      Effect.provideService(Clearance, Permit.grant("guild boundary", "read"))
    )
