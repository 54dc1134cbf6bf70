import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { featureTools } from "../../src/catalogue.ts"
import { openReads } from "../../src/safety/boundary/openReads.ts"
import { Gate } from "../../src/safety/Gate.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import type { Tool, ToolCall } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { call, roomy, Sandbox, type Served, served } from "../dispatch/app.ts"
import { type Found, found, insideOf, movedTo, outsideOf, withId } from "./guildIds.ts"

/** Runs a test inside Tidepool, where the bot may manage webhooks, and with the operator's half of consent. */
const inTidepool = <A, E>(test: (ids: SeedIds) => Effect.Effect<A, E, Served>): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.map(Sandbox, ({ ids }) => ids).pipe(served()), (ids) =>
    served(
      { ALLOWED_GUILDS: ids.guild, MCP_DRY_RUN: "false" },
      { ...roomy, permissions: PermissionFlagsBits.ManageWebhooks }
    )(test(ids))
  )

/** What has been asked of Discord that changes something. */
const changes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) =>
    all.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
  )
)

/** Batches that are tried until each of a tool's own id fields has been seen; the odd ones are large, and slow. */
const BATCHES = Array.from({ length: 30 }, (_, at) => at * 2)

/** The names of a tool's own fields that hold ids of something in a guild. */
const idFields = (tool: Tool): ReadonlyArray<string> =>
  "fields" in tool.input
    ? Object.keys(Object(tool.input.fields)).filter((name) => found(tool.name, "x", [name]).length > 0)
    : []

/** Where a tool's inputs have ids, each with an input that has one there; places in lists are the same place. */
const placesOf = Effect.fnUntraced(function* (tool: Tool) {
  const places = new Map<string, readonly [Found, object]>()
  for (const number of BATCHES) {
    for (const input of yield* batch(tool, 7, number)) {
      if (Either.isLeft(yield* Effect.either(tool.prepare(input)))) continue
      for (const it of found(tool.name, input)) {
        const key = it.path.map((step) => (typeof step === "number" ? "[]" : step)).join(".")
        if (!places.has(key)) places.set(key, [it, input])
      }
    }
    if (idFields(tool).every((name) => [...places].some(([key]) => key.split(".")[0] === name))) break
  }
  return places
})

/** Whatever is done with an interaction or a lobby happens nobody knows where. */
const nowhere = new Set(["interactions", "lobbies"])

/** Whether the route itself says that it is this guild's: Discord finds it nowhere else. */
const isUnderGuild = ({ operation }: Tool, { path }: Found): boolean =>
  new RegExp(`/\\{guild_id\\}/.*\\{${path[0]}\\}`).test(operation?.route ?? "")

describe("every tool with an id of something in a guild", () => {
  it.live(
    "is refused when that lies in another guild, and changes nothing",
    () =>
      inTidepool((ids) =>
        Effect.gen(function* () {
          const [inside, outside] = [insideOf(ids), outsideOf(ids)]
          const wrong: Array<unknown> = []
          let tried = 0
          for (const tool of featureTools.filter(({ category }) => !nowhere.has(category))) {
            const places = yield* placesOf(tool)
            const unseen = idFields(tool).filter((name) => ![...places].some(([key]) => key.split(".")[0] === name))
            if (unseen.length > 0) wrong.push([tool.name, "no input has", unseen])
            for (const [place, [it, input]] of places) {
              if (isUnderGuild(tool, it)) continue
              const { structured } = yield* call(tool.name, withId(movedTo(inside, tool.name, input), it, outside))
              tried++
              // A webhook that the bot may not manage cannot even be withId, unless the call has its token.
              const expected =
                it.kind === "webhook" && !("token" in input)
                  ? [undefined, "unresolved"]
                  : [ids.otherGuild, "not_listed"]
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
      ),
    60_000
  )

  it.live(
    "passes with all its ids inside",
    () =>
      inTidepool((ids) =>
        Effect.gen(function* () {
          const gate = yield* Gate
          const wrong: Array<unknown> = []
          for (const tool of featureTools.filter((it) => !nowhere.has(it.category) && idFields(it).length > 0)) {
            for (const input of (yield* batch(tool, 7, 0)).slice(0, 3)) {
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
      ),
    60_000
  )
})

/** Reads that nothing places in a guild, and that show what may be of any: whose purchases, whose game, whose message. */
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

describe("every tool without one", () => {
  const without = featureTools.filter(
    (tool) => idFields(tool).length === 0 || nowhere.has(tool.category) || tool.name === "entitlements_list"
  )

  it.live(
    "is refused, unless it reads what is the bot's own or the same for everybody",
    () =>
      inTidepool(() =>
        Effect.gen(function* () {
          const gate = yield* Gate
          const passing: Array<string> = []
          for (const tool of without) {
            const ends = new Set<string>()
            for (const input of yield* batch(tool, 7, 0)) {
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
            reads.map(({ name }) => name).filter((name) => !closedReads.includes(name))
          )
          assert.deepStrictEqual(yield* changes, [])
        })
      ),
    60_000
  )

  it("is listed as an open read with a reason, or is not open", () => {
    const reads = featureTools.filter(({ risk }) => risk === "read").map(({ name }) => name)
    const strange = [...openReads.keys()].filter((name) => !reads.includes(name) && name !== "mcp_tools_search")
    assert.deepStrictEqual(strange, [])
    assert.deepStrictEqual(
      closedReads.filter((name) => !reads.includes(name) || openReads.has(name)),
      []
    )
  })
})
