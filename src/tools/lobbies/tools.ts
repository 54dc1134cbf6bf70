import type { Risk } from "../../discord/Permit.ts"
import {
  described,
  flag,
  integer,
  itemsUpTo,
  listOf,
  nullable,
  object,
  optional,
  text,
  withDefault
} from "../../objects/schema/fields.ts"
import { ChannelId, LobbyId, message_id, UserId } from "../../objects/schema/ids.ts"
import { inUnit } from "../../objects/schema/lengthOfTime.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, unchanged, view } from "../dsl/view.ts"
import { messageRisk } from "../messages/fields.ts"
import { allowedMentions, DEFAULT_MENTIONS } from "../messages/mentions.ts"
import { pingFacts } from "../messages/preview.ts"
import { reasons } from "../shared/failures.ts"
import { eventsUrl, memberBody, memberFields, metadata, textMap } from "./fields.ts"
import { createdLobby, createdLobbyMessage, LobbyInvite, lobby, lobbyMember, lobbyMessage } from "./view.ts"

const lobby_id = described("The lobby.", LobbyId)
const user_id = described("The user.", UserId)
const idle_timeout_seconds = optional(
  integer(
    "Seconds until an empty lobby closes: 5 to 604800 (7 days).",
    Limits.LOBBY_IDLE_MIN_S,
    Limits.LOBBY_IDLE_MAX_S
  ).annotations(inUnit("seconds"))
)
const override_event_webhooks_url = optional(eventsUrl)
const members = listOf(
  "Up to 25 members.",
  object("A member.", { id: user_id, ...memberFields }),
  0,
  Limits.LOBBY_MEMBERS_MAX
)
const additional_name = optional(text("Additional display name.", { max: Limits.LOBBY_NAME_MAX }))
const memberChange = object("A change of one member.", {
  id: user_id,
  ...memberFields,
  additional_name,
  remove_member: optional(flag("Whether to remove the member; false by default."))
})

/** Returns the risk of an events URL: its receiver reads all messages of the lobby. */
const eventsRisk = (url: string | null | undefined): Risk => (typeof url === "string" ? "destructive" : "write")

const synonyms = {
  lobbies_create: "game lobby, matchmaking, create lobby, new lobby, open a lobby",
  lobbies_get: "lobby info, who is in a lobby, players of a lobby, members of a lobby, show a lobby, lobby",
  lobbies_list_messages:
    "chat of a lobby, lobby chat, read a lobby's messages, what was written in a lobby, messages of a lobby",
  lobbies_send_message: "write in a lobby, message the players, chat in a lobby, say something in a lobby",
  lobbies_create_invite: "invite a player to the server, server invite for a lobby member",
  lobbies_create_own_invite: "server invite for the bot from a lobby",
  lobbies_create_or_join: "join a lobby, enter a lobby, lobby by secret",
  lobbies_add_member: "add a player to a lobby, put a player into a lobby",
  lobbies_modify_members: "add several players to a lobby, bulk change of players",
  lobbies_modify: "change a lobby, edit a lobby, lobby metadata, lobby timeout",
  lobbies_link_channel:
    "link a lobby to a channel, connect a lobby to a channel, unlink a lobby, bridge game chat and discord, disconnect a lobby from a channel",
  lobbies_set_message_moderation: "moderate a lobby message, flag a lobby message",
  lobbies_remove_member: "kick a player from a lobby, remove a player from a lobby",
  lobbies_leave: "leave a lobby, leave lobby, exit a lobby",
  lobbies_delete: "close a lobby, end a lobby, delete lobby, disband a lobby, shut down a lobby"
}

/** Lobbies of games that use Discord's Social SDK. */
export const tools = group({ category: "lobbies", synonyms }, [
  get("lobbies_get", "/lobbies/{lobby_id}", {
    description: "Get a lobby of the application's game: members and linked channel.",
    path: { lobby_id },
    options: view,
    toResult: one(lobby)
  }),
  get("lobbies_list_messages", "/lobbies/{lobby_id}/messages", {
    description: "List the latest messages of a lobby.",
    path: { lobby_id },
    query: {
      limit: withDefault(itemsUpTo("Number of messages, 1 to 200; 50 by default.", 1, Limits.LOBBY_MESSAGES_MAX), 50)
    },
    ...unpaged({ view: lobbyMessage, empty: "This lobby has no messages." })
  }),
  post("lobbies_create", "/lobbies", {
    description:
      "Create a lobby for the application's game, with members. Players cannot join or leave this lobby themselves.",
    path: {},
    body: { idle_timeout_seconds, metadata: optional(metadata), override_event_webhooks_url },
    options: { members: optional(members) },
    asks: ["publishes"],
    riskOf: (input) => eventsRisk(input.override_event_webhooks_url),
    toBody: ({ members }) => ({ members: members?.map(memberBody) }),
    toResult: one(createdLobby)
  }),
  post("lobbies_send_message", "/lobbies/{lobby_id}/messages", {
    description:
      "Send a message to a lobby and its linked channel. Without allowed_mentions, only mentioned users are pinged.",
    path: { lobby_id },
    body: { content: text("The text, up to 2000 characters.", { max: Limits.MESSAGE_CONTENT_MAX }) },
    options: { allowed_mentions: optional(allowedMentions) },
    asks: ["pings_everyone"],
    riskOf: messageRisk,
    toBody: ({ allowed_mentions }) => ({ allowed_mentions: allowed_mentions ?? DEFAULT_MENTIONS }),
    toResult: one(createdLobbyMessage),
    failures: reasons("blocked_by_automod"),
    preview: pingFacts
  }),
  post("lobbies_create_invite", "/lobbies/{lobby_id}/members/{user_id}/invites", {
    description: "Create an invite for a lobby member to the guild of the lobby's linked channel.",
    path: { lobby_id, user_id },
    toResult: unchanged(LobbyInvite)
  }),
  post("lobbies_create_own_invite", "/lobbies/{lobby_id}/members/@me/invites", {
    description: "Create an invite for the bot itself to the guild of the lobby's linked channel.",
    path: { lobby_id },
    toResult: unchanged(LobbyInvite)
  }),
  put("lobbies_create_or_join", "/lobbies", {
    title: "Create or join lobby",
    description: "Join the lobby with this secret, or create it. To choose the members use lobbies_create.",
    path: {},
    body: {
      secret: text("The secret that joining players share, up to 250 characters.", { max: Limits.LOBBY_SECRET_MAX }),
      idle_timeout_seconds,
      lobby_metadata: optional(metadata),
      member_metadata: optional(metadata)
    },
    toResult: one(createdLobby)
  }),
  put("lobbies_add_member", "/lobbies/{lobby_id}/members/{user_id}", {
    description: "Add a member to a lobby, or change one. For several members use lobbies_modify_members.",
    path: { lobby_id, user_id },
    body: { additional_name },
    options: memberFields,
    toBody: ({ can_link_lobby, metadata }) => memberBody({ can_link_lobby, metadata }),
    toResult: one(lobbyMember),
    failures: reasons("unknown_user")
  }),
  post("lobbies_modify_members", "/lobbies/{lobby_id}/members/bulk", {
    description: "Add, change or remove up to 25 members of a lobby at once.",
    path: { lobby_id },
    options: { members: listOf("The members, 1 to 25.", memberChange, 1, Limits.LOBBY_MEMBERS_MAX) },
    repeat: "same",
    asks: ["removes_people"],
    riskOf: ({ members }) => (members.some((it) => it.remove_member === true) ? "destructive" : "write"),
    toBody: ({ members }) => members.map(memberBody),
    renames: { "": "members" },
    toResult: unpaged({ view: lobbyMember, empty: "None of these users is a member any more." }).toResult
  }),
  patch("lobbies_modify", "/lobbies/{lobby_id}", {
    description: "Change a lobby's metadata, members, idle timeout or events URL. members replaces the whole list.",
    path: { lobby_id },
    body: {
      idle_timeout_seconds,
      metadata: optional(nullable(metadata)),
      override_event_webhooks_url: optional(nullable(eventsUrl))
    },
    options: { members: optional(members) },
    validate: atLeastOne("metadata", "members", "idle_timeout_seconds", "override_event_webhooks_url"),
    asks: ["replaces", "publishes"],
    riskOf: ({ members, override_event_webhooks_url }) =>
      members === undefined ? eventsRisk(override_event_webhooks_url) : "destructive",
    toBody: ({ members }) => ({ members: members?.map(memberBody) }),
    toResult: one(lobby)
  }),
  patch("lobbies_link_channel", "/lobbies/{lobby_id}/channel-linking", {
    title: "Link lobby to channel",
    description: "Link a lobby to a text channel, so that both share their messages, or unlink it.",
    path: { lobby_id },
    body: { channel_id: optional(described("The text channel to link.", nullable(ChannelId))) },
    validate: atLeastOne("channel_id"),
    toResult: one(lobby),
    failures: reasons("unknown_channel")
  }),
  put("lobbies_set_message_moderation", "/lobbies/{lobby_id}/messages/{message_id}/moderation-metadata", {
    description: "Set the moderation metadata of a lobby message: what the game's own moderation found.",
    path: { lobby_id, message_id },
    options: {
      metadata: textMap("Moderation results: at most 5 texts by key.", {
        keys: Limits.MODERATION_KEYS_MAX,
        value: Limits.MODERATION_VALUE_MAX
      })
    },
    toBody: ({ metadata }) => metadata,
    renames: { "": "metadata" }
  }),
  del("lobbies_remove_member", "/lobbies/{lobby_id}/members/{user_id}", {
    description: "Remove a member from a lobby.",
    asks: ["removes_people"],
    path: { lobby_id, user_id },
    undo: "lobbies_add_member adds them again."
  }),
  del("lobbies_leave", "/lobbies/{lobby_id}/members/@me", {
    description: "Leave a lobby, as the bot itself.",
    path: { lobby_id },
    undo: "Somebody must add the bot again."
  }),
  del("lobbies_delete", "/lobbies/{lobby_id}", {
    description: "Delete a lobby for all its members.",
    path: { lobby_id }
  })
])
