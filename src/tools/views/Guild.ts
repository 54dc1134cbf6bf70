import type { APIGuild, APIGuildPreview, RESTAPIPartialCurrentUserGuild } from "discord-api-types/v10"
import { namesOf } from "../../discord/permissions/PermissionName.ts"
import { contentFilters, notificationLevels, verificationLevels } from "../parts/guildWords.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a guild. */
export const guild = (it: APIGuild) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    owner_id: it.owner_id,
    members: it.approximate_member_count,
    online: it.approximate_presence_count,
    roles: it.roles.length,
    emojis: it.emojis.length,
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

/** What a guild shows to those who are not in it. */
export const preview = (it: APIGuildPreview) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    members: it.approximate_member_count,
    online: it.approximate_presence_count,
    emojis: it.emojis.length,
    stickers: it.stickers.length,
    features: it.features
  })

/** A guild the bot is in, with what the bot may do there by its roles. */
export const membership = (it: RESTAPIPartialCurrentUserGuild) =>
  compact({
    id: it.id,
    name: it.name,
    owner: it.owner,
    members: it.approximate_member_count,
    permissions: (BigInt(it.permissions) & ADMINISTRATOR) !== 0n ? ["ADMINISTRATOR"] : namesOf(BigInt(it.permissions))
  })

const ADMINISTRATOR = 1n << 3n
