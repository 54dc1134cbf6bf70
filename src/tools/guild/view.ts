import { Schema } from "effect"
import { Bits, expected, Id, nullish, Time } from "../dsl/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { permissionNames } from "../roles/view.ts"
import { enumName } from "../shared/enums.ts"
import { contentFilters, notificationLevels, verificationLevels } from "./enums.ts"

const List = Schema.Array(Schema.Unknown)

/** A guild, as decoded from Discord's reply. */
export const Guild = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  owner_id: nullish(Id),
  approximate_member_count: nullish(Schema.Number),
  approximate_presence_count: nullish(Schema.Number),
  roles: expected(List),
  emojis: nullish(List),
  features: nullish(Schema.Array(Schema.String)),
  premium_subscription_count: nullish(Schema.Number),
  rules_channel_id: nullish(Id),
  system_channel_id: nullish(Id),
  afk_channel_id: nullish(Id),
  verification_level: nullish(Schema.Number),
  default_message_notifications: nullish(Schema.Number),
  explicit_content_filter: nullish(Schema.Number),
  preferred_locale: nullish(Schema.String)
})

/** Compact view of a guild. */
export const guild = viewOf(
  Guild,
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      description: it.description,
      owner_id: it.owner_id,
      members: it.approximate_member_count,
      online: it.approximate_presence_count,
      roles: it.roles?.length,
      emojis: it.emojis?.length,
      features: it.features,
      boosts: it.premium_subscription_count,
      rules_channel_id: it.rules_channel_id,
      system_channel_id: it.system_channel_id,
      afk_channel_id: it.afk_channel_id,
      verification_level: enumName(verificationLevels, it.verification_level),
      notifications: enumName(notificationLevels, it.default_message_notifications),
      content_filter: enumName(contentFilters, it.explicit_content_filter),
      locale: it.preferred_locale
    }),
  {
    default_message_notifications: "notifications",
    explicit_content_filter: "content_filter",
    preferred_locale: "locale"
  }
)

/** Compact view of a guild's public preview. */
export const preview = viewOf(
  Schema.Struct({
    id: expected(Id),
    name: expected(Schema.String),
    description: nullish(Schema.String),
    approximate_member_count: nullish(Schema.Number),
    approximate_presence_count: nullish(Schema.Number),
    emojis: nullish(List),
    stickers: nullish(List),
    features: nullish(Schema.Array(Schema.String))
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
    id: expected(Id),
    name: expected(Schema.String),
    owner: nullish(Schema.Boolean),
    approximate_member_count: nullish(Schema.Number),
    permissions: nullish(Bits)
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

/** Compact view of an integration: type, account, bot. */
export const integration = viewOf(
  Schema.Struct({
    id: expected(Schema.String),
    name: expected(Schema.String),
    type: nullish(Schema.String),
    enabled: nullish(Schema.Boolean),
    account: nullish(Schema.Struct({ name: nullish(Schema.String) })),
    application: nullish(Schema.Struct({ id: expected(Id), bot: nullish(Schema.Struct({ id: expected(Id) })) })),
    user: nullish(Schema.Struct({ username: nullish(Schema.String) })),
    role_id: nullish(Id),
    subscriber_count: nullish(Schema.Number),
    scopes: nullish(Schema.Array(Schema.String))
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

/** Widget settings of a guild. */
export const WidgetSettings = Schema.Struct({
  enabled: expected(Schema.Boolean),
  channel_id: expected(Schema.NullOr(Id))
})

/** The vanity URL of a guild. */
export const VanityUrl = Schema.Struct({
  code: expected(Schema.NullOr(Schema.String)),
  uses: expected(Schema.Number)
})

/** The number of members that a prune kicks; null if Discord did not count them. */
export const PruneCount = Schema.Struct({ pruned: expected(Schema.NullOr(Schema.Number)) })

/** Paused features of a guild, and raids and spam that Discord detected. */
export const IncidentsData = Schema.Struct({
  invites_disabled_until: nullish(Time),
  dms_disabled_until: nullish(Time),
  dm_spam_detected_at: nullish(Time),
  raid_detected_at: nullish(Time)
})

/** Compact view of a widget. Its members are anonymous: Discord does not return their user ids. */
export const widget = viewOf(
  Schema.Struct({
    id: expected(Id),
    name: expected(Schema.String),
    instant_invite: nullish(Schema.String),
    presence_count: nullish(Schema.Number),
    channels: nullish(Schema.Array(Schema.Struct({ id: expected(Id), name: expected(Schema.String) }))),
    members: nullish(
      Schema.Array(
        Schema.Struct({
          username: expected(Schema.String),
          status: nullish(Schema.String),
          activity: nullish(Schema.Struct({ name: nullish(Schema.String) }))
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
      channels: it.channels?.map(({ id, name }) => compact({ id, name })),
      people: it.members?.map(({ activity, status, username }) =>
        compact({ name: username, status, activity: activity?.name })
      )
    })
)
