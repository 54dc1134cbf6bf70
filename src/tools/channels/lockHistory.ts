/** The locks of a channel in the audit log: which overwrites they changed, and what these were before. */
import { AuditLogEvent } from "discord-api-types/v10"
import { Effect } from "effect"
import * as Limits from "../../objects/schema/limits.ts"
import { AuditLog } from "../audit_log/view.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { OverwriteBits } from "../permissions/mergeOverwrite.ts"
import type { LockEntry } from "./lockChanges.ts"

/** The reasons of locks and unlocks in the audit log begin with these words. An unlock reads them. */
const MARKS = { lock: "channels_lock", unlock: "channels_unlock" } as const

/** The maximum length of a caller's reason beside the mark. */
export const OWN_REASON_MAX = Limits.AUDIT_REASON_MAX - MARKS.unlock.length - 2

/** Returns the audit log reason of a lock or unlock. */
export const markedReason = (does: keyof typeof MARKS, reason: string | undefined): string =>
  reason === undefined ? MARKS[does] : `${MARKS[does]}: ${reason}`

/** The maximum number of pages, of 100 entries each. The bot rarely changes one channel more than 500 times in 45 days. */
const PAGES_MAX = 5

/** The entries of locks and unlocks of a channel. `more`: there are older entries that were not read. */
export interface LockHistory {
  readonly entries: ReadonlyArray<LockEntry>
  readonly more: boolean
}

/** Reads the bot's locks and unlocks of a channel, newest first; `undefined` if the bot may not read the audit log. */
export const lockHistory = Effect.fn("channels.lockHistory")(
  function* (guild_id: string, channel_id: string, bot_id: string) {
    const entries: Array<LockEntry> = []
    let before: string | undefined
    for (let page = 0; page < PAGES_MAX; page++) {
      const { audit_log_entries: read = [] } = yield* getReadable(
        AuditLog,
        "/guilds/{guild_id}/audit-logs",
        { guild_id },
        { user_id: bot_id, target_id: channel_id, limit: Limits.AUDIT_LOG_PAGE_MAX, before }
      )
      const newest = read.toSorted((a, b) => Number(BigInt(b.id ?? 0) - BigInt(a.id ?? 0)))
      entries.push(
        ...newest.filter((it) => it.user_id === bot_id && it.target_id === channel_id).flatMap((it) => lockEntryOf(it))
      )
      before = newest.at(-1)?.id
      if (read.length < Limits.AUDIT_LOG_PAGE_MAX || before === undefined) return { entries, more: false }
    }
    return { entries, more: true }
  },
  (read) =>
    read.pipe(
      Effect.map((history): LockHistory | undefined => history),
      Effect.catchTag("DiscordPermissionError", () => Effect.succeed(undefined))
    )
)

type Entry = NonNullable<(typeof AuditLog.Type)["audit_log_entries"]>[number]

const EVENTS: ReadonlySet<number> = new Set([
  AuditLogEvent.ChannelOverwriteCreate,
  AuditLogEvent.ChannelOverwriteUpdate,
  AuditLogEvent.ChannelOverwriteDelete
])

const lockEntryOf = ({ action_type, changes, options, reason }: Entry): ReadonlyArray<LockEntry> => {
  const does = doneBy(reason)
  const { id, type } = { ...options }
  if (does === undefined || typeof id !== "string" || action_type === undefined || !EVENTS.has(action_type)) return []
  const bitsOf = (side: "old_value" | "new_value"): OverwriteBits => ({
    allow: bits(changes?.find(({ key }) => key === "allow")?.[side]),
    deny: bits(changes?.find(({ key }) => key === "deny")?.[side])
  })
  const isNew = action_type === AuditLogEvent.ChannelOverwriteCreate
  return [{ id, type: Number(type), does, isNew, before: bitsOf("old_value"), after: bitsOf("new_value") }]
}

const doneBy = (reason: string | null | undefined): LockEntry["does"] | undefined => {
  const [mark] = (reason ?? "").split(":")
  return mark === MARKS.lock ? "lock" : mark === MARKS.unlock ? "unlock" : undefined
}

const bits = (value: unknown): bigint => (typeof value === "string" && /^\d{1,40}$/.test(value) ? BigInt(value) : 0n)
