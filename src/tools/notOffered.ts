import type { Method } from "../discord/DiscordRequest.ts"

/** An operation of Discord's API that no tool calls, and why. */
export interface NotOffered {
  readonly method: Method
  readonly path: string
  readonly reason: string
}

const replaced = "Deprecated by Discord: the pin tools use the routes under /messages/pins."
const userOnly = "Requires the OAuth2 token of a user; Discord rejects bot tokens."
const ofTheUser = "Describes the user who granted an OAuth2 token; a bot token has no such user."
const accounts = "Part of the Social SDK's account linking: it takes or ends a player's login, which no agent should."

/** Every operation that is omitted on purpose. A test compares this list with Discord's operations and the catalogue. */
export const notOffered: ReadonlyArray<NotOffered> = [
  { method: "GET", path: "/channels/{channel_id}/pins", reason: replaced },
  { method: "PUT", path: "/channels/{channel_id}/pins/{message_id}", reason: replaced },
  { method: "DELETE", path: "/channels/{channel_id}/pins/{message_id}", reason: replaced },
  {
    method: "GET",
    path: "/gateway",
    reason: "Returns only the gateway URL; the tool for /gateway/bot returns it with its limits."
  },
  {
    method: "GET",
    path: "/guilds/{guild_id}/widget.png",
    reason: "Returns the bytes of a picture; guild_get_widget_image_url returns its URL without a request."
  },
  {
    method: "GET",
    path: "/oauth2/keys",
    reason: "Returns the keys that verify OpenID tokens: for software that receives such tokens, not for an agent."
  },
  { method: "GET", path: "/oauth2/@me", reason: userOnly },
  { method: "GET", path: "/oauth2/userinfo", reason: ofTheUser },
  {
    method: "PUT",
    path: "/partner-sdk/dms/{user_id_1}/{user_id_2}/messages/{message_id}/moderation-metadata",
    reason: "For games with the Social SDK that moderate direct messages of their players, by agreement with Discord."
  },
  { method: "POST", path: "/partner-sdk/provisional-accounts/unmerge", reason: accounts },
  { method: "POST", path: "/partner-sdk/provisional-accounts/unmerge/bot", reason: accounts },
  {
    method: "POST",
    path: "/partner-sdk/token",
    reason: "Hands out credentials: it takes a client secret and answers with a player's access token."
  },
  {
    method: "POST",
    path: "/partner-sdk/token/bot",
    reason: "Hands out credentials: it answers with a player's access token."
  },
  { method: "GET", path: "/users/@me/applications/{application_id}/entitlements", reason: userOnly },
  { method: "GET", path: "/users/@me/applications/{application_id}/role-connection", reason: userOnly },
  { method: "PUT", path: "/users/@me/applications/{application_id}/role-connection", reason: userOnly },
  { method: "DELETE", path: "/users/@me/applications/{application_id}/role-connection", reason: userOnly },
  { method: "GET", path: "/users/@me/connections", reason: ofTheUser },
  { method: "GET", path: "/users/@me/guilds/{guild_id}/member", reason: userOnly }
]
