/** The followers of a log: where each goes on, also after a restart or in another process. */
import { Effect } from "effect"
import type { GatewayState, GatewayStore } from "./connection/GatewayStore.ts"
import type { EventLog } from "./EventLog.ts"
import type { LiveEvents } from "./Gateway.ts"
import { CURSOR } from "./GatewayEvent.ts"
import { filesUnusable } from "./SegmentFiles.ts"

/** The maximum number of followers whose cursors are kept. */
const FOLLOWERS_MAX = 1000

/** Makes what returns the cursor after which a follower reads, and keeps the one that it has reached. */
export const followersOf = (log: EventLog, store: GatewayStore): LiveEvents["follow"] =>
  Effect.fnUntraced(function* ({ name, sinceMs }, reached) {
    const { followers } = yield* store.state
    const kept = followers.find(([other]) => other === name)?.[1]
    if (reached !== undefined && log.has(reached)) {
      // Of two sessions of a client, the one that is ahead says what was delivered.
      if (kept === undefined || !log.has(kept) || numberOf(kept) < numberOf(reached)) {
        const change = ({ followers, ...state }: GatewayState): GatewayState => ({
          ...state,
          followers: [...followers.filter(([other]) => other !== name).slice(1 - FOLLOWERS_MAX), [name, reached]]
        })
        yield* Effect.catchAll(store.save(change), () => store.note(change))
      }
      return reached
    }
    // All events of another log are new.
    if (kept !== undefined || reached !== undefined) return kept !== undefined && log.has(kept) ? kept : log.start
    return yield* Effect.catchAll(log.before(sinceMs), ({ message }) =>
      Effect.zipRight(Effect.logWarning(message), filesUnusable)
    )
  })

const numberOf = (cursor: string): number => Number(CURSOR.exec(cursor)?.[2] ?? 0)
