import { Context, Effect } from "effect"

/** Where a call tells that it waits, and for how long; by default nobody listens. */
export class Waits extends Context.Reference<Waits>()("effect-discord-mcp/telemetry/Waits", {
  defaultValue: (): WaitListener => ({ begun: () => Effect.void })
}) {}

/** Hears of a wait when it begins; it may end before its time. */
export interface WaitListener {
  readonly begun: (wait: Wait) => Effect.Effect<void>
}

/** What is waited for, in a word or two, and how long. */
export interface Wait {
  readonly what: string
  readonly ms: number
}

/** Tells that a wait begins. */
export const waitBegins = (what: string, ms: number): Effect.Effect<void> =>
  Effect.flatMap(Waits, ({ begun }) => begun({ what, ms }))
