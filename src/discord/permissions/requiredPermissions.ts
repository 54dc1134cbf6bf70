/**
 * The one table of the permissions of operations (Discord docs, resources). The lists of tools, the explanation of
 * denials, previews and the sandbox are derived from it.
 */
import { Array, Predicate, Record } from "effect"
import type { PermissionName } from "../../errors/PermissionName.ts"
import type { DiscordRequest } from "../DiscordRequest.ts"
import { fieldsOf, shapeOf } from "../DiscordRequest.ts"
import * as rule from "./needs.ts"
import { bitsNeeded, type Need, type NeedRule, namesNeeded, oneOf, type PermissionTarget, when } from "./needs.ts"

/** The parts of a request that decide which permissions it needs, and where. */
export type RequestParts = Pick<DiscordRequest, "method" | "route" | "path" | "body"> & {
  readonly files?: ReadonlyArray<unknown>
}

/** Returns the permissions a request needs; `undefined` for an unknown route. `held` selects between alternatives. */
export const requiredPermissions = (
  request: RequestParts,
  target: PermissionTarget = {},
  held = 0n
): bigint | undefined => {
  const needs = needsOf(request, target)
  return needs && bitsNeeded(needs, held)
}

/** Returns the permissions without which Discord refuses a request in every case; none for an unknown route. */
export const alwaysRequired = (
  request: RequestParts,
  target: PermissionTarget = {},
  held = 0n
): ReadonlyArray<PermissionName> => Array.dedupe(namesNeeded(needsOf(request, target) ?? [], held))

const needsOf = (request: RequestParts, target: PermissionTarget): ReadonlyArray<Need> | undefined => {
  const template = shapeOf(request.route)
  const row = operationNeeds.find(
    ([methods, pattern]) => methods.includes(request.method) && matchesRoute(pattern, template)
  )
  if (row === undefined) return undefined
  const needs = typeof row[2] === "function" ? row[2](needContextOf(request, target)) : row[2]
  return [...implicitNeeds(template, target), ...needs]
}

/** Where a request needs its permissions. Without a channel, in the guild as a whole. */
export interface RequestLocation {
  readonly guild?: string
  readonly channel?: string
}

/** Returns the guild or channel of a request: from its path, or from the body if that decides. */
export const locationOf = (request: RequestParts): RequestLocation => {
  const shape = shapeOf(request.route)
  const [first] = pathValues(request)
  const body = Predicate.isRecord(request.body) ? request.body : {}
  // Following a channel creates a webhook in another channel.
  if (shape === "/channels/:id/followers") return channelLocation(body.webhook_channel_id)
  if (shape.startsWith("/channels/")) return channelLocation(first)
  if (shape.startsWith("/stage-instances")) return channelLocation(first ?? body.channel_id)
  if (!shape.startsWith("/guilds/") || first === undefined) return {}
  // Roles apply to the whole guild, even if the same request moves the member to a channel.
  const inChannel = /\/(scheduled-events|voice-states|members)\b/.test(shape) && body.roles === undefined
  return { guild: first, ...(inChannel && channelLocation(body.channel_id)) }
}

const channelLocation = (id: unknown): RequestLocation => (typeof id === "string" ? { channel: id } : {})

/** Returns the values of the path fields, in order. */
export const pathValues = ({ path, route }: Pick<RequestParts, "path" | "route">): ReadonlyArray<string> =>
  fieldsOf(route).map((field) => path[field] ?? "")

/**
 * Methods, route pattern, needs. `/**` matches any suffix, even an empty one. The first match wins
 * (Discord docs, resources).
 */
type OperationNeeds = readonly [methods: string, pattern: string, needs: ReadonlyArray<Need> | NeedRule]

const operationNeeds: ReadonlyArray<OperationNeeds> = [
  ["PATCH", "/channels/:id", rule.channelPatch],
  ["DELETE", "/channels/:id", rule.channelDelete],
  ["PUT DELETE", "/channels/:id/permissions/:id", rule.overwrite],
  ["GET", "/channels/:id/invites", ["MANAGE_CHANNELS"]],
  ["POST", "/channels/:id/invites", (it) => ["CREATE_INSTANT_INVITE", ...when("role_ids" in it.body, "MANAGE_ROLES")]],
  ["DELETE", "/invites/:id", [oneOf(["MANAGE_CHANNELS"], ["MANAGE_GUILD"])]],

  ["POST", "/channels/:id/messages", rule.message],
  ["GET", "/channels/:id/messages/:id", ["READ_MESSAGE_HISTORY"]],
  ["PATCH DELETE", "/channels/:id/messages/:id", rule.ownMessage],
  ["POST", "/channels/:id/messages/bulk-delete", ["MANAGE_MESSAGES"]],
  ["POST", "/channels/:id/messages/:id/crosspost", rule.crosspost],
  ["POST", "/channels/:id/messages/:id/threads", ["CREATE_PUBLIC_THREADS"]],
  ["PUT", "/channels/:id/messages/:id/reactions/:id/@me", rule.reaction],
  ["DELETE", "/channels/:id/messages/:id/reactions/:id/@me", []],
  ["DELETE", "/channels/:id/messages/:id/reactions/**", ["MANAGE_MESSAGES"]],
  ["PUT DELETE", "/channels/:id/messages/pins/:id", ["PIN_MESSAGES"]],
  ["PUT DELETE", "/channels/:id/pins/:id", ["PIN_MESSAGES"]],
  ["POST", "/channels/:id/typing", rule.sendingNeeds],
  ["GET", "/guilds/:id/messages/search", ["READ_MESSAGE_HISTORY"]],

  ["POST", "/channels/:id/threads", rule.threadCreate],
  ["PUT DELETE", "/channels/:id/thread-members/@me", []],
  ["PUT", "/channels/:id/thread-members/:id", ["SEND_MESSAGES_IN_THREADS"]],
  ["DELETE", "/channels/:id/thread-members/:id", rule.threadMemberRemove],
  ["GET", "/channels/:id/threads/archived/private", ["READ_MESSAGE_HISTORY", "MANAGE_THREADS"]],
  ["GET", "/channels/:id/threads/archived/public", ["READ_MESSAGE_HISTORY"]],
  ["GET", "/channels/:id/threads/search", ["READ_MESSAGE_HISTORY"]],
  ["GET", "/channels/:id/users/@me/threads/archived/private", ["READ_MESSAGE_HISTORY"]],

  ["POST", "/channels/:id/followers", ["MANAGE_WEBHOOKS"]],
  ["GET POST", "/channels/:id/webhooks", ["MANAGE_WEBHOOKS"]],
  ["GET", "/guilds/:id/webhooks", ["MANAGE_WEBHOOKS"]],
  ["GET PATCH DELETE", "/webhooks/:id", ["MANAGE_WEBHOOKS"]],

  // A user without a voice connection needs both permissions, and the bot has no voice connection.
  ["PUT", "/channels/:id/voice-status", ["SET_VOICE_CHANNEL_STATUS", "MANAGE_CHANNELS"]],
  [
    "POST",
    "/channels/:id/send-soundboard-sound",
    (it) => ["CONNECT", "SPEAK", "USE_SOUNDBOARD", ...when("source_guild_id" in it.body, "USE_EXTERNAL_SOUNDS")]
  ],
  ["GET", "/stage-instances/:id", ["VIEW_CHANNEL"]],
  ["POST PATCH DELETE", "/stage-instances/**", rule.stage],
  ["PATCH", "/guilds/:id/voice-states/@me", rule.ownVoice],
  ["PATCH", "/guilds/:id/voice-states/:id", ["MUTE_MEMBERS"]],
  // All other channel routes need only VIEW_CHANNEL: the channel, messages, pins, reactions, poll voters …
  ["GET POST PUT PATCH DELETE", "/channels/:id/**", []],

  ["PATCH", "/guilds/:id", rule.guildPatch],
  ["POST", "/guilds/:id/channels", rule.channelCreate],
  ["PATCH", "/guilds/:id/channels", ["MANAGE_CHANNELS"]],
  ["PATCH", "/guilds/:id/members/@me", (it) => when("nick" in it.body, "CHANGE_NICKNAME")],
  ["PUT", "/guilds/:id/members/:id", rule.memberPut],
  ["PATCH", "/guilds/:id/members/:id", rule.memberPatch],
  ["DELETE", "/guilds/:id/members/:id", ["KICK_MEMBERS"]],
  ["PUT DELETE", "/guilds/:id/members/:id/roles/:id", ["MANAGE_ROLES"]],
  ["GET PUT DELETE", "/guilds/:id/bans/**", ["BAN_MEMBERS"]],
  ["POST", "/guilds/:id/bulk-ban", ["BAN_MEMBERS", "MANAGE_GUILD"]],
  ["GET POST", "/guilds/:id/prune", rule.prune],
  ["POST PATCH DELETE", "/guilds/:id/roles/**", rule.role],
  ["GET", "/guilds/:id/invites", [oneOf(["VIEW_AUDIT_LOG"], ["MANAGE_GUILD"])]],
  ["GET PATCH", "/guilds/:id/requests/**", ["KICK_MEMBERS"]],
  ["GET", "/guilds/:id/audit-logs", ["VIEW_AUDIT_LOG"]],
  ["PUT", "/guilds/:id/onboarding", ["MANAGE_GUILD", "MANAGE_ROLES"]],
  ["GET DELETE", "/guilds/:id/integrations/**", ["MANAGE_GUILD"]],
  ["GET PATCH", "/guilds/:id/widget", ["MANAGE_GUILD"]],
  ["GET", "/guilds/:id/vanity-url", ["MANAGE_GUILD"]],
  ["PATCH", "/guilds/:id/welcome-screen", ["MANAGE_GUILD"]],
  ["PUT", "/guilds/:id/incident-actions", ["MANAGE_GUILD"]],
  ["GET POST PUT PATCH DELETE", "/guilds/:id/templates/**", ["MANAGE_GUILD"]],
  ["POST PATCH", "/guilds/:id/auto-moderation/rules/**", rule.automod],
  ["GET DELETE", "/guilds/:id/auto-moderation/rules/**", ["MANAGE_GUILD"]],
  ["POST", "/guilds/:id/scheduled-events", rule.eventCreate],
  ["PATCH DELETE", "/guilds/:id/scheduled-events/:id", rule.event],
  ["POST PATCH DELETE", "/guilds/:id/scheduled-events/:id/exceptions/**", rule.event],
  ...["emojis", "stickers", "soundboard-sounds"].flatMap(
    (kind): ReadonlyArray<OperationNeeds> => [
      ["POST", `/guilds/:id/${kind}`, ["CREATE_GUILD_EXPRESSIONS"]],
      ["PATCH DELETE", `/guilds/:id/${kind}/:id`, rule.expression]
    ]
  ),
  // All other reads of a guild need only membership.
  ["GET", "/guilds/:id/**", []]
]

const matchesRoute = (pattern: string, template: string): boolean =>
  pattern.endsWith("/**") ? `${template}/`.startsWith(pattern.slice(0, -"**".length)) : pattern === template

/**
 * Permissions that every request in a channel needs (Discord docs, permissions, implicit permissions). A group direct
 * message, which is the only channel with recipients, has no permissions.
 */
const implicitNeeds = (template: string, { kind }: PermissionTarget): ReadonlyArray<Need> => [
  ...when(/^\/channels\/(?!:id\/recipients\/)/.test(template) || kind === "voice", "VIEW_CHANNEL"),
  ...when(kind === "voice", "CONNECT")
]

const needContextOf = (request: RequestParts, target: PermissionTarget) => ({
  // Undefined fields are not sent.
  body: Record.filter(Predicate.isRecord(request.body) ? request.body : {}, Predicate.isNotUndefined),
  files: request.files?.length ?? 0,
  path: pathValues(request),
  target
})
