import { Schema } from "effect"
import { Bits, Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { permissionNames } from "../roles/view.ts"
import { compact } from "../shared/compact.ts"
import { wordFor } from "../shared/enums.ts"
import { contentFilters, notificationLevels, verificationLevels } from "./enums.ts"

const List = may(Schema.Array(Schema.Unknown))

/** A guild, as decoded from Discord's reply. */
export const Guild = Schema.Struct({
  id: Id,
  name: Schema.String,
  description: may(Schema.String),
  owner_id: may(Id),
  approximate_member_count: may(Schema.Number),
  approximate_presence_count: may(Schema.Number),
  roles: Schema.Array(Schema.Unknown),
  emojis: List,
  features: may(Schema.Array(Schema.String)),
  premium_subscription_count: may(Schema.Number),
  rules_channel_id: may(Id),
  system_channel_id: may(Id),
  afk_channel_id: may(Id),
  verification_level: may(Schema.Number),
  default_message_notifications: may(Schema.Number),
  explicit_content_filter: may(Schema.Number),
  preferred_locale: may(Schema.String)
})

/** Compact view of a guild. */
export const guild = viewOf(Guild, (it) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    owner_id: it.owner_id,
    members: it.approximate_member_count,
    online: it.approximate_presence_count,
    roles: it.roles.length,
    emojis: it.emojis?.length,
    features: it.features,
    boosts: it.premium_subscription_count,
    rules_channel_id: it.rules_channel_id,
    system_channel_id: it.system_channel_id,
    afk_channel_id: it.afk_channel_id,
    verification_level: wordFor(verificationLevels, it.verification_level),
    notifications: wordFor(notificationLevels, it.default_message_notifications),
    content_filter: wordFor(contentFilters, it.explicit_content_filter),
    locale: it.preferred_locale
  })
)

/** Compact view of a guild's public preview. */
export const preview = viewOf(
  Schema.Struct({
    id: Id,
    name: Schema.String,
    description: may(Schema.String),
    approximate_member_count: may(Schema.Number),
    approximate_presence_count: may(Schema.Number),
    emojis: List,
    stickers: List,
    features: may(Schema.Array(Schema.String))
  }),
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      description: it.description,
      members: it.approximate_member_count,
      online: it.approximate_presence_count,
      emojis: it.emojis?.length,
      stickers: it.stickers?.length,
      features: it.features
    })
)

/** Compact view of a guild that the bot is in, with the bot's permissions from its roles. */
export const membership = viewOf(
  Schema.Struct({
    id: Id,
    name: Schema.String,
    owner: may(Schema.Boolean),
    approximate_member_count: may(Schema.Number),
    permissions: may(Bits)
  }),
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      owner: it.owner,
      members: it.approximate_member_count,
      permissions: it.permissions == null ? undefined : permissionNames(it.permissions)
    })
)
