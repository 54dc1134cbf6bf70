import type { RESTAPIPartialCurrentUserGuild } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { Settings } from "../config/Settings.ts"
import { group } from "./define.ts"
import { integer, withDefault } from "./fields.ts"
import * as Limits from "./Limits.ts"
import { cursor, cursorAt, cursorQuery, page } from "./page.ts"
import { get } from "./row.ts"
import { each, one, view } from "./view.ts"
import { membership } from "./views/Guild.ts"
import { user } from "./views/User.ts"

/** The bot itself, and other users. */
export const users = group("users", [
  get("users_get_current", "/users/@me", {
    description: "Get the bot's own user: its id and name.",
    path: {},
    local: view,
    result: one(user)
  }),
  get("users_list_current_user_guilds", "/users/@me/guilds", {
    description: "List the guilds (servers) the bot is in and may be used in, with what it may do there.",
    path: {},
    query: {
      limit: withDefault(integer("How many, 1 to 200; 100 by default.", 1, Limits.GUILDS_PAGE_MAX), 100)
    },
    local: { cursor, ...view },
    check: ({ cursor }) => Either.match(cursorQuery(cursor), { onLeft: (issue) => [issue], onRight: () => [] }),
    ask: ({ cursor, limit }) => ({ limit, with_counts: true, ...Either.getOrElse(cursorQuery(cursor), () => ({})) }),
    result: (body, input) =>
      Effect.map(Settings, ({ allowedGuilds }) => {
        const list = body as ReadonlyArray<RESTAPIPartialCurrentUserGuild> // Discord's promise for this route
        const last = list.at(-1)
        const allowed = list.filter(({ id }) => allowedGuilds === undefined || allowedGuilds.includes(id))
        const next = last !== undefined && list.length === input.limit ? cursorAt("after", last.id) : undefined
        return page(each(membership)(allowed, input), next, "The bot is in no guild it may be used in.")
      })
  })
])
