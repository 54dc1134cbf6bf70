import {
  ActivityLocationKind,
  type APIActivityInstance,
  type APIApplication,
  type APIApplicationInstallParams,
  type APIApplicationRoleConnectionMetadata,
  type APIAttachment,
  type APIGatewayBotInfo,
  ApplicationIntegrationType
} from "discord-api-types/v10"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { applicationFlags, comparisons, eventStatuses } from "../parts/applicationWords.ts"
import { namesIn, wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What an agent needs of an application: whose it is, what it may ask for, and where it sends what happens. */
export const application = (it: Partial<APIApplication>) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    tags: it.tags,
    bot: it.bot && user(it.bot),
    owner: it.owner && user(it.owner),
    team: it.team?.name,
    guild_id: it.guild_id,
    public: it.bot_public,
    guilds: it.approximate_guild_count,
    user_installs: it.approximate_user_install_count,
    flags: it.flags === undefined ? [] : namesIn(applicationFlags, it.flags),
    interactions_endpoint_url: it.interactions_endpoint_url,
    role_connections_verification_url: it.role_connections_verification_url,
    event_webhooks_url: it.event_webhooks_url,
    event_webhooks_status: it.event_webhooks_status && wordFor(eventStatuses, it.event_webhooks_status),
    event_webhooks_types: it.event_webhooks_types,
    install_params: install(it.install_params),
    guild_install: installAt(it, ApplicationIntegrationType.GuildInstall),
    user_install: installAt(it, ApplicationIntegrationType.UserInstall),
    custom_install_url: it.custom_install_url,
    redirect_uris: it.redirect_uris
  })

/** How to connect, and how often that may begin anew. */
export const gateway = ({ session_start_limit, shards, url }: APIGatewayBotInfo) => ({
  url,
  shards,
  sessions_left: session_start_limit.remaining,
  sessions_in_all: session_start_limit.total,
  sessions_reset_after_ms: session_start_limit.reset_after,
  starts_at_once: session_start_limit.max_concurrency
})

/** What a linked role can ask of a user. */
export const roleMetadata = (it: APIApplicationRoleConnectionMetadata) =>
  compact({ ...it, type: wordFor(comparisons, it.type) })

/** Who plays together, and where. */
export const activityInstance = (it: APIActivityInstance) =>
  compact({
    instance_id: it.instance_id,
    launch_id: it.launch_id,
    where: it.location.kind === ActivityLocationKind.GuildChannel ? "guild_channel" : "private_channel",
    channel_id: it.location.channel_id,
    guild_id: it.location.guild_id,
    users: it.users
  })

/** Where a file lies that was uploaded. */
export const uploaded = ({ attachment }: { readonly attachment: APIAttachment }) =>
  compact({
    name: attachment.filename,
    size: attachment.size,
    content_type: attachment.content_type,
    url: attachment.url
  })

const install = (it: APIApplicationInstallParams | undefined) =>
  it && compact({ scopes: it.scopes, permissions: namesOf(BigInt(it.permissions)) })

const installAt = (it: Partial<APIApplication>, place: ApplicationIntegrationType) =>
  install(it.integration_types_config?.[place]?.oauth2_install_params)
