/**
 * The state of Discord that a preview showed, as far as consent binds it. It is kept with a token, a question or an
 * approval. Before the call runs, the same reads make it again.
 */
import type { ShownCall } from "../safety/Permit.ts"
import { canonicalJson } from "../text/canonicalJson.ts"
import { sha256 } from "../text/secureToken.ts"
import type { ToolCall } from "../tools/Tool.ts"

/** The part of a call that consent is bound to. */
export type Subject = Pick<ToolCall, "tool" | "arguments">

/** Returns the digest of what consent is bound to: the tool and exactly its arguments. */
export const subjectOf = ({ arguments: sent, tool }: Subject): string => sha256(canonicalJson([tool.name, sent]))

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
  webhook: { binds: "same" },
  writes_to: { binds: "same" }
}

/** Returns whether a fact only describes what is destroyed. */
export const isDescriptive = (name: string): boolean => traitsOf(name).descriptive === true

const UNLISTED: FactTraits = { binds: "same" }
const traitsOf = (name: string): FactTraits =>
  Object.hasOwn(previewFacts, name) ? (previewFacts[name] ?? UNLISTED) : UNLISTED

/** What a preview read about one call. `identities`: by field, what the shown names stand for. */
interface ReadState {
  readonly subject: string
  readonly identities: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, unknown>>
  readonly isWhole: boolean
}

/** Returns the part of what a preview read that binds consent. Texts are kept as digests. */
export const shownCallOf = ({ facts, identities, isWhole, subject }: ReadState): ShownCall => ({
  subject,
  names: Object.fromEntries(Object.entries(identities).map(([field, identity]) => [field, digest(identity)])),
  facts: Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (traitsOf(name).binds === "free" ? [] : [[name, boundOf(value)]]))
  ),
  isWhole
})

const boundOf = (value: unknown): number | string | ReadonlyArray<string> =>
  typeof value === "number"
    ? value
    : Array.isArray(value)
      ? value.map((item) => digest(String(item)))
      : digest(String(value))

/** The characters of a digest. With 72 bits, nobody finds another text with the same one within the life of a token. */
const DIGEST_CHARS = 12

const digest = (text: string): string => sha256(text).slice(0, DIGEST_CHARS)

/**
 * Returns the names of what changed since a preview was shown, in a way that its consent does not cover. What an
 * incomplete preview left out is not compared: the preview said so. What cannot be read again counts as changed.
 */
export const changesSince = (shown: ReadonlyArray<ShownCall>, now: ReadonlyArray<ShownCall>): ReadonlyArray<string> =>
  shown.length === now.length ? [...new Set(shown.flatMap((call, index) => callChanges(call, now[index])))] : ["steps"]

const callChanges = (shown: ShownCall, now: ShownCall | undefined): ReadonlyArray<string> => {
  if (now === undefined || now.subject !== shown.subject) return ["steps"]
  const both = (a: object, b: object) => [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const isLost = (value: unknown) => value === undefined && !now.isWhole
  return [
    ...both(shown.names, now.names).filter((field) => {
      const [before, after] = [shown.names[field], now.names[field]]
      return before === undefined ? shown.isWhole : before !== after
    }),
    ...both(shown.facts, now.facts).filter((name) => {
      const [before, after] = [shown.facts[name], now.facts[name]]
      if (before === undefined && !shown.isWhole) return false
      return isLost(after) || !isCovered(name, before, after)
    })
  ]
}

type Bound = ShownCall["facts"][string] | undefined

/** Returns whether consent to a value covers another one. */
const isCovered = (name: string, before: Bound, after: Bound): boolean => {
  const { binds } = traitsOf(name)
  switch (binds) {
    case "free":
      return true
    case "same":
      return JSON.stringify(before) === JSON.stringify(after)
    case "no_more":
      return typeof after === "number"
        ? typeof before === "number" && after <= before
        : entriesOf(after).every((entry) => entriesOf(before).includes(entry))
    case "about":
      return sizeOf(after) <= 2 * sizeOf(before) + 10
  }
}

const entriesOf = (value: Bound): ReadonlyArray<string> =>
  value === undefined ? [] : typeof value === "object" ? value : [String(value)]

const sizeOf = (value: Bound): number => (typeof value === "number" ? value : entriesOf(value).length)
