/** The id of a plan: what it is valid for, and how long. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { Approver } from "../../src/safety/Approver.ts"
import { Caller } from "../../src/telemetry/Caller.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"

const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }
const armed = { MCP_DRY_RUN: "false" }

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

/** The requests so far that change something. */
const writes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])))
)

const inGuild = (blueprint: string) => Effect.map(Sandbox, ({ ids }) => ({ guild_id: ids.guild, blueprint }))

const TOPIC = "version: 1\nchannels:\n  - {name: general, topic: Tides}\n"

describe("the id of a plan", () => {
  const asClient = (clientId: string) => Effect.provideService(Caller, { clientId })
  const codes = (answer: Readonly<Record<string, unknown>>) =>
    [answer.validation_issues].flat().map((issue) => Object(issue).code)

  it.live("applies the plan that was read", () =>
    Effect.gen(function* () {
      const input = yield* inGuild(TOPIC)
      const { plan_id } = yield* structured("blueprint_plan", input)
      assert.isTrue((yield* structured("blueprint_apply", { ...input, plan_id })).converged)
    }).pipe(served(armed, administrator))
  )

  it.live("is refused with the new plan if the guild has changed", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const input = yield* inGuild(TOPIC)
      const { plan_id } = yield* structured("blueprint_plan", input)
      yield* patch({ [`/channels/${ids.channels.general}`]: { topic: "Else" } })
      const refused = yield* structured("blueprint_apply", { ...input, plan_id })
      assert.deepStrictEqual(codes(refused), ["plan_changed"])
      assert.deepStrictEqual(yield* writes, [])
      const plan = Object(refused.plan)
      assert.deepInclude(plan.changes[0].fields, { field: "topic", before: "Else", after: "Tides" })
      assert.isTrue((yield* structured("blueprint_apply", { ...input, plan_id: plan.plan_id })).converged)
    }).pipe(served(armed, administrator))
  )

  it.live("expires ten minutes after the plan, and the refusal has the new plan", () =>
    Effect.gen(function* () {
      const input = yield* inGuild(TOPIC)
      const { plan_id } = yield* structured("blueprint_plan", input)
      const late = (ms: number) =>
        Effect.clockWith((clock) =>
          structured("blueprint_apply", { ...input, plan_id, __confirm: true }).pipe(
            Effect.withClock(
              Object.assign(Object.create(clock), {
                currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + ms)
              })
            )
          )
        )
      const refused = yield* late(10 * 60_000)
      assert.deepStrictEqual(codes(refused), ["plan_expired"])
      assert.deepStrictEqual(yield* writes, [])
      assert.deepStrictEqual(Object(refused.plan).counts, { update: 1 })
      assert.notStrictEqual(Object(refused.plan).plan_id, plan_id)
      assert.isTrue((yield* late(10 * 60_000 - 5000)).converged)
    }).pipe(served(armed, administrator))
  )

  it.live("is refused for another client, blueprint or prune, and as any other text", () =>
    Effect.gen(function* () {
      const input = yield* inGuild(TOPIC)
      const { plan_id } = yield* asClient("one")(structured("blueprint_plan", input))
      const refused = yield* Effect.all([
        asClient("two")(structured("blueprint_apply", { ...input, plan_id })),
        asClient("one")(structured("blueprint_apply", { ...input, prune: true, plan_id })),
        asClient("one")(structured("blueprint_apply", { ...input, blueprint: `${TOPIC}roles: []\n`, plan_id })),
        asClient("one")(structured("blueprint_apply", { ...input, plan_id: "x.y" }))
      ])
      for (const one of refused) assert.deepStrictEqual(codes(one), ["plan_unknown"])
      assert.deepStrictEqual(yield* writes, [])
    }).pipe(served(armed, administrator))
  )
})

describe("a plan that a person agrees to", () => {
  /** Answers a question after a minute, in which `meanwhile` happens. */
  const afterAMinute =
    <E, R>(meanwhile: Effect.Effect<unknown, never, R>) =>
    <A, R2>(apply: Effect.Effect<A, E, R2>) =>
      Effect.gen(function* () {
        const clock = yield* Effect.clock
        const services = yield* Effect.context<R>()
        let passed = 0
        const later = Object.assign(Object.create(clock), {
          currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + passed),
          unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + BigInt(passed) * 1_000_000n
        })
        const confirm = () =>
          Effect.sync(() => {
            passed = 60_000
          }).pipe(Effect.zipRight(Effect.provide(meanwhile, services)), Effect.as("accepted" as const))
        return yield* apply.pipe(
          Effect.provideService(Approver, { canReturn: false, confirm }),
          Effect.withClock(later)
        )
      })
  const DANGEROUS =
    "version: 1\nroles: [{name: Warden, permissions: [BAN_MEMBERS]}]\nchannels: [{name: general, topic: Tides}]\n"

  it.live("does not run if the guild changes before the answer", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const input = yield* inGuild(DANGEROUS)
      const change = patch({ [`/channels/${ids.channels.general}`]: { topic: "Else" } })
      const { structured } = yield* call("blueprint_apply", input).pipe(afterAMinute(change))
      assert.deepInclude(Object([structured.validation_issues].flat()[0]), { path: "plan_id", code: "plan_changed" })
      assert.deepInclude(Object(structured.plan).changes[0], { action: "create", name: "Warden" })
      assert.deepStrictEqual(yield* writes, [])
    }).pipe(served(armed, administrator))
  )

  it.live("runs if the guild stays as it is", () =>
    Effect.gen(function* () {
      const input = yield* inGuild(DANGEROUS)
      const { structured, text } = yield* call("blueprint_apply", input).pipe(afterAMinute(Effect.void))
      assert.isTrue(structured.converged, text)
    }).pipe(served(armed, administrator))
  )
})
