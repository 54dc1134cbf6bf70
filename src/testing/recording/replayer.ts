import { Array as Arr, Data, Effect } from "effect"
import { Transport, WireFailure } from "../../discord/Transport.ts"
import { truncate } from "../../errors/truncate.ts"
import * as Redactor from "../../telemetry/Redactor.ts"
import { askedOf, type Came, type Exchange, isSame, routeOf } from "./Exchange.ts"
import { standIn } from "./standIn.ts"

/** A test asks Discord for something that its recording does not have, or has not at this place. */
export class NotRecorded extends Data.TaggedError("NotRecorded")<{ readonly message: string }> {}

/** A way to a Discord that is on record. */
export interface Replayer {
  readonly transport: Transport["Type"]
  /** Dies of the first request that is not on record, once there has been one. */
  readonly verify: Effect.Effect<void>
}

/** Answers each request as it was answered, in the order of its route, and refuses any other. */
export const replayer = (file: string, exchanges: ReadonlyArray<Exchange>): Replayer => {
  const redactor = Redactor.make([])
  const recorded = new Map(Object.entries(Arr.groupBy(exchanges, ({ route }) => route)))
  const used = new Map<string, number>()
  let refused: NotRecorded | undefined

  const cameTo = (route: string, asked: Exchange["asked"]): Came | NotRecorded => {
    const all = recorded.get(route)
    if (all === undefined) return refusal(`${file} has no ${route}. It has: ${[...recorded.keys()].join(", ")}.`)
    const at = used.get(route) ?? 0
    const next = all[at]
    if (next === undefined)
      return refusal(`${file} has ${all.length} × ${route}, and this is one more: ${shown(asked)}.`)
    used.set(route, at + 1)
    return isSame(next.asked, asked)
      ? next.came
      : refusal(`${route}, number ${at + 1} of it in ${file}, was ${shown(next.asked)}, and is now ${shown(asked)}.`)
  }

  return {
    transport: Transport.of({
      send: (request, onPhase) =>
        Effect.suspend(() => {
          const came = cameTo(routeOf(request, redactor), askedOf(request, redactor))
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
            body: body.kind === "json" ? { kind: body.kind, value: standIn(body.value) } : body,
            header: (name: string) => headers[name]
          })
        })
    }),
    verify: Effect.suspend(() => (refused === undefined ? Effect.void : Effect.die(refused)))
  }
}

const refusal = (problem: string): NotRecorded =>
  new NotRecorded({ message: `${problem} If that is as it should be, delete the file and record it anew.` })

/** Enough of a request to see what is another one about it, in characters. */
const SHOWN_MAX = 600

const shown = (asked: Exchange["asked"]): string => truncate(JSON.stringify(asked), SHOWN_MAX)
