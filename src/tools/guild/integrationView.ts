import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"

/** Compact view of an integration: type, account, bot. */
export const integration = viewOf(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    type: may(Schema.String),
    enabled: may(Schema.Boolean),
    account: may(Schema.Struct({ name: may(Schema.String) })),
    application: may(Schema.Struct({ id: Id, bot: may(Schema.Struct({ id: Id })) })),
    user: may(Schema.Struct({ username: may(Schema.String) })),
    role_id: may(Id),
    subscriber_count: may(Schema.Number),
    scopes: may(Schema.Array(Schema.String))
  }),
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      type: it.type,
      disabled: it.enabled === false,
      account: it.account?.name === it.name ? undefined : it.account?.name,
      bot_id: it.application?.bot?.id,
      application_id: it.application?.id,
      added_by: it.user?.username,
      role_id: it.role_id,
      subscribers: it.subscriber_count,
      scopes: it.scopes
    })
)
