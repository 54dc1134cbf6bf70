import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { Method } from "../../../src/discord/DiscordRequest.ts"
import { fieldsOf } from "../../../src/discord/DiscordRequest.ts"
import type { PermissionTarget } from "../../../src/discord/permissions/needs.ts"
import { alwaysRequired, requiredPermissions } from "../../../src/discord/permissions/requiredPermissions.ts"
import { bitsOf, namesOf, type PermissionName } from "../../../src/errors/PermissionName.ts"

interface Given extends PermissionTarget {
  readonly body?: unknown
  readonly files?: number
  readonly path?: Readonly<Record<string, string>>
  readonly held?: ReadonlyArray<PermissionName>
}

/** The permissions of a request; `undefined` if its route has no entry. */
const needed = (operation: string, { body, files = 0, held = [], path, ...target }: Given = {}) => {
  const [method = "", route = ""] = operation.split(" ")
  const asked = {
    method: method as Method, // the cases below name real ones
    route,
    path: { ...Object.fromEntries(fieldsOf(route).map((field) => [field, "1"])), ...path },
    body,
    files: Array.from({ length: files }, () => ({ name: "a.txt", data: new Uint8Array() }))
  }
  const bits = requiredPermissions(asked, target, bitsOf(held))
  return bits === undefined ? undefined : namesOf(bits)
}

type Row = readonly [operation: string, given: Given, names: ReadonlyArray<PermissionName> | undefined]

const SEND = "POST /channels/{channel_id}/messages"
const THREAD = "PATCH /channels/{channel_id}"
const MEMBER = "PATCH /guilds/{guild_id}/members/{user_id}"
const REACT = "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me"

const rows: ReadonlyArray<Row> = [
  ["GET /channels/{channel_id}", {}, ["VIEW_CHANNEL"]],
  [THREAD, { body: { name: "x" } }, ["MANAGE_CHANNELS", "VIEW_CHANNEL"]],
  [THREAD, { body: { permission_overwrites: [] } }, ["MANAGE_CHANNELS", "VIEW_CHANNEL", "MANAGE_ROLES"]],
  [THREAD, { body: { name: "x", permission_overwrites: undefined } }, ["MANAGE_CHANNELS", "VIEW_CHANNEL"]],
  [THREAD, { kind: "thread", body: { name: "x" } }, ["VIEW_CHANNEL", "MANAGE_THREADS"]],
  [THREAD, { kind: "thread", body: { archived: false } }, ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"]],
  [THREAD, { kind: "thread", locked: true, body: { archived: false } }, ["VIEW_CHANNEL", "MANAGE_THREADS"]],
  [THREAD, { kind: "thread", body: { archived: false, locked: false } }, ["VIEW_CHANNEL", "MANAGE_THREADS"]],
  ["DELETE /channels/{channel_id}", {}, ["MANAGE_CHANNELS", "VIEW_CHANNEL"]],
  ["DELETE /channels/{channel_id}", { kind: "thread" }, ["VIEW_CHANNEL", "MANAGE_THREADS"]],
  ["DELETE /channels/{channel_id}", { kind: "voice" }, ["MANAGE_CHANNELS", "VIEW_CHANNEL", "CONNECT"]],
  [
    "PUT /channels/{channel_id}/permissions/{overwrite_id}",
    { body: { type: 0, allow: "2048", deny: "16" } },
    ["MANAGE_CHANNELS", "VIEW_CHANNEL", "SEND_MESSAGES", "MANAGE_ROLES"]
  ],
  ["DELETE /channels/{channel_id}/permissions/{overwrite_id}", {}, ["VIEW_CHANNEL", "MANAGE_ROLES"]],
  ["POST /channels/{channel_id}/invites", { body: {} }, ["CREATE_INSTANT_INVITE", "VIEW_CHANNEL"]],
  [
    "POST /channels/{channel_id}/invites",
    { body: { role_ids: ["1"] } },
    ["CREATE_INSTANT_INVITE", "VIEW_CHANNEL", "MANAGE_ROLES"]
  ],
  ["DELETE /invites/{invite_code}", {}, ["MANAGE_CHANNELS"]],
  ["DELETE /invites/{invite_code}", { held: ["MANAGE_GUILD"] }, ["MANAGE_GUILD"]],

  [SEND, { body: { content: "x" } }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  [SEND, { body: { content: "x" }, kind: "thread" }, ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"]],
  [SEND, { body: { content: "x" }, kind: "voice" }, ["VIEW_CHANNEL", "SEND_MESSAGES", "CONNECT"]],
  [SEND, { body: { tts: true } }, ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_TTS_MESSAGES"]],
  [
    SEND,
    { body: { message_reference: { message_id: "1" } } },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "READ_MESSAGE_HISTORY"]
  ],
  [SEND, { body: { message_reference: { type: 1, message_id: "1" } } }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  [SEND, { body: {}, files: 1 }, ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES"]],
  [SEND, { body: { embeds: [{}] } }, ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"]],
  [SEND, { body: { content: "x", embeds: [] } }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  [
    SEND,
    { body: { allowed_mentions: { parse: ["users", "everyone"] } } },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "MENTION_EVERYONE"]
  ],
  [SEND, { body: { content: "@everyone", allowed_mentions: { parse: [] } } }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  [SEND, { body: { poll: {} } }, ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_POLLS"]],
  [SEND, { body: { flags: 8192 }, files: 1 }, ["VIEW_CHANNEL", "SEND_MESSAGES", "ATTACH_FILES", "SEND_VOICE_MESSAGES"]],
  [
    SEND,
    { body: { content: "<:a:7> <a:b:8>" }, expressions: new Set(["7"]) },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_EXTERNAL_EMOJIS"]
  ],
  [
    SEND,
    { body: { content: "<:a:7>", sticker_ids: ["9"] }, expressions: new Set(["7"]) },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "USE_EXTERNAL_STICKERS"]
  ],
  [SEND, { body: { content: "<:a:7>", sticker_ids: ["9"] } }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  ["GET /channels/{channel_id}/messages", {}, ["VIEW_CHANNEL"]],
  ["GET /channels/{channel_id}/messages/{message_id}", {}, ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]],
  ["PATCH /channels/{channel_id}/messages/{message_id}", {}, ["VIEW_CHANNEL", "MANAGE_MESSAGES"]],
  ["DELETE /channels/{channel_id}/messages/{message_id}", {}, ["VIEW_CHANNEL", "MANAGE_MESSAGES"]],
  ["DELETE /channels/{channel_id}/messages/{message_id}", { own: true }, ["VIEW_CHANNEL"]],
  ["POST /channels/{channel_id}/messages/bulk-delete", { body: { messages: [] } }, ["VIEW_CHANNEL", "MANAGE_MESSAGES"]],
  [
    "POST /channels/{channel_id}/messages/{message_id}/crosspost",
    {},
    ["VIEW_CHANNEL", "SEND_MESSAGES", "MANAGE_MESSAGES"]
  ],
  ["POST /channels/{channel_id}/messages/{message_id}/crosspost", { own: true }, ["VIEW_CHANNEL", "SEND_MESSAGES"]],
  [REACT, {}, ["ADD_REACTIONS", "VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]],
  [
    REACT,
    { path: { emoji: "blob:7" }, expressions: new Set() },
    ["ADD_REACTIONS", "VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "USE_EXTERNAL_EMOJIS"]
  ],
  ["DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me", {}, ["VIEW_CHANNEL"]],
  [
    "DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/{user_id}",
    {},
    ["VIEW_CHANNEL", "MANAGE_MESSAGES"]
  ],
  ["DELETE /channels/{channel_id}/messages/{message_id}/reactions", {}, ["VIEW_CHANNEL", "MANAGE_MESSAGES"]],
  ["GET /channels/{channel_id}/messages/{message_id}/reactions/{emoji}", {}, ["VIEW_CHANNEL"]],
  ["GET /channels/{channel_id}/messages/pins", {}, ["VIEW_CHANNEL"]],
  ["PUT /channels/{channel_id}/messages/pins/{message_id}", {}, ["VIEW_CHANNEL", "PIN_MESSAGES"]],
  ["POST /channels/{channel_id}/polls/{message_id}/expire", {}, ["VIEW_CHANNEL"]],
  ["GET /guilds/{guild_id}/messages/search", {}, ["READ_MESSAGE_HISTORY"]],

  [
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    { body: { name: "x" } },
    ["VIEW_CHANNEL", "CREATE_PUBLIC_THREADS"]
  ],
  ["POST /channels/{channel_id}/threads", { body: { type: 11 } }, ["VIEW_CHANNEL", "CREATE_PUBLIC_THREADS"]],
  ["POST /channels/{channel_id}/threads", { body: { type: 12 } }, ["VIEW_CHANNEL", "CREATE_PRIVATE_THREADS"]],
  [
    "POST /channels/{channel_id}/threads",
    { kind: "forum", body: { message: { embeds: [{}] } } },
    ["VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"]
  ],
  [
    "PUT /channels/{channel_id}/thread-members/{user_id}",
    { kind: "thread" },
    ["VIEW_CHANNEL", "SEND_MESSAGES_IN_THREADS"]
  ],
  ["PUT /channels/{channel_id}/thread-members/@me", { kind: "thread" }, ["VIEW_CHANNEL"]],
  ["DELETE /channels/{channel_id}/thread-members/{user_id}", { kind: "thread" }, ["VIEW_CHANNEL", "MANAGE_THREADS"]],
  [
    "GET /channels/{channel_id}/threads/archived/private",
    {},
    ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY", "MANAGE_THREADS"]
  ],
  ["GET /channels/{channel_id}/users/@me/threads/archived/private", {}, ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]],
  ["POST /channels/{channel_id}/webhooks", { body: { name: "x" } }, ["VIEW_CHANNEL", "MANAGE_WEBHOOKS"]],
  ["PATCH /webhooks/{webhook_id}", {}, ["MANAGE_WEBHOOKS"]],
  [
    "POST /channels/{channel_id}/send-soundboard-sound",
    { body: { sound_id: "1" }, kind: "voice" },
    ["VIEW_CHANNEL", "CONNECT", "SPEAK", "USE_SOUNDBOARD"]
  ],
  [
    "POST /stage-instances",
    { body: { send_start_notification: true } },
    ["MANAGE_CHANNELS", "MENTION_EVERYONE", "MUTE_MEMBERS", "MOVE_MEMBERS"]
  ],
  ["DELETE /stage-instances/{channel_id}", {}, ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS"]],

  ["GET /guilds/{guild_id}", {}, []],
  ["GET /guilds/{guild_id}/members", {}, []],
  ["PATCH /guilds/{guild_id}", { body: { name: "x" } }, ["MANAGE_GUILD"]],
  ["PATCH /guilds/{guild_id}", { body: { features: ["COMMUNITY"] }, features: [] }, ["ADMINISTRATOR", "MANAGE_GUILD"]],
  [
    "PATCH /guilds/{guild_id}",
    { body: { features: ["COMMUNITY", "INVITES_DISABLED"] }, features: ["COMMUNITY"] },
    ["MANAGE_GUILD"]
  ],
  ["POST /guilds/{guild_id}/channels", { body: { name: "x" } }, ["MANAGE_CHANNELS"]],
  [
    "POST /guilds/{guild_id}/channels",
    { body: { permission_overwrites: [{ id: "1", type: 0, allow: "268435456", deny: "0" }] } },
    ["ADMINISTRATOR", "MANAGE_CHANNELS", "MANAGE_ROLES"]
  ],
  [MEMBER, { body: { nick: "x" } }, ["MANAGE_NICKNAMES"]],
  [MEMBER, { body: { roles: [] } }, ["MANAGE_ROLES"]],
  [MEMBER, { body: { mute: true, deaf: false } }, ["MUTE_MEMBERS", "DEAFEN_MEMBERS"]],
  [MEMBER, { body: { channel_id: "1" } }, ["CONNECT", "MOVE_MEMBERS"]],
  [MEMBER, { body: { channel_id: null } }, ["MOVE_MEMBERS"]],
  [MEMBER, { body: { communication_disabled_until: null } }, ["MODERATE_MEMBERS"]],
  [MEMBER, { body: { flags: 4 } }, ["MANAGE_GUILD"]],
  [
    MEMBER,
    { body: { flags: 4 }, held: ["MODERATE_MEMBERS", "KICK_MEMBERS", "BAN_MEMBERS"] },
    ["KICK_MEMBERS", "BAN_MEMBERS", "MODERATE_MEMBERS"]
  ],
  ["PATCH /guilds/{guild_id}/members/@me", { body: { nick: null } }, ["CHANGE_NICKNAME"]],
  ["PUT /guilds/{guild_id}/members/{user_id}", { body: { nick: "x" } }, ["CREATE_INSTANT_INVITE", "MANAGE_NICKNAMES"]],
  ["DELETE /guilds/{guild_id}/members/{user_id}", {}, ["KICK_MEMBERS"]],
  ["PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}", {}, ["MANAGE_ROLES"]],
  ["GET /guilds/{guild_id}/bans", {}, ["BAN_MEMBERS"]],
  ["PUT /guilds/{guild_id}/bans/{user_id}", {}, ["BAN_MEMBERS"]],
  ["POST /guilds/{guild_id}/bulk-ban", {}, ["BAN_MEMBERS", "MANAGE_GUILD"]],
  ["POST /guilds/{guild_id}/prune", {}, ["KICK_MEMBERS", "MANAGE_GUILD"]],
  ["POST /guilds/{guild_id}/prune", { features: ["PRUNE_REQUIRES_ADMIN"] }, ["ADMINISTRATOR"]],
  ["GET /guilds/{guild_id}/prune", { features: ["PRUNE_REQUIRES_ADMIN"] }, ["ADMINISTRATOR"]],
  ["POST /guilds/{guild_id}/roles", { body: { permissions: "2" } }, ["KICK_MEMBERS", "MANAGE_ROLES"]],
  ["DELETE /guilds/{guild_id}/roles/{role_id}", {}, ["MANAGE_ROLES"]],
  ["GET /guilds/{guild_id}/roles", {}, []],
  ["GET /guilds/{guild_id}/invites", {}, ["VIEW_AUDIT_LOG"]],
  ["GET /guilds/{guild_id}/invites", { held: ["MANAGE_GUILD"] }, ["MANAGE_GUILD"]],
  ["GET /guilds/{guild_id}/audit-logs", {}, ["VIEW_AUDIT_LOG"]],
  ["PATCH /guilds/{guild_id}/auto-moderation/rules/{rule_id}", {}, ["MANAGE_GUILD"]],
  ["GET /guilds/{guild_id}/auto-moderation/rules", {}, ["MANAGE_GUILD"]],
  ["POST /guilds/{guild_id}/templates", {}, ["MANAGE_GUILD"]],
  ["PUT /guilds/{guild_id}/onboarding", {}, ["MANAGE_GUILD", "MANAGE_ROLES"]],
  ["POST /guilds/{guild_id}/emojis", {}, ["CREATE_GUILD_EXPRESSIONS"]],
  ["DELETE /guilds/{guild_id}/stickers/{sticker_id}", {}, ["MANAGE_GUILD_EXPRESSIONS"]],
  ["DELETE /guilds/{guild_id}/stickers/{sticker_id}", { own: true }, ["CREATE_GUILD_EXPRESSIONS"]],
  ["POST /guilds/{guild_id}/scheduled-events", { body: { entity_type: 3 } }, ["CREATE_EVENTS"]],
  [
    "POST /guilds/{guild_id}/scheduled-events",
    { body: { entity_type: 2 } },
    ["VIEW_CHANNEL", "CONNECT", "CREATE_EVENTS"]
  ],
  [
    "POST /guilds/{guild_id}/scheduled-events",
    { body: { entity_type: 1 } },
    ["MANAGE_CHANNELS", "MUTE_MEMBERS", "MOVE_MEMBERS", "CREATE_EVENTS"]
  ],
  ["DELETE /guilds/{guild_id}/scheduled-events/{event_id}", {}, ["MANAGE_EVENTS"]],
  ["POST /guilds/{guild_id}/scheduled-events/{event_id}/exceptions", {}, ["MANAGE_EVENTS"]],
  ["PATCH /guilds/{guild_id}/scheduled-events/{event_id}/exceptions/{exception_id}", {}, ["MANAGE_EVENTS"]],
  ["PATCH /guilds/{guild_id}/voice-states/@me", { body: { suppress: false } }, ["MUTE_MEMBERS"]],
  ["PATCH /guilds/{guild_id}/voice-states/{user_id}", { body: { suppress: true } }, ["MUTE_MEMBERS"]],

  ["PUT /applications/{application_id}/guilds/{guild_id}/commands", { body: [] }, undefined],
  ["GET /users/@me", {}, undefined],

  ["GET /channels/{channel_id}/threads/search", {}, ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]],
  ["GET /stage-instances/{channel_id}", {}, ["VIEW_CHANNEL"]],
  ["GET /guilds/{guild_id}/requests", {}, ["KICK_MEMBERS"]],
  ["PATCH /guilds/{guild_id}/requests/{request_id}", {}, ["KICK_MEMBERS"]],
  ["PUT /channels/{channel_id}/recipients/{user_id}", {}, []],
  [REACT, { reacted: true }, ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]],
  ["DELETE /channels/{channel_id}/thread-members/{user_id}", { kind: "thread", own: true }, ["VIEW_CHANNEL"]]
]

describe("the permissions a request needs", () => {
  for (const [operation, given, names] of rows) {
    const takes = names === undefined ? "is not known" : `takes ${names.join(", ") || "nothing"}`
    it(`${operation} ${inspect(given, { breakLength: Number.POSITIVE_INFINITY })} ${takes}`, () => {
      assert.deepStrictEqual(needed(operation, given), names)
    })
  }

  it("are always required, unless that depends on more than the request", () => {
    const always = (operation: string, body: unknown) => {
      const [method = "", route = ""] = operation.split(" ")
      return alwaysRequired({ method: method as Method, route, path: {}, body }) // the operations below name real ones
    }
    const passedOn = { permission_overwrites: [{ id: "1", type: 0, allow: "2", deny: "4" }] }
    assert.deepStrictEqual(always("POST /guilds/{guild_id}/channels", passedOn), ["MANAGE_CHANNELS"])
    assert.deepStrictEqual(always("PATCH /guilds/{guild_id}/roles/{role_id}", { permissions: "2" }), ["MANAGE_ROLES"])
    assert.deepStrictEqual(always("PATCH /channels/{channel_id}/messages/{message_id}", {}), ["VIEW_CHANNEL"])
    assert.deepStrictEqual(always(SEND, { allowed_mentions: { parse: ["everyone"] } }), [
      "VIEW_CHANNEL",
      "SEND_MESSAGES"
    ])
    assert.deepStrictEqual(always("DELETE /invites/{code}", undefined), ["MANAGE_CHANNELS"])
    assert.deepStrictEqual(always("GET /users/@me", undefined), [])
  })

  it("do not depend on the field names of a route", () => {
    assert.deepStrictEqual(needed("DELETE /guilds/{guild}/bans/{code}"), ["BAN_MEMBERS"])
    assert.deepStrictEqual(needed("PUT /channels/{thread_id}/messages/{id}/reactions/{emoji_name}/@me"), needed(REACT))
  })

  it("are known for missing bodies and for fields of unexpected types", () => {
    for (const body of [
      undefined,
      null,
      "text",
      [],
      { embeds: 1, allowed_mentions: "x", flags: "y", poll: 3, content: {} }
    ]) {
      assert.deepStrictEqual(needed(SEND, { body, expressions: new Set() }), ["VIEW_CHANNEL", "SEND_MESSAGES"])
    }
    assert.deepStrictEqual(needed("POST /guilds/{guild_id}/roles", { body: { permissions: "-1" } }), ["MANAGE_ROLES"])
  })
})
