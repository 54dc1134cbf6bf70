import { ActivityLocationKind, ApplicationIntegrationType } from "discord-api-types/v10"
import { Schema } from "effect"
import { namesOf } from "../../errors/PermissionName.ts"
import { enumName, fromBits } from "../../objects/schema/enums.ts"
import { Bits, expected, Id, Localizations, nullish, Texts } from "../../objects/schema/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"
import { applicationFlags, comparisons, eventStatuses } from "./enums.ts"

const InstallParams = Schema.Struct({ scopes: Texts, permissions: nullish(Bits) })

/** An application, as decoded from Discord's reply. */
export const Application = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  tags: Texts,
  bot: nullish(User),
  owner: nullish(User),
  team: nullish(Schema.Struct({ name: nullish(Schema.String) })),
  guild_id: nullish(Id),
  bot_public: nullish(Schema.Boolean),
  approximate_guild_count: nullish(Schema.Number),
  approximate_user_install_count: nullish(Schema.Number),
  flags: nullish(Schema.Number),
  interactions_endpoint_url: nullish(Schema.String),
  role_connections_verification_url: nullish(Schema.String),
  event_webhooks_url: nullish(Schema.String),
  event_webhooks_status: nullish(Schema.Number),
  event_webhooks_types: Texts,
  install_params: nullish(InstallParams),
  integration_types_config: nullish(
    Schema.Record({
      key: Schema.String,
      value: Schema.NullOr(Schema.Struct({ oauth2_install_params: nullish(InstallParams) }))
    })
  ),
  custom_install_url: nullish(Schema.String),
  redirect_uris: Texts
})

/** Compact view of an application: owner, requested permissions, event URLs. */
export const application = viewOf(
  Application,
  (application) =>
    compact({
      id: application.id,
      name: application.name,
      description: application.description,
      tags: application.tags,
      bot: application.bot && user(application.bot),
      owner: application.owner && user(application.owner),
      team: application.team?.name,
      guild_id: application.guild_id,
      public: application.bot_public,
      guilds: application.approximate_guild_count,
      user_installs: application.approximate_user_install_count,
      flags: fromBits(applicationFlags, application.flags ?? 0),
      interactions_endpoint_url: application.interactions_endpoint_url,
      role_connections_verification_url: application.role_connections_verification_url,
      event_webhooks_url: application.event_webhooks_url,
      event_webhooks_status: enumName(eventStatuses, application.event_webhooks_status || undefined),
      event_webhooks_types: application.event_webhooks_types,
      install_params: installView(application.install_params),
      guild_install: installViewOf(application, ApplicationIntegrationType.GuildInstall),
      user_install: installViewOf(application, ApplicationIntegrationType.UserInstall),
      custom_install_url: application.custom_install_url,
      redirect_uris: application.redirect_uris
    }),
  { bot_public: "public", integration_types_config: "guild_install" }
)

/** Compact view of the gateway: URL, shards, session start limit. */
export const gateway = viewOf(
  Schema.Struct({
    url: expected(Schema.String),
    shards: expected(Schema.Number),
    session_start_limit: expected(
      Schema.Struct({
        remaining: expected(Schema.Number),
        total: expected(Schema.Number),
        reset_after: expected(Schema.Number),
        max_concurrency: expected(Schema.Number)
      })
    )
  }),
  ({ session_start_limit: starts, shards, url }) =>
    compact({
      url,
      shards,
      sessions_left: starts?.remaining,
      sessions_in_all: starts?.total,
      sessions_reset_after_ms: starts?.reset_after,
      starts_at_once: starts?.max_concurrency
    })
)

/** Compact view of a role connection metadata record. */
export const roleMetadata = viewOf(
  Schema.Struct({
    type: expected(Schema.Number),
    key: Schema.String,
    name: expected(Schema.String),
    name_localizations: Localizations,
    description: expected(Schema.String),
    description_localizations: Localizations
  }),
  (it) => compact({ ...it, type: enumName(comparisons, it.type) })
)

/** Compact view of an activity instance: users and location. */
export const activityInstance = viewOf(
  Schema.Struct({
    instance_id: expected(Schema.String),
    launch_id: expected(Schema.String),
    location: expected(
      Schema.Struct({ kind: expected(Schema.String), channel_id: expected(Id), guild_id: nullish(Id) })
    ),
    users: nullish(Schema.Array(Schema.String))
  }),
  (instance) =>
    compact({
      instance_id: instance.instance_id,
      launch_id: instance.launch_id,
      where: instance.location?.kind && whereOf(instance.location.kind),
      channel_id: instance.location?.channel_id,
      guild_id: instance.location?.guild_id,
      users: instance.users
    })
)

const whereOf = (kind: string) =>
  kind === ActivityLocationKind.GuildChannel ? ("guild_channel" as const) : ("private_channel" as const)

/** Compact view of an uploaded attachment. The upload is of use only by its URL. */
export const uploaded = viewOf(
  Schema.Struct({
    attachment: Schema.Struct({
      filename: expected(Schema.String),
      size: expected(Schema.Number),
      content_type: nullish(Schema.String),
      url: Schema.String
    })
  }),
  ({ attachment }) =>
    compact({
      name: attachment.filename,
      size: attachment.size,
      content_type: attachment.content_type,
      url: attachment.url
    })
)

const installView = (it: typeof InstallParams.Type | null | undefined) =>
  it && compact({ scopes: it.scopes, permissions: namesOf(BigInt(it.permissions ?? 0)) })

const installViewOf = (it: typeof Application.Type, type: ApplicationIntegrationType) =>
  installView(it.integration_types_config?.[type]?.oauth2_install_params)
