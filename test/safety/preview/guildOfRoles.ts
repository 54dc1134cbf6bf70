/** A Discord with one guild and three roles, over a fake transport. */
import { answer, refusal, type Step } from "../../discord/wire.ts"

export const GUILD = "111111111111111111"
export const CHANNEL = "222222222222222222"
export const BOT = "333333333333333333"
export const USER = "444444444444444444"
export const OBJECT = "555555555555555555"
export const [BELOW, OURS, ABOVE] = ["666666666666666661", "666666666666666662", "666666666666666663"]

/** A guild with three roles. The bot has the middle one, with these permissions. */
export const discordWith =
  ({
    allows = 0n,
    bodies = {},
    bot = {},
    guild = {},
    self = {},
    features = [],
    theirs = []
  }: {
    readonly allows?: bigint
    readonly bot?: object
    /** Fields of the guild, and of the bot's own user. */
    readonly guild?: object
    readonly self?: object
    readonly features?: ReadonlyArray<string>
    readonly theirs?: ReadonlyArray<string>
    readonly bodies?: Readonly<Record<string, unknown>>
  }): Step =>
  (request, onPhase) => {
    const roles = [
      { id: GUILD, name: "@everyone", position: 0, permissions: "0" },
      { id: BELOW, name: "below", position: 1, permissions: "0" },
      { id: OURS, name: "ours", position: 2, permissions: String(allows) },
      { id: ABOVE, name: "above", position: 3, permissions: "0" }
    ]
    const known: Readonly<Record<string, unknown>> = {
      "/users/@me": { id: BOT, username: "bot", ...self },
      [`/guilds/${GUILD}`]: {
        id: GUILD,
        name: "Tidepool",
        owner_id: "1",
        features,
        roles,
        ...guild
      },
      [`/guilds/${GUILD}/roles`]: roles,
      [`/guilds/${GUILD}/members/${BOT}`]: { user: { id: BOT, username: "bot" }, roles: [OURS], ...bot },
      [`/guilds/${GUILD}/members/${USER}`]: { user: { id: USER, username: "kelp" }, roles: theirs },
      [`/channels/${CHANNEL}`]: { id: CHANNEL, type: 0, name: "general", guild_id: GUILD, permission_overwrites: [] },
      ...bodies
    }
    const body = known[request.path]
    return (body === undefined ? refusal(404, 10003) : body === DENIED ? refusal(403, 50013) : answer(200, body))(
      request,
      onPhase
    )
  }

export const DENIED = "denied"
