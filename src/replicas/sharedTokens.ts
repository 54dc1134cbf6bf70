/** Confirmation tokens in Redis: a token of one replica confirms a call at any replica, once. */
import { Duration, Effect, Layer, Option, Schema } from "effect"
import { ShownCall } from "../discord/Permit.ts"
import * as ConfirmationTokens from "../safety/ConfirmationTokens.ts"
import { subjectOf } from "../safety/preview/shownState.ts"
import { secureToken } from "../text/secureToken.ts"
import { Redis } from "./Redis.ts"

/** Keeps the tokens in Redis. While Redis is unavailable, no token is issued, and each token is refused. */
export const layer: Layer.Layer<ConfirmationTokens.ConfirmationTokens, never, Redis> = Layer.effect(
  ConfirmationTokens.ConfirmationTokens,
  Effect.map(Redis, (redis) => ({
    issue: (call, state, owner) =>
      Effect.flatMap(secureToken, (token) =>
        redis
          .run({
            lua: ISSUE,
            keys: [keyOf(token, owner), `tokens:${ConfirmationTokens.keyOf("", owner)}`],
            args: [subjectOf(call), LIFE_MS, ConfirmationTokens.TOKENS_MAX, encodeState(state)]
          })
          .pipe(Effect.as(token), Effect.option, Effect.map(Option.getOrUndefined))
      ),
    redeem: (token, call, owner) =>
      redis.run({ lua: REDEEM, keys: [keyOf(token, owner)], args: [subjectOf(call), LIFE_MS] }).pipe(
        Effect.orElseSucceed(() => "token_store_away"),
        Effect.flatMap((answer) =>
          Option.match(decodeState(answer), {
            onSome: Effect.succeed,
            onNone: () => ConfirmationTokens.refused(ConfirmationTokens.isProblem(answer) ? answer : "token_store_away")
          })
        )
      )
  }))
)

const State = Schema.parseJson(Schema.Array(ShownCall))
const encodeState = Schema.encodeSync(State)
const decodeState = Schema.decodeUnknownOption(State)

const LIFE_MS = Duration.toMillis(ConfirmationTokens.TOKEN_LIFE)

const keyOf = (token: string, owner: string | undefined): string => `token:${ConfirmationTokens.keyOf(token, owner)}`

/**
 * A stored token contains the id of the Redis process that stored it. Otherwise a Redis that restores
 * older data, or takes over from another, could accept a used token again.
 */
const PROCESS = `local process = string.match(redis.call("INFO", "server"), "run_id:(%w+)") .. ":"`

/** The value ends with what the preview showed. The key stays for twice the life of the token, to distinguish an expired token from an unknown one. */
const ISSUE = `${PROCESS}
local life, max = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call("SET", KEYS[1], process .. ARGV[1] .. ARGV[4], "PX", 2 * life)
redis.call("RPUSH", KEYS[2], KEYS[1])
redis.call("PEXPIRE", KEYS[2], 2 * life)
if redis.call("LLEN", KEYS[2]) > max then redis.call("DEL", redis.call("LPOP", KEYS[2])) end
return "issued"`

const REDEEM = `${PROCESS}
local found = redis.call("GET", KEYS[1])
if not found or string.sub(found, 1, #process) ~= process then return "token_unknown" end
if redis.call("PTTL", KEYS[1]) <= tonumber(ARGV[2]) then return "token_expired" end
if found == process .. "used" then return "token_used" end
local call = process .. ARGV[1]
if string.sub(found, 1, #call) ~= call then return "token_mismatch" end
redis.call("SET", KEYS[1], process .. "used", "KEEPTTL")
return string.sub(found, #call + 1)`
