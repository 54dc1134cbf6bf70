/** The tool that unlocks a channel, as it was before its lock. */
import { Effect } from "effect"
import { makeFail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import type { PreviewFacts } from "../Tool.ts"
import { type Unlock, unlockChanges, withChanges, withoutDenials } from "./lockChanges.ts"
import { type LockHistory, lockHistory, markedReason } from "./lockHistory.ts"
import {
  applyChanges,
  bounded,
  changeFacts,
  type LockFail,
  lockFailures,
  lockFields,
  type Place,
  placeOf,
  shownChanges,
  shownOwner,
  shownPlace,
  shownWriters
} from "./lockPlace.ts"

/** The decoded fields. */
interface UnlockInput {
  readonly channel_id: string
  readonly audit_reason?: string
}

/** The tool that unlocks a channel. */
export const unlockChannel = custom("channels_unlock", {
  description:
    "Unlock a channel after channels_lock: restores its permissions from the audit log, and keeps what others have changed since. Without a lock in the log, removes what denies @everyone to write.",
  fields: lockFields,
  risk: "write",
  permissions: ["MANAGE_ROLES"],
  failures: lockFailures,
  undo: "channels_lock locks the channel again.",
  preview: (input: UnlockInput): PreviewFacts =>
    Effect.map(plan(input, makeFail(lockFailures)), ({ changes, notices, place }) => ({
      ...changeFacts(place, changes),
      ...(notices.length > 0 && { notice: notices.join(" ") })
    })),
  run: (input: UnlockInput, fail) => unlock(input, fail)
})

const plan = Effect.fnUntraced(function* ({ channel_id }: UnlockInput, fail: LockFail) {
  const place = yield* placeOf(channel_id, fail)
  const history = yield* lockHistory(place.guild_id, channel_id, place.bot.id)
  const { changes, kept, notices } = chosen(place, history)
  return { place, kept, notices, changes: yield* bounded(changes, fail) }
})

/** Chooses what to restore: the open lock, nothing if the last one has ended, or else what everyone is denied. */
const chosen = (
  place: Place,
  history: LockHistory | undefined
): Unlock & { readonly notices: ReadonlyArray<string> } => {
  const open = history && unlockChanges(place, history.entries)
  if (open !== undefined) return { ...open, notices: open.kept.length > 0 ? [CHANGED_SINCE] : [] }
  if (history !== undefined && history.entries.length > 0) return { changes: [], kept: [], notices: [NOT_LOCKED] }
  const changes = withoutDenials(place)
  return { changes, kept: [], notices: [changes.length === 0 ? NOTHING_DENIED : guessNotice(history)] }
}

const CHANGED_SINCE = "Overwrites in kept were changed by somebody else since the lock, and stay."

const NOT_LOCKED =
  "The last lock has ended already, so nothing was changed. To let everyone write, use channels_modify_permissions with the guild's id."

const NOTHING_DENIED = "No overwrite denies @everyone to write here, so nothing was changed."

/** Says what an unlock without a lock in the audit log cannot know. */
const guessNotice = (history: LockHistory | undefined): string => {
  const cause =
    history === undefined
      ? "The bot may not read the audit log (VIEW_AUDIT_LOG)"
      : history.more
        ? "The newest 500 entries of the audit log have no lock of this channel"
        : "The audit log of the last 45 days has no lock of this channel"
  return `${cause}: only the denials of @everyone are removed. Which roles and members could write before is unknown.`
}

const unlock = Effect.fn("channels.unlock")(function* (input: UnlockInput, fail: LockFail) {
  const { changes, kept, notices, place } = yield* plan(input, fail)
  yield* applyChanges(place, changes, markedReason("unlock", input.audit_reason), "channels_unlock")
  return {
    value: {
      ...shownPlace(place),
      changes: shownChanges(place, changes),
      ...(kept.length > 0 && { kept: kept.map((id) => shownOwner(place, id)) }),
      can_write: shownWriters(place, withChanges(place.overwrites, changes))
    },
    ...(notices.length > 0 && { notice: notices.join(" ") })
  }
})
