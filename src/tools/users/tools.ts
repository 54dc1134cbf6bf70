import type {
  RESTPatchAPICurrentUserJSONBody,
  RESTPostAPICurrentUserCreateDMChannelJSONBody
} from "discord-api-types/v10"
import { fits } from "../../objects/fits.ts"
import { described, nullable, optional, text } from "../../objects/schema/fields.ts"
import { GuildId, UserId, user_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { createdChannel } from "../channels/view.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { paged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { membership } from "../guild/view.ts"
import { reasons } from "../shared/failures.ts"
import { image, imageBody } from "../shared/files.ts"
import type { ToolResult } from "../ToolResult.ts"
import { sendDirectMessage } from "./sendDirectMessage.ts"
import { user } from "./view.ts"

/** Removes guilds outside the operator's allow list from a page. The cursor stays that of the unfiltered list. */
const keepAllowedGuilds = ({ shorten, value, ...result }: ToolResult, allowed: ReadonlyArray<string>): ToolResult => {
  const filterPage = (page: unknown) => {
    const { items: all, ...rest } = page as GuildPage // the shape that `paged` returns
    const items = all.filter(({ id = "" }) => allowed.includes(id))
    if (items.length > 0 || all.length === 0) return { ...rest, items }
    return { ...rest, items, notice: rest.next_cursor === undefined ? NO_GUILDS : NONE_ON_PAGE }
  }
  return { ...result, value: filterPage(value), ...(shorten && { shorten: (items) => filterPage(shorten(items)) }) }
}

/** A page of guilds. */
interface GuildPage {
  readonly items: ReadonlyArray<{ readonly id?: string }>
  readonly next_cursor?: string
}

const NO_GUILDS = "The bot is in no guild that the operator allows."
const NONE_ON_PAGE = "The operator allows none of the guilds on this page: continue with next_cursor."

const synonyms = {
  users_get_current:
    "who am I, whoami, bot identity, myself, bot account, who are you, what is your name, your id, tell me about yourself, bot user, name of the bot, client user",
  users_list_current_user_guilds:
    "servers of the bot, my servers, which servers, joined, list servers, where is the bot, what servers, servers I am in, guilds of the bot, fetch guilds, in how many servers is the bot",
  users_get:
    "user profile, account info, avatar of a user, who is this user, whois, profile of a user, look up an account by id, fetch a user, user by id, name of an account",
  users_create_dm: "open a dm, create dm, dm channel, open a private channel, id of a dm channel, read a dm",
  users_send_dm:
    "dm, pm, private message, direct message, whisper, message a user privately, send a private message, send a dm, contact a user privately, message someone directly, write to someone privately, slide into dms, inbox a user, dm a user, dm someone, pm someone, send dm, tell a user privately, message a member privately, reach out privately, notify a user by dm",
  users_modify_current:
    "change the bot's avatar, username, rename the bot, bot profile, change the bot's picture, change the bot's name, new avatar for the bot, set the bot's avatar, set avatar, set username, set the bot's banner",
  users_leave_guild: "leave server, quit server, leave the server, remove the bot from a server, quit this server"
}

/** The bot itself, and other users. */
export const tools = group({ category: "users", synonyms }, [
  get("users_get_current", "/users/@me", {
    description: "Get the bot's own user: its id and name.",
    path: {},
    options: view,
    toResult: one(user)
  }),
  get("users_list_current_user_guilds", "/users/@me/guilds", {
    description: "List the guilds (servers) that the bot may be used in, with its permissions.",
    path: {},
    ...paged({
      max: Limits.GUILDS_PAGE_MAX,
      defaultLimit: 100,
      by: "after",
      positionOf: ({ id }) => id,
      view: membership,
      empty: NO_GUILDS
    }),
    toQuery: ({ limit }) => ({ limit, with_counts: true }),
    refine: (result, { allowedGuilds }) =>
      allowedGuilds === undefined ? result : keepAllowedGuilds(result, allowedGuilds)
  }),
  get("users_get", "/users/{user_id}", {
    description: "Get any user by id: username and display name. For a member of a guild use members_get.",
    path: { user_id },
    options: view,
    toResult: one(user),
    failures: reasons("unknown_user")
  }),
  post("users_create_dm", "/users/@me/channels", {
    description:
      "Open the direct message channel with a user, or get the existing one. Then use messages_send to write.",
    path: {},
    body: fits<RESTPostAPICurrentUserCreateDMChannelJSONBody>()({
      recipient_id: described("The user to message.", UserId)
    }),
    repeat: "same",
    toResult: one(createdChannel),
    failures: reasons(
      "unknown_user",
      "recipient_not_valid",
      "direct_messages_closed",
      "no_shared_guild",
      "direct_messages_too_fast"
    )
  }),
  sendDirectMessage,
  patch("users_modify_current", "/users/@me", {
    description:
      "Change the bot's own username, avatar or banner. Discord allows only a few username changes per hour.",
    path: {},
    body: fits<RESTPatchAPICurrentUserJSONBody>()({
      username: optional(text("The new username.", { min: Limits.USERNAME_MIN, max: Limits.USERNAME_MAX }))
    }),
    options: {
      avatar: optional(described("The new avatar: {url}, {path} or {base64}.", nullable(image))),
      banner: optional(described("The new profile banner: {url}, {path} or {base64}.", nullable(image)))
    },
    validate: atLeastOne("username", "avatar", "banner"),
    toBody: ({ avatar, banner }) => imageBody({ avatar, banner }),
    toResult: one(user),
    failures: reasons("profile_changed_too_often", "image_too_large")
  }),
  del("users_leave_guild", "/users/@me/guilds/{guild_id}", {
    title: "Leave guild",
    description: "Leave a guild (server). To return, the bot must be invited again.",
    path: { guild_id: described("The guild (server) to leave.", GuildId) },
    undo: "To return, the bot must be invited again."
  })
])
