import type { APIChannel, APIUser } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** A member as Discord describes it (docs, lobby resource). */
export interface LobbyMemberShape {
  readonly id: string
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly flags?: number
  readonly additional_name?: string
}

/** A lobby as Discord describes it (docs, lobby resource). */
export interface LobbyShape {
  readonly id: string
  readonly application_id: string
  readonly metadata: Readonly<Record<string, string>> | null
  readonly members?: ReadonlyArray<LobbyMemberShape>
  readonly linked_channel?: APIChannel
  readonly override_event_webhooks_url?: string | null
}

/** A message as Discord describes it (docs, lobby resource). */
export interface LobbyMessageShape {
  readonly id: string
  readonly content: string
  readonly lobby_id: string
  readonly author: APIUser
  readonly metadata?: Readonly<Record<string, string>>
  readonly moderation_metadata?: Readonly<Record<string, string>>
}

/** An invite into the guild of the channel a lobby is linked to (docs, lobby resource). */
export interface LobbyInviteShape {
  readonly code: string
}

/** That a member may link the lobby to a channel. */
export const CAN_LINK_LOBBY = 1

/** What an agent needs of a lobby: who is in it, and which channel it is linked to. */
export const lobby = (it: LobbyShape) =>
  compact({
    id: it.id,
    application_id: it.application_id,
    metadata: filled(it.metadata),
    members: it.members?.map(lobbyMember),
    linked_channel: it.linked_channel && compact({ id: it.linked_channel.id, name: it.linked_channel.name }),
    override_event_webhooks_url: it.override_event_webhooks_url
  })

/** What an agent needs of a member. */
export const lobbyMember = (it: LobbyMemberShape) =>
  compact({
    id: it.id,
    additional_name: it.additional_name,
    metadata: filled(it.metadata),
    can_link_lobby: ((it.flags ?? 0) & CAN_LINK_LOBBY) !== 0
  })

/** What an agent needs of a message. */
export const lobbyMessage = (it: LobbyMessageShape) =>
  compact({
    id: it.id,
    author: user(it.author),
    content: it.content,
    metadata: filled(it.metadata),
    moderation_metadata: filled(it.moderation_metadata)
  })

const filled = (metadata: Readonly<Record<string, string>> | null | undefined) =>
  metadata && Object.keys(metadata).length > 0 ? metadata : undefined
