import { GuildMFALevel } from "discord-api-types/v10"
import { Schema } from "effect"
import { repliesOf, valuesOf } from "../../objects/fields.ts"
import { guildFields } from "../../objects/guild.ts"
import { Bits, expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
import { compact, nonEmpty, viewOf } from "../dsl/view.ts"
import { permissionNames } from "../roles/view.ts"

const List = Schema.Array(Schema.Unknown)

/** Paused features of a guild, and raids and spam that Discord detected. */
export const IncidentsData = Schema.Struct({
  invites_disabled_until: nullish(Time),
  dms_disabled_until: nullish(Time),
  dm_spam_detected_at: nullish(Time),
  raid_detected_at: nullish(Time)
})

/** A guild, as decoded from Discord's reply. */
export const Guild = Schema.Struct({
  ...repliesOf(guildFields),
  id: expected(Id),
  name: expected(guildFields.name.reply),
  owner_id: nullish(Id),
  approximate_member_count: nullish(Schema.Number),
  approximate_presence_count: nullish(Schema.Number),
  roles: expected(List),
  emojis: nullish(List),
  stickers: nullish(List),
  premium_subscription_count: nullish(Schema.Number),
  premium_tier: nullish(Schema.Number),
  vanity_url_code: nullish(Schema.String),
  mfa_level: nullish(Schema.Number),
  incidents_data: nullish(IncidentsData)
})

/** Compact view of a guild: its size, and its settings. */
export const guild = viewOf(Guild, (guild) => {
  const { name, ...settings } = valuesOf(guildFields, guild)
  return {
    ...compact({
      id: guild.id,
      name,
      owner_id: guild.owner_id,
      members: guild.approximate_member_count,
      online: guild.approximate_presence_count,
      roles: guild.roles?.length,
      emojis: guild.emojis?.length,
      stickers: guild.stickers?.length || undefined,
      boosts: guild.premium_subscription_count,
      boost_level: guild.premium_tier || undefined,
      vanity_url_code: guild.vanity_url_code,
      moderators_need_2fa: guild.mfa_level === GuildMFALevel.Elevated,
      incidents: nonEmpty(compact({ ...guild.incidents_data }))
    }),
    ...settings
  }
})

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
