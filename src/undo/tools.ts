import { Effect } from "effect"
import { integer, optional, setOf, timestamp, withDefault } from "../objects/schema/fields.ts"
import { guild_id, Snowflake } from "../objects/schema/ids.ts"
import { issueIf } from "../tools/dsl/checks.ts"
import { group } from "../tools/dsl/defineTool.ts"
import { custom, planned } from "../tools/dsl/toolBuilders.ts"
import { reasons } from "../tools/shared/failures.ts"
import { ENTRIES_MAX } from "./readLog.ts"
import { callsOf, planSelection, shownOutcome } from "./undo.ts"

/** How many entries a call lists by default. */
const DEFAULT_LIMIT = 20

const synonyms = {
  changes_list:
    "what did you do, what have you changed, your last actions, what did the bot do, what the bot changed, history of the bot, list of changes, recent changes of the bot, what can be undone, what can be taken back, show what you did, journal",
  changes_undo:
    "undo, undo that, take back what you just did, take it back, revert, roll back, restore, put it back, put it back as it was, undo the last change, reverse that, that was a mistake, cancel what you did, redo, undo the undo, bring back the deleted channel, restore a deleted role"
}

/** What the bot did in a guild, and its undo. The audit log of Discord is the journal: nothing is stored here. */
export const tools = group({ category: "changes", synonyms }, [
  custom("changes_list", {
    description:
      "List what the bot did in a guild, newest first: old and new values, and whether changes_undo can take it back, together with all newer entries. From Discord's audit log, which keeps 45 days and lacks moves, reactions and the bot's own messages. For what others did use audit_log_get.",
    fields: {
      guild_id,
      since: optional(timestamp("Only since this ISO 8601 time with zone.")),
      limit: withDefault(
        integer(`Entries, 1 to ${ENTRIES_MAX}; ${DEFAULT_LIMIT} by default.`, 1, ENTRIES_MAX),
        DEFAULT_LIMIT
      )
    },
    risk: "read",
    permissions: ["VIEW_AUDIT_LOG"],
    failures: reasons("unknown_guild"),
    run: ({ guild_id, limit, since }) =>
      Effect.map(
        planSelection({ guild_id, ...(since === undefined ? { last: limit } : { since }) }),
        ({ hasMore, outcomes }) => {
          const items = outcomes.slice(0, limit).map(shownOutcome)
          const isCut = hasMore || outcomes.length > limit
          const first = (count: number) => ({ items: items.slice(0, count) })
          const notice =
            items.length === 0
              ? "The audit log has no such entry of the bot. Discord keeps entries for 45 days."
              : isCut
                ? "Older entries are not listed: raise limit, or set since."
                : undefined
          return { value: first(limit), shorten: first, size: items.length, ...(notice !== undefined && { notice }) }
        }
      )
  }),
  planned("changes_undo", {
    description:
      "Take back what the bot did in a guild, newest first, as one plan: restores old values, deletes what was created, creates again what was deleted. What somebody else changed since stays. Set one of entries, since and last. An undo can be undone.",
    fields: {
      guild_id,
      entries: optional(setOf("Entry ids, from changes_list.", Snowflake, 1, ENTRIES_MAX)),
      since: optional(timestamp("All entries since this ISO 8601 time with zone.")),
      last: optional(integer(`The last entries: 1 to ${ENTRIES_MAX}.`, 1, ENTRIES_MAX))
    },
    asks: ["deletes", "grants", "removes_people", "silences", "replaces", "weakens"],
    permissions: ["VIEW_AUDIT_LOG"],
    failures: reasons("unknown_guild"),
    validate: ({ entries, last, since }) =>
      issueIf(
        [entries, last, since].filter((one) => one !== undefined).length !== 1,
        "last",
        "set exactly one of entries, since and last",
        "exclusive"
      ),
    plan: (input) => Effect.map(planSelection(input), (undo) => callsOf(input, undo))
  })
])
