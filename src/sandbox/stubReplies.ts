/** Responses of stub operations. They have every field that Discord documents as required. */
import {
  ActivityLocationKind,
  type APIActivityInstance,
  type APIAttachment,
  type APIIncidentsData,
  type APISticker,
  type APIStickerPack,
  type APISubscription,
  ChannelType,
  StickerFormatType,
  StickerType,
  SubscriptionStatus
} from "discord-api-types/v10"
import { Predicate } from "effect"
import { verifyKey } from "./gateway/GatewayStatus.ts"
import type { RouteRequest } from "./Router.ts"
import { timestamp } from "./Snowflakes.ts"

/** Returns the body of a response, `undefined` for a 204, or an error. */
export type Stub = (request: RouteRequest<string>) => unknown

/** The bot's application. */
export const application = ({ state }: Pick<RouteRequest<string>, "state">) => ({
  name: state.bot.username,
  icon: null,
  description: "An application of a sandbox",
  bot: state.bot,
  bot_public: false,
  bot_require_code_grant: false,
  verify_key: verifyKey,
  tags: [],
  approximate_guild_count: state.guilds.size,
  ...state.application
})

/** An activity without users in the first voice channel. */
export const activityInstance = ({ param, state }: RouteRequest<string>): APIActivityInstance => {
  const [place] = [...state.channels.values()].filter(({ type }) => type === ChannelType.GuildVoice)
  const { guild_id = "0", id = "0" } = place ?? {}
  return {
    application_id: state.bot.id,
    instance_id: param("instance"),
    launch_id: "0",
    location: { id: `gc-${guild_id}-${id}`, kind: ActivityLocationKind.GuildChannel, channel_id: id, guild_id },
    users: []
  }
}

/** The attachment of the uploaded file. */
export const attachment = ({ files: [file], state }: RouteRequest<string>): { readonly attachment: APIAttachment } => {
  const filename = file?.filename ?? "file"
  const path = `ephemeral-attachments/0/0/${filename}`
  return {
    attachment: {
      id: "0",
      filename,
      size: file?.size ?? 0,
      url: `${state.media.origin}/${path}`,
      proxy_url: `${state.media.origin}/media/${path}`
    }
  }
}

/** The links of attachments, signed again. */
export const refreshedUrls: Stub = ({ body, state }) => ({
  refreshed_urls: linksIn(body).map((original) => ({ original, refreshed: state.media.refresh(original, state.nowMs) }))
})

const linksIn = (body: unknown): ReadonlyArray<string> => {
  const { attachment_urls } = fieldsOf(body)
  return Array.isArray(attachment_urls) ? attachment_urls.filter(Predicate.isString) : []
}

/** The permissions of a command: those of the body. They are not stored. */
export const commandPermissions: Stub = ({ body, param, state }) => ({
  id: param("command_id"),
  application_id: state.bot.id,
  guild_id: param("guild_id"),
  permissions: fieldsOf(body).permissions ?? []
})

/** A user who is in no voice channel. */
export const voiceState: Stub = ({ param, state }) => ({
  channel_id: null,
  user_id: param("user_id") || state.bot.id,
  session_id: "sandbox",
  deaf: false,
  mute: false,
  self_deaf: false,
  self_mute: false,
  self_video: false,
  suppress: false,
  request_to_speak_timestamp: null
})

/** A disabled Server Guide. Like lobbies and join requests, it is only in Discord's OpenAPI description. */
export const newMemberWelcome: Stub = ({ param }) => ({
  guild_id: param("guild_id"),
  enabled: false,
  new_member_actions: [],
  resource_channels: []
})

/** A join request with the action of the body. */
export const joinRequest: Stub = ({ body, nowMs, param }) => {
  const { action = null, rejection_reason = null } = fieldsOf(body)
  return {
    id: param("request_id"),
    created_at: timestamp(nowMs),
    reviewed_at: timestamp(nowMs),
    application_status: action,
    rejection_reason,
    guild_id: param("guild_id"),
    user_id: param("request_id")
  }
}

/** Stores the incident actions of the body in the guild. */
export const incidents = ({ body, param, state }: RouteRequest<string>): APIIncidentsData => {
  const incidents_data = { invites_disabled_until: null, dms_disabled_until: null, ...fieldsOf(body) }
  const guild = state.guilds.get(param("guild_id"))
  if (guild !== undefined) state.guilds.set(guild.id, { ...guild, incidents_data })
  return incidents_data
}

/** A lobby without members. */
export const lobby: Stub = ({ param, state }) => ({
  id: param("lobby_id") || state.nextId(),
  application_id: state.bot.id,
  metadata: null,
  members: [],
  flags: 0
})

/** A lobby member without metadata. */
export const lobbyMember: Stub = ({ param }) => ({ id: param("user_id"), metadata: null, flags: 0 })

/** A lobby message with the fields of the body. It is not stored. */
export const lobbyMessage: Stub = ({ body, param, state }) => ({
  id: state.nextId(),
  type: 0,
  content: "",
  ...fieldsOf(body),
  lobby_id: param("lobby_id"),
  channel_id: param("lobby_id"),
  author: state.bot,
  flags: 0
})

/** A subscription that started a day ago and is not renewed. */
export const subscription = ({ nowMs, param, state }: RouteRequest<string>): APISubscription => ({
  id: param("subscription_id"),
  user_id: state.bot.id,
  sku_ids: [param("sku_id")],
  entitlement_ids: [],
  renewal_sku_ids: null,
  current_period_start: timestamp(nowMs - DAY_MS),
  current_period_end: timestamp(nowMs),
  status: SubscriptionStatus.Ending,
  canceled_at: timestamp(nowMs)
})

const DAY_MS = 24 * 60 * 60_000

/** A sticker of a guild, or a standard one. */
export const sticker: Stub = ({ param, state }) =>
  ofGuilds(state, "stickers", param("sticker_id")) ??
  ({
    id: param("sticker_id"),
    name: "sticker",
    description: null,
    tags: "",
    type: StickerType.Standard,
    format_type: StickerFormatType.PNG
  } satisfies APISticker)

/** A sticker pack without stickers. */
export const stickerPack = ({ param }: RouteRequest<string>): APIStickerPack => ({
  id: param("pack_id"),
  name: "pack",
  description: "",
  sku_id: "0",
  stickers: []
})

const ofGuilds = (state: RouteRequest<string>["state"], collection: string, id: string) =>
  [...state.guilds.keys()].map((guild) => state.entities.of(`/guilds/${guild}/${collection}`).get(id)).find((it) => it)

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> => (Predicate.isReadonlyRecord(body) ? body : {})
