import { Data, Duration, Effect, type Layer, Option, Schema } from "effect"
import { type Settings, variables } from "../../config/Settings.ts"
import { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest } from "../../discord/DiscordRequest.ts"
import type { Transport } from "../../discord/Transport.ts"
import type { DiscordFailure, ErrorTag } from "../../errors/DiscordMcpError.ts"
import { describe } from "../../errors/DiscordMcpError.ts"
import { type PostingProblem, postingProblem, readApprovalChannel } from "../../live/approvals/approvalPost.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { operatorReads } from "../../safety/operatorReads.ts"

/** The requests to Discord about the bot. Each request is sent at most once, even if several checks need its result. */
export interface BotQueries {
  /** The response to a request that needs no token. */
  readonly reached: Query<RecordedResponse>
  readonly self: Query<typeof Self.Type>
  readonly application: Query<typeof Application.Type>
  /** The logins to the gateway that Discord still allows. */
  readonly startLimit: Query<typeof StartLimit.Type>
  readonly guilds: Query<GuildList>
  /** Why no approval can be asked for in the channel of the settings; `undefined` if the bot may read and post there. */
  readonly approvalProblem: (settings: Settings["Type"]) => Query<PostingProblem | undefined>
}

/** A request to Discord. It is skipped if its prerequisites are missing, and it fails if Discord does not answer. */
export type Query<A> = Effect.Effect<A, CheckSkipped | QueryFailed>

/** The check cannot run because a prerequisite is missing. Another check reports the prerequisite. */
export class CheckSkipped extends Data.TaggedError("CheckSkipped")<{ readonly why: string }> {}

/** Discord did not answer, or answered with an error. */
export class QueryFailed extends Data.TaggedError("QueryFailed")<{
  readonly found: string
  readonly todo: string
  /** The tag of the underlying Discord error, if there is one. */
  readonly by?: ErrorTag
}> {}

/** A recorded response: its duration, arrival time, `Date` header and summary. */
export interface RecordedResponse {
  readonly tookMs: number
  readonly atMs: number
  readonly date: string | undefined
  /** A summary of the response: `HTTP 404 and a web page`. */
  readonly summary: string
}

/** Wraps a transport and records the last response to each path. */
export interface ResponseRecorder {
  readonly record: (transport: Layer.Layer<Transport>) => Layer.Layer<Transport>
  readonly last: (path: string) => Effect.Effect<RecordedResponse | undefined>
}

/** The guilds the bot is in. */
export interface GuildList {
  readonly list: ReadonlyArray<typeof Guild.Type>
  /** The bot is in more guilds than were listed. */
  readonly cut: boolean
}

/** The time limit of one query, retries included. */
export const QUERY_TIMEOUT = Duration.seconds(10)

/** The maximum number of guilds to list. */
const GUILDS_MAX = 1000

/** Makes the queries. Without a token, the queries that need a token are skipped. */
export const make = Effect.fn("doctor.BotQueries.make")(function* (
  recorder: ResponseRecorder,
  hasToken: boolean,
  address: string
) {
  const requests = new BotRequests(yield* Discord, recorder, address)
  const self = hasToken
    ? requests.query({ route: "/users/@me", subject: "bot" }, Self)
    : new CheckSkipped({ why: "there is no token" })
  const me = yield* Effect.cached(bounded(self))
  /** Skips a query if the query for the bot's user failed, because both fail for the same reason. */
  const asBot = <A>(query: Query<A>): Query<A> =>
    Effect.zipRight(
      Effect.mapError(me, () => new CheckSkipped({ why: "the bot could not be identified" })),
      bounded(query)
    )
  const application = requests.query({ route: "/applications/@me", subject: "bot" }, Application)
  return {
    reached: yield* Effect.cached(bounded(requests.reach())),
    self: me,
    application: yield* Effect.cached(asBot(application)),
    startLimit: yield* Effect.cached(asBot(requests.startLimit())),
    guilds: yield* Effect.cached(asBot(requests.guildsAfter([]))),
    approvalProblem: (settings) => asBot(requests.approvalProblem(settings))
  } satisfies BotQueries as BotQueries
})

/** Sends the requests about the bot. */
class BotRequests {
  readonly #discord: Discord["Type"]
  readonly #recorder: ResponseRecorder
  /** The address of Discord's API. */
  readonly #address: string

  constructor(discord: Discord["Type"], recorder: ResponseRecorder, address: string) {
    this.#discord = discord
    this.#recorder = recorder
    this.#address = address
  }

  query<A, I>(
    request: Pick<DiscordRequest, "route" | "query" | "subject">,
    response: Schema.Schema<A, I>
  ): Effect.Effect<A, QueryFailed> {
    const constant = { method: "GET", path: {}, risk: "read", repeat: "same", duration: "default" } as const
    return this.#discord.request({ ...constant, ...request }).pipe(
      operatorReads,
      Effect.catchAll((failure) =>
        failure._tag === "DiscordUnexpectedResponse"
          ? this.#invalidResponse(request.route)
          : queryFailed(failure, this.#address)
      ),
      Effect.flatMap(({ body }) =>
        Effect.catchAll(Schema.decodeUnknown(response)(body), () => this.#invalidResponse(request.route))
      )
    )
  }

  /** Returns the response to a request that sends no token, so a wrong token does not matter. */
  reach() {
    const gateway = this.query({ route: "/gateway", subject: "webhook" }, Schema.Struct({ url: Schema.String }))
    return Effect.zipRight(
      Effect.catchIf(
        gateway,
        // A proxy may still answer 401.
        (failure) => failure.by === "DiscordAuthError",
        () => Effect.void
      ),
      Effect.flatMap(this.#recorder.last("/gateway"), (response) =>
        response === undefined ? this.#invalidResponse("/gateway") : Effect.succeed(response)
      )
    )
  }

  startLimit() {
    const response = Schema.Struct({ session_start_limit: StartLimit })
    return Effect.map(
      this.query({ route: "/gateway/bot", subject: "bot" }, response),
      ({ session_start_limit }) => session_start_limit
    )
  }

  /** Returns the guilds of the bot, after those that are listed already. */
  guildsAfter(listed: GuildList["list"]): Query<GuildList> {
    const query = { limit: Limits.GUILDS_PAGE_MAX, after: listed.at(-1)?.id }
    const reading = this.query({ route: "/users/@me/guilds", subject: "bot", query }, Schema.Array(Guild))
    return Effect.flatMap(reading, (page) => {
      const list = [...listed, ...page]
      const isLast = page.length < Limits.GUILDS_PAGE_MAX
      return isLast || list.length >= GUILDS_MAX ? Effect.succeed({ list, cut: !isLast }) : this.guildsAfter(list)
    })
  }

  approvalProblem(settings: Settings["Type"]): Query<PostingProblem | undefined> {
    const discord = this.#discord
    return readApprovalChannel(discord, settings).pipe(
      Effect.flatMap((channel) => postingProblem(discord, channel)),
      operatorReads,
      Effect.catchTags({
        ApprovalChannelRefused: ({ problem }) =>
          Effect.succeed({
            problem,
            todo: `Set ${variables.approvalChannel.name} to a channel where the bot may read and write.`
          }),
        ParseError: () => this.#invalidResponse("/channels/{channel_id}")
      }),
      Effect.catchAll((failure) =>
        failure._tag === "QueryFailed" ? Effect.fail(failure) : queryFailed(failure, this.#address)
      )
    )
  }

  #invalidResponse(route: string) {
    return Effect.flatMap(this.#recorder.last(route), (response) => unexpected(route, this.#address, response?.summary))
  }
}

/** Returns the recorded response. Skips the check if Discord is unreachable. Another check reports that. */
export const whenReachable = ({ reached }: BotQueries): Query<RecordedResponse> =>
  Effect.mapError(reached, (error) => (error._tag === "CheckSkipped" ? error : UNREACHED))

/** Returns the bot's user. Skips the check if Discord is unreachable. */
export const botUser = (bot: BotQueries): BotQueries["self"] =>
  Effect.catchTag(bot.self, "QueryFailed", (queryFailed) => Effect.zipRight(whenReachable(bot), queryFailed))

const UNREACHED = new CheckSkipped({ why: "Discord is unreachable" })

/** Returns queries that are all skipped. */
export const skippedQueries = (why: string): BotQueries => {
  const skipped = new CheckSkipped({ why })
  return {
    reached: skipped,
    self: skipped,
    application: skipped,
    startLimit: skipped,
    guilds: skipped,
    approvalProblem: () => skipped
  }
}

const bounded = <A>(query: Query<A>): Query<A> =>
  Effect.timeoutFail(query, {
    duration: QUERY_TIMEOUT,
    onTimeout: () =>
      new QueryFailed({
        found: `Discord did not answer within ${Duration.toSeconds(QUERY_TIMEOUT)} seconds.`,
        todo: "Retry later. If it still fails, check the network and https://discordstatus.com."
      })
  })

const queryFailed = (failure: DiscordFailure, address: string): QueryFailed => {
  const { message, recovery_hint } = describe(failure)
  const todo = operatorHints[failure._tag]?.(address) ?? recovery_hint
  return new QueryFailed({ found: message, todo, by: failure._tag })
}

const checkNetwork = (address: string) => `Check the network, proxies, and DISCORD_API_URL (${address}).`

/** Hints for the operator, who can do more than an agent. Each is made from the address of Discord's API. */
const operatorHints: { readonly [Tag in DiscordFailure["_tag"]]?: (address: string) => string } = {
  DiscordAuthError: () =>
    "Put a valid token into DISCORD_TOKEN, or into the file of DISCORD_TOKEN_FILE: Discord Developer Portal → your application → Bot → Reset Token.",
  DiscordRestUnavailable: checkNetwork,
  DiscordTimeoutError: checkNetwork
}

const unexpected = (route: string, address: string, summary = "no readable response") =>
  new QueryFailed({
    found: `The response to GET ${route} does not come from Discord: DISCORD_API_URL (${address}) answered with ${summary}.`,
    todo: "Correct DISCORD_API_URL, or unset it to use Discord's own address. Then check proxies.",
    by: "DiscordUnexpectedResponse"
  })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An optional field. A value of the wrong type counts as missing. */
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

const StartLimit = Schema.Struct({ total: Schema.Number, remaining: Schema.Number, reset_after: Schema.Number })

/** Only the id is required: a proxy or another backend may omit the other fields. */
const Guild = Schema.Struct({
  id: Schema.String,
  name: maybe(Schema.String),
  owner: maybe(Schema.Boolean),
  permissions: maybe(Schema.BigInt)
})
