import { Context, Effect } from "effect"

/** Receives progress reports of long calls. The default ignores them. */
export class Progress extends Context.Reference<Progress>()("effect-discord-mcp/tools/Progress", {
  defaultValue: (): Listener => ({ report: () => Effect.void })
}) {}

/** Receives progress. `total` is set if it is known. */
export interface Listener {
  readonly report: (step: {
    readonly done: number
    readonly total?: number
    readonly message: string
  }) => Effect.Effect<void>
}
