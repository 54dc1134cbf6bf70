// Reads one environment variable.
// @effect-diagnostics processEnv:off
import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { Settings } from "../../../src/config/Settings.ts"
import * as Discord from "../../../src/discord/Discord.ts"
import * as FileSource from "../../../src/discord/FileSource.ts"
import type { WireRequest } from "../../../src/discord/Transport.ts"
import type { ResponseBody } from "../../../src/errors/classifyResponse.ts"
import { Permit } from "../../../src/safety/Permit.ts"
import { META } from "../../../src/tools/meta/scopes.ts"
import { BoundedRandom } from "../../contract/BoundedRandom.ts"
import { makeWire } from "../../discord/wire.ts"
import { answerTo, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { inOwnFiber } from "../../inOwnFiber.ts"
import { runs, turn } from "../../turns.ts"
import { draw, mutated, open, type Recorded, recordAll } from "./oddReplies.ts"

/** Bodies that no route returns. */
const replacements: ReadonlyArray<readonly [string, ResponseBody]> = [
  ...[null, [], {}, "", 0, [null], { items: null }].map((value): readonly [string, ResponseBody] => [
    JSON.stringify(value),
    { kind: "json", value }
  ]),
  ["nothing", { kind: "empty" }]
]

/** Number of mutated replies per tool. The same seed gives the same replies. */
const MUTATIONS = runs(20)
const SEED = 20_261_116

/** A server without a collector does not trace. */
const untraced = Effect.withTracerEnabled(false)

const recording = Effect.runPromise(recordAll)

/** A server whose Discord returns recorded replies, changed by `change`. It records whether a write was sent. */
const changing = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = open) {
  let replies: Recorded["replies"] = new Map()
  let change = (body: ResponseBody, _request: WireRequest): ResponseBody => body
  const wire = makeWire((request) =>
    Effect.sync(() => {
      const reply = replies.get(`${request.method} ${request.path}`)
      return reply === undefined
        ? { status: 200, header: () => undefined, body: change({ kind: "json", value: {} }, request) }
        : {
            status: reply.status === 204 ? 200 : reply.status,
            header: () => undefined,
            body: change(reply.body, request)
          }
    })
  )
  const settings = { ...(yield* settingsOf(environment)), globalRequestsPerSecond: 1_000_000 }
  const files = Layer.provide(FileSource.layer(), Layer.merge(NodeContext.layer, Layer.succeed(Settings, settings)))
  const server = overDiscord(Layer.provide(Discord.layer, wire.layer), settings)
  const context = yield* Layer.build(Layer.merge(server, files))
  return {
    context,
    answering: (recorded: Recorded, how: typeof change) => {
      replies = recorded.replies
      change = how
      wire.sent.length = 0
    },
    wrote: () => wire.sent.some(({ method }) => method !== "GET")
  }
})

/** Finds texts that were built from missing values. */
const brokenTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return BROKEN.test(value) ? [value] : []
  if (typeof value !== "object" || value === null) return []
  const holes = Array.isArray(value) && value.includes(undefined) ? ["undefined in a list"] : []
  return [...holes, ...Object.values(value).flatMap(brokenTexts)]
}

const BROKEN = /\bundefined\b|\bNaN\b|\bnull\b|\[object \w+\]|Invalid Date/

const bodyOf = ({ replies }: Recorded, request: string): ResponseBody => replies.get(request)?.body ?? { kind: "empty" }

const changedAtRandom = (body: ResponseBody, random: BoundedRandom): ResponseBody =>
  body.kind === "json" ? { kind: "json", value: mutated(body.value, random) } : body

describe("an unexpected reply", () => {
  it(
    "causes no defect and no broken text, and an unknown outcome for writes",
    () =>
      Effect.gen(function* () {
        const wrong = new Map<string, string>()
        const { answering, context, wrote } = yield* changing()
        const permit = Permit.grant("test", "destructive")
        for (const [at, recorded] of (yield* Effect.promise(() => recording)).entries()) {
          const { input, tool } = recorded
          // A tool that makes a plan runs as the tools of its steps.
          if (tool.category === META || tool.duration === "steps" || recorded.replies.size === 0) continue
          yield* turn
          const call = yield* tool.prepare(input)
          const random = new BoundedRandom(SEED + at, Number.POSITIVE_INFINITY)
          const requests = [...recorded.replies.keys()]
          const tested = new Set<string>()
          for (let number = 0; number < MUTATIONS; number++) {
            // Changes all replies, or one of them.
            const only = number % 2 === 0 ? undefined : requests[draw(random, requests.length)]
            const changed = new Map(
              requests
                .filter((request) => only === undefined || only === request)
                .map((request) => [request, changedAtRandom(bodyOf(recorded, request), random)])
            )
            // Small bodies have few different mutations, empty ones none.
            const shown = JSON.stringify([...changed])
            if (tested.has(shown)) continue
            tested.add(shown)
            answering(recorded, (body, { method, path }) => changed.get(`${method} ${path}`) ?? body)
            const run = Effect.provideService(call.run, Permit, permit)
            // The context lacks ToolRunner, which no tool here needs.
            const exit = yield* Effect.exit(
              inOwnFiber(Effect.provide(run as Effect.Effect<{ value: unknown }, never>, context))
            )
            const problem = problemOf(exit, wrote())
            if (problem !== undefined) wrong.set(tool.name, `${problem} ${shown.slice(0, 600)}`)
          }
        }
        assert.deepStrictEqual(Object.fromEntries(wrong), {})
      }).pipe(Effect.scoped, untraced, Effect.runPromise),
    240_000
  )

  it(
    "of another type causes no INTERNAL_ERROR",
    () =>
      Effect.gen(function* () {
        const wrong: Array<unknown> = []
        const { answering, context, wrote } = yield* changing()
        for (const recorded of yield* Effect.promise(() => recording)) {
          yield* turn
          for (const [name, body] of replacements) {
            answering(recorded, () => body)
            const answer = yield* Effect.provide(answerTo(recorded.tool.name, recorded.input), context)
            const { code, outcome_unknown } = answer.structured
            const isLost = answer.isError && wrote() && outcome_unknown !== true && code !== "PIPELINE_FAILED"
            if (code === "INTERNAL_ERROR" || isLost) wrong.push([recorded.tool.name, name, code])
          }
        }
        assert.deepStrictEqual(wrong, [])
      }).pipe(Effect.scoped, untraced, Effect.runPromise),
    240_000
  )

  it(
    "causes no defect and no broken text in a preview",
    () =>
      Effect.gen(function* () {
        const wrong = new Map<string, unknown>()
        const { answering, context } = yield* changing({ ...open, MCP_DRY_RUN: "true" })
        for (const [at, recorded] of (yield* Effect.promise(() => recording)).entries()) {
          const random = new BoundedRandom(SEED + at, Number.POSITIVE_INFINITY)
          const { __confirm: _, ...input } = Object(recorded.input)
          yield* turn
          for (let number = 0; number < PREVIEWS && recorded.tool.risk !== "read"; number++) {
            answering(recorded, (body) => changedAtRandom(body, random))
            const { structured, text } = yield* Effect.provide(answerTo(recorded.tool.name, input), context)
            if (structured.code === "INTERNAL_ERROR") wrong.set(recorded.tool.name, text)
            const broken = brokenTexts({ ...Object(structured.preview), arguments: undefined })
            if (broken.length > 0) wrong.set(recorded.tool.name, broken)
          }
        }
        assert.deepStrictEqual(Object.fromEntries(wrong), {})
      }).pipe(Effect.scoped, untraced, Effect.runPromise),
    240_000
  )
})

const PREVIEWS = runs(4)

const problemOf = (exit: Exit.Exit<{ readonly value: unknown }, unknown>, wrote: boolean): string | undefined => {
  if (Exit.isSuccess(exit)) {
    const broken = brokenTexts(exit.value.value)
    return broken.length > 0 ? `says ${broken.join(" and ")}` : undefined
  }
  const failure = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (failure === undefined) return `died: ${Cause.pretty(exit.cause).slice(0, 400)}`
  const { outcome_unknown, ...rest } = Object(failure)
  return wrote && outcome_unknown !== true ? `may have written: ${JSON.stringify(rest)}` : undefined
}
