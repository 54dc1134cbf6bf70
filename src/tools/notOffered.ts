import type { Method } from "../discord/DiscordRequest.ts"

/** An operation of Discord's API that no tool offers, and why. */
export interface NotOffered {
  readonly method: Method
  readonly path: string
  readonly reason: string
}

const replaced = "Deprecated by Discord: the pin tools use the routes under /messages/pins."
const userOnly = "Answers only to the OAuth2 token of a user; a bot's token is refused."
const ofTheUser = "About whoever granted an OAuth2 token; with a bot's token there is nobody it could be about."
const accounts = "Part of the Social SDK's account linking: it takes or ends a player's login, which no agent should."

/** Every operation that is left out on purpose. A test holds it against Discord's operations and the catalogue. */
export const notOffered: ReadonlyArray<NotOffered> = [
  { method: "GET", path: "/channels/{channel_id}/pins", reason: replaced },
  { method: "PUT", path: "/channels/{channel_id}/pins/{message_id}", reason: replaced },
  { method: "DELETE", path: "/channels/{channel_id}/pins/{message_id}", reason: replaced },
  {
    method: "GET",
    path: "/gateway",
    reason: "Says the address for a WebSocket client and no more; the tool for /gateway/bot says it with its limits."
  },
  {
    method: "GET",
    path: "/guilds/{guild_id}/widget.png",
    reason: "Answers with the bytes of a picture; guild_get_widget_image_url gives its address, without a request."
  },
  {
    method: "GET",
    path: "/oauth2/keys",
    reason: "The keys that verify OpenID tokens: for the software that receives such tokens, not for an agent."
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
