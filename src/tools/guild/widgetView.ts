import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"

/** Compact view of a widget. Its members are anonymous: Discord does not return their user ids. */
export const widget = viewOf(
  Schema.Struct({
    id: Id,
    name: Schema.String,
    instant_invite: may(Schema.String),
    presence_count: may(Schema.Number),
    channels: may(Schema.Array(Schema.Struct({ id: Id, name: Schema.String }))),
    members: may(
      Schema.Array(
        Schema.Struct({
          username: Schema.String,
          status: may(Schema.String),
          activity: may(Schema.Struct({ name: may(Schema.String) }))
        })
      )
    )
  }),
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      invite: it.instant_invite,
      online: it.presence_count,
      channels: it.channels?.map(({ id, name }) => ({ id, name })),
      people: it.members?.map(({ activity, status, username }) =>
        compact({ name: username, status, activity: activity?.name })
      )
    })
)
