/** Two processes that serve HTTP, with one real Redis between them. */
// @effect-diagnostics globalFetchInEffect:off
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { permissionBits } from "../../src/errors/PermissionName.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { Binary, layer as binary } from "./binary.ts"
import { connectTo, readyHttp } from "./httpSession.ts"
import { hasRedis, missingRedis, startRedis } from "./replicas/redisServer.ts"

type Client = Effect.Effect.Success<ReturnType<typeof connectTo>>["client"]

/** Calls `messages_delete`. Returns the structured content. */
const remove = (client: Client, args: object) =>
  Effect.map(
    Effect.promise(() => client.callTool({ name: "messages_delete", arguments: { ...args } })),
    ({ structuredContent }) => Object(structuredContent)
  )

/** A replica, and a client of it. */
const replica = Effect.fnUntraced(function* (url: string) {
  const { child, url: mcp } = yield* readyHttp({
    MCP_REDIS_URL: url,
    MCP_DRY_RUN: "false",
    MCP_CONFIRM: "token"
  })
  const { client } = yield* connectTo(mcp)
  return { child, client, readyz: new URL("/readyz", mcp) }
})

const deletions = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method === "DELETE").length)
)

const soon = Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(200))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })(
  `two replicas of a server over HTTP${missingRedis}`,
  (it) => {
    it.scoped.skipIf(!hasRedis)(
      `run a confirmed call once, and refuse tokens while Redis is unavailable${missingRedis}`,
      () =>
        Effect.gen(function* () {
          const { ids } = yield* Sandbox
          const message = { channel_id: ids.channels.general, message_id: ids.messages.byMember }
          const redis = yield* startRedis
          const [one, two] = yield* Effect.all([replica(redis.url), replica(redis.url)])

          const preview = yield* remove(one.client, message)
          assert.deepInclude(preview, { armed: true })
          const confirmed = { ...message, __confirm: preview.confirmation_token }
          yield* redis.kill

          const refused = yield* remove(two.client, confirmed)
          assert.strictEqual(refused.code, "VALIDATION_FAILED")
          assert.include(JSON.stringify(refused), "token_store_away")
          const unarmed = yield* remove(two.client, message)
          assert.deepInclude(unarmed, { armed: false, held_by: "MCP_REDIS_URL" })
          assert.notProperty(unarmed, "confirmation_token")
          for (const { readyz } of [one, two]) {
            assert.strictEqual((yield* Effect.promise(() => fetch(readyz))).status, 200)
          }
          assert.strictEqual(yield* deletions, 0)
          yield* two.child.stderr.until((text) => text.includes("Redis (MCP_REDIS_URL) is unavailable"))

          yield* redis.start
          const armed = yield* Effect.retry(
            Effect.filterOrFail(remove(two.client, message), (shown) => shown.armed === true),
            soon
          )
          const again = { ...message, __confirm: armed.confirmation_token }
          const outcomes = yield* Effect.forEach(
            Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? one : two)),
            ({ client }) => remove(client, again),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            outcomes.filter(({ done }) => done === true),
            1,
            JSON.stringify(outcomes)
          )
          assert.strictEqual(yield* deletions, 1)
          const shown = one.child.stderr.text + two.child.stderr.text
          assert.notInclude(shown, String(armed.confirmation_token))
        })
    )

    it.scoped.skipIf(!hasRedis)(
      `run a call once whose preview was made by a replica that is killed${missingRedis}`,
      () =>
        Effect.gen(function* () {
          const { ids } = yield* Sandbox
          const message = { channel_id: ids.channels.general, message_id: ids.messages.byBot }
          const redis = yield* startRedis
          const [one, two] = yield* Effect.all([replica(redis.url), replica(redis.url)])
          const before = yield* deletions
          const preview = yield* remove(one.client, message)
          assert.deepInclude(preview, { armed: true })
          yield* one.child.signal("SIGKILL")
          assert.deepInclude(yield* one.child.ended, { signal: "SIGKILL" })

          const confirmed = { ...message, __confirm: preview.confirmation_token }
          const outcomes = yield* Effect.replicateEffect(remove(two.client, confirmed), 5, { concurrency: "unbounded" })
          assert.lengthOf(
            outcomes.filter(({ done }) => done === true),
            1,
            JSON.stringify(outcomes)
          )
          assert.strictEqual(yield* deletions, before + 1)
        })
    )

    it.scoped.skipIf(!hasRedis)(`apply a blueprint to a guild one at a time${missingRedis}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* SandboxModule.make({ ...roomy, permissions: permissionBits.ADMINISTRATOR })
        const redis = yield* startRedis
        const replicas = yield* Effect.all([replica(redis.url), replica(redis.url)]).pipe(
          Effect.provideService(Sandbox, sandbox)
        )
        const names = Array.from({ length: 20 }, (_, at) => `Deckhand ${at}`)
        const blueprint = JSON.stringify({ version: 1, roles: names.map((name) => ({ name })) })
        const outcomes = yield* Effect.forEach(
          replicas,
          ({ client }) =>
            Effect.promise(() =>
              client.callTool({ name: "blueprint_apply", arguments: { guild_id: sandbox.ids.guild, blueprint } })
            ),
          { concurrency: "unbounded" }
        )
        const shown = outcomes.map(({ structuredContent }) => Object(structuredContent))
        assert.isNotEmpty(shown.filter(({ converged }) => converged === true))
        const refused = shown.filter(({ code }) => code !== undefined)
        for (const one of refused) assert.deepInclude(one, { code: "BULKHEAD_SATURATED", retriable: true })
        const created = (yield* sandbox.requests).filter(
          ({ method, path }) => method === "POST" && path.endsWith("/roles")
        )
        assert.lengthOf(created, names.length)
      })
    )

    it.effect("do not load the code of Redis without MCP_REDIS_URL", () =>
      Effect.map(Binary, (main) => {
        const folder = dirname(main)
        const isRedis = (name: string) =>
          readFileSync(join(folder, name), "utf8").includes(
            "the replicas share limits, confirmation tokens and declined calls again"
          )
        const files = readdirSync(folder).filter((name) => name.endsWith(".js"))
        const [redis = "", ...more] = files.filter(isRedis)
        assert.deepStrictEqual(more, [])
        const importsOf = (name: string, pattern: RegExp) =>
          [...readFileSync(join(folder, name), "utf8").matchAll(pattern)].map(([, file = ""]) => file)
        /** A file and all that it imports at once. */
        const loaded = (name: string, before: ReadonlySet<string> = new Set()): ReadonlySet<string> =>
          before.has(name)
            ? before
            : importsOf(name, /(?:from|import)\s*"\.\/([^"]+)"/g).reduce<ReadonlySet<string>>(
                (all, file) => loaded(file, all),
                new Set([...before, name])
              )
        assert.isNotEmpty(files.filter((name) => importsOf(name, /"\.\/([^"]+)"/g).includes(redis)))
        assert.notInclude([...loaded(basename(main))], redis)
      })
    )
  }
)
