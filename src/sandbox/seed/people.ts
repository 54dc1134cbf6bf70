import type { APIGuildMember, APIUser } from "discord-api-types/v10"
import { Chunk, Effect, Random, Record } from "effect"
import { NO_FLAGS } from "../flags.ts"
import { snowflakeAt } from "../Snowflakes.ts"
import { timestamp } from "../timestamp.ts"

/** Users that every seed has. The other users depend on the seed. */
const named = {
  owner: ["mira.holm", "Mira"],
  ada: ["ada.okafor", "Ada"],
  bruno: ["bruno_salvi", "Bruno"],
  chiara: ["chiara", "Chiara"],
  dmitri: ["dmitri.v", "Dmitri"]
} as const

/** The users that tests know by name. */
export type Named = Readonly<Record<keyof typeof named, APIUser>>

const others = [
  ["aylin", "Aylin 🌊"],
  ["basti", "Basti"],
  ["cleo.w", "Cleo"],
  ["davey", "Davey Jones"],
  ["eun_ji", "Eun-ji"],
  ["farah", "Farah"],
  ["goran.m", "Goran"],
  ["hana", "Hana"],
  ["ikaika", "Ikaika"],
  ["joana", "Joana"],
  ["kwame", "Kwame"],
  ["lotte", "Lotte"],
  ["mateo", "Mateo"],
  ["nadia.r", "Nadia"],
  ["oskar", "Oskar"],
  ["pia", "Pia"],
  ["quentin", "Quentin"],
  ["rosalind", "Rosalind"],
  ["sora", "Sora"],
  ["tomasz", "Tomasz"]
] as const

/** Number of other members. With the named users and the bot, there are twenty members. */
const OTHERS = 14

const DAY_MS = 24 * 60 * 60_000

/** Creates the users of a seed. Their accounts are older than `beforeMs`. */
export const people = Effect.fnUntraced(function* (beforeMs: number) {
  let sequence = 0
  const account = ([username, global_name]: readonly [string, string], bot = false) =>
    Effect.map(Random.nextIntBetween(30, 2800), (days): APIUser => {
      const id = snowflakeAt(beforeMs - days * DAY_MS, ++sequence)
      return {
        id,
        username,
        global_name,
        discriminator: "0",
        avatar: null,
        public_flags: NO_FLAGS,
        ...(bot && { bot })
      }
    })
  const chosen = Chunk.take(yield* Random.shuffle(others), OTHERS)
  return {
    bot: yield* account(["sandbox-bot", "Sandbox Bot"], true),
    named: yield* Effect.all(Record.map(named, (name) => account(name))),
    others: yield* Effect.forEach(chosen, (name) => account(name))
  }
})

/** Returns a user as a member of a guild. */
export const memberOf = (user: APIUser, roles: Array<string>, joinedMs: number): APIGuildMember => ({
  user,
  roles,
  nick: null,
  avatar: null,
  banner: null,
  joined_at: timestamp(joinedMs),
  premium_since: null,
  communication_disabled_until: null,
  deaf: false,
  mute: false,
  pending: false,
  flags: NO_FLAGS
})
