/** A reader that follows events by calls one after another. The tools of live events ask for it. */
import { Context } from "effect"

/** A follower, whose cursor is kept on the disk: it goes on there, also in another process. */
export interface Follower {
  readonly name: string
  /** When it began, in milliseconds since 1970. Without a cursor, its events are those that were logged since. */
  readonly sinceMs: number
}

/** How the caller follows events. By default it does not. `expectsEvents`: later ones must be able to arrive. */
export class Following extends Context.Reference<Following>()("effect-discord-mcp/live/Following", {
  defaultValue: (): { readonly expectsEvents?: true; readonly follower?: Follower } => ({})
}) {}
