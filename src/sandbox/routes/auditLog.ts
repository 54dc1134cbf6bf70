import type { AuditLogEvent } from "discord-api-types/v10"
import { Schema, Struct } from "effect"
import { newRuleFields } from "../../objects/automodRule.ts"
import { channelFields, SHARED_FIELDS, threadFields } from "../../objects/channel.ts"
import { guildFields, guildPictures } from "../../objects/guild.ts"
import { roleFields } from "../../objects/role.ts"
import { decodeFields, integerText, optional, page, snowflake } from "../BodySchema.ts"
import { json } from "../discordError.ts"
import { findGuild } from "../find.ts"
import { botSees } from "../Permissions.ts"
import { route } from "../Router.ts"
import { isOlder } from "../Snowflakes.ts"
import type { AuditEntry, SandboxState } from "../State.ts"

/** The keys of a channel that every entry can have. */
const CHANNEL_KEYS = [
  "type",
  ...Object.keys(Struct.omit(channelFields, "parent_id", "position", "permission_overwrites"))
].join(" ")

/** A change for the audit log. */
interface AuditChange {
  readonly action: AuditLogEvent
  readonly target: string | null
  /** The entity before the change. Absent for a new entity. */
  readonly before?: object
  /** The entity after the change. Absent for a deleted entity. */
  readonly after?: object
  readonly options?: Readonly<Record<string, string>>
}

/** Writes an audit log entry: the change by the bot and its reason. A change that Discord does not log leaves none. */
export const writeAuditEntry = (
  { reason, state }: { readonly state: SandboxState; readonly reason: string | undefined },
  guildId: string,
  { action, after, before, options, target }: AuditChange
): void => {
  const changes = changesOf(loggedOf(action, before), loggedOf(action, after))
  if (before !== undefined && after !== undefined && changes.length === 0) return
  const entry: AuditEntry = {
    id: state.nextId(),
    user_id: state.bot.id,
    target_id: target,
    action_type: action,
    changes,
    ...(options !== undefined && { options }),
    ...(reason !== undefined && { reason })
  }
  state.auditLog.of(guildId).set(entry.id, entry)
}

/** Discord leaves out null: a change without an old value set what was empty, one without a new value emptied it. */
const changesOf = (old: ReadonlyMap<string, unknown>, fresh: ReadonlyMap<string, unknown>): AuditEntry["changes"] =>
  [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((key) => JSON.stringify(old.get(key)) !== JSON.stringify(fresh.get(key)))
    .map((key) => ({
      key,
      ...(old.has(key) && { old_value: old.get(key) }),
      ...(fresh.has(key) && { new_value: fresh.get(key) })
    }))

/** Returns the values of an object that Discord logs, by their names in the log. */
const loggedOf = (action: AuditLogEvent, object: object = {}): ReadonlyMap<string, unknown> => {
  const keys = loggedKeys.find(({ first, last }) => action >= first && action <= last)?.keys.split(" ")
  const { entity_metadata, thread_metadata, ...fields }: Readonly<Record<string, unknown>> = { ...object }
  const named = Object.entries({ ...Object(thread_metadata), ...Object(entity_metadata), ...fields }).map(
    ([key, value]) => [PICTURES.has(key) ? hashOf(key) : key, value] as const
  )
  return new Map(named.filter(([key, value]) => value !== null && value !== undefined && (keys?.includes(key) ?? true)))
}

/** Fields with a picture. The log has them with `_hash` behind. */
const PICTURES: ReadonlySet<string> = new Set([...Object.keys(guildPictures), "avatar", "image"])

const hashOf = (picture: string): string => `${picture}_hash`

/**
 * The keys that the log has of each kind of object (Discord docs, audit log, change object). Positions, the category of a
 * channel, the roles of an emoji and the times of an event are not logged (discord-api-docs, issues 4345, 7152 and 7175).
 */
const loggedKeys: ReadonlyArray<{ readonly first: number; readonly last: number; readonly keys: string }> = [
  {
    first: 1,
    last: 1,
    keys: [
      ...Object.keys(Struct.omit(guildFields, "features")),
      ...Object.keys(guildPictures).map(hashOf),
      "widget_enabled",
      "widget_channel_id"
    ].join(" ")
  },
  { first: 11, last: 11, keys: CHANNEL_KEYS },
  { first: 10, last: 12, keys: `${CHANNEL_KEYS} permission_overwrites` },
  { first: 14, last: 14, keys: "allow deny" },
  { first: 13, last: 15, keys: "id type allow deny" },
  { first: 24, last: 24, keys: "nick mute deaf communication_disabled_until" },
  { first: 30, last: 32, keys: [...Object.keys(roleFields), "icon_hash"].join(" ") },
  { first: 50, last: 52, keys: "name type channel_id avatar_hash application_id" },
  { first: 60, last: 62, keys: "name" },
  { first: 83, last: 85, keys: "topic privacy_level" },
  { first: 90, last: 92, keys: "name description tags format_type available" },
  { first: 100, last: 102, keys: "name description channel_id entity_type location privacy_level status image_hash" },
  {
    first: 110,
    last: 112,
    keys: ["type", ...SHARED_FIELDS, ...Object.keys(threadFields)].join(" ")
  },
  { first: 130, last: 132, keys: "name volume emoji_id emoji_name" },
  {
    first: 140,
    last: 142,
    keys: Object.keys(newRuleFields).join(" ")
  }
]

const Page = Schema.Struct({
  user_id: optional(snowflake),
  target_id: optional(snowflake),
  action_type: optional(integerText(1, 255)),
  ...page(100)
})

/** `/guilds/{guild.id}/audit-logs`: changes by the bot. */
export const auditLogRoutes = [
  route("GET", "/guilds/:guild_id/audit-logs", function* ({ param, query, state }) {
    const guild = yield* findGuild(state, param("guild_id"))
    const { action_type, after, before, limit = 50, target_id, user_id } = yield* decodeFields(Page)(query)
    const entries = [...state.auditLog.of(guild.id).values()].filter(
      (entry) =>
        (user_id === undefined || entry.user_id === user_id) &&
        (target_id === undefined || entry.target_id === target_id) &&
        (action_type === undefined || entry.action_type === action_type) &&
        (before === undefined || isOlder(entry.id, before)) &&
        (after === undefined || isOlder(after, entry.id))
    )
    // Newest first, except with `after`.
    const audit_log_entries = (after === undefined ? entries.reverse() : entries).slice(0, limit)
    const ids = new Set(audit_log_entries.flatMap((entry) => [entry.user_id, entry.target_id]))
    const among = (it: { readonly id: string }) => ids.has(it.id)
    return json(200, {
      audit_log_entries,
      users: [...ids].flatMap((id) => state.userOf(id ?? "") ?? []),
      webhooks: [...state.webhooks.values()].filter(among),
      threads: state.threadsOf(guild.id).filter((it) => among(it) && botSees(state, it)),
      guild_scheduled_events: [...state.eventsOf(guild.id).values()].filter(among),
      auto_moderation_rules: [...state.rulesOf(guild.id).values()].filter(among),
      integrations: [],
      application_commands: []
    })
  })
]
