import { Array as Arr, Data, Effect } from "effect"
import { Transport, WireFailure } from "../../discord/Transport.ts"
import { MASK, makeRedactor } from "../../text/secrets.ts"
import { truncate } from "../../text/words.ts"
import { type Exchange, isSame, type Outcome, requestRecord, routeOf } from "./Recording.ts"

/** A request is not in the recording, or not at this position. */
export class NotRecorded extends Data.TaggedError("NotRecorded")<{ readonly message: string }> {}

/** A transport that replays a recording. */
export interface Replayer {
  readonly transport: Transport["Type"]
  /** Dies if a request was not in the recording. The defect names the first such request. */
  readonly verify: Effect.Effect<void>
}

/** Replays the recorded response of each request, in order per route. Any other request is a defect. */
export const replayer = (file: string, exchanges: ReadonlyArray<Exchange>): Replayer => {
  const redactor = makeRedactor([])
  const recorded = new Map(Object.entries(Arr.groupBy(exchanges, ({ route }) => route)))
  const used = new Map<string, number>()
  let refused: NotRecorded | undefined

  const outcomeFor = (route: string, asked: Exchange["asked"]): Outcome | NotRecorded => {
    const all = recorded.get(route)
    if (all === undefined) return refusal(`${file} has no ${route}. It has: ${[...recorded.keys()].join(", ")}.`)
    const at = used.get(route) ?? 0
    const next = all[at]
    if (next === undefined)
      return refusal(`${file} has ${all.length} × ${route}. This request is one more: ${truncated(asked)}.`)
    used.set(route, at + 1)
    return isSame(next.asked, asked)
      ? next.came
      : refusal(
          `${route}, number ${at + 1} of it in ${file}, was ${truncated(next.asked)}, and is now ${truncated(asked)}.`
        )
  }

  return {
    transport: Transport.of({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const came = outcomeFor(routeOf(request, redactor), requestRecord(request, redactor))
          if (came instanceof NotRecorded) {
            refused ??= came
            return Effect.die(came)
          }
          onPhase("headers")
          if ("silence" in came) return Effect.never
          if ("network" in came) return new WireFailure(came)
          onPhase("body")
          const { body, headers, status } = came
          return Effect.succeed({
            status,
            body: body.kind === "json" ? { kind: body.kind, value: fillSecrets(body.value) } : body,
            header: (name: string) => headers[name]
          })
        })
    }),
    verify: Effect.suspend(() => (refused === undefined ? Effect.void : Effect.die(refused)))
  }
}

const refusal = (problem: string): NotRecorded =>
  new NotRecorded({ message: `${problem} If this is intended, delete the file and record it again.` })

/** Maximum length of a request in a message, in characters. */
const MAX_CHARS = 600

const truncated = (asked: Exchange["asked"]): string => truncate(JSON.stringify(asked), MAX_CHARS)

/** The placeholder of a masked secret. It is as long as a token. */
export const SECRET_PLACEHOLDER = "a-secret-that-this-recording-does-not-hold".padEnd(68, "-")

/** Replaces every masked secret in a recorded value with a placeholder. */
const fillSecrets = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll(ADDRESS, `$1${SECRET_PLACEHOLDER}`)
  if (Array.isArray(value)) return value.map(fillSecrets)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // In other fields, three asterisks are content.
      inner === MASK && SECRET.test(name) ? SECRET_PLACEHOLDER : fillSecrets(inner)
    ])
  )
}

const SECRET = /(?:token|secret)$/i
const ADDRESS = /(\/(?:webhooks|interactions)\/\d+\/)\*{3}/g
