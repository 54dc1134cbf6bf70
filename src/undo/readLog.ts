/** Reads what the bot did from the audit log of a guild. */
import { Effect, Schema } from "effect"
import { AUDIT_LOG_PAGE_MAX } from "../objects/schema/limits.ts"
import { Id } from "../objects/schema/reply.ts"
import { AuditLog, entriesOf } from "../tools/audit_log/view.ts"
import { getJson, getReadable } from "../tools/dsl/getJson.ts"

type NamedEntry = ReturnType<typeof entriesOf>[number]

/** An entry of the audit log. */
export type LogEntry = NamedEntry & { readonly id: string; readonly action_type: number }

/** The maximum number of entries that are taken back, or listed, at once. */
export const ENTRIES_MAX = 100

/** The maximum number of pages that are read: of the bot, and of everybody. */
const PAGES_MAX = 5

/** What the bot did, newest first. */
export interface OwnLog {
  readonly botId: string
  readonly entries: ReadonlyArray<LogEntry>
  /** Older entries were not read. */
  readonly hasMore: boolean
}

/** Reads the entries of the bot until `isEnough`, at most five pages. */
export const readOwnLog = Effect.fn("undo.readOwnLog")(function* (
  guild_id: string,
  isEnough: (entries: ReadonlyArray<LogEntry>) => boolean
) {
  const { id: botId } = yield* getJson(Schema.Struct({ id: Id }), "/users/@me", {})
  let entries: ReadonlyArray<LogEntry> = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const before = entries.at(-1)?.id
    const read = yield* readPage(guild_id, { user_id: botId, ...(before !== undefined && { before }) })
    entries = [...entries, ...read]
    if (read.length < AUDIT_LOG_PAGE_MAX) return { botId, entries, hasMore: false } satisfies OwnLog as OwnLog
    if (isEnough(entries)) break
  }
  return { botId, entries, hasMore: true } satisfies OwnLog as OwnLog
})

/** Reads what others did after an entry, oldest first, at most five pages. */
export const readOthers = Effect.fn("undo.readOthers")(function* (guild_id: string, botId: string, after: string) {
  let entries: ReadonlyArray<LogEntry> = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const read = yield* readPage(guild_id, { after: entries.at(-1)?.id ?? after })
    entries = [...entries, ...read]
    if (read.length < AUDIT_LOG_PAGE_MAX) break
  }
  return entries.filter(({ user_id }) => user_id !== botId)
})

const readPage = (guild_id: string, query: Readonly<Record<string, string>>) =>
  Effect.map(
    getReadable(AuditLog, "/guilds/{guild_id}/audit-logs", { guild_id }, { limit: AUDIT_LOG_PAGE_MAX, ...query }),
    (log) => entriesOf(log).filter(isWhole)
  )

const isWhole = (entry: NamedEntry): entry is LogEntry => entry.id !== undefined && entry.action_type !== undefined
