/** Operations without special behaviour: stores of entities, and minimal valid responses. */
import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { json, noContent, Refusal, refuse, unknownGuildEmoji } from "../discordError.ts"
import { CRUD, type EntityStore, storeRoutes } from "../EntityStore.ts"
import { type OperationOf, type Route, route } from "../Router.ts"
import { NO_FLAGS } from "../State.ts"
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
  voiceState
} from "../stubReplies.ts"

const commands = {
  item: "command_id",
  unknown: refuse(404, 10063, "Unknown application command"),
  operations: [...CRUD, "replace"],
  created: 201,
  unique: "name",
  fields: (_: unknown, id: string) => ({
    version: id,
    type: 1,
    name: "command",
    description: "",
    default_member_permissions: null,
    nsfw: false
  })
} as const

/** All entity stores without special behaviour. */
const entityStores = [
  { path: "/applications/:application_id/commands", ...commands },
  { path: "/applications/:application_id/guilds/:guild_id/commands", ...commands },
  {
    path: "/applications/:application_id/emojis",
    item: "emoji_id",
    unknown: unknownGuildEmoji,
    operations: CRUD,
    created: 201,
    inside: "items",
    fields: ({ state }) => ({
      roles: [],
      user: state.bot,
      require_colons: true,
      managed: false,
      animated: false,
      available: true
    })
  },
  {
    path: "/applications/:application_id/entitlements",
    item: "entitlement_id",
    unknown: refuse(404, 10029, "Unknown Entitlement"),
    operations: ["list", "create", "get", "remove"],
    fields: () => ({ type: 8, deleted: false, consumed: false, starts_at: null, ends_at: null })
  },
  {
    path: "/guilds/:guild_id/stickers",
    item: "sticker_id",
    unknown: refuse(404, 10060, "Unknown Sticker"),
    operations: CRUD,
    audit: {
      create: AuditLogEvent.StickerCreate,
      modify: AuditLogEvent.StickerUpdate,
      remove: AuditLogEvent.StickerDelete
    },
    created: 201,
    needsForOthers: Bit.ManageGuildExpressions,
    fields: ({ state }) => ({
      name: "sticker",
      tags: "",
      type: 2,
      format_type: 1,
      description: null,
      available: true,
      user: state.bot
    })
  },
  {
    path: "/guilds/:guild_id/soundboard-sounds",
    item: "sound_id",
    by: "sound_id",
    withoutId: true,
    unknown: refuse(404, 10097, "Unknown Soundboard Sound"),
    operations: CRUD,
    audit: {
      create: AuditLogEvent.SoundboardSoundCreate,
      modify: AuditLogEvent.SoundboardSoundUpdate,
      remove: AuditLogEvent.SoundboardSoundDelete
    },
    created: 201,
    inside: "items",
    needsForOthers: Bit.ManageGuildExpressions,
    fields: ({ state }) => ({
      name: "sound",
      volume: 1,
      emoji_id: null,
      emoji_name: null,
      available: true,
      user: state.bot
    })
  },
  {
    path: "/stage-instances",
    item: "channel_id",
    by: "channel_id",
    unknown: refuse(404, 10067, "Unknown Stage Instance"),
    operations: ["create", "get", "modify", "remove"],
    fields: ({ state }) => ({
      guild_id: [...state.guilds.keys()][0],
      privacy_level: 2,
      discoverable_disabled: true,
      guild_scheduled_event_id: null
    })
  },
  {
    path: "/guilds/:guild_id/integrations",
    item: "integration_id",
    unknown: refuse(404, 10005, "Unknown Integration"),
    operations: ["list", "remove"]
  },
  {
    path: "/guilds/:guild_id/scheduled-events/:event_id/exceptions",
    item: "exception_id",
    unknown: refuse(404, 10070, "Unknown Guild Scheduled Event"),
    operations: ["create", "modify", "remove"],
    needsForOthers: Bit.ManageEvents,
    fields: (_, id) => ({ event_exception_id: id, is_canceled: false })
  },
  {
    path: "/lobbies",
    item: "lobby_id",
    unknown: refuse(404, 10031, "Unknown Lobby"),
    operations: ["create", "get", "modify", "remove"],
    created: 201,
    fields: ({ state }) => ({ application_id: state.bot.id, metadata: null, members: [], flags: NO_FLAGS })
  }
] as const satisfies ReadonlyArray<EntityStore>

/** A 204. */
const nothing: Stub = () => undefined

const empty: Stub = () => []

/** Operations and their responses. */
const shapes = [
  ["GET /oauth2/applications/@me", application],
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
