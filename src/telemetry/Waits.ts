import { Context, Effect } from "effect"

/** Reports the waits of a call. By default the reports are ignored. */
export class Waits extends Context.Reference<Waits>()("effect-discord-mcp/telemetry/Waits", {
  defaultValue: (): WaitListener => ({ begun: () => Effect.void })
}) {}

/** Called when a wait begins. The wait may end early. */
export interface WaitListener {
  readonly begun: (wait: Wait) => Effect.Effect<void>
}

/** The reason of a wait in one or two words, and its maximum duration. */
export interface Wait {
  readonly what: string
  readonly ms: number
}

/** Reports that a wait begins. */
export const waitBegins = (what: string, ms: number): Effect.Effect<void> =>
  Effect.flatMap(Waits, ({ begun }) => begun({ what, ms }))
