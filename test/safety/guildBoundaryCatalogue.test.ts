import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { openReads, openWrites } from "../../src/safety/boundary/openReads.ts"
import { Gate } from "../../src/safety/Gate.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import type { Tool, ToolCall } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { call, roomy, Sandbox, type Served, seedIds, served } from "../dispatch/app.ts"
import { exampleOf } from "../docs/exampleInputs.ts"
import { isDeep, turn } from "../turns.ts"
import { type Found, found, insideOf, movedTo, outsideOf, withId } from "./guildIds.ts"

/** Runs a test inside Tidepool, where the bot may manage webhooks and destructive calls are allowed. */
const inTidepool = <A, E>(test: (ids: SeedIds) => Effect.Effect<A, E, Served>): Effect.Effect<A, E> =>
  Effect.flatMap(seedIds, (ids) =>
    served(
      { ALLOWED_GUILDS: ids.guild, MCP_DRY_RUN: "false" },
      { ...roomy, permissions: PermissionFlagsBits.ManageWebhooks }
    )(test(ids))
  )

/** The requests that change Discord. */
const changes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) =>
    all.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
  )
)

/** The maximum number of batches until each id field of a tool has occurred. Odd batches are large and slow. */
const BATCHES = Array.from({ length: 90 }, (_, at) => at * 2)

/** The id fields of a tool's input whose ids belong to a guild. */
const idFields = (tool: Tool): ReadonlyArray<string> =>
  "fields" in tool.input
    ? Object.keys(Object(tool.input.fields)).filter((name) => found(tool.name, "x", [name]).length > 0)
    : []

/** The paths of ids in a tool's inputs, each with an input. All items of a list have one path. */
const idPathsOf = Effect.fnUntraced(function* (tool: Tool) {
  const idPaths = new Map<string, readonly [Found, object]>()
  for (const number of BATCHES) {
    for (const input of yield* batch(tool, 7, number, isDeep ? undefined : 2)) {
      if (Either.isLeft(yield* Effect.either(tool.prepare(input)))) continue
      for (const it of found(tool.name, input)) {
        const key = it.path.map((step) => (typeof step === "number" ? "[]" : step)).join(".")
        if (!idPaths.has(key)) idPaths.set(key, [it, input])
      }
    }
    if (idFields(tool).every((name) => [...idPaths].some(([key]) => key.split(".")[0] === name))) break
  }
  return idPaths
})

/** The guild of an interaction or a lobby is never known, and a direct message has none. */
const nowhere = ({ category, name }: Tool): boolean =>
  category === "interactions" || category === "lobbies" || name === "users_send_dm"

/** Whether the route has the id below a guild. Discord looks only there. */
const isUnderGuild = ({ operation }: Tool, { path }: Found): boolean =>
  new RegExp(`/\\{guild_id\\}/.*\\{${path[0]}\\}`).test(operation?.route ?? "")

describe("every tool with a guild id", () => {
  it.live("is rejected if the id belongs to another guild, and changes nothing", () =>
    inTidepool((ids) =>
      Effect.gen(function* () {
        const [inside, outside] = [insideOf(ids), outsideOf(ids)]
        const wrong: Array<unknown> = []
        let tried = 0
        for (const tool of featureTools.filter((it) => !nowhere(it))) {
          yield* turn
          const idPaths = yield* idPathsOf(tool)
          const unseen = idFields(tool).filter((name) => ![...idPaths].some(([key]) => key.split(".")[0] === name))
          if (unseen.length > 0) wrong.push([tool.name, "no input has", unseen])
          for (const [place, [it, input]] of idPaths) {
            if (isUnderGuild(tool, it)) continue
            const { structured } = yield* call(tool.name, withId(movedTo(inside, tool.name, input), it, outside))
            tried++
            // A webhook that the bot may not manage cannot be read, unless the call has its token.
            const expected =
              it.kind === "webhook" && !("token" in input) ? [undefined, "unresolved"] : [ids.otherGuild, "not_listed"]
            const { boundary, code, guild_id } = structured
            if (code !== "GUILD_NOT_ALLOWED" || [guild_id, boundary].join() !== expected.join()) {
              wrong.push([tool.name, place, code, boundary, structured.message])
            }
          }
        }
        assert.deepStrictEqual(wrong, [])
        assert.isAtLeast(tried, 200)
        assert.deepStrictEqual(yield* changes, [])
      })
    )
  )

  it.live("is allowed if all its ids are inside", () =>
    inTidepool((ids) =>
      Effect.gen(function* () {
        const gate = yield* Gate
        const wrong: Array<unknown> = []
        for (const tool of featureTools.filter((it) => !nowhere(it) && idFields(it).length > 0)) {
          yield* turn
          for (const input of yield* batch(tool, 7, 0, isDeep ? 3 : 1)) {
            const moved = movedTo(insideOf(ids), tool.name, input)
            if (found(tool.name, moved).length === 0) continue
            const call = yield* Effect.either(tool.prepare(moved))
            if (Either.isLeft(call)) continue
            const passed = yield* Effect.either(gate.permit(call.right))
            if (Either.isLeft(passed) && passed.left._tag === "GuildNotAllowedError") wrong.push(tool.name)
          }
        }
        assert.deepStrictEqual(wrong, [])
        assert.deepStrictEqual(yield* changes, [])
      })
    )
  )
})

/** Reads without a guild that can show data of any guild: purchases, activities, messages. */
const closedReads = [
  "application_get_activity_instance",
  "entitlements_list",
  "entitlements_get",
  "subscriptions_list",
  "subscriptions_get",
  "interactions_get_original_response",
  "interactions_get_followup",
  "lobbies_get",
  "lobbies_list_messages"
]

describe("every tool without a guild id", () => {
  const without = featureTools.filter(
    (tool) => idFields(tool).length === 0 || nowhere(tool) || tool.name === "entitlements_list"
  )

  it.live("is rejected, unless it reads the bot's own or public data", () =>
    inTidepool(() =>
      Effect.gen(function* () {
        const gate = yield* Gate
        const passing: Array<string> = []
        for (const tool of without) {
          yield* turn
          const ends = new Set<string>()
          // Random component trees are rarely valid, so the documented example is one more input.
          for (const input of [...(yield* batch(tool, 7, 0, isDeep ? undefined : 3)), exampleOf(tool)]) {
            const { guild_id: _, ...unplaced }: { readonly guild_id?: unknown } = input
            const prepared: Either.Either<ToolCall, unknown> = yield* Effect.either(tool.prepare(unplaced))
            if (Either.isLeft(prepared)) continue
            const passed = yield* Effect.either(gate.permit(prepared.right))
            ends.add(
              Either.isRight(passed) ? "passed" : "boundary" in passed.left ? passed.left.boundary : passed.left._tag
            )
          }
          assert.strictEqual(ends.size, 1, `${tool.name}: ${[...ends].join()}`)
          if (ends.has("passed")) passing.push(tool.name)
          else assert.deepStrictEqual([...ends], ["unresolved"], tool.name)
        }
        const reads = without.filter(({ risk }) => risk === "read")
        assert.isAtLeast(without.length - reads.length, 30)
        assert.deepStrictEqual(
          passing,
          without
            .filter(({ name, risk }) => (risk === "read" ? !closedReads.includes(name) : openWrites.has(name)))
            .map(({ name }) => name)
        )
        assert.deepStrictEqual(yield* changes, [])
      })
    )
  )

  it("is listed as an open read with a reason, or is rejected", () => {
    const reads = featureTools.filter(({ risk }) => risk === "read").map(({ name }) => name)
    const strange = [...openReads.keys()].filter((name) => !reads.includes(name) && name !== "mcp_tools_search")
    assert.deepStrictEqual(strange, [])
    assert.deepStrictEqual(
      closedReads.filter((name) => !reads.includes(name) || openReads.has(name)),
      []
    )
  })
})
