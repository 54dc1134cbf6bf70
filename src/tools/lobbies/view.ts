import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

const Texts = may(Schema.Record({ key: Schema.String, value: Schema.String }))

const LobbyMember = Schema.Struct({
  id: Id,
  metadata: Texts,
  flags: may(Schema.Number),
  additional_name: may(Schema.String)
})

/** What is read of a lobby (Discord docs, lobby resource). */
export const Lobby = Schema.Struct({
  id: Id,
  application_id: may(Id),
  metadata: Texts,
  members: may(Schema.Array(LobbyMember)),
  linked_channel: may(Schema.Struct({ id: Id, name: may(Schema.String) })),
  override_event_webhooks_url: may(Schema.String)
})

/** An invite into the guild of the channel a lobby is linked to (Discord docs, lobby resource). */
export const LobbyInvite = Schema.Struct({ code: Schema.String })

/** That a member may link the lobby to a channel. */
export const CAN_LINK_LOBBY = 1

/** What an agent needs of a member. */
export const lobbyMember = viewOf(LobbyMember, (it) =>
  compact({
    id: it.id,
    additional_name: it.additional_name,
    metadata: filled(it.metadata),
    can_link_lobby: ((it.flags ?? 0) & CAN_LINK_LOBBY) !== 0
  })
)

/** What an agent needs of a lobby: who is in it, and which channel it is linked to. */
export const lobby = viewOf(Lobby, (it) =>
  compact({
    id: it.id,
    application_id: it.application_id,
    metadata: filled(it.metadata),
    members: it.members?.map(lobbyMember),
    linked_channel: it.linked_channel && compact({ id: it.linked_channel.id, name: it.linked_channel.name }),
    override_event_webhooks_url: it.override_event_webhooks_url
  })
)

/** What an agent needs of a message (Discord docs, lobby resource). */
export const lobbyMessage = viewOf(
  Schema.Struct({
    id: Id,
    content: may(Schema.String),
    author: User,
    metadata: Texts,
    moderation_metadata: Texts
  }),
  (it) =>
    compact({
      id: it.id,
      author: user(it.author),
      content: it.content,
      metadata: filled(it.metadata),
      moderation_metadata: filled(it.moderation_metadata)
    })
)

const filled = (metadata: Readonly<Record<string, string>> | null | undefined) =>
  metadata && Object.keys(metadata).length > 0 ? metadata : undefined
