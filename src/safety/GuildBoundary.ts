import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { GuildNotAllowedError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { CallOutline, ReferencedId, Tool, ToolCall } from "../tools/Tool.ts"
import * as Places from "./boundary/GuildResolver.ts"
import { type Placing, placing } from "./boundary/guildResolution.ts"
import { openReads } from "./boundary/openReads.ts"

/** Keeps calls inside the guilds the operator lists. */
export interface GuildBoundary {
  /** Gives the guild that the call happens in, where one is found. */
  readonly check: (call: ToolCall) => Effect.Effect<string | undefined, GuildNotAllowedError | DiscordFailure>
  /** Of a step that is not known whole: every id it names already. The rest is checked when the step is run. */
  readonly checkOutline: (outline: CallOutline) => Effect.Effect<void, GuildNotAllowedError | DiscordFailure>
}

/**
 * Makes the boundary. Without a list everything is inside. With one, every id of
 * a call must lie inside, and one of them must say where the call happens.
 */
export const make = Effect.fnUntraced(function* (discord: Discord["Type"], { allowedGuilds }: Settings["Type"]) {
  const places = yield* Places.make(discord)

  const checkGuild = (guild_id: string, path: string, allowed: ReadonlyArray<string>) =>
    allowed.includes(guild_id) ? Effect.void : new GuildNotAllowedError({ guild_id, path, boundary: "not_listed" })

  const checkOne = ({ id, how, path, token }: Placed, allowed: ReadonlyArray<string>) =>
    how.by === "look-up" && !standsForAllChannels(id, allowed)
      ? Effect.flatMap(places.of(how.kind, id, token), (place) => {
          if (place === "unknown") return new GuildNotAllowedError({ path, boundary: "unresolved" })
          return place === "everywhere" ? NOWHERE : Effect.as(checkGuild(place.guild_id, path, allowed), place.guild_id)
        })
      : how.by === "itself"
        ? Effect.succeed(id)
        : NOWHERE

  const checkNamedGuilds = Effect.fnUntraced(function* (
    { referencedIds }: Pick<ToolCall, "referencedIds">,
    allowed: ReadonlyArray<string>
  ) {
    for (const { id, kind, path } of referencedIds) if (kind === "guild") yield* checkGuild(id, path, allowed)
  })

  /** Every id that is known already; one that cannot be placed yet is checked when the step runs. */
  const checkOutline = Effect.fnUntraced(function* (outline: CallOutline, allowed: ReadonlyArray<string>) {
    yield* checkNamedGuilds(outline, allowed)
    const placed = outline.referencedIds
      // A webhook may open only with its token, which may not be known yet.
      .filter(({ kind }) => kind !== "webhook")
      .map((touched) => placedIn({ arguments: {}, tool: outline.tool }, touched))
    yield* Effect.forEach(
      placed,
      (one) =>
        Effect.catchIf(
          checkOne(one, allowed),
          (error) => error._tag === "GuildNotAllowedError" && error.boundary === "unresolved",
          () => NOWHERE
        ),
      { concurrency: 4, discard: true }
    )
  })

  const check = Effect.fnUntraced(function* (call: ToolCall, allowed: ReadonlyArray<string>) {
    // What can be told without a look-up comes first: a call that is refused asks nobody.
    yield* checkNamedGuilds(call, allowed)
    const placed = call.referencedIds.map((touched) => placedIn(call, touched))
    if (!isPlaced(placed) && !isOpen(call)) return yield* new GuildNotAllowedError({ boundary: "unresolved" })
    const guilds = yield* Effect.forEach(
      placed,
      (one) => Effect.map(checkOne(one, allowed), (guild) => (placesTheCall(one) ? guild : undefined)),
      { concurrency: 4 }
    )
    return guilds.find((guild) => guild !== undefined)
  })
  const boundary: GuildBoundary =
    allowedGuilds === undefined
      ? { check: () => NOWHERE, checkOutline: () => Effect.void }
      : { check: (call) => check(call, allowedGuilds), checkOutline: (outline) => checkOutline(outline, allowedGuilds) }
  return boundary
})

const NOWHERE = Effect.succeed<string | undefined>(undefined)

/** In command permissions the id of a guild minus one is no channel: it stands for all of that guild's. */
const standsForAllChannels = (id: string, allowed: ReadonlyArray<string>): boolean =>
  /^\d+$/.test(id) && allowed.includes(String(BigInt(id) + 1n))

/** An id of a call with how it is placed; a webhook with its token, where the call has it. */
interface Placed extends ReferencedId {
  readonly how: Placing
  readonly token: string | undefined
}

const placedIn = (
  { arguments: { token }, tool }: { readonly arguments: ToolCall["arguments"]; readonly tool: Tool },
  touched: ReferencedId
): Placed => {
  const how = placing[touched.kind]
  return {
    ...touched,
    how: how.by === "look-up" && isUnderGuild(tool.operation?.route ?? "", touched.path) ? UNDER_GUILD : how,
    token: touched.kind === "webhook" && typeof token === "string" ? token : undefined
  }
}

/** Whether the route names it as a part of a guild, as a guild's sticker: Discord looks for it nowhere else. */
const isUnderGuild = (route: string, field: string): boolean =>
  route.split("/{guild_id}/")[1]?.includes(`{${field}}`) === true

const UNDER_GUILD: Placing = { by: "company", why: "its guild stands before it in the route" }

/** Whether the ids say where the call happens, and none that it happens elsewhere. */
const isPlaced = (placed: ReadonlyArray<Placed>): boolean =>
  placed.every(({ how }) => how.by !== "nothing") && placed.some(placesTheCall)

/**
 * Only fields of the tool's own say where a call happens: what stands deeper, as
 * the channels in a menu, is carried along, wherever that goes. So is a sticker.
 */
const placesTheCall = ({ how, path }: Placed): boolean =>
  (how.by === "itself" || (how.by === "look-up" && how.kind !== "sticker")) && !path.includes(".")

/** Whether it may run without a place. */
const isOpen = ({ risk, tool }: ToolCall): boolean => risk === "read" && openReads.has(tool.name)
