import type { IdKind } from "../../objects/schema/ids.ts"

/** Kinds of ids whose guild is looked up. */
export type LookupKind = "channel" | "webhook" | "invite" | "template" | "sticker" | "interaction"

/** How an id is resolved to a guild. */
export type GuildResolution =
  /** The id is a guild's. */
  | { readonly by: "itself" }
  | { readonly by: "lookup"; readonly kind: LookupKind }
  /** The id needs no lookup and proves nothing: another id of the route determines the guild. */
  | { readonly by: "context"; readonly why: string }
  /** The id belongs to no guild, so a call with it is never inside one. */
  | { readonly by: "none"; readonly why: string }

const lookup = (kind: LookupKind): GuildResolution => ({ by: "lookup", kind })
const context = (why: string): GuildResolution => ({ by: "context", why })
const none = (why: string): GuildResolution => ({ by: "none", why })

const ofGuild = "Discord looks only in the guild of the route, and rejects another guild's id in a body"

/** For each kind of id, how it is resolved, and why some need no lookup. */
export const guildResolution: Readonly<Record<IdKind, GuildResolution>> = {
  guild: { by: "itself" },
  channel: lookup("channel"), // also threads, and the channels of messages
  webhook: lookup("webhook"),
  invite: lookup("invite"),
  template: lookup("template"),
  sticker: lookup("sticker"),
  message: context("Discord looks only in the channel, webhook or lobby of the route"),
  user: context("an account has no guild; a member operation acts in the guild of the route"),
  role: context(ofGuild),
  overwrite: context("a role or user; a channel accepts only those of its guild"),
  event: context(ofGuild),
  rule: context(ofGuild),
  integration: context(ofGuild),
  sound: context("Discord looks in the guild of the route or of source_guild_id, or in the channel's guild"),
  tag: context("Discord accepts only tags of the forum in the route"),
  emoji: context("Discord looks in the guild or application of the route; elsewhere the emoji is only displayed"),
  command: context("Discord looks in the guild of the route; a global command leaves the call unresolved"),
  application: context("an application has no guild; alone it leaves the call unresolved"),
  sku: context("an SKU is offered to guilds and users"),
  entitlement: context("belongs to a guild or user; without a guild id it leaves the call unresolved"),
  subscription: context("belongs to a user; without a guild id it leaves the call unresolved"),
  other: context("Discord looks only in the object of the route"),
  interaction: lookup("interaction"), // of live events; of others, and in direct messages, it is unknown
  lobby: none("belongs to an application; its linked channel can be in any guild")
}
