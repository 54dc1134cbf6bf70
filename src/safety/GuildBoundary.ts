import { Effect } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { GuildNotAllowedError } from "../errors/DiscordMcpError.ts"
import type { CallOutline, ReferencedId, ToolCall } from "../tools/Tool.ts"
import * as GuildResolver from "./boundary/GuildResolver.ts"
import { type GuildResolution, guildResolution } from "./boundary/guildResolution.ts"
import { openReads, openWrites } from "./boundary/openReads.ts"

/** The guilds of a call. */
export interface CallGuilds {
  /** The guild in which the call happens, if there is one. */
  readonly own: string | undefined
  /** The guilds of all ids of the call. */
  readonly all: ReadonlyArray<string>
}

/**
 * Makes the boundary of a list of guilds. Every id of a call must resolve to a listed guild. At least one id must
 * determine the call's guild.
 */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], allowedGuilds: ReadonlyArray<string>) {
  return new GuildBoundary(yield* GuildResolver.make(discord), allowedGuilds)
})

/** Restricts calls to the guilds that the operator lists. */
export class GuildBoundary {
  readonly #resolver: GuildResolver.GuildResolver
  readonly #allowedGuilds: ReadonlyArray<string>

  constructor(resolver: GuildResolver.GuildResolver, allowedGuilds: ReadonlyArray<string>) {
    this.#resolver = resolver
    this.#allowedGuilds = allowedGuilds
  }

  /** Returns the guilds of the call. */
  readonly check = Effect.fnUntraced(function* (
    this: GuildBoundary,
    call: ToolCall
  ): Effect.fn.Return<CallGuilds, GuildNotAllowedError | DiscordFailure> {
    // Checks without a lookup come first, so that a refused call sends no request.
    yield* this.#checkNamedGuilds(call)
    const ids = call.referencedIds.map((referenced) => resolutionOf(call, referenced))
    if (!determinesGuild(ids) && !isOpen(call)) return yield* new GuildNotAllowedError({ boundary: "unresolved" })
    const guilds = yield* Effect.forEach(
      ids,
      (one) => Effect.map(this.#checkOne(one), (guild) => ({ guild, isOwn: isDeterminingId(one) })),
      { concurrency: 4 }
    )
    return {
      own: guilds.find(({ guild, isOwn }) => isOwn && guild !== undefined)?.guild,
      all: guilds.flatMap(({ guild }) => guild ?? [])
    }
  })

  /** Checks the known ids of an incomplete step. Ids that cannot be resolved yet are checked when the step runs. */
  readonly checkOutline = Effect.fnUntraced(function* (
    this: GuildBoundary,
    outline: CallOutline
  ): Effect.fn.Return<void, GuildNotAllowedError | DiscordFailure> {
    yield* this.#checkNamedGuilds(outline)
    const ids = outline.referencedIds
      // A webhook lookup can require the webhook's token, which may not be known yet.
      .filter(({ kind }) => kind !== "webhook")
      .map((referenced) => resolutionOf({ ...outline, arguments: {} }, referenced))
    yield* Effect.forEach(
      ids,
      (one) =>
        Effect.catchIf(
          this.#checkOne(one),
          (error) => error._tag === "GuildNotAllowedError" && error.boundary === "unresolved",
          () => NO_GUILD
        ),
      { concurrency: 4, discard: true }
    )
  })

  readonly #checkNamedGuilds = Effect.fnUntraced(function* (
    this: GuildBoundary,
    { referencedIds }: Pick<ToolCall, "referencedIds">
  ) {
    for (const { id, kind, path } of referencedIds) if (kind === "guild") yield* this.#checkGuild(id, path)
  })

  #checkGuild(guild_id: string, path: string): Effect.Effect<void, GuildNotAllowedError> {
    return this.#allowedGuilds.includes(guild_id)
      ? Effect.void
      : new GuildNotAllowedError({ guild_id, path, boundary: "not_listed" })
  }

  #checkOne({
    id,
    how,
    path,
    token
  }: ResolvableId): Effect.Effect<string | undefined, GuildNotAllowedError | DiscordFailure> {
    if (how.by === "itself") return Effect.succeed(id)
    if (how.by !== "lookup") return NO_GUILD
    return Effect.flatMap(this.#resolver.resolve(how.kind, id, token), (location) => {
      if (location === "unknown") return new GuildNotAllowedError({ path, boundary: "unresolved" })
      return location === "everywhere"
        ? NO_GUILD
        : Effect.as(this.#checkGuild(location.guild_id, path), location.guild_id)
    })
  }
}

const NO_GUILD = Effect.succeed<string | undefined>(undefined)

/**
 * Returns whether an id means all channels of the guild that a call names: in command permissions, that is the guild's id
 * minus one. Anywhere else, the id is one of a channel like any other.
 */
const isAllChannels = ({ referencedIds, tool }: Pick<ToolCall, "referencedIds" | "tool">, { id }: ReferencedId) =>
  tool.operation?.route.endsWith("/commands/{command_id}/permissions") === true &&
  referencedIds.some((other) => other.kind === "guild" && isOneLess(id, other.id))

const isOneLess = (id: string, than: string): boolean =>
  /^\d+$/.test(id) && /^\d+$/.test(than) && BigInt(id) + 1n === BigInt(than)

/** An id of a call with its resolution, and a webhook's token if the call has one. */
interface ResolvableId extends ReferencedId {
  readonly how: GuildResolution
  readonly token: string | undefined
}

const resolutionOf = (
  call: Pick<ToolCall, "arguments" | "referencedIds" | "tool">,
  referenced: ReferencedId
): ResolvableId => {
  const {
    arguments: { token },
    tool
  } = call
  const how = isAllChannels(call, referenced) ? UNDER_GUILD : guildResolution[referenced.kind]
  return {
    ...referenced,
    how: how.by === "lookup" && isUnderGuild(tool.operation?.route ?? "", referenced.path) ? UNDER_GUILD : how,
    token: referenced.kind === "webhook" && typeof token === "string" ? token : undefined
  }
}

/**
 * Returns whether the route has the id below a guild, such as a guild's sticker. Discord searches only
 * in that guild.
 */
const isUnderGuild = (route: string, field: string): boolean =>
  route.split("/{guild_id}/")[1]?.includes(`{${field}}`) === true

const UNDER_GUILD: GuildResolution = { by: "context", why: "the route has its guild" }

/** Returns whether the ids determine the call's guild, and none is outside of guilds. */
const determinesGuild = (ids: ReadonlyArray<ResolvableId>): boolean =>
  ids.every(({ how }) => how.by !== "none") && ids.some(isDeterminingId)

/**
 * Returns whether an id determines the call's guild. Only top-level fields do. Nested ids, such as the
 * channels in a menu, and stickers can be sent to any guild.
 */
const isDeterminingId = ({ how, path }: ResolvableId): boolean =>
  (how.by === "itself" || (how.by === "lookup" && how.kind !== "sticker")) && !path.includes(".")

/** Returns whether the call may run without a guild. */
const isOpen = ({ risk, tool }: ToolCall): boolean =>
  (risk === "read" && openReads.has(tool.name)) || (risk === "write" && openWrites.has(tool.name))
