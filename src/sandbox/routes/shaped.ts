/** The rest, by shape: a minimal answer that is plausible, for operations nobody has given behaviour. */
import { Effect } from "effect"
import { json, noContent } from "../Reply.ts"
import { type Call, type OperationOf, type Route, route } from "../Router.ts"
import { routesOf } from "../shelf.ts"
import { shelves } from "../shelves.ts"
import { timestamp } from "../timestamp.ts"

type Shape = (call: Call<string>) => unknown

/** Nothing to say: 204. */
const nothing: Shape = () => undefined

const empty: Shape = () => []

const application: Shape = ({ body, world }) => ({
  id: world.bot.id,
  name: world.bot.username,
  icon: null,
  description: "An application of a sandbox",
  bot: world.bot,
  bot_public: false,
  bot_require_code_grant: false,
  verify_key: "0".repeat(64),
  flags: 0,
  tags: [],
  approximate_guild_count: world.guilds.size,
  ...(typeof body === "object" && body)
})

const voiceState: Shape = ({ param, world }) => ({
  channel_id: null,
  user_id: param("user_id") || world.bot.id,
  session_id: "sandbox",
  deaf: false,
  mute: false,
  self_deaf: false,
  self_mute: false,
  self_video: false,
  suppress: false,
  request_to_speak_timestamp: null
})

const lobby: Shape = ({ param, world }) => ({
  id: param("lobby_id") || world.nextId(),
  application_id: world.bot.id,
  metadata: null,
  members: []
})

const permissions: Shape = ({ param, world }) => ({
  id: param("command_id"),
  application_id: world.bot.id,
  guild_id: param("guild_id"),
  permissions: []
})

const template: Shape = ({ param, world }) =>
  [...world.guilds.keys()]
    .map((id) => world.things.of(`/guilds/${id}/templates`).get(param("code")))
    .find((it) => it) ?? {
    code: param("code"),
    name: "template",
    usage_count: 0,
    serialized_source_guild: { name: "template", roles: [], channels: [] }
  }

/** A guild's, or one of Discord's own. */
const sticker: Shape = ({ param, world }) =>
  [...world.guilds.keys()]
    .map((id) => world.things.of(`/guilds/${id}/stickers`).get(param("sticker_id")))
    .find((it) => it) ?? { id: param("sticker_id"), name: "sticker", type: 1, format_type: 1 }

/** Operations and their shapes. */
const shapes = [
  ["GET /applications/@me", application],
  ["PATCH /applications/@me", application],
  ["GET /applications/:application_id", application],
  ["PATCH /applications/:application_id", application],
  ["GET /oauth2/applications/@me", application],
  [
    "GET /oauth2/@me",
    (call) => ({
      application: application(call),
      scopes: ["bot"],
      expires: timestamp(call.nowMs),
      user: call.world.bot
    })
  ],
  ["GET /gateway", () => ({ url: "wss://gateway.discord.gg" })],
  [
    "GET /gateway/bot",
    () => ({
      url: "wss://gateway.discord.gg",
      shards: 1,
      session_start_limit: { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 }
    })
  ],
  [
    "GET /applications/:application_id/activity-instances/:instance",
    ({ param, world }) => ({ application_id: world.bot.id, instance_id: param("instance"), launch_id: "0", users: [] })
  ],
  ["POST /applications/:application_id/attachment", () => ({ attachment: { id: "0", filename: "file", size: 0 } })],
  ["GET /applications/:application_id/role-connections/metadata", empty],
  ["PUT /applications/:application_id/role-connections/metadata", ({ body }) => body ?? []],
  ["GET /applications/:application_id/guilds/:guild_id/commands/permissions", empty],
  ["GET /applications/:application_id/guilds/:guild_id/commands/:command_id/permissions", permissions],
  ["PUT /applications/:application_id/guilds/:guild_id/commands/:command_id/permissions", permissions],
  ["POST /applications/:application_id/entitlements/:entitlement_id/consume", nothing],
  ["GET /applications/:application_id/skus", empty],
  ["GET /skus/:sku_id/subscriptions", empty],
  ["GET /skus/:sku_id/subscriptions/:subscription_id", ({ param }) => ({ id: param("subscription_id"), status: 2 })],
  ["PUT /channels/:channel_id/recipients/:user_id", nothing],
  ["DELETE /channels/:channel_id/recipients/:user_id", nothing],
  ["POST /channels/:channel_id/send-soundboard-sound", nothing],
  ["PUT /channels/:channel_id/voice-status", nothing],
  ["GET /soundboard-default-sounds", empty],
  ["GET /sticker-packs", () => ({ sticker_packs: [] })],
  ["GET /sticker-packs/:pack_id", ({ param }) => ({ id: param("pack_id"), name: "pack", stickers: [] })],
  ["GET /stickers/:sticker_id", sticker],
  ["GET /guilds/templates/:code", template],
  ["PUT /guilds/:guild_id/templates/:code", template],
  ["GET /guilds/:guild_id/vanity-url", () => ({ code: null, uses: 0 })],
  ["GET /guilds/:guild_id/new-member-welcome", ({ param }) => ({ guild_id: param("guild_id"), enabled: false })],
  ["GET /guilds/:guild_id/requests", () => ({ guild_join_requests: [], total: 0 })],
  ["PATCH /guilds/:guild_id/requests/:request_id", ({ param }) => ({ id: param("request_id") })],
  ["PUT /guilds/:guild_id/incident-actions", ({ body }) => body ?? {}],
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
  ["PUT /lobbies/:lobby_id/members/:user_id", ({ param }) => ({ id: param("user_id"), metadata: null, flags: 0 })],
  ["DELETE /lobbies/:lobby_id/members/:user_id", nothing],
  ["POST /lobbies/:lobby_id/members/:user_id/invites", () => ({ code: "sandbox" })],
  ["GET /lobbies/:lobby_id/messages", empty],
  ["POST /lobbies/:lobby_id/messages", ({ param, world }) => ({ id: world.nextId(), lobby_id: param("lobby_id") })],
  ["PUT /lobbies/:lobby_id/messages/:message_id/moderation-metadata", nothing]
] as const satisfies ReadonlyArray<readonly [operation: string, shape: Shape]>

const METHODS = { GET: "GET", POST: "POST", PUT: "PUT", PATCH: "PATCH", DELETE: "DELETE" } as const

const isMethod = (text: string): text is keyof typeof METHODS => text in METHODS

type Shaped = OperationOf<(typeof shapes)[number][0]>

const routeOf = ([operation, shape]: readonly [operation: string, shape: Shape]): ReadonlyArray<Route<Shaped>> => {
  const [method = "", path = ""] = operation.split(" ")
  if (!isMethod(method)) return []
  const shaped: Route = route(method, path, (call) => {
    const body = shape(call)
    return Effect.succeed(body === undefined ? noContent : json(200, body))
  })
  return [shaped as Route<Shaped>] // put together again from the very text it is named by
}

/** Every operation that is answered by its shape. */
export const shapedRoutes = [...shapes.flatMap(routeOf), ...shelves.flatMap((shelf) => routesOf(shelf))]
