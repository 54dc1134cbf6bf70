import { Schema } from "effect"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, created, nonEmpty, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

const Texts = nullish(Schema.Record({ key: Schema.String, value: Schema.String }))

const LobbyMember = Schema.Struct({
  id: expected(Id),
  metadata: Texts,
  flags: nullish(Schema.Number),
  additional_name: nullish(Schema.String)
})

/** A lobby, as decoded from Discord's reply (Discord docs, lobby resource). */
export const Lobby = Schema.Struct({
  id: expected(Id),
  application_id: nullish(Id),
  metadata: Texts,
  members: nullish(Schema.Array(LobbyMember)),
  linked_channel: nullish(Schema.Struct({ id: expected(Id), name: nullish(Schema.String) })),
  override_event_webhooks_url: nullish(Schema.String)
})

/** An invite to the guild of a lobby's linked channel (Discord docs, lobby resource). */
export const LobbyInvite = Schema.Struct({ code: Schema.String })

/** Member flag: may link the lobby to a channel. */
export const CAN_LINK_LOBBY = 1

/** Compact view of a lobby member. */
export const lobbyMember = viewOf(LobbyMember, (member) =>
  compact({
    id: member.id,
    additional_name: member.additional_name,
    metadata: nonEmpty(member.metadata),
    can_link_lobby: ((member.flags ?? 0) & CAN_LINK_LOBBY) !== 0
  })
)

/** Compact view of a lobby: members and linked channel. */
export const lobby = viewOf(Lobby, (lobby) =>
  compact({
    id: lobby.id,
    application_id: lobby.application_id,
    metadata: nonEmpty(lobby.metadata),
    members: lobby.members?.map(lobbyMember),
    linked_channel: lobby.linked_channel && compact({ id: lobby.linked_channel.id, name: lobby.linked_channel.name }),
    override_event_webhooks_url: lobby.override_event_webhooks_url
  })
)

/** Compact view of a lobby that a call created. */
export const createdLobby = created(lobby, "id")

/** Compact view of a lobby message (Discord docs, lobby resource). */
export const lobbyMessage = viewOf(
  Schema.Struct({
    id: expected(Id),
    content: nullish(Schema.String),
    author: expected(User),
    metadata: Texts,
    moderation_metadata: Texts
  }),
  (message) =>
    compact({
      id: message.id,
      author: message.author && user(message.author),
      content: message.content,
      metadata: nonEmpty(message.metadata),
      moderation_metadata: nonEmpty(message.moderation_metadata)
    })
)

/** Compact view of a lobby message that a call created. */
export const createdLobbyMessage = created(lobbyMessage, "id")
