// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck, Layer } from "effect"
import { catalogue, categories } from "../../../src/catalogue/catalogue.ts"
import { narrow, type Policy } from "../../../src/config/Policy.ts"
import { Settings } from "../../../src/config/Settings.ts"
import { summaryOf } from "../../../src/discord/buildRequest.ts"
import { Discord } from "../../../src/discord/Discord.ts"
import * as KnownNames from "../../../src/discord/KnownNames.ts"
import type { Risk } from "../../../src/discord/Permit.ts"
import { unexpectedResponse } from "../../../src/errors/classifyResponse.ts"
import { storesInMemory } from "../../../src/layers.ts"
import { CurrentSettings } from "../../../src/safety/CurrentSettings.ts"
import * as Gate from "../../../src/safety/Gate.ts"
import { META } from "../../../src/tools/meta/scopes.ts"
import { listedTools } from "../../../src/tools/meta/surface.ts"
import { settingsOf } from "../../dispatch/app.ts"
import { exampleOf } from "../../docs/exampleInputs.ts"
import { checkInTurns, runs } from "../../turns.ts"

const RUNS = runs(500)

const GUILDS = ["1248328050278400001", "1248328050278400002", "1248328050278400003"] as const

/** A Discord in which every channel belongs to the guild that its last digit names. */
const discord = Layer.succeed(Discord, {
  identified: Effect.void,
  names: KnownNames.make(),
  request: (request) => {
    const body = { guild_id: GUILDS[Number(String(request.path.channel_id ?? "0").at(-1)) % GUILDS.length] }
    return request.read === undefined && request.route === "/channels/{channel_id}"
      ? Effect.succeed({ body, attempts: 1, alreadyApplied: false })
      : Effect.fail(unexpectedResponse(summaryOf(request, 1), 200))
  }
})

const names = catalogue.map(({ name }) => name)

/** Most of a list, so that a call is often allowed. */
const most = <A>(all: ReadonlyArray<A>) => FastCheck.subarray([...all], { minLength: Math.ceil(all.length * 0.6) })
const few = FastCheck.uniqueArray(FastCheck.constantFrom(...names), { minLength: 1, maxLength: 30 })
const seldom = FastCheck.constantFrom(...Array<boolean>(7).fill(false), true)
const maybe = <A>(list: FastCheck.Arbitrary<A>) => FastCheck.option(list, { nil: undefined, freq: 1 })

const anyPolicy: FastCheck.Arbitrary<Policy> = FastCheck.record(
  {
    guilds: most(GUILDS),
    categories: most(categories),
    tools: most(names),
    exclude_tools: few,
    read_only: seldom,
    dry_run: seldom,
    confirm: FastCheck.constantFrom("flag" as const, "token" as const, "elicit" as const),
    channels: most(GUILDS),
    mention_only: seldom,
    transcribe: seldom,
    risks: FastCheck.subarray<Risk>(["read", "write", "destructive"], { minLength: 1 })
  },
  { requiredKeys: [] }
)

/** A policy with at most two limits, so that most calls are allowed. */
const fewLimits = FastCheck.tuple(
  anyPolicy,
  FastCheck.subarray(["guilds", "categories", "tools", "exclude_tools", "read_only", "dry_run", "confirm", "risks"], {
    maxLength: 2
  })
).map(([policy, kept]): Policy => Object.fromEntries(Object.entries(policy).filter(([key]) => kept.includes(key))))

const fewSettings = FastCheck.record({ allowedGuilds: maybe(most(GUILDS)) })

const anySettings = FastCheck.record({
  allowedGuilds: maybe(most(GUILDS)),
  categories: maybe(most(categories)),
  tools: maybe(most(names)),
  excludeTools: maybe(few),
  readOnly: seldom,
  dryRun: seldom,
  confirm: FastCheck.constantFrom("flag" as const, "token" as const, "elicit" as const),
  toolSurface: FastCheck.constant("full" as const)
})

/** A call of any tool, in any of the guilds, confirmed by a flag. */
const anyCall = FastCheck.record({
  tool: FastCheck.constantFrom(...catalogue),
  guild: FastCheck.constantFrom(...GUILDS),
  channel: FastCheck.constantFrom("1248328050278400010", "1248328050278400011", "1248328050278400012")
}).map(({ channel, guild, tool }) => {
  const example = exampleOf(tool)
  return {
    tool,
    input: {
      ...example,
      ...("guild_id" in example && { guild_id: guild }),
      ...("channel_id" in example && { channel_id: channel }),
      ...(tool.risk === "destructive" && tool.category !== META && { __confirm: true })
    }
  }
})

/** Returns the decision of the gate about a call, with the given settings. */
const decision = (
  settings: Settings["Type"],
  { input, tool }: typeof anyCall extends FastCheck.Arbitrary<infer A> ? A : never
) =>
  Effect.gen(function* () {
    const call = yield* tool.prepare(input, settings.defaultGuildId)
    const { permit } = yield* Gate.Gate
    return yield* permit(call)
  }).pipe(
    Effect.either,
    Effect.map((outcome) => (Either.isRight(outcome) ? "runs" : outcomeOf(outcome.left))),
    Effect.provide(
      Gate.layer.pipe(Layer.provide([discord, storesInMemory]), Layer.provide(Layer.succeed(Settings, settings)))
    )
  )

describe("a client's policy", () => {
  it.live("lets run only what the server and the policy both allow, and lists exactly what may run", () =>
    Effect.gen(function* () {
      const defaults = yield* settingsOf({ MCP_TOOL_SURFACE: "full", MCP_DRY_RUN: "false", MCP_GATEWAY: "true" })
      let ran = 0
      let refusals = 0
      yield* checkInTurns(
        [anySettings, anyPolicy, anyCall],
        (given, policy, call) =>
          Effect.runPromise(
            Effect.gen(function* () {
              const server = { ...defaults, ...given }
              const narrowed = narrow(server, policy)
              const outcome = yield* decision(narrowed, call)
              if (outcome === "runs") {
                ran++
                assert.strictEqual(yield* decision(server, call), "runs")
                assert.strictEqual(yield* decision(narrow(defaults, policy), call), "runs")
              } else refusals++
              const isListed = listedTools([call.tool], narrowed).length === 1
              if (call.tool.category !== META) {
                const isRejected = outcome.startsWith("ScopeRejectedError") && !isRaised(outcome, call.tool.risk)
                assert.strictEqual(isListed, !isRejected, `${call.tool.name}: ${outcome}`)
              }
            })
          ),
        { numRuns: RUNS }
      )
      // With any seed 14 to 16 % of the calls run.
      assert.isAbove(ran, RUNS / 20)
      assert.isAbove(refusals, RUNS / 2)
    })
  )

  it.live("that changes while a call is decided lets run only what the new policy allows", () =>
    Effect.gen(function* () {
      const server = {
        ...(yield* settingsOf({ MCP_TOOL_SURFACE: "full", MCP_DRY_RUN: "false", MCP_GATEWAY: "true" }))
      }
      let ran = 0
      let refusals = 0
      yield* Effect.promise(() =>
        FastCheck.assert(
          FastCheck.asyncProperty(fewSettings, fewLimits, fewLimits, anyCall, (given, policy, next, call) =>
            Effect.runPromise(
              Effect.gen(function* () {
                const before = narrow({ ...server, ...given }, policy)
                const after = narrow({ ...server, ...given }, next)
                if ((yield* decision(before, call)) !== "runs") return
                const changed = Effect.provideService(decision(before, call), CurrentSettings, Effect.succeed(after))
                if ((yield* changed) === "runs") {
                  ran++
                  assert.strictEqual(yield* decision(after, call), "runs")
                } else refusals++
              })
            )
          ),
          { numRuns: RUNS * 3, seed: 7 }
        )
      )
      assert.isAbove(ran, 2)
      assert.isAbove(refusals, 2)
    })
  )

  it.effect("never widens a setting, and applied twice narrows no further", () =>
    Effect.gen(function* () {
      const defaults = yield* settingsOf()
      yield* checkInTurns([anySettings, anyPolicy], (given, policy) => {
        const once = narrow({ ...defaults, ...given }, policy)
        assert.deepStrictEqual(narrow(once, policy), once)
      })
    })
  )
})

const outcomeOf = (failure: { readonly _tag: string; readonly required?: string }): string =>
  failure.required === undefined ? failure._tag : `${failure._tag} ${failure.required}`

/** Whether a listed tool was refused because its arguments raise the risk. */
const isRaised = (outcome: string, risk: Risk): boolean =>
  ["write", "destructive"].some((higher) => higher !== risk && outcome === `ScopeRejectedError ${higher}`)
