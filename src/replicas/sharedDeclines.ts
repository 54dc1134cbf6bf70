/** The calls that a person declined at any replica, in Redis. */
import { Duration, Effect, Layer } from "effect"
import * as Declines from "../safety/Declines.ts"
import { Redis } from "./Redis.ts"

/** Keeps declines in Redis and in this process, so that they hold here while Redis is unavailable. */
export const layer: Layer.Layer<Declines.Declines, never, Redis> = Layer.effect(
  Declines.Declines,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* Declines.make
    const run = (lua: string, keys: ReadonlyArray<string>, args: ReadonlyArray<string | number> = []) =>
      redis.run({ lua, keys: keys.map((key) => `declined:${key}`), args })
    return {
      add: (call, owner, how) =>
        Effect.zipRight(
          own.add(call, owner, how),
          Effect.ignore(run(ADD, Declines.subjectsOf(call, owner), [how, Duration.toMillis(Declines.DECLINE_LIFE)]))
        ),
      find: (call, owner) =>
        Effect.flatMap(own.find(call, owner), (known) =>
          known !== undefined
            ? Effect.succeed(known)
            : run(FIND, Declines.subjectsOf(call, owner)).pipe(
                Effect.map((how) => REASONS.find((reason) => reason === how)),
                Effect.orElseSucceed(() => undefined)
              )
        ),
      remove: (call, owner) =>
        Effect.zipRight(own.remove(call, owner), Effect.ignore(run(REMOVE, Declines.subjectsOf(call, owner))))
    }
  })
)

const REASONS: ReadonlyArray<Declines.DeclineReason> = ["declined", "cancelled", "timed_out"]

const ADD = `for _, key in ipairs(KEYS) do redis.call("SET", key, ARGV[1], "PX", ARGV[2]) end`

const FIND = `
for _, key in ipairs(KEYS) do
  local how = redis.call("GET", key)
  if how then return how end
end
return ""`

const REMOVE = `for _, key in ipairs(KEYS) do redis.call("DEL", key) end`
