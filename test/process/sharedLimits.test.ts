/** Two processes of each of several bots, with one real Redis between them, against sandboxes that count. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Conditions } from "../../src/sandbox/BucketCounter.ts"
import { make, Sandbox, type SandboxShape } from "../../src/sandbox/Sandbox.ts"
import { layer as binary } from "./binary.ts"
import { connectTo, readyHttp } from "./httpSession.ts"
import { hasRedis, missingRedis, startRedis } from "./replicas/redisServer.ts"

type Client = Effect.Effect.Success<ReturnType<typeof connectTo>>["client"]

/** Five messages a second in each channel. */
const fiveASecond = { "POST /channels/:id/messages": { limit: 5, windowMs: 1000 } }

/**
 * A process that the machine stops for two seconds between admission and sending can exceed a limit. A busy machine does
 * that to one of these processes now and then, so a test that sends at the limit may be repeated once.
 */
const STALLS = { retry: 1 }

/** One client may have a quarter of the slots in one channel. Thirty messages of a client are more than the default allows. */
const ENOUGH_SLOTS = { MCP_BULKHEAD_LIMIT: "200" }

const network = { latency_ms: 20, jitter_ms: 20 }

const cases: ReadonlyArray<Pick<Conditions, "algorithm" | "stamp">> = [
  { algorithm: "window", stamp: "departure" },
  { algorithm: "aligned_window", stamp: "arrival" },
  { algorithm: "sliding_window", stamp: "arrival" },
  { algorithm: "refill", stamp: "departure" },
  { algorithm: "refill_unit", stamp: "arrival" }
]

/** A sandbox for a separate bot. */
const sandboxOf = (token: string, conditions: Partial<Conditions>, globalPerSecond = 50) =>
  make({ token, limits: fiveASecond, globalPerSecond, conditions: { ...network, ...conditions } })

/** A replica, and a client of it. */
const replica = Effect.fnUntraced(function* (
  redis: string,
  sandbox: SandboxShape,
  env: Readonly<Record<string, string>> = {}
) {
  const { child, url } = yield* readyHttp({
    MCP_REDIS_URL: redis,
    MCP_RATE_LIMIT_MAX_WAIT_MS: "100000",
    MCP_DEADLINE_MS: "120000",
    MCP_GLOBAL_REQUESTS_PER_SECOND: "50",
    ...env
  }).pipe(Effect.provideService(Sandbox, sandbox))
  const { client } = yield* connectTo(url)
  return { child, client }
})

/** Sends messages in parallel, in turn over the clients. Returns the failures. */
const send = (clients: ReadonlyArray<Client>, channels: ReadonlyArray<string>, contents: ReadonlyArray<string>) =>
  Effect.map(
    Effect.forEach(
      contents,
      (content, at) =>
        Effect.promise(
          () =>
            clients[at % clients.length]?.callTool(
              { name: "messages_send", arguments: { channel_id: channels[at % channels.length], content } },
              undefined,
              { timeout: 120_000 }
            ) ?? Promise.resolve(undefined)
        ),
      { concurrency: "unbounded" }
    ),
    (results) => results.filter((result) => result?.isError === true).map((result) => result?.structuredContent)
  )

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `message ${from + at}`)

const countOf = (sandbox: SandboxShape, status: number) =>
  Effect.map(sandbox.requests, (all) => all.filter((request) => request.status === status).length)

/** The contents of the messages that the sandbox accepted, in alphabetical order. */
const accepted = (sandbox: SandboxShape) =>
  Effect.map(sandbox.requests, (all) =>
    all
      .filter(({ method, status }) => method === "POST" && status === 200)
      .map(({ body }) => String(Object(body).content))
      .toSorted()
  )

layer(binary, { excludeTestServices: true })(`replicas that share Discord's limits${missingRedis}`, (it) => {
  it.scoped.skipIf(!hasRedis)(
    `send 60 messages through two processes into a bucket of five a second without one 429, for each algorithm${missingRedis}`,
    () =>
      Effect.gen(function* () {
        const { url } = yield* startRedis
        yield* Effect.forEach(
          cases,
          Effect.fnUntraced(function* (conditions) {
            const { algorithm } = conditions
            const sandbox = yield* sandboxOf(`bot-with-${algorithm}`, conditions)
            const both = yield* Effect.replicateEffect(replica(url, sandbox, ENOUGH_SLOTS), 2)
            const clients = both.map(({ client }) => client)
            assert.deepStrictEqual(yield* send(clients, [sandbox.ids.channels.general], numbered(60)), [], algorithm)
            const logs = both.map(({ child }) => child.stderr.text).join("")
            assert.strictEqual(yield* countOf(sandbox, 429), 0, `${algorithm}: ${logs}`)
            assert.deepStrictEqual(yield* accepted(sandbox), numbered(60).toSorted(), algorithm)
          }, Effect.scoped),
          // More processes at once than processors would stall for seconds, and requests would arrive too late.
          { concurrency: 2 }
        )
      }),
    STALLS
  )

  it.scoped.skipIf(!hasRedis)(
    `share the global limit${missingRedis}`,
    () =>
      Effect.gen(function* () {
        const { url } = yield* startRedis
        const sandbox = yield* sandboxOf("bot-with-global-limit", {}, 10)
        const both = yield* Effect.replicateEffect(replica(url, sandbox, { MCP_GLOBAL_REQUESTS_PER_SECOND: "10" }), 2)
        const { announcements, general, showcase } = sandbox.ids.channels
        const failures = yield* send(
          both.map(({ client }) => client),
          // An odd number, so that each replica sends to each channel.
          [announcements, general, showcase],
          numbered(30)
        )
        assert.deepStrictEqual(failures, [])
        assert.strictEqual(yield* countOf(sandbox, 429), 0)
        assert.deepStrictEqual(yield* accepted(sandbox), numbered(30).toSorted())
      }),
    STALLS
  )

  it.scoped.skipIf(!hasRedis)(
    `use local limits while Redis is unavailable, send nothing twice, and share again afterwards${missingRedis}`,
    () =>
      Effect.gen(function* () {
        const redis = yield* startRedis
        const sandbox = yield* sandboxOf("bot-without-redis", { algorithm: "window", stamp: "arrival" })
        const both = yield* Effect.replicateEffect(replica(redis.url, sandbox), 2)
        const clients = both.map(({ client }) => client)
        const channels = [sandbox.ids.channels.general]

        const sending = yield* Effect.fork(send(clients, channels, numbered(20)))
        yield* sandbox.awaitRequests(6)
        yield* redis.kill
        yield* sandbox.awaitRequests(13)
        yield* redis.start
        assert.deepStrictEqual(yield* sending, [])
        assert.deepStrictEqual(yield* accepted(sandbox), numbered(20).toSorted())
        for (const { child } of both) {
          yield* child.stderr.until((text) => text.includes("Redis (MCP_REDIS_URL) is back"))
          assert.lengthOf(child.stderr.text.match(/Redis \(MCP_REDIS_URL\) is unavailable/g) ?? [], 1)
        }

        // One message teaches both the bucket again, after what they sent alone no longer counts.
        yield* send(clients, channels, ["taught"])
        const refused = yield* countOf(sandbox, 429)
        assert.deepStrictEqual(yield* send(clients, channels, numbered(10, 20)), [])
        assert.strictEqual(yield* countOf(sandbox, 429), refused)
        assert.deepStrictEqual(yield* accepted(sandbox), [...numbered(30), "taught"].toSorted())
      }),
    STALLS
  )
})
