import type { RESTAPIPartialCurrentUserGuild } from "discord-api-types/v10"
import { group } from "./define.ts"
import * as Limits from "./Limits.ts"
import { paged } from "./paging.ts"
import { get } from "./row.ts"
import type { ToolResult } from "./Tool.ts"
import { one, view } from "./view.ts"
import { membership } from "./views/Guild.ts"
import { user } from "./views/User.ts"

/** A list without the guilds the operator does not allow; its pages are those of the whole list. */
const onlyGuilds = (result: ToolResult, allowed: ReadonlyArray<string>): ToolResult => {
  const value = result.value as { readonly items: ReadonlyArray<{ readonly id?: string }> } // what `paged` answers
  return { value: { ...value, items: value.items.filter(({ id = "" }) => allowed.includes(id)) } }
}

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
    ...paged<RESTAPIPartialCurrentUserGuild>({
      max: Limits.GUILDS_PAGE_MAX,
      fallback: 100,
      by: "after",
      at: ({ id }) => id,
      view: membership,
      empty: "The bot is in no guild it may be used in."
    }),
    ask: ({ limit }) => ({ limit, with_counts: true }),
    refine: (result, { allowedGuilds }) => (allowedGuilds === undefined ? result : onlyGuilds(result, allowedGuilds))
  })
])
