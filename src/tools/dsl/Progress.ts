import { Context, Effect } from "effect"

/** Where a long call tells how far it is; by default nobody listens. */
export class Progress extends Context.Reference<Progress>()("effect-discord-mcp/tools/Progress", {
  defaultValue: (): Listener => ({ report: () => Effect.void })
}) {}

/** Hears of what is done; `total` where it is known. */
export interface Listener {
  readonly report: (step: {
    readonly done: number
    readonly total?: number
    readonly message: string
  }) => Effect.Effect<void>
}
