/** Reads the state of a guild that a blueprint describes. */
import { Effect, Schema } from "effect"
import type { Discord } from "../discord/Discord.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { bitsOf } from "../errors/PermissionName.ts"
import { Id, whole } from "../objects/schema/reply.ts"
import { viewableChannels } from "../tools/channels/hiddenChannels.ts"
import { getJson } from "../tools/dsl/getJson.ts"
import {
  Channel,
  Guild,
  type GuildState,
  isCommunity,
  Onboarding,
  Rule,
  seesAll,
  WelcomeScreen,
  withoutDeleted
} from "./GuildState.ts"
import { stableOrder } from "./stableOrder.ts"

/** Reads a guild with at most seven requests. What the bot may not read is left out. */
export const readGuild = Effect.fn("blueprint.readGuild")(function* (guild_id: string) {
  const path = { guild_id }
  const [guild, channels, bot, rules] = yield* Effect.all(
    [
      getJson(Guild, "/guilds/{guild_id}", path),
      viewableChannels(Channel, guild_id),
      readBot(guild_id),
      readable(getJson(whole(Rule), "/guilds/{guild_id}/auto-moderation/rules", path))
    ],
    { concurrency: "unbounded" }
  )
  const [welcome, onboarding] = isCommunity({ guild })
    ? yield* Effect.all(
        [
          readable(getJson(WelcomeScreen, "/guilds/{guild_id}/welcome-screen", path)),
          readable(getJson(Onboarding, "/guilds/{guild_id}/onboarding", path))
        ],
        { concurrency: "unbounded" }
      )
    : []
  const owns = guild.owner_id === bot.id
  const held = guild.roles.filter(({ id }) => id === guild.id || bot.roles.includes(id))
  const permissions = held.reduce((bits, role) => bits | BigInt(role.permissions), 0n)
  const state: GuildState = {
    guild,
    channels,
    ...(rules !== undefined && { rules }),
    ...(welcome !== undefined && { welcome }),
    ...(onboarding !== undefined && { onboarding }),
    bot: { ...bot, permissions: owns ? bitsOf(["ADMINISTRATOR"]) : permissions }
  }
  return stableOrder(withoutDeleted(state, () => !seesAll(state)))
})

const readBot = (guild_id: string) =>
  Effect.gen(function* () {
    const { id } = yield* getJson(Schema.Struct({ id: Id }), "/users/@me", {})
    const member = Schema.Struct({ roles: whole(Schema.String) })
    const { roles } = yield* getJson(member, "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id: id })
    return { id, roles }
  })

/** Leaves out what the bot may not read, and what the guild does not have. */
const readable = <A>(read: Effect.Effect<A, DiscordFailure, Discord | Permit>) =>
  read.pipe(
    Effect.map((value): A | undefined => value),
    Effect.catchTag("DiscordPermissionError", "DiscordNotFoundError", () => Effect.succeed(undefined))
  )
