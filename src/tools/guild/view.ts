import { Schema } from "effect"
import { enumName } from "../../objects/schema/enums.ts"
import { Bits, expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { permissionNames } from "../roles/view.ts"
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
  (guild) =>
    compact({
      id: guild.id,
      name: guild.name,
      description: guild.description,
      owner_id: guild.owner_id,
      members: guild.approximate_member_count,
      online: guild.approximate_presence_count,
      roles: guild.roles?.length,
      emojis: guild.emojis?.length,
      features: guild.features,
      boosts: guild.premium_subscription_count,
      rules_channel_id: guild.rules_channel_id,
      system_channel_id: guild.system_channel_id,
      afk_channel_id: guild.afk_channel_id,
      verification_level: enumName(verificationLevels, guild.verification_level),
      notifications: enumName(notificationLevels, guild.default_message_notifications),
      content_filter: enumName(contentFilters, guild.explicit_content_filter),
      locale: guild.preferred_locale
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
  (preview) =>
    compact({
      id: preview.id,
      name: preview.name,
      description: preview.description,
      members: preview.approximate_member_count,
      online: preview.approximate_presence_count,
      emojis: preview.emojis?.length,
      stickers: preview.stickers?.length,
      features: preview.features
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
  (guild) =>
    compact({
      id: guild.id,
      name: guild.name,
      owner: guild.owner,
      members: guild.approximate_member_count,
      permissions: guild.permissions == null ? undefined : permissionNames(guild.permissions)
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
  (integration) =>
    compact({
      id: integration.id,
      name: integration.name,
      type: integration.type,
      disabled: integration.enabled === false,
      account: integration.account?.name === integration.name ? undefined : integration.account?.name,
      bot_id: integration.application?.bot?.id,
      application_id: integration.application?.id,
      added_by: integration.user?.username,
      role_id: integration.role_id,
      subscribers: integration.subscriber_count,
      scopes: integration.scopes
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
  (widget) =>
    compact({
      id: widget.id,
      name: widget.name,
      invite: widget.instant_invite,
      online: widget.presence_count,
      channels: widget.channels?.map(({ id, name }) => compact({ id, name })),
      people: widget.members?.map(({ activity, status, username }) =>
        compact({ name: username, status, activity: activity?.name })
      )
    })
)
