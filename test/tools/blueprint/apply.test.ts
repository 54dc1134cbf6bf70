/** Blueprints over the sandbox: random guilds, faults on every kind of call, and interruptions. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Fiber, FastCheck as fc } from "effect"
import type { Fault } from "../../../src/sandbox/Fault.ts"
import type { SandboxOptions } from "../../../src/sandbox/Sandbox.ts"
import { type Document, sections } from "../../../src/tools/blueprint/document.ts"
import { documentOf } from "../../../src/tools/blueprint/documentOf.ts"
import { writeDocument } from "../../../src/tools/blueprint/readDocument.ts"
import { call, codeOf, roomy, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { checkInTurns, runs } from "../../turns.ts"
import { guildState, install, name, plainName } from "./guilds.ts"

/** The operations of a plan. Their limits are out of the way. */
const operations = [
  ...["GET /guilds/:id", "GET /guilds/:id/channels", "GET /channels/:id", "GET /guilds/:id/members/:id"],
  ...["GET /guilds/:id/auto-moderation/rules", "GET /users/@me", "GET /guilds/:id/roles"],
  ...[
    "POST /guilds/:id/roles",
    "PATCH /guilds/:id/roles",
    "PATCH /guilds/:id/roles/:id",
    "DELETE /guilds/:id/roles/:id"
  ],
  ...["POST /guilds/:id/channels", "PATCH /guilds/:id/channels", "PATCH /channels/:id", "DELETE /channels/:id"],
  ...["POST /guilds/:id/auto-moderation/rules", "PATCH /guilds/:id/auto-moderation/rules/:id"],
  ...["DELETE /guilds/:id/auto-moderation/rules/:id", "PATCH /guilds/:id"]
]

const unlimited: SandboxOptions = {
  ...roomy,
  limits: Object.fromEntries(operations.map((operation) => [operation, { limit: 10_000, windowMs: 1000 }])),
  permissions: PermissionFlagsBits.Administrator
}

const armed = { MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" }

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

const apply = (input: object) => call("blueprint_apply", { ...input, __confirm: true })

/** The requests so far that change something. */
const writes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) =>
    all.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
  )
)

const run = <E>(test: Effect.Effect<void, E, Served>, environment: Readonly<Record<string, string>> = armed) =>
  Effect.runPromise(test.pipe(served(environment, unlimited)))

const guild = (number: number) => guildState({ guild: number, names: fc.oneof(plainName, name), unnamedBits: false })

const input = (document: Document, prune: boolean) =>
  Effect.zipWith(Sandbox, writeDocument(document), ({ ids }, blueprint) => ({ guild_id: ids.guild, blueprint, prune }))

/** What a fault does: a refusal, a failure, and answers that never arrive after the call was done. */
const effects: ReadonlyArray<Pick<Fault, "do" | "after_effect">> = [
  { do: { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } } },
  { do: { kind: "status", status: 500, body: {} } },
  { do: { kind: "reset", at: "headers" } },
  { do: { kind: "reset", at: "headers" }, after_effect: true },
  { do: { kind: "cut" }, after_effect: true },
  { do: { kind: "rate_limit", scope: "user", retry_after: 0.05 } }
]

const faults = fc.array(
  fc.record({
    operation: fc.constantFrom(...operations),
    effect: fc.constantFrom(...effects),
    after: fc.integer({ min: 0, max: 3 }),
    times: fc.integer({ min: 1, max: 2 })
  }),
  { minLength: 1, maxLength: 4 }
)

describe("blueprint_apply on random guilds", () => {
  it("changes nothing for the export of the same guild", () =>
    Effect.runPromise(
      checkInTurns(
        [guildState({ unnamedBits: true })],
        (state) =>
          run(
            Effect.gen(function* () {
              yield* install(state)
              const { ids } = yield* Sandbox
              const { text } = yield* structured("blueprint_export", { guild_id: ids.guild })
              const plan = yield* structured("blueprint_plan", { guild_id: ids.guild, blueprint: text, prune: true })
              assert.deepInclude(plan, { in_sync: true, changes: [] }, JSON.stringify(plan))
            }),
            { ...armed, MCP_MAX_RESULT_CHARS: "1000000" }
          ),
        { numRuns: runs(4), endOnFailure: true }
      )
    ))

  it("makes one guild as another, and a second time changes nothing; deletes only with prune", () =>
    Effect.runPromise(
      checkInTurns(
        [guild(1), guild(2), fc.boolean()],
        (from, to, prune) =>
          run(
            Effect.gen(function* () {
              yield* install(from)
              const given = yield* input(documentOf(to).document, prune)
              const applied = yield* apply(given)
              assert.deepInclude(applied.structured, { converged: true, status: "ok" }, applied.text)
              const before = yield* writes
              if (!prune)
                assert.isFalse(
                  before.some((line) => line.startsWith("DELETE")),
                  before.join("\n")
                )
              const again = yield* apply(given)
              assert.deepInclude(again.structured, { converged: true, calls: { ok: 0, failed: 0, skipped: 0 } })
              assert.deepStrictEqual(yield* writes, before)
            })
          ),
        { numRuns: runs(4), endOnFailure: true }
      )
    ))

  it("converges after faults on any calls, when it is applied again", () =>
    Effect.runPromise(
      checkInTurns(
        [guild(1), guild(2), fc.boolean(), faults],
        (from, to, prune, some) =>
          run(
            Effect.gen(function* () {
              const { clearFaults, fail } = yield* Sandbox
              yield* install(from)
              const given = yield* input(documentOf(to).document, prune)
              yield* fail(
                ...some.map(({ after, effect, operation, times }) => ({
                  script: [{ match: { operation }, after, times, ...effect }] as const
                }))
              )
              const first = yield* apply(given)
              assert.notStrictEqual(codeOf(first), "INTERNAL_ERROR")
              yield* clearFaults
              const again = yield* apply(given)
              assert.deepInclude(again.structured, { converged: true }, `${first.text}\n${again.text}`)
              const plan = yield* structured("blueprint_plan", given)
              assert.deepInclude(plan, { in_sync: true }, JSON.stringify(plan))
            })
          ),
        { numRuns: runs(4), endOnFailure: true }
      )
    ))

  it("converges after an interruption at any request, when it is applied again", () =>
    Effect.runPromise(
      checkInTurns(
        [guild(1), guild(2), fc.boolean(), fc.integer({ min: 1, max: 40 })],
        (from, to, prune, count) =>
          run(
            Effect.gen(function* () {
              const { awaitRequests } = yield* Sandbox
              yield* install(from)
              const given = yield* input(documentOf(to).document, prune)
              const fiber = yield* Effect.fork(apply(given))
              yield* Effect.raceFirst(awaitRequests(count), Fiber.await(fiber))
              yield* Fiber.interrupt(fiber)
              const again = yield* apply(given)
              assert.deepInclude(again.structured, { converged: true }, again.text)
              assert.deepInclude(yield* structured("blueprint_plan", given), { in_sync: true })
            })
          ),
        { numRuns: runs(4), endOnFailure: true }
      )
    ))

  it("changes no section that the document lacks", () =>
    Effect.runPromise(
      checkInTurns(
        [guild(1), guild(2), fc.subarray(["everyone", "roles", "channels", "automod"] as const)],
        (from, to, only) =>
          run(
            Effect.gen(function* () {
              yield* install(from)
              const document: Document = documentOf(to, {
                only: sections.filter((it) => only.some((one) => one === it))
              }).document
              const { snapshot, ids } = yield* Sandbox
              const stateOf = Effect.map(snapshot, (all) => ({
                roles: JSON.stringify(Object(all[`/guilds/${ids.guild}`]).roles),
                channels: JSON.stringify(
                  Object.entries(all).flatMap(([path, it]) =>
                    /^\/channels\/\d+$/.test(path) && Object(it).guild_id === ids.guild ? [it] : []
                  )
                )
              }))
              const before = yield* stateOf
              yield* apply(yield* input(references(document), true))
              const after = yield* stateOf
              if (!only.includes("channels") && !only.includes("roles"))
                assert.strictEqual(after.channels, before.channels)
              if (!only.includes("roles") && !only.includes("everyone")) assert.strictEqual(after.roles, before.roles)
              if (!only.includes("automod")) {
                assert.isFalse((yield* writes).some((line) => line.includes("auto-moderation")))
              }
            })
          ),
        { numRuns: runs(3), endOnFailure: true }
      )
    ))

  it("neither deletes nor recreates channels that the bot cannot view", () =>
    Effect.runPromise(
      checkInTurns(
        [guild(1), fc.infiniteStream(fc.boolean())],
        (state, hides) =>
          run(
            Effect.gen(function* () {
              const { ids, patch, snapshot } = yield* Sandbox
              const roles = yield* install(state)
              const { text } = yield* structured("blueprint_export", { guild_id: ids.guild })
              const role = ids.roles.bot
              const denied = state.channels.filter(() => hides.next().value === true)
              // Discord lists a category in which the bot views a channel.
              const shown = new Set(state.channels.flatMap((one) => (denied.includes(one) ? [] : [one.parent_id])))
              const hidden = denied.filter(({ id }) => !shown.has(id))
              const view = String(PermissionFlagsBits.ViewChannel)
              yield* patch({
                ...Object.fromEntries(
                  denied.map(({ id }) => [
                    `/channels/${id}`,
                    { permission_overwrites: [{ id: role, type: 0, allow: "0", deny: view }] }
                  ])
                ),
                [`/guilds/${ids.guild}`]: {
                  roles: roles.map((one) =>
                    one.id === role ? { ...one, permissions: String(~8n & ((1n << 53n) - 1n)) } : one
                  )
                }
              })
              const given = { guild_id: ids.guild, blueprint: text, prune: true }
              const refused = yield* structured("blueprint_plan", given)
              assert.strictEqual(refused.reason, "prune_needs_all_channels")
              const visible = { ...given, prune_visible_only: true }
              const plan = yield* structured("blueprint_plan", visible)
              const unseen = [plan.unreachable ?? []].flat().filter((one) => /cannot view/.test(Object(one).reason))
              assert.isAtLeast(unseen.length, hidden.length, JSON.stringify(plan))
              yield* apply(visible)
              const there = yield* snapshot
              for (const { id } of denied) assert.isDefined(there[`/channels/${id}`])
              assert.deepStrictEqual(
                (yield* writes).filter((line) => /^POST .*channels|^DELETE .*channels/.test(line)),
                []
              )
            }),
            { ...armed, MCP_MAX_RESULT_CHARS: "1000000" }
          ),
        { numRuns: runs(4), endOnFailure: true }
      )
    ))
})

/** Leaves out what refers to roles and channels of a section that the document lacks. */
const references = ({ automod, channels, roles, ...document }: Document): Document => ({
  ...document,
  ...(roles && { roles }),
  ...(channels && {
    channels: roles
      ? channels
      : channels.map(({ channels: inner, overwrites: _, ...channel }) => ({
          ...channel,
          ...(inner && { channels: inner.map(({ overwrites: __, ...one }) => one) })
        }))
  }),
  ...(automod && { automod: automod.map(({ exempt_channels: _, exempt_roles: __, ...rule }) => rule) })
})
