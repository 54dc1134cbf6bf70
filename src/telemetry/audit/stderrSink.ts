import { Console, Effect } from "effect"
import type { AuditSink } from "./AuditSink.ts"
import { link, origin } from "./chain.ts"

/** Writes records to stderr, with one chain per process. */
export const make = (): AuditSink => {
  let position = origin
  return {
    append: (entries) =>
      Effect.suspend(() => {
        const first = position.seq + 1
        const linked = link(position, entries)
        position = linked.position
        return Effect.as(
          Console.error(linked.lines.join("\n")),
          entries.map((_, at) => ({ seq: first + at }))
        )
      })
  }
}
