/** Stub operations: they return a minimal valid response. */
import { Effect } from "effect"
import { Refusal } from "../discordError.ts"
import { storeRoutes } from "../EntityStore.ts"
import { entityStores } from "../entityStores.ts"
import { json, noContent } from "../Reply.ts"
import { type OperationOf, type Route, route } from "../Router.ts"
import {
  activityInstance,
  application,
  attachment,
  commandPermissions,
  incidents,
  joinRequest,
  lobby,
  lobbyMember,
  lobbyMessage,
  newMemberWelcome,
  refreshedUrls,
  type Stub,
  sticker,
  stickerPack,
  subscription,
  template,
  voiceState
} from "../stubReplies.ts"

/** A 204. */
const nothing: Stub = () => undefined

const empty: Stub = () => []

/** Operations and their responses. */
const shapes = [
  ["GET /applications/@me", application],
  ["PATCH /applications/@me", application],
  ["GET /applications/:application_id", application],
  ["PATCH /applications/:application_id", application],
  ["GET /oauth2/applications/@me", application],
  ["GET /gateway", () => ({ url: "wss://gateway.discord.gg" })],
  [
    "GET /gateway/bot",
    () => ({
      url: "wss://gateway.discord.gg",
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
    })
  ],
  ["GET /applications/:application_id/activity-instances/:instance", activityInstance],
  ["POST /applications/:application_id/attachment", attachment],
  ["POST /attachments/refresh-urls", refreshedUrls],
  ["GET /applications/:application_id/role-connections/metadata", empty],
  ["PUT /applications/:application_id/role-connections/metadata", ({ body }) => body ?? []],
  ["GET /applications/:application_id/guilds/:guild_id/commands/permissions", empty],
  ["GET /applications/:application_id/guilds/:guild_id/commands/:command_id/permissions", commandPermissions],
  ["PUT /applications/:application_id/guilds/:guild_id/commands/:command_id/permissions", commandPermissions],
  ["POST /applications/:application_id/entitlements/:entitlement_id/consume", nothing],
  ["GET /applications/:application_id/skus", empty],
  ["GET /skus/:sku_id/subscriptions", empty],
  ["GET /skus/:sku_id/subscriptions/:subscription_id", subscription],
  ["PUT /channels/:channel_id/recipients/:user_id", nothing],
  ["DELETE /channels/:channel_id/recipients/:user_id", nothing],
  ["POST /channels/:channel_id/send-soundboard-sound", nothing],
  ["PUT /channels/:channel_id/voice-status", nothing],
  ["GET /soundboard-default-sounds", empty],
  ["GET /sticker-packs", () => ({ sticker_packs: [] })],
  ["GET /sticker-packs/:pack_id", stickerPack],
  ["GET /stickers/:sticker_id", sticker],
  ["GET /guilds/templates/:code", template],
  ["PUT /guilds/:guild_id/templates/:code", template],
  ["GET /guilds/:guild_id/vanity-url", () => ({ code: null, uses: 0 })],
  ["GET /guilds/:guild_id/new-member-welcome", newMemberWelcome],
  ["GET /guilds/:guild_id/requests", () => ({ guild_join_requests: [], total: 0 })],
  ["PATCH /guilds/:guild_id/requests/:request_id", joinRequest],
  ["PUT /guilds/:guild_id/incident-actions", incidents],
  ["GET /guilds/:guild_id/voice-states/@me", voiceState],
  ["PATCH /guilds/:guild_id/voice-states/@me", nothing],
  ["GET /guilds/:guild_id/voice-states/:user_id", voiceState],
  ["PATCH /guilds/:guild_id/voice-states/:user_id", nothing],
  ["GET /guilds/:guild_id/scheduled-events/:event_id/:exception_id/users", empty],
  ["GET /invites/:code/target-users/job-status", () => ({ status: 2, total_users: 0, processed_users: 0 })],
  ["PUT /lobbies", lobby],
  ["PATCH /lobbies/:lobby_id/channel-linking", lobby],
  ["DELETE /lobbies/:lobby_id/members/@me", nothing],
  ["POST /lobbies/:lobby_id/members/@me/invites", () => ({ code: "sandbox" })],
  ["POST /lobbies/:lobby_id/members/bulk", empty],
  ["PUT /lobbies/:lobby_id/members/:user_id", lobbyMember],
  ["DELETE /lobbies/:lobby_id/members/:user_id", nothing],
  ["POST /lobbies/:lobby_id/members/:user_id/invites", () => ({ code: "sandbox" })],
  ["GET /lobbies/:lobby_id/messages", empty],
  ["POST /lobbies/:lobby_id/messages", lobbyMessage],
  ["PUT /lobbies/:lobby_id/messages/:message_id/moderation-metadata", nothing]
] as const satisfies ReadonlyArray<readonly [operation: string, shape: Stub]>

const METHODS = { GET: "GET", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" } as const

const isMethod = (text: string): text is keyof typeof METHODS => text in METHODS

type StubOperation = OperationOf<(typeof shapes)[number][0]>

const routeOf = ([operation, shape]: readonly [operation: string, shape: Stub]): ReadonlyArray<
  Route<StubOperation>
> => {
  const [method = "", path = ""] = operation.split(" ")
  if (!isMethod(method)) return []
  const shaped: Route = route(method, path, (request) => {
    const body = shape(request)
    if (body instanceof Refusal) return body
    return Effect.succeed(body === undefined ? noContent : json(200, body))
  })
  return [shaped as Route<StubOperation>] // built from the same text
}

/** All stub operations, and the operations of entity stores. */
export const stubRoutes = [...shapes.flatMap(routeOf), ...entityStores.flatMap((store) => storeRoutes(store))]
