/** The calls that a person declined at any replica, in Redis. */
import { Duration, Effect, Layer } from "effect"
import * as Declines from "../safety/Declines.ts"
import { Redis } from "./Redis.ts"

/**
 * Keeps declines in Redis and in this process, so that they hold here while Redis is unavailable. Otherwise Redis
 * decides, so that an acceptance at any replica counts at all replicas.
 */
export const layer: Layer.Layer<Declines.Declines, never, Redis> = Layer.effect(
  Declines.Declines,
  Effect.gen(function* () {
    const redis = yield* Redis
    const own = yield* Declines.make
    // The declines that Redis did not store.
    const unshared = yield* Declines.make
    const run = (lua: string, keys: ReadonlyArray<string>, args: ReadonlyArray<string | number> = []) =>
      redis.run({ lua, keys: keys.map((key) => `declined:${key}`), args })
    return {
      add: (call, owner, how) =>
        Effect.zipRight(
          own.add(call, owner, how),
          run(ADD, Declines.subjectsOf(call, owner), [how, Duration.toMillis(Declines.DECLINE_LIFE)]).pipe(
            Effect.catchAll(() => unshared.add(call, owner, how))
          )
        ),
      find: (call, owner) =>
        Effect.matchEffect(run(FIND, Declines.subjectsOf(call, owner)), {
          onFailure: () => own.find(call, owner),
          onSuccess: (found) => {
            const how = REASONS.find((reason) => reason === found)
            return how === undefined ? unshared.find(call, owner) : Effect.succeed(how)
          }
        }),
      remove: (call, owner) =>
        Effect.all(
          [
            own.remove(call, owner),
            unshared.remove(call, owner),
            Effect.ignore(run(REMOVE, Declines.subjectsOf(call, owner)))
          ],
          { discard: true }
        )
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
