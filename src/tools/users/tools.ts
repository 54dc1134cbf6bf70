import type {
  RESTPatchAPICurrentUserJSONBody,
  RESTPostAPICurrentUserCreateDMChannelJSONBody
} from "discord-api-types/v10"
import { Effect } from "effect"
import { channel } from "../channels/view.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { membership } from "../guild/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, nullable, optional, text } from "../shared/fields.ts"
import { image, imageOrNull } from "../shared/files.ts"
import { GuildId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import type { ToolResult } from "../ToolResult.ts"
import { user } from "./view.ts"

/** A list without the guilds the operator does not allow; its pages are those of the whole list, cut or not. */
const onlyGuilds = ({ shorten, value, ...result }: ToolResult, allowed: ReadonlyArray<string>): ToolResult => {
  const narrow = (page: unknown) => {
    const whole = page as Page // what `paged` answers
    const items = whole.items.filter(({ id = "" }) => allowed.includes(id))
    if (items.length > 0 || whole.items.length === 0) return { ...whole, items }
    return { ...whole, items, notice: whole.next_cursor === undefined ? NO_GUILDS : NONE_HERE }
  }
  return { ...result, value: narrow(value), ...(shorten && { shorten: (items) => narrow(shorten(items)) }) }
}

/** A page of guilds. */
interface Page {
  readonly items: ReadonlyArray<{ readonly id?: string }>
  readonly next_cursor?: string
}

const NO_GUILDS = "The bot is in no guild it may be used in."
const NONE_HERE = "None of these the bot may be used in: go on with next_cursor."

/** The bot itself, and other users. */
export const tools = group("users", [
  get("users_get_current", "/users/@me", {
    description: "Get the bot's own user: its id and name.",
    path: {},
    options: view,
    toResult: one(user)
  }),
  get("users_list_current_user_guilds", "/users/@me/guilds", {
    description: "List the guilds (servers) the bot is in and may be used in, with what it may do there.",
    path: {},
    ...paged({
      max: Limits.GUILDS_PAGE_MAX,
      fallback: 100,
      by: "after",
      at: ({ id }) => id,
      view: membership,
      empty: NO_GUILDS
    }),
    toQuery: ({ limit }) => ({ limit, with_counts: true }),
    refine: (result, { allowedGuilds }) => (allowedGuilds === undefined ? result : onlyGuilds(result, allowedGuilds))
  }),
  get("users_get", "/users/{user_id}", {
    description: "Get any user by id: username and display name. What a member is in a guild says members_get.",
    path: { user_id: described("The user.", UserId) },
    options: view,
    toResult: one(user),
    failures: reasons("unknown_user")
  }),
  post("users_create_dm", "/users/@me/channels", {
    description:
      "Open the direct message channel with a user, or get it if it is open. Write there with messages_send.",
    path: {},
    body: fits<RESTPostAPICurrentUserCreateDMChannelJSONBody>()({
      recipient_id: described("The user to write to.", UserId)
    }),
    repeat: "same",
    toResult: one(channel),
    failures: reasons(
      "unknown_user",
      "recipient_not_valid",
      "direct_messages_closed",
      "no_shared_guild",
      "direct_messages_too_fast"
    )
  }),
  patch("users_modify_current", "/users/@me", {
    description: "Change the bot's own username, avatar or banner. Discord allows few changes of a name an hour.",
    path: {},
    body: fits<RESTPatchAPICurrentUserJSONBody>()({
      username: optional(text("The username.", { min: Limits.USERNAME_MIN, max: Limits.USERNAME_MAX }))
    }),
    options: {
      avatar: optional(described("The avatar; null takes it away.", nullable(image))),
      banner: optional(described("The banner of the profile; null takes it away.", nullable(image)))
    },
    validate: atLeastOne("username", "avatar", "banner"),
    toBody: ({ avatar, banner, username }) =>
      Effect.map(
        Effect.all([imageOrNull(avatar, "avatar"), imageOrNull(banner, "banner")]),
        ([avatar, banner]): RESTPatchAPICurrentUserJSONBody => ({ username, avatar, banner })
      ),
    toResult: one(user),
    failures: reasons("profile_changed_too_often", "image_too_large")
  }),
  del("users_leave_guild", "/users/@me/guilds/{guild_id}", {
    description: "Leave a guild (server). To come back the bot has to be invited again.",
    path: { guild_id: described("The guild (server) to leave.", GuildId) },
    undo: "To come back the bot has to be invited again."
  })
])
