/** The facts that previews show. */

/**
 * How a fact binds consent. `same`: another value was not shown. `no_more`: fewer members, entries or permissions are
 * covered, others are not. `about`: a busy guild changes it, so it may grow up to twice its size and ten more. `free`: it
 * only describes. `descriptive`: a plan that is too long leaves the fact out.
 */
interface FactTraits {
  readonly binds: "same" | "no_more" | "about" | "free"
  readonly descriptive?: true
}

/** All facts of previews, by name. A fact without a row binds as `same`. A test holds that each has a row. */
export const previewFacts: Readonly<Record<string, FactTraits>> = {
  active_threads: { binds: "free" },
  allowed_by_overwrites: { binds: "no_more" },
  appear: { binds: "free", descriptive: true },
  authors: { binds: "free", descriptive: true },
  bot_loses: { binds: "no_more" },
  cannot_talk_for: { binds: "same" },
  cannot_talk_until: { binds: "same" },
  category: { binds: "same" },
  channel_count: { binds: "about" },
  components: { binds: "same" },
  content: { binds: "same" },
  copies: { binds: "same" },
  drops: { binds: "no_more" },
  edited: { binds: "free", descriptive: true },
  embeds: { binds: "same" },
  event_webhooks_url_now: { binds: "same" },
  features_disabled: { binds: "no_more" },
  features_enabled: { binds: "no_more" },
  files: { binds: "same" },
  forwarded: { binds: "same" },
  inactive_for: { binds: "same", descriptive: true },
  interactions_endpoint_url_now: { binds: "same" },
  joined: { binds: "free", descriptive: true },
  last_message: { binds: "free", descriptive: true },
  left_without_category: { binds: "free" },
  lose_own_permissions: { binds: "no_more" },
  managed: { binds: "same" },
  members: { binds: "no_more" },
  message: { binds: "free", descriptive: true },
  messages: { binds: "about", descriptive: true },
  messages_deleted: { binds: "same" },
  newest: { binds: "free", descriptive: true },
  newly_allowed: { binds: "no_more" },
  newly_denied: { binds: "no_more" },
  no_longer_allowed: { binds: "no_more" },
  no_longer_denied: { binds: "no_more" },
  not_found: { binds: "free", descriptive: true },
  not_read: { binds: "same" },
  not_shown: { binds: "no_more", descriptive: true },
  oldest: { binds: "free", descriptive: true },
  overwrites_removed: { binds: "no_more" },
  overwrites_set: { binds: "no_more" },
  permissions: { binds: "no_more" },
  permissions_added: { binds: "no_more" },
  permissions_gained: { binds: "no_more" },
  permissions_lost: { binds: "no_more" },
  permissions_removed: { binds: "no_more" },
  pinned: { binds: "free", descriptive: true },
  pings: { binds: "free" },
  poll: { binds: "same" },
  reactions: { binds: "about", descriptive: true },
  role_count: { binds: "about" },
  roles: { binds: "free", descriptive: true },
  roles_added: { binds: "no_more" },
  roles_removed: { binds: "no_more" },
  sent: { binds: "free", descriptive: true },
  stickers: { binds: "same" },
  thread: { binds: "free", descriptive: true },
  thread_members: { binds: "about", descriptive: true },
  timed_out_until: { binds: "free", descriptive: true },
  topic: { binds: "free", descriptive: true },
  users: { binds: "free", descriptive: true },
  vanish: { binds: "no_more" },
  weakens: { binds: "no_more" },
  webhook: { binds: "same" },
  writes_to: { binds: "same" }
}

/** Returns what the table says of a fact. */
export const factTraits = (name: string): FactTraits =>
  Object.hasOwn(previewFacts, name) ? (previewFacts[name] ?? UNLISTED) : UNLISTED

const UNLISTED: FactTraits = { binds: "same" }
