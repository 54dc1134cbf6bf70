import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Deferred, Effect, Exit, FastCheck, Fiber, Layer, Random, Supervisor } from "effect"
import * as Everything from "../../src/catalogue/catalogue.ts"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import { Permit, type Risk } from "../../src/discord/Permit.ts"
import type { WireRequest } from "../../src/discord/Transport.ts"
import * as Dispatch from "../../src/dispatch/Dispatch.ts"
import * as DispatchLive from "../../src/dispatch/DispatchLive.ts"
import { errorsOf, hasFailed, type PipelineReport } from "../../src/errors/PipelineReport.ts"
import { storesInMemory } from "../../src/layers.ts"
import * as Gate from "../../src/safety/Gate.ts"
import * as ClientCalls from "../../src/tools/ClientCalls.ts"
import { read } from "../discord/session.ts"
import { answer, makeWire, refusal, type Step } from "../discord/wire.ts"
import { settingsOf } from "../dispatch/app.ts"
import { checkInTurns, isDeep, runs } from "../turns.ts"
import { services } from "./services.ts"
import { virtually } from "./virtually.ts"

const RUNS = runs(150)

/** The numbers of cases that are expected at the end are those of this seed. */
const SEED = 1

/** The action of a step, and its reference to another step. */
interface Link {
  readonly kind: Risk
  /** The step it refers to, as a share from 0 to 1; `undefined`: none. */
  readonly to: number | undefined
  /** The part it refers to: one that a read returns, or one that no step returns. */
  readonly argument: "none" | "id" | "nothing"
  readonly note: boolean
  readonly loop: "none" | "written" | "list" | "nothing"
  readonly condition: "none" | "yes" | "no" | "nothing"
  readonly onError: "stop" | "continue"
}

interface Scenario {
  readonly links: ReadonlyArray<Link>
  readonly mode: "serial" | "parallel"
  /** In a parallel plan a step refers to steps of a lower rank, at any position. */
  readonly ranks: ReadonlyArray<number>
  readonly concurrency: number | undefined
  readonly bulkhead: number
  /** How many of a hundred requests fail. */
  readonly failures: number
  readonly cancelAfterMs: number | undefined
}

const { constantFrom, double, integer, nat, option, record } = FastCheck
const LINKS_MAX = 12

const link: FastCheck.Arbitrary<Link> = record({
  kind: constantFrom("read", "read", "read", "write", "destructive"),
  to: option(double({ min: 0, max: 0.999, noNaN: true }), { nil: undefined }),
  argument: constantFrom("none", "id", "id", "id", "nothing"),
  note: FastCheck.boolean(),
  loop: constantFrom("none", "none", "none", "written", "list", "nothing"),
  condition: constantFrom("none", "none", "yes", "no", "nothing"),
  onError: constantFrom("stop", "continue", "continue", "continue")
})

const scenario: FastCheck.Arbitrary<Scenario> = record({
  links: FastCheck.array(link, { minLength: 1, maxLength: LINKS_MAX }),
  mode: constantFrom("serial", "parallel"),
  ranks: FastCheck.shuffledSubarray([...Array(LINKS_MAX).keys()], { minLength: LINKS_MAX }),
  concurrency: option(integer({ min: 1, max: 12 }), { nil: undefined }),
  bulkhead: integer({ min: 1, max: 8 }),
  failures: constantFrom(0, 0, 10, 40),
  cancelAfterMs: option(nat(900), { freq: 3, nil: undefined })
})

const snowflake = (kind: number, n: number) => `${kind}${String(n).padStart(17, "0")}`
const FOUND = snowflake(2, 1)
const GIVEN = {
  id: FOUND,
  channel_id: snowflake(1, 1),
  author: { id: snowflake(5, 1), username: "ada" },
  count: 3,
  list: [snowflake(3, 1), snowflake(3, 2), snowflake(3, 3)],
  yes: [{ any: "thing" }],
  no: 0
}
const WRITTEN = [snowflake(4, 1), snowflake(4, 2)]

const tools = { read: "messages_get", write: "messages_pin", destructive: "messages_delete" } as const

/** A planned step: its reference, and whether it can be resolved. */
const planned = ({ links, mode, ranks }: Scenario) => {
  const targets = links.map(({ to }, at) => {
    const isBefore = (n: number) => (mode === "serial" ? n < at : Number(ranks[n]) < Number(ranks[at]))
    const candidates = [...links.keys()].filter(isBefore)
    return to === undefined ? undefined : candidates[Math.floor(to * candidates.length)]
  })
  const isLooping = (at: number) =>
    links[at]?.loop === "written" || (links[at]?.loop !== "none" && targets[at] !== undefined)
  return links.map(({ argument, condition, kind, loop, note, onError }, at) => {
    const target = targets[at]
    const taken: Array<string> = []
    const take = (what: string): string => {
      taken.push(what)
      return `{{s${target}.${what}}}`
    }
    const list = loop === "written" ? WRITTEN : loop !== "none" && target !== undefined ? take(loop) : undefined
    const single = argument !== "none" && target !== undefined && list === undefined ? take(argument) : FOUND
    const step = {
      id: `s${at}`,
      tool: tools[kind],
      args: {
        // Every step uses its own channel, so that a request shows its step.
        channel_id: snowflake(1, at),
        message_id: list === undefined ? single : "{{item}}",
        ...(kind === "read"
          ? { view: "full" }
          : note && target !== undefined && { audit_reason: `${take("count")} of ${take("id")}` })
      },
      ...(list !== undefined && { for_each: list }),
      ...(condition !== "none" && target !== undefined && { if: take(condition) }),
      on_error: onError
    }
    const isThere =
      target !== undefined && links[target]?.kind === "read" && !isLooping(target) && !taken.includes("nothing")
    return { step, needs: taken.length === 0 ? undefined : target, isResolvable: taken.length === 0 || isThere }
  })
}

/** The requests and responses in order. */
interface Event {
  readonly step: number
  readonly what: "begins" | "ends"
}

/** A Discord with delays and failures that records its requests. */
const makeDiscord = (failures: number) => {
  const events: Array<Event> = []
  const now = { open: 0, most: 0 }
  const step: Step = (request, onPhase) => {
    const at = Number(/^.channels.1(\d{17})/.exec(request.path)?.[1] ?? -1)
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        events.push({ step: at, what: "begins" })
        now.most = Math.max(now.most, ++now.open)
      }),
      () =>
        Effect.zip(Random.nextIntBetween(5, 200), Random.nextIntBetween(0, 100)).pipe(
          Effect.flatMap(([ms, chance]) =>
            Effect.delay(replyTo(request, at >= 0 && chance < failures)(request, onPhase), ms)
          )
        ),
      () =>
        Effect.sync(() => {
          events.push({ step: at, what: "ends" })
          now.open--
        })
    )
  }
  return { ...makeWire(step), events, now }
}

const replyTo = ({ method }: WireRequest, fails: boolean): Step => {
  if (fails) return method === "GET" ? refusal(404, 10008) : refusal(400, 50035)
  return method === "GET" ? answer(200, GIVEN) : answer(204)
}

/** Runs the plan until the time limit. Returns what still runs. */
const play = (it: Scenario) =>
  Effect.gen(function* () {
    const discord = makeDiscord(it.failures)
    const settings = yield* settingsOf({
      MCP_DRY_RUN: "false",
      MCP_RETRY_ENABLED: "false",
      MCP_CIRCUIT_ENABLED: "false",
      MCP_BULKHEAD_LIMIT: String(it.bulkhead),
      MCP_RATE_LIMIT_MAX_WAIT_MS: "300000",
      MCP_DEADLINE_MS: "600000",
      MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
    })
    const server = yield* Layer.build(
      DispatchLive.layer.pipe(
        Layer.provide(Gate.layer),
        Layer.provide([storesInMemory, ClientCalls.layer]),
        Layer.provideMerge(Layer.provide(Discord.layer, discord.layer)),
        Layer.provide(services),
        Layer.provide(Layer.succeed(Settings, settings))
      )
    )
    const steps = planned(it)
    const plan = {
      mode: it.mode,
      ...(it.concurrency !== undefined && { max_concurrency: it.concurrency }),
      steps: steps.map(({ step }) => step),
      __confirm: true
    }
    const fibers = yield* Supervisor.track
    const done = yield* Deferred.make<void>()
    const running = yield* Effect.flatMap(Dispatch.Dispatch, (dispatch) => dispatch.call("mcp_pipeline", plan)).pipe(
      Effect.provide(server),
      Effect.supervised(fibers),
      Effect.ensuring(Deferred.succeed(done, undefined)),
      Effect.fork
    )
    if (it.cancelAfterMs !== undefined) {
      yield* Effect.raceFirst(Effect.sleep(it.cancelAfterMs), Deferred.await(done))
      yield* Fiber.interrupt(running)
    }
    const exit = yield* Fiber.await(running)
    const seen = [...discord.events]
    // The fiber that ends a turn of local work ends with the next timer.
    yield* Effect.sleep(0)
    const left = { open: discord.now.open, most: discord.now.most, fibers: (yield* fibers.value).length }

    // A step that still ran would be visible by now.
    yield* Effect.sleep(60_000)
    const later = discord.events.length - seen.length
    const sent = discord.sent.map((it) => JSON.stringify({ ...it, query: it.query?.toString() }))
    const { request } = Context.get(server, Discord.Discord)
    const free = yield* Effect.forEach(
      // Above this number a bucket could use half of the slots, so each step uses its own channel.
      Array.from({ length: it.bulkhead }, (_, n) => request(read(snowflake(5, n)))),
      (asking) => Effect.exit(Effect.provideService(asking, Permit, Permit.grant("test", "read"))),
      { concurrency: "unbounded" }
    )
    return { exit, steps, plan, seen, sent, left, later, free, endedMs: yield* Clock.currentTimeMillis }
  }).pipe(Effect.scoped)

const risks: ReadonlyArray<Risk> = ["read", "write", "destructive"]

describe("any plan", () => {
  it.effect("runs in order, sends nothing unresolved, reports every step, and stops completely", () => {
    const tally = { ok: 0, partial: 0, failed: 0, cancelled: 0, saturated: 0, unresolved: 0, waited: 0 }
    const checked = checkInTurns(
      [scenario, nat()],
      (it, seed) => {
        const played = virtually(play(it), seed)
        if (Exit.isFailure(played)) throw new Error(String(played.cause))
        const { exit, free, later, left, plan, seen, sent, steps } = played.value

        // No step runs before its dependencies.
        for (const [at, { isResolvable, needs }] of steps.entries()) {
          const first = seen.findIndex(({ step }) => step === at)
          if (!isResolvable) assert.strictEqual(first, -1, `s${at} refers to nothing`)
          if (first === -1 || needs === undefined) continue
          const before = seen.slice(0, first).filter(({ step }) => step === needs)
          const after = seen.slice(first).filter(({ step }) => step === needs)
          assert.deepStrictEqual([before.length > 0, after], [true, []], `s${at} waits for s${needs}`)
          tally.waited++
        }

        // Nothing unresolved is ever sent.
        for (const request of sent) assert.notMatch(request, /\{\{|\}\}|undefined|\[object|NaN/)

        // The plan's risk is the highest of its steps.
        const call = Exit.getOrElse(virtually(preparing(plan), seed), (cause) => {
          throw new Error(String(cause))
        })
        const highest = Math.max(...it.links.map(({ kind }) => risks.indexOf(kind)))
        assert.strictEqual(call.risk, risks[highest])

        // The bulkhead and the plan's own limit are never exceeded, and all slots are free at the end.
        const concurrency = it.concurrency ?? (it.mode === "parallel" ? 8 : 1)
        assert.isAtMost(left.most, Math.min(it.bulkhead, concurrency))
        for (const one of free) assert.isTrue(Exit.isSuccess(one), String(one))

        // Nothing runs after the end of the plan.
        assert.deepStrictEqual({ ...left, most: 0, later }, { open: 0, most: 0, fibers: 0, later: 0 })

        if (Exit.isFailure(exit)) {
          assert.isTrue(Exit.isInterrupted(exit), String(exit))
          tally.cancelled++
          return
        }
        const { structured } = exit.value
        const report = (structured.report ?? structured) as PipelineReport // what the pipeline answers
        tally[report.status]++
        agree(it, report)
        // A step is skipped exactly if it refers to a step without a result, which it names.
        for (const [at, { needs }] of steps.entries()) {
          const { because, status } = report.steps[at] ?? assert.fail(`the report has no s${at}`)
          const isLacking = needs !== undefined && !["ok", "partial"].includes(report.steps[needs]?.status ?? "")
          assert.deepStrictEqual(
            because?.why === "needs" ? [status, because.step] : undefined,
            isLacking ? ["skipped", `s${needs}`] : undefined
          )
        }
        // The number of statuses equals the number of steps.
        assert.deepStrictEqual(
          report.steps.map(({ id }) => id),
          steps.map(({ step }) => step.id)
        )
        for (const { error } of report.steps) {
          if (error?.code === "BULKHEAD_SATURATED") tally.saturated++
          if (error?.validation_issues?.[0]?.code === "unresolved") tally.unresolved++
        }
      },
      { numRuns: RUNS, seed: SEED }
    )
    // The random plans include all relevant cases.
    return Effect.map(checked, () => {
      if (isDeep) for (const [what, times] of Object.entries(tally)) assert.isAbove(times, RUNS / 50, what)
    })
  })
})

const preparing = (plan: object) =>
  Effect.flatMap(
    Everything.findTool("mcp_pipeline")?.prepare(plan) ?? Effect.dieMessage("no such tool"),
    Effect.succeed
  )

/** The status of the plan follows from those of its steps. */
const agree = ({ links }: Scenario, { status, steps }: PipelineReport): void => {
  const failed = steps.filter(hasFailed)
  const stopping = failed.some(({ id }) => links[Number(id.slice(1))]?.onError === "stop")
  if (failed.length === 0) assert.strictEqual(status, "ok")
  else if (stopping) assert.strictEqual(status, "failed")
  else assert.notStrictEqual(status, "ok")
  for (const step of steps) {
    const { because, id, result, status } = step
    assert.deepStrictEqual(
      [errorsOf(step).length > 0, because !== undefined],
      [hasFailed(step), status === "skipped"],
      id
    )
    if (status === "ok") assert.isDefined(result)
  }
}
