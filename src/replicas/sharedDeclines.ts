/** The calls that a person declined at any replica, in Redis. */
import { Duration, Effect, Layer, Schema } from "effect"
import * as Declines from "../safety/Declines.ts"
import { Redis } from "./Redis.ts"

/**
 * Keeps declines in Redis and in this process. A call is declined if either has its decline, so a Redis without its data
 * forgives nothing that this process remembers. Only an acceptance that Redis has recorded ends a decline of this
 * process.
 */
export const layer: Layer.Layer<Declines.Declines, never, Redis> = Layer.effect(
  Declines.Declines,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* Declines.make
    const run = (lua: string, keys: ReadonlyArray<string>, args: ReadonlyArray<string | number> = []) =>
      redis.run({ lua, keys: keys.map((key) => `declined:${key}`), args })
    return {
      reserve: own.reserve,
      add: (call, owner, how) =>
        Effect.zipRight(
          own.add(call, owner, how),
          Effect.matchEffect(run(ADD, Declines.subjectsOf(call, owner), [how, LIFE_MS]), {
            onFailure: () => Effect.void,
            onSuccess: () => own.add(call, owner, how, true)
          })
        ),
      find: (call, owner) =>
        run(FIND, Declines.subjectsOf(call, owner)).pipe(
          Effect.flatMap(Schema.decodeUnknown(Found)),
          Effect.matchEffect({
            onFailure: () => own.find(call, owner),
            onSuccess: (states) => {
              const how = REASONS.find((reason) => states.includes(reason))
              return how === undefined
                ? own.find(call, owner, (position) => states[position] === "accepted")
                : Effect.succeed(how)
            }
          })
        ),
      remove: (call, owner) =>
        Effect.zipRight(
          own.remove(call, owner),
          Effect.ignore(run(ACCEPT, Declines.subjectsOf(call, owner), [LIFE_MS]))
        )
    }
  })
)

const LIFE_MS = Duration.toMillis(Declines.DECLINE_LIFE)

const REASONS: ReadonlyArray<Declines.DeclineReason> = ["declined", "cancelled", "timed_out"]

/** The record of each subject: a reason, `accepted`, or an empty text. */
const Found = Schema.Array(Schema.String)

const ADD = `for _, key in ipairs(KEYS) do redis.call("SET", key, ARGV[1], "PX", ARGV[2]) end`

/**
 * An acceptance contains the id of the Redis process that stored it. A Redis that restores older data may lack a later
 * decline, so its acceptances do not count.
 */
const PROCESS = `local accepted = string.match(redis.call("INFO", "server"), "run_id:(%w+)") .. ":accepted"`

const FIND = `${PROCESS}
local found = {}
for at, key in ipairs(KEYS) do
  local record = redis.call("GET", key)
  if record == accepted then record = "accepted" end
  found[at] = record or ""
end
return found`

const ACCEPT = `${PROCESS}
for _, key in ipairs(KEYS) do redis.call("SET", key, accepted, "PX", ARGV[1]) end`
