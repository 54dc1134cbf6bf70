import { Cause, type Context, Effect, Equal, Exit, Hash, type ParseResult, Schema } from "effect"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { makeCache } from "../../telemetry/monotonic.ts"
import type { DiscordRequest, Reply } from "../DiscordRequest.ts"
import { pathOf } from "../DiscordRequest.ts"
import type { Permit } from "../Permit.ts"

/** Sends a request through the whole chain. */
export type SendRequest = (request: DiscordRequest) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Looks up the objects that decide about permissions. Results are cached for a short time. Failures are not cached. */
export interface PermissionLookups {
  readonly self: Lookup<typeof CurrentUser.Type>
  readonly guild: Lookup<typeof Guild.Type, "guild_id">
  readonly member: Lookup<typeof Member.Type, "guild_id" | "user_id">
  readonly channel: Lookup<typeof Channel.Type, "channel_id">
}

/** A lookup by the path fields of its route. `hidden`: the bot has no access. */
export type Lookup<A, Field extends string = never> = (
  path: Readonly<Record<Field, string>>
) => Effect.Effect<A | "hidden", LookupFailure, Permit>

/** Why a lookup fails. */
export type LookupFailure = DiscordFailure | ParseResult.ParseError

/** Discord's code for missing access (Discord docs, JSON error codes). */
export const MISSING_ACCESS = 50001

/** Makes lookups with empty caches. */
export const make = Effect.fnUntraced(function* (request: SendRequest) {
  return {
    self: yield* cachedLookup(request, "/users/@me", CurrentUser),
    guild: yield* cachedLookup(request, "/guilds/{guild_id}", Guild),
    member: yield* cachedLookup(request, "/guilds/{guild_id}/members/{user_id}", Member),
    channel: yield* cachedLookup(request, "/channels/{channel_id}", Channel)
  } satisfies PermissionLookups as PermissionLookups
})

/**
 * The size of each cache, and the lifetime of an entry. The lifetime is short, so that a change of
 * permissions takes effect soon.
 */
const CACHE_MAX = 500
const CACHE_TTL = "45 seconds"

const READ = { method: "GET", subject: "bot", risk: "read", repeat: "same", duration: "default" } as const

/** A cache key. Keys with the same path are equal. A key holds the effect that loads the entry. */
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
      // A denial is cached too, because each repeated 403 counts against this IP address.
      Effect.catchTag("DiscordPermissionError", (denied) =>
        denied.upstream.discord_code === MISSING_ACCESS ? Effect.succeed("hidden" as const) : denied
      )
    )
  return Effect.map(
    makeCache({
      capacity: CACHE_MAX,
      timeToLive: (exit: Exit.Exit<A | "hidden", LookupFailure>) => (Exit.isSuccess(exit) ? CACHE_TTL : 0),
      lookup: (key: LookupKey<A | "hidden">) => key.answer
    }),
    (cache) => (path: Readonly<Record<string, string>>) =>
      // A cache keeps the context of its creation, so the key provides the caller's permit and deadline.
      Effect.contextWithEffect((context: Context.Context<Permit>) => {
        const key = new LookupKey(pathOf(route, path), Effect.provide(send(path), context))
        return Effect.catchAllCause(cache.get(key), (cause) =>
          // If the fiber that loads the entry is interrupted, the other waiting fibers load the entry again.
          Cause.isInterruptedOnly(cause) ? cache.get(key) : Effect.failCause(cause)
        )
      })
  )
}

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An obfuscated channel has null for hidden fields. */
const nullable = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true, nullable: true })

/** `mfa_enabled` of a bot is that of its owner. */
const CurrentUser = Schema.Struct({ id: Schema.String, mfa_enabled: optional(Schema.Boolean) })

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
  thread_metadata: nullable(Schema.Struct({ archived: optional(Schema.Boolean), locked: optional(Schema.Boolean) })),
  permission_overwrites: nullable(
    Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.Int, allow: Schema.BigInt, deny: Schema.BigInt }))
  )
})
