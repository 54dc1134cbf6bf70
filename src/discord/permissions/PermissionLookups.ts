import { Cache, Cause, type Context, Effect, Equal, Exit, Hash, type ParseResult, Schema } from "effect"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import type { Permit } from "../../safety/Permit.ts"
import type { DiscordRequest, Reply } from "../DiscordRequest.ts"
import { pathOf } from "../Route.ts"

/** Sends a request through the whole chain. */
export type SendRequest = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Looks up what decides about permissions. Answers are remembered for a while, failures are not. */
export interface PermissionLookups {
  readonly self: Lookup<typeof CurrentUser.Type>
  readonly guild: Lookup<typeof Guild.Type, "guild_id">
  readonly member: Lookup<typeof Member.Type, "guild_id" | "user_id">
  readonly channel: Lookup<typeof Channel.Type, "channel_id">
}

/** One kind of look-up, by the fields of its route. That the bot has no access is an answer, too: `hidden`. */
export type Lookup<A, Field extends string = never> = (
  path: Readonly<Record<Field, string>>
) => Effect.Effect<A | "hidden", LookupFailure, Permit>

/** Why a look-up has no answer. */
export type LookupFailure = DiscordFailure | ParseResult.ParseError

/** Discord's code for what the bot has no access to (Discord docs, JSON error codes). */
export const MISSING_ACCESS = 50001

/** Makes look-ups that know nothing yet. */
export const make = Effect.fnUntraced(function* (request: SendRequest) {
  return {
    self: yield* cachedLookup(request, "/users/@me", CurrentUser),
    guild: yield* cachedLookup(request, "/guilds/{guild_id}", Guild),
    member: yield* cachedLookup(request, "/guilds/{guild_id}/members/{user_id}", Member),
    channel: yield* cachedLookup(request, "/channels/{channel_id}", Channel)
  } satisfies PermissionLookups as PermissionLookups
})

/** Answers of one kind remembered at most, and for how long: a change of permissions shows soon. */
const CACHE_MAX = 500
const CACHE_TTL = "45 seconds"

const READ = { method: "GET", subject: "bot", risk: "read", repeat: "same", duration: "default" } as const

/** A question is its path; the effect that answers it is that of whoever asked first. */
class LookupKey<A> implements Equal.Equal {
  readonly path: string
  readonly answer: Effect.Effect<A, LookupFailure>

  constructor(path: string, result: Effect.Effect<A, LookupFailure>) {
    this.path = path
    this.answer = result
  }

  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof LookupKey && that.path === this.path
  }

  [Hash.symbol](): number {
    return Hash.string(this.path)
  }
}

const cachedLookup = <A, I>(request: SendRequest, route: string, schema: Schema.Schema<A, I>) => {
  const send = (path: Readonly<Record<string, string>>) =>
    request({ ...READ, route, path }).pipe(
      Effect.flatMap(({ body }) => Schema.decodeUnknown(schema)(body)),
      // Asked again for every denial it would count as often against the address.
      Effect.catchTag("DiscordPermissionError", (denied) =>
        denied.upstream.discord_code === MISSING_ACCESS ? Effect.succeed("hidden" as const) : denied
      )
    )
  return Effect.map(
    Cache.makeWith({
      capacity: CACHE_MAX,
      timeToLive: (exit: Exit.Exit<A | "hidden", LookupFailure>) => (Exit.isSuccess(exit) ? CACHE_TTL : 0),
      lookup: (key: LookupKey<A | "hidden">) => key.answer
    }),
    (cache) => (path: Readonly<Record<string, string>>) =>
      // A cache keeps the context it was made in: the caller's permit and deadline come with the request.
      Effect.contextWithEffect((context: Context.Context<Permit>) => {
        const key = new LookupKey(pathOf(route, path), Effect.provide(send(path), context))
        return Effect.catchAllCause(cache.get(key), (cause) =>
          // Whoever was asking has been interrupted, and with them the answer others waited for.
          Cause.isInterruptedOnly(cause) ? cache.get(key) : Effect.failCause(cause)
        )
      })
  )
}

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An obfuscated channel has null in the place of what is hidden. */
const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true, nullable: true })

const CurrentUser = Schema.Struct({ id: Schema.String })

const Guild = Schema.Struct({
  id: Schema.String,
  owner_id: Schema.String,
  mfa_level: optional(Schema.Int),
  features: optional(Schema.Array(Schema.String)),
  roles: Schema.Array(Schema.Struct({ id: Schema.String, position: Schema.Int, permissions: Schema.BigInt })),
  emojis: optional(Schema.Array(Schema.Struct({ id: Schema.NullOr(Schema.String) }))),
  stickers: optional(Schema.Array(Schema.Struct({ id: Schema.String })))
})

const Member = Schema.Struct({
  roles: Schema.Array(Schema.String),
  communication_disabled_until: optional(Schema.NullOr(Schema.DateTimeUtc))
})

const Channel = Schema.Struct({
  type: Schema.Int,
  guild_id: optional(Schema.String),
  parent_id: optional(Schema.NullOr(Schema.String)),
  thread_metadata: nullable(Schema.Struct({ locked: optional(Schema.Boolean) })),
  permission_overwrites: nullable(
    Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.Int, allow: Schema.BigInt, deny: Schema.BigInt }))
  )
})
