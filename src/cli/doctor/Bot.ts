import { Duration, Effect, Option, Schema } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { describe } from "../../errors/describe.ts"
import { operatorReads } from "../../safety/operatorReads.ts"
import * as Limits from "../../tools/shared/limits.ts"
import { Unanswered, Unasked } from "./Finding.ts"
import type { Sighting, Witness } from "./ResponseRecorder.ts"

/** What Discord can be asked about the bot: each question is put once, however many checks want to know. */
export interface Bot {
  /** An answer that takes no token. */
  readonly reached: Ask<Sighting>
  readonly self: Ask<typeof Self.Type>
  readonly application: Ask<typeof Application.Type>
  readonly guilds: Ask<Guilds>
}

/** A question; what one goes by may be missing, and Discord may not answer. */
export type Ask<A> = Effect.Effect<A, Unasked | Unanswered>

/** The guilds the bot is in. */
export interface Guilds {
  readonly list: ReadonlyArray<typeof Guild.Type>
  /** There are more than were asked for. */
  readonly cut: boolean
}

/** How long Discord may take to answer a question, tries included. */
export const PATIENCE = Duration.seconds(10)

/** A bot in more guilds has only the first of them looked at. */
const GUILDS_MAX = 1000

/** Questions to be put to Discord. Those that take a token are not put without one. */
export const make = Effect.fn("doctor.Bot.make")(function* (witness: Witness, hasToken: boolean, address: string) {
  const discord = yield* Discord
  const asked = <A, I>(request: Pick<DiscordRequest, "route" | "query" | "subject">, answer: Schema.Schema<A, I>) =>
    discord.request({ method: "GET", path: {}, risk: "read", repeat: "same", duration: "default", ...request }).pipe(
      operatorReads,
      Effect.catchAll((failure) =>
        failure._tag === "DiscordUnexpectedResponse" ? notDiscords(request.route) : unanswered(failure, address)
      ),
      Effect.flatMap(({ body }) =>
        Effect.catchAll(Schema.decodeUnknown(answer)(body), () => notDiscords(request.route))
      )
    )
  const notDiscords = (route: string) =>
    Effect.flatMap(witness.last(route), (sighting) => unexpected(route, address, sighting?.what))

  // The bot's token stays at home: whether Discord is there does not depend on it. A proxy may ask for it all the same.
  const gateway = asked({ route: "/gateway", subject: "webhook" }, Schema.Struct({ url: Schema.String }))
  const reached = Effect.zipRight(
    Effect.catchIf(
      gateway,
      (failure) => failure._tag === "Unanswered" && failure.by === "DiscordAuthError",
      () => Effect.void
    ),
    Effect.flatMap(witness.last("/gateway"), (sighting) =>
      sighting === undefined ? notDiscords("/gateway") : Effect.succeed(sighting)
    )
  )
  const self = hasToken
    ? asked({ route: "/users/@me", subject: "bot" }, Self)
    : new Unasked({ why: "there is no token to ask with" })
  const pageOf = (after: string | undefined) =>
    asked(
      { route: "/users/@me/guilds", subject: "bot", query: { limit: Limits.GUILDS_PAGE_MAX, after } },
      Schema.Array(Guild)
    )
  const guildsAfter = (known: Guilds["list"]): Ask<Guilds> =>
    Effect.flatMap(pageOf(known.at(-1)?.id), (page) => {
      const list = [...known, ...page]
      const isLast = page.length < Limits.GUILDS_PAGE_MAX
      return isLast || list.length >= GUILDS_MAX ? Effect.succeed({ list, cut: !isLast }) : guildsAfter(list)
    })

  const me = yield* Effect.cached(bounded(self))
  /** What would be answered as the first question was is not asked at all. */
  const asBot = <A>(ask: Ask<A>): Ask<A> =>
    Effect.zipRight(
      Effect.mapError(me, () => new Unasked({ why: "Discord does not say who the bot is" })),
      bounded(ask)
    )
  return {
    reached: yield* Effect.cached(bounded(reached)),
    self: me,
    application: yield* Effect.cached(asBot(asked({ route: "/applications/@me", subject: "bot" }, Application))),
    guilds: yield* Effect.cached(asBot(guildsAfter([])))
  } satisfies Bot as Bot
})

/** What the answer tells that shows Discord is there: that there is none is told by the check for it. */
export const afterReaching = ({ reached }: Bot): Ask<Sighting> =>
  Effect.mapError(reached, (error) => (error._tag === "Unasked" ? error : UNREACHED))

/** The bot itself. */
export const selfOf = (bot: Bot): Bot["self"] =>
  Effect.catchTag(bot.self, "Unanswered", (unanswered) => Effect.zipRight(afterReaching(bot), unanswered))

const UNREACHED = new Unasked({ why: "Discord is not reached" })

/** The answers of a Discord that is not to be asked. */
export const silent = (why: string): Bot => {
  const unasked = new Unasked({ why })
  return { reached: unasked, self: unasked, application: unasked, guilds: unasked }
}

const bounded = <A>(ask: Ask<A>): Ask<A> =>
  Effect.timeoutFail(ask, {
    duration: PATIENCE,
    onTimeout: () =>
      new Unanswered({
        found: `Discord has not answered within ${Duration.toSeconds(PATIENCE)} seconds.`,
        todo: "Try again in a while; if it stays so, look at the network and at https://discordstatus.com."
      })
  })

const unanswered = (failure: DiscordFailure, address: string): Unanswered => {
  const { message, recovery_hint } = describe(failure)
  return new Unanswered({ found: message, todo: operatorHint(failure, address) ?? recovery_hint, by: failure._tag })
}

/** What is told to agents helps them; whoever runs the doctor can do more. */
const operatorHint = (failure: DiscordFailure, address: string): string | undefined => {
  switch (failure._tag) {
    case "DiscordAuthError":
      return "Put a valid token into DISCORD_TOKEN, or into the file of DISCORD_TOKEN_FILE: Discord Developer Portal → your application → Bot → Reset Token."
    case "DiscordRestUnavailable":
    case "DiscordTimeoutError":
      return `Look at the network, at proxies on the way and at DISCORD_API_URL (${address}).`
    default:
      return undefined
  }
}

const unexpected = (route: string, address: string, what = "nothing that can be read") =>
  new Unanswered({
    found: `The answer to GET ${route} is not one of Discord's: DISCORD_API_URL (${address}) answers with ${what}.`,
    todo: "Correct DISCORD_API_URL, or unset it for Discord's own address; then look at proxies on the way.",
    by: "DiscordUnexpectedResponse"
  })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A field that may be left out, null, or something else than Discord promises: each counts as unknown. */
const maybe = <A, I>(schema: Schema.Schema<A, I>) =>
  optional(
    Schema.transform(Schema.Unknown, Schema.UndefinedOr(Schema.typeSchema(schema)), {
      strict: true,
      decode: (value) => Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value)),
      encode: (value) => value
    })
  )

const Self = Schema.Struct({ id: Schema.String, username: Schema.String, bot: optional(Schema.Boolean) })

const Application = Schema.Struct({ id: Schema.String, name: Schema.String, flags: optional(Schema.Int) })

/** Only the id is needed: a proxy or another backend may leave out the rest. */
const Guild = Schema.Struct({
  id: Schema.String,
  name: maybe(Schema.String),
  owner: maybe(Schema.Boolean),
  permissions: maybe(Schema.BigInt)
})
