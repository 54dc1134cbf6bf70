import { Context, Duration, type Effect } from "effect"

/** What a person is asked, in a few lines of plain text. */
export interface Question {
  readonly tool: string
  readonly message: string
}

/** How a person answered. `unavailable`: the question did not reach anybody after all. */
export type Verdict = "accepted" | "declined" | "cancelled" | "timed_out" | "unavailable"

/** What can be had of whoever stands behind a call. */
export interface Reach {
  /** Puts a question to a person; absent where none can be asked. To interrupt it withdraws the question. */
  readonly ask?: (question: Question) => Effect.Effect<Verdict>
  /** Whether the caller can come back to this very process, as one who has been given a token must. */
  readonly returns: boolean
}

/** The person behind the current call. By default nobody can be asked. */
export class Person extends Context.Reference<Person>()("effect-discord-mcp/safety/Person", {
  defaultValue: (): Reach => ({ returns: true })
}) {}

/** How long a person may think about it. */
export const PATIENCE = Duration.minutes(5)
