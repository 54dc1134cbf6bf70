/** Blueprints over the sandbox: random guilds, faults on every kind of call, and interruptions. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Fiber, FastCheck as fc, Layer, ManagedRuntime, Record } from "effect"
import { afterAll } from "vitest"
import { type Document, type Section, sections } from "../../src/blueprint/document.ts"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import type { ChannelEntry } from "../../src/blueprint/entries.ts"
import { planOf } from "../../src/blueprint/plan.ts"
import { writeDocument } from "../../src/blueprint/readDocument.ts"
import * as FileSource from "../../src/discord/FileSource.ts"
import type { Fault } from "../../src/sandbox/Fault.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { app, call, codeOf, roomy, Sandbox, type Served, served } from "../dispatch/app.ts"
import { GIF, PNG } from "../tools/wired.ts"
import { checkInTurns, runs } from "../turns.ts"
import { byTurns } from "../whileTimePasses.ts"
import { guildState, type Pair, pairs } from "./guilds.ts"
import { inSandbox, install } from "./install.ts"
import { name, plainName } from "./names.ts"

/** The operations of a plan. Their limits are out of the way. */
const reads = [
  ...["GET /guilds/:id", "GET /guilds/:id/channels", "GET /channels/:id", "GET /guilds/:id/members/:id"],
  ...["GET /guilds/:id/auto-moderation/rules", "GET /users/@me", "GET /guilds/:id/roles"],
  ...["GET /guilds/:id/welcome-screen", "GET /guilds/:id/onboarding"]
]
const changes = [
  ...["POST /guilds/:id/roles", "PATCH /guilds/:id/roles/:id", "DELETE /guilds/:id/roles/:id"],
  ...["POST /guilds/:id/channels", "PATCH /channels/:id", "DELETE /channels/:id"],
  ...["PATCH /guilds/:id/roles", "PATCH /guilds/:id/channels", "PATCH /guilds/:id"],
  ...["PATCH /guilds/:id/welcome-screen", "PUT /guilds/:id/onboarding"],
  ...["auto-moderation/rules", "emojis", "stickers"].flatMap((list) => [
    `POST /guilds/:id/${list}`,
    `PATCH /guilds/:id/${list}/:id`,
    `DELETE /guilds/:id/${list}/:id`
  ])
]
const operations = [...reads, ...changes]

const unlimited: SandboxModule.SandboxOptions = {
  ...roomy,
  globalPerSecond: 1_000_000,
  limits: Object.fromEntries(operations.map((operation) => [operation, { limit: 10_000, windowMs: 1000 }])),
  permissions: PermissionFlagsBits.Administrator
}

const armed = { MCP_DRY_RUN: "false", MCP_MAX_RESULT_CHARS: "1000000" }

/** Every URL is a picture, an animated one if it says so: nothing is downloaded. */
const pictures = Layer.effect(
  FileSource.FileSource,
  Effect.map(FileSource.FileSource, (source) => ({
    ...source,
    load: ({ url, ...file }, at, maxBytes) =>
      source.load(url === undefined ? file : { ...file, base64: url.endsWith(".gif") ? GIF : PNG }, at, maxBytes)
  }))
).pipe(Layer.provide(FileSource.layer()))

/** One server and one sandbox for all guilds: each run puts its own guild there. */
const shared = ManagedRuntime.make(app(armed, pictures).pipe(Layer.provideMerge(SandboxModule.layer(unlimited))))
afterAll(() => shared.dispose())

const inShared = <E>(test: Effect.Effect<void, E, Served>) => shared.runPromise(test)

/** A server and a sandbox for one run: after faults, nothing of them may be left. */
const alone = <E>(test: Effect.Effect<void, E, Served>, environment: Readonly<Record<string, string>> = {}) =>
  Effect.runPromise(test.pipe(served({ ...armed, ...environment }, unlimited, pictures)))

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

const apply = (input: object) => call("blueprint_apply", { ...input, __confirm: true })

/** The requests so far that change something. */
const writes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method !== "GET"))
)

/** Puts a guild in the sandbox, and returns the call that makes it as another. */
const start = Effect.fnUntraced(function* ({ from, to }: Pair, options: Options) {
  const { ids } = yield* Sandbox
  yield* install(yield* inSandbox(from))
  const document = thinned(documentOf(yield* inSandbox(to), { only: options.only }).document, options.keeps)
  return {
    document,
    input: {
      guild_id: ids.guild,
      blueprint: options.isText || RESERVED.test(JSON.stringify(document)) ? yield* writeDocument(document) : document,
      prune: options.prune
    }
  }
})

/** Returns a document as a person writes it: some channels have no entry for overwrites, or an empty one. */
const thinned = (document: Document, keeps: Options["keeps"]): Document => {
  const thin = ({ channels, overwrites, ...entry }: ChannelEntry): ChannelEntry => {
    const kept = keeps(entry.name)
    return {
      ...entry,
      ...(kept !== "none" && overwrites && { overwrites: kept === "all" ? overwrites : {} }),
      ...(channels && { channels: channels.map(thin) })
    }
  }
  return { ...document, ...(document.channels && { channels: document.channels.map(thin) }) }
}

/** Keys that no object in the arguments of a call may have. A text may. */
const RESERVED = /"(?:constructor|prototype|__proto__)":/

/** How a document is applied. */
interface Options {
  readonly prune: boolean
  /** As YAML, not as an object. */
  readonly isText: boolean
  readonly only: ReadonlyArray<Section>
  /** Which overwrites the entry of a channel has. */
  readonly keeps: (channel: string) => "all" | "none" | "empty"
}

const options = (only: fc.Arbitrary<ReadonlyArray<Section>> = fc.constant(sections)): fc.Arbitrary<Options> =>
  fc.record({
    prune: fc.boolean(),
    isText: fc.boolean(),
    only,
    keeps: fc.func(fc.constantFrom("all", "all", "none", "empty"))
  })

/** What a fault does: a refusal, a failure, silence, and answers that never arrive although the call was done. */
const effects: ReadonlyArray<Pick<Fault, "do" | "after_effect">> = [
  { do: { kind: "status", status: 502, body: {} } },
  { do: { kind: "status", status: 500, body: {} }, after_effect: true },
  { do: { kind: "reset", at: "headers" } },
  { do: { kind: "reset", at: "headers" }, after_effect: true },
  { do: { kind: "reset", at: "body" }, after_effect: true },
  { do: { kind: "cut" }, after_effect: true },
  { do: { kind: "hang" } },
  { do: { kind: "hang", at: "body" }, after_effect: true },
  { do: { kind: "rate_limit", scope: "user", retry_after: 0.05 } },
  { do: { kind: "rate_limit", scope: "shared", retry_after: 2 } },
  { do: { kind: "rate_limit", scope: "global", retry_after: 1 } }
]

const refusal: Fault["do"] = { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } }

/** Faults on some calls, and refusals of all calls of a kind. */
const faultsOn = (some: ReadonlyArray<string>): fc.Arbitrary<ReadonlyArray<Fault>> =>
  fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .record({
            operation: fc.constantFrom(...some),
            effect: fc.constantFrom(...effects),
            after: fc.integer({ min: 0, max: 2 }),
            times: fc.integer({ min: 1, max: 3 })
          })
          .map(({ effect, operation, ...times }): Fault => ({ match: { operation }, ...times, ...effect }))
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...some)
          .map((operation): Fault => ({ match: { operation }, times: "forever", do: refusal }))
      }
    ),
    { minLength: 1, maxLength: 4 }
  )

const inject = (faults: ReadonlyArray<Fault>) =>
  Effect.flatMap(Sandbox, ({ fail }) => fail(...faults.map((fault) => ({ script: [fault] as const }))))

/** The number of objects of the guild by kind. */
const counts = Effect.flatMap(Sandbox, ({ ids, snapshot }) =>
  Effect.map(snapshot, (all) => {
    const paths = Object.entries(all).flatMap(([path, value]) =>
      path.startsWith(`/guilds/${ids.guild}/`) || Object(value).guild_id === ids.guild ? [path] : []
    )
    const of = (end: RegExp) => paths.filter((path) => end.test(path)).length
    return {
      role: of(/\/roles\/\d+$/),
      channel: of(/^\/channels\/\d+$/),
      automod_rule: of(/\/auto-moderation\/rules\/\d+$/),
      emoji: of(/\/emojis\/\d+$/),
      sticker: of(/\/stickers\/\d+$/)
    }
  })
)

/** Returns the numbers of objects after a plan that nothing disturbs. */
const countsAfter = Effect.fnUntraced(function* ({ from, to }: Pair, { only, prune }: Options) {
  const before = yield* counts
  const { changes } = planOf(yield* inSandbox(from), documentOf(yield* inSandbox(to), { only }).document, { prune })
  return Record.map(before, (count, kind) => {
    const of = (action: string) =>
      changes.filter((it) => it.action === action && it.object.replace("category", "channel") === kind).length
    return count + of("create") - of("delete")
  })
})

/** The guild of the sandbox by section, as Discord has it. */
const sectionStates = Effect.flatMap(Sandbox, ({ ids, snapshot }) =>
  Effect.map(snapshot, (all): Readonly<Record<Section, unknown>> => {
    const path = `/guilds/${ids.guild}`
    const below = (list: string) =>
      Object.entries(all)
        .filter(([at]) => at.startsWith(`${path}/${list}/`) && at !== `${path}/roles/${ids.guild}`)
        .toSorted(([one], [other]) => one.localeCompare(other))
    const { features: _, ...guild } = Object(all[path])
    return {
      guild,
      everyone: Object(all[`${path}/roles/${ids.guild}`]).permissions,
      roles: below("roles"),
      channels: Object.entries(all).filter(
        ([at, value]) => /^\/channels\/\d+$/.test(at) && Object(value).guild_id === ids.guild
      ),
      automod: below("auto-moderation/rules"),
      welcome_screen: all[`${path}/welcome-screen`],
      onboarding: all[`${path}/onboarding`],
      emojis: below("emojis"),
      stickers: below("stickers")
    }
  })
)

/** Names that Discord changes, and names that it keeps. */
const names = fc.oneof(plainName, plainName, name)

describe("blueprint_apply on random guilds", () => {
  let properties = 0
  /** Checks a property with its own seed: properties of one seed would draw the same guilds. */
  const property = <Values extends [unknown, ...Array<unknown>]>(
    title: string,
    arbitraries: { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> },
    check: (...values: Values) => Promise<void>
  ) => {
    const seed = Number(fc.readConfigureGlobal()?.seed) + 10_000 * properties++
    const parameters = { numRuns: runs(25), seed, endOnFailure: true }
    it(title, () => Effect.runPromise(checkInTurns(arbitraries, check, parameters)))
  }

  property(
    "changes nothing for the export of the same guild, even if a part of it cannot be read",
    [guildState({ isBotLow: true }), faultsOn(reads), fc.boolean()],
    (state, faults, isFaulty) =>
      // Virtual time runs ahead of that of the shared server.
      (isFaulty ? alone : inShared)(
        Effect.gen(function* () {
          const { clearFaults, ids } = yield* Sandbox
          yield* install(yield* inSandbox(state))
          const { text } = yield* structured("blueprint_export", { guild_id: ids.guild, include_name: true })
          if (isFaulty) yield* inject(faults)
          const plan = call("blueprint_plan", { guild_id: ids.guild, blueprint: text, prune: true })
          const answer = yield* Effect.ensuring(isFaulty ? byTurns(plan) : plan, clearFaults)
          if (isFaulty && answer.isError) return
          assert.deepInclude(answer.structured, { in_sync: true, changes: [] }, answer.text)
        })
      )
  )

  property(
    "makes one guild as another, and a second time changes nothing; deletes only with prune, and only in its sections",
    [pairs({ isBotLow: true, names }), options(fc.oneof(fc.constant(sections), fc.subarray([...sections])))],
    (pair, how) =>
      inShared(
        Effect.gen(function* () {
          const { input } = yield* start(pair, how)
          const first = (yield* writes).length
          const [before, expected] = yield* Effect.all([sectionStates, countsAfter(pair, how)])
          const applied = yield* apply(input)
          const after = yield* sectionStates
          const made = (yield* writes).slice(first)
          const lacking = sections.filter((section) => !how.only.includes(section))
          // Discord itself clears a setting whose channel is deleted.
          const deleted = new Set(
            made.flatMap(({ method, path }) => (method === "DELETE" ? path.split("/").at(-1) : []))
          )
          const left = {
            ...before,
            guild: Record.map({ ...Object(before.guild) }, (value) => (deleted.has(String(value)) ? null : value))
          }
          for (const section of lacking) assert.deepStrictEqual(after[section], left[section], section)
          if (!how.prune)
            assert.isFalse(
              made.some(({ method }) => method === "DELETE"),
              applied.text
            )
          // Without a section, its parts are referred to by the guild's own keys.
          if (codeOf(applied) === "VALIDATION_FAILED") {
            assert.include(applied.text, "unknown_reference")
            assert.isTrue(how.only.length < sections.length)
            assert.deepStrictEqual(made, [])
            return
          }
          assert.deepInclude(applied.structured, { converged: true, status: "ok" }, applied.text)
          assert.deepStrictEqual(yield* counts, expected)
          const again = yield* apply(input)
          assert.deepInclude(again.structured, { converged: true, calls: { ok: 0, failed: 0, skipped: 0 } }, again.text)
        })
      )
  )

  property(
    "converges after faults on any calls, when it is applied again, and makes nothing twice",
    [pairs({ isBotLow: true, names }), options(), faultsOn(operations), fc.boolean()],
    (pair, how, faults, isRetried) =>
      alone(
        Effect.gen(function* () {
          const { clearFaults } = yield* Sandbox
          const { input } = yield* start(pair, how)
          const expected = yield* countsAfter(pair, how)
          yield* inject(faults)
          // By one clock: the server remembers the times of its requests.
          const [first, again] = yield* byTurns(
            Effect.all([Effect.zipLeft(apply(input), clearFaults), apply(input)], { concurrency: 1 })
          )
          assert.notStrictEqual(codeOf(first), "INTERNAL_ERROR", first.text)
          assert.deepInclude(again.structured, { converged: true }, `${first.text}\n${again.text}`)
          assert.deepStrictEqual(yield* counts, expected, first.text)
        }),
        { MCP_RETRY_ENABLED: String(isRetried) }
      )
  )

  property(
    "converges after an interruption at any request, when it is applied again, and makes nothing twice",
    [pairs({ isBotLow: true, names }), options(), fc.integer({ min: 1, max: 40 })],
    (pair, how, count) =>
      alone(
        Effect.gen(function* () {
          const { awaitRequests } = yield* Sandbox
          const { input } = yield* start(pair, how)
          const expected = yield* countsAfter(pair, how)
          const fiber = yield* Effect.fork(apply(input))
          yield* Effect.raceFirst(awaitRequests(count), Fiber.await(fiber))
          yield* Fiber.interrupt(fiber)
          const again = yield* apply(input)
          assert.deepInclude(again.structured, { converged: true }, again.text)
          assert.deepStrictEqual(yield* counts, expected)
        })
      )
  )

  property(
    "neither deletes nor recreates channels that the bot cannot view",
    [guildState(), fc.func(fc.boolean())],
    (random, hides) =>
      inShared(
        Effect.gen(function* () {
          const { ids, patch, snapshot } = yield* Sandbox
          const state = yield* inSandbox(random)
          yield* install(state)
          const { text } = yield* structured("blueprint_export", { guild_id: ids.guild })
          const role = ids.roles.bot
          const denied = state.channels.filter(({ id }) => hides(id))
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
              roles: state.guild.roles.map((one) =>
                one.id === role ? { ...one, permissions: String(~8n & ((1n << 53n) - 1n)) } : one
              )
            }
          })
          const first = (yield* writes).length
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
          const lines = (yield* writes).slice(first).map(({ method, path }) => `${method} ${path}`)
          assert.deepStrictEqual(
            lines.filter((line) => /^POST .*channels|^DELETE .*channels/.test(line)),
            []
          )
        })
      )
  )
})
