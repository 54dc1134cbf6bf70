import { Effect, Schema } from "effect"
import { unknownUser } from "../discordError.ts"
import { decodeForm, integerText, optional, snowflake } from "../Form.ts"
import { permissionsOf } from "../Permissions.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"

const GuildPage = Schema.Struct({
  limit: optional(integerText(1, 200)),
  before: optional(snowflake),
  after: optional(snowflake)
})

/** `/users`: the bot and other users. */
export const userRoutes = [
  route("GET", "/users/@me", ({ state }) => Effect.succeed(json(200, state.bot))),

  route("GET", "/users/@me/guilds", function* ({ query, state }) {
    const { after, before, limit = 200 } = yield* decodeForm(GuildPage)(query)
    const guilds = [...state.guilds.values()].filter(
      ({ id }) => (before === undefined || isOlder(id, before)) && (after === undefined || isOlder(after, id))
    )
    const page = before === undefined ? guilds.slice(0, limit) : guilds.slice(-limit)
    return json(
      200,
      page.map(({ banner, features, icon, id, name, owner_id }) => ({
        id,
        name,
        icon,
        banner,
        features,
        owner: owner_id === state.bot.id,
        permissions: permissionsOf(state, id, state.bot.id).toString(),
        ...(query.with_counts === "true" && countsOf(state.membersOf(id).size))
      }))
    )
  }),

  route("GET", "/users/:user_id", ({ param, state }) => {
    const user = state.users.get(param("user_id"))
    return user === undefined ? unknownUser : Effect.succeed(json(200, user))
  })
]

/** Only the bot is online in a sandbox. */
export const countsOf = (members: number) => ({ approximate_member_count: members, approximate_presence_count: 1 })
