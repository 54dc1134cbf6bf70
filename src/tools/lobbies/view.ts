import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
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
export const lobbyMember = viewOf(LobbyMember, (it) =>
  compact({
    id: it.id,
    additional_name: it.additional_name,
    metadata: nonEmpty(it.metadata),
    can_link_lobby: ((it.flags ?? 0) & CAN_LINK_LOBBY) !== 0
  })
)

/** Compact view of a lobby: members and linked channel. */
export const lobby = viewOf(Lobby, (it) =>
  compact({
    id: it.id,
    application_id: it.application_id,
    metadata: nonEmpty(it.metadata),
    members: it.members?.map(lobbyMember),
    linked_channel: it.linked_channel && compact({ id: it.linked_channel.id, name: it.linked_channel.name }),
    override_event_webhooks_url: it.override_event_webhooks_url
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
  (it) =>
    compact({
      id: it.id,
      author: it.author && user(it.author),
      content: it.content,
      metadata: nonEmpty(it.metadata),
      moderation_metadata: nonEmpty(it.moderation_metadata)
    })
)

/** Compact view of a lobby message that a call created. */
export const createdLobbyMessage = created(lobbyMessage, "id")
