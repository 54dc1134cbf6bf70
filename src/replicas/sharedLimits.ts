/** Discord's limits in Redis: the buckets, the global limit and the invalid requests of all replicas. */
import { Effect, Layer, Option, Schema } from "effect"
import { SharedLimits } from "../discord/rate-limit/Limits.ts"
import {
  type EndAnswer,
  type InvalidCounts,
  type LimitsStore,
  nameOf,
  type RouteBlockScope,
  type SharedKey,
  type Stamped,
  type StartAnswer
} from "../discord/rate-limit/LimitsStore.ts"
import * as ReplicaLimits from "../discord/rate-limit/ReplicaLimits.ts"
import { sha256 } from "../text/secureToken.ts"
import { Redis, type Script } from "./Redis.ts"

/** Keeps the limits in Redis, by the clock of Redis. */
export const layer: Layer.Layer<never, never, Redis> = Layer.effect(
  SharedLimits,
  Effect.map(Redis, (redis) => {
    const store = storeIn(redis)
    return { over: (local) => ReplicaLimits.make(store, local), countInvalid: store.countInvalid }
  })
)

const storeIn = (redis: Redis["Type"]): LimitsStore => {
  /** Runs a script. An answer of another form counts as no answer. */
  const ask = <A>(script: Script, answer: (parts: unknown) => A): Effect.Effect<A | undefined> =>
    redis.run(script).pipe(
      Effect.map(answer),
      Effect.orElseSucceed(() => undefined)
    )
  return {
    start: ({ from, global, key, lifeMs, to }) =>
      ask(
        {
          lua: START,
          keys: keysOf(key),
          args: [
            key.template,
            key.bucket ?? "",
            from,
            to?.version ?? "",
            to?.state ?? "",
            to === undefined ? 1 : Math.ceil(lifeMs),
            global?.id ?? "",
            global?.perSecond ?? 0
          ]
        },
        stampedStart
      ),
    end: ({ block, from, globalBlockMs, globalId, key, lifeMs, namesBucket, to }) =>
      ask(
        {
          lua: END,
          keys: keysOf(key),
          args: [
            key.template,
            namesBucket ? (key.bucket ?? "") : "",
            from,
            to.version,
            to.state,
            Math.ceil(lifeMs),
            globalId ?? "",
            Math.ceil(block?.ms ?? 0),
            block?.scope ?? "",
            Math.ceil(globalBlockMs ?? 0)
          ]
        },
        stampedEnd
      ),
    countInvalid: (more, client) =>
      ask({ lua: COUNT_INVALID, keys: ["invalid", `invalid:${sha256(client ?? "")}`], args: [more] }, countsIn)
  }
}

/** Returns the keys of a bucket in Redis. Ids of webhooks come with their tokens, so keys contain hashes. */
const keysOf = (key: SharedKey): ReadonlyArray<string> => [
  `bucket:${sha256(nameOf(key))}`,
  "buckets",
  `blocked:${sha256(`${key.template} ${key.major}`)}`,
  "global",
  "blocked"
]

const Answer = Schema.Tuple(Schema.String, Schema.NumberFromString, Schema.String, Schema.String)

const decodeAnswer = Schema.decodeUnknownOption(Answer)

const countsIn = (parts: unknown): InvalidCounts | undefined =>
  Option.getOrUndefined(Option.map(decodeCounts(parts), ([all, own]) => ({ all, own })))

const decodeCounts = Schema.decodeUnknownOption(Schema.Tuple(Schema.Number, Schema.Number))

const scopeOf = (text: string): RouteBlockScope => (text === "shared" ? "shared" : "user")

const stampedStart = (parts: unknown): Stamped<StartAnswer> | undefined => {
  const decoded = decodeAnswer(parts)
  if (decoded._tag === "None") return undefined
  const [tag, at, first, second] = decoded.value
  switch (tag) {
    case "started":
      return { at, answer: { _tag: tag } }
    case "changed":
      return { at, answer: { _tag: tag, stored: { version: first, state: second } } }
    case "named":
      return { at, answer: { _tag: tag, bucket: first } }
    case "blocked":
      return { at, answer: { _tag: tag, ms: Number(first), scope: scopeOf(second) } }
    case "global":
      return { at, answer: { _tag: tag, ms: Number(first), minimumMs: Number(second) } }
  }
  return undefined
}

const stampedEnd = (parts: unknown): Stamped<EndAnswer> | undefined => {
  const decoded = decodeAnswer(parts)
  if (decoded._tag === "None") return undefined
  const [tag, at, version, state] = decoded.value
  return { at, answer: tag === "ended" ? { _tag: "ended" } : { _tag: "changed", stored: { version, state } } }
}

/** Times are in milliseconds, with fractions. Redis truncates fractions of numbers, so times are texts. */
const PREAMBLE = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local function answer(tag, first, second)
  return { tag, string.format("%.3f", now), first or "", second or "" }
end
local function changed()
  local saved = redis.call("HMGET", KEYS[1], "version", "state")
  if (saved[1] or "") == ARGV[3] then return nil end
  return answer("changed", saved[1] or "", saved[2] or "")
end
local function save()
  redis.call("HSET", KEYS[1], "version", ARGV[4], "state", ARGV[5])
  redis.call("PEXPIRE", KEYS[1], ARGV[6])
end
local function name()
  redis.call("HSET", KEYS[2], ARGV[1], ARGV[2])
  redis.call("EXPIRE", KEYS[2], 86400)
end`

/**
 * The global limit counts a request from its start until one second after its end. A request without
 * an end counts for two seconds. Discord counts a request at an unknown moment in between, so a
 * request in flight counts for at least another second.
 */
const START = `${PREAMBLE}
local known = redis.call("HGET", KEYS[2], ARGV[1])
if known and known ~= ARGV[2] then return answer("named", known) end
if not known and ARGV[2] ~= "" then name() end
local scope = redis.call("GET", KEYS[3])
if scope then return answer("blocked", tostring(redis.call("PTTL", KEYS[3])), scope) end
local other = changed()
if other then return other end
if ARGV[4] == "" then
  local saved = redis.call("HMGET", KEYS[1], "version", "state")
  return answer("changed", saved[1] or "", saved[2] or "")
end
if ARGV[7] ~= "" then
  local blocked = redis.call("PTTL", KEYS[5])
  if blocked > 0 then return answer("global", tostring(blocked), tostring(blocked)) end
  redis.call("ZREMRANGEBYSCORE", KEYS[4], "-inf", now)
  if redis.call("ZCARD", KEYS[4]) >= tonumber(ARGV[8]) then
    local first = redis.call("ZRANGE", KEYS[4], 0, 0, "WITHSCORES")
    local wait = math.max(1, first[2] - now)
    return answer("global", string.format("%.3f", wait), string.format("%.3f", math.min(wait, 1000)))
  end
  redis.call("ZADD", KEYS[4], now + 2000, ARGV[7])
  redis.call("PEXPIRE", KEYS[4], 5000)
end
save()
return answer("started")`

/** Applies the parts that do not depend on the state, even if another replica has changed the state. */
const END = `${PREAMBLE}
if ARGV[7] ~= "" then redis.call("ZADD", KEYS[4], "XX", now + 1000, ARGV[7]) end
if ARGV[2] ~= "" then name() end
if tonumber(ARGV[8]) > 0 then
  if redis.call("PTTL", KEYS[3]) < tonumber(ARGV[8]) then redis.call("SET", KEYS[3], ARGV[9], "PX", ARGV[8]) end
end
if tonumber(ARGV[10]) > 0 then
  if redis.call("PTTL", KEYS[5]) < tonumber(ARGV[10]) then redis.call("SET", KEYS[5], "1", "PX", ARGV[10]) end
end
local other = changed()
if other then return other end
save()
return answer("ended")`

/** Counts invalid requests in slots of ten seconds. A slot counts until its last moment is ten minutes ago. */
const COUNT_INVALID = `
local slot = math.floor(redis.call("TIME")[1] / 10)
local function count(key)
  if ARGV[1] == "1" then
    redis.call("HINCRBY", key, slot, 1)
    redis.call("EXPIRE", key, 620)
  end
  local counts = redis.call("HGETALL", key)
  local total = 0
  for at = 1, #counts, 2 do
    if tonumber(counts[at]) >= slot - 60 then
      total = total + counts[at + 1]
    else
      redis.call("HDEL", key, counts[at])
    end
  end
  return total
end
return { count(KEYS[1]), count(KEYS[2]) }`
