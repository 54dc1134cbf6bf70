import { NodeContext } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Option } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import * as FileSource from "../../src/discord/FileSource.ts"
import type { WireRequest } from "../../src/discord/Transport.ts"
import type { ResponseBody } from "../../src/errors/classifyResponse.ts"
import { Permit } from "../../src/safety/Permit.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { Dice } from "../contract/Dice.ts"
import { makeWire } from "../discord/wire.ts"
import { answerTo, overDiscord, settingsOf } from "../dispatch/app.ts"
import { draw, mutated, open, type Recorded, recordAll } from "./oddReplies.ts"

/** Bodies that no route answers with. */
const replacements: ReadonlyArray<readonly [string, ResponseBody]> = [
  ...[null, [], {}, "", 0, [null], { items: null }].map((value): readonly [string, ResponseBody] => [
    JSON.stringify(value),
    { kind: "json", value }
  ]),
  ["nothing", { kind: "empty" }]
]

/** Changed replies for each tool. The same seed gives the same ones. */
const MUTATIONS = 200
const SEED = 20_261_116

const recording = Effect.runPromise(recordAll)

/** A server whose Discord answers what was recorded, changed by `change`; and what was sent since it was last asked. */
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

/** What of a value is a text that was made of something absent. */
const brokenTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return BROKEN.test(value) ? [value] : []
  if (typeof value !== "object" || value === null) return []
  const holes = Array.isArray(value) && value.includes(undefined) ? ["undefined in a list"] : []
  return [...holes, ...Object.values(value).flatMap(brokenTexts)]
}

const BROKEN = /\bundefined\b|\bNaN\b|\bnull\b|\[object \w+\]|Invalid Date/

const changedAtRandom = (body: ResponseBody, dice: Dice): ResponseBody =>
  body.kind === "json" ? { kind: "json", value: mutated(body.value, dice) } : body

describe("a reply that is not as Discord describes it", () => {
  it(
    "is no defect of any tool, leaves no hole in a text, and a write that met it has an unknown outcome",
    () =>
      Effect.gen(function* () {
        const wrong = new Map<string, string>()
        const { answering, context, wrote } = yield* changing()
        const permit = Permit.grant("test", "destructive")
        for (const [at, recorded] of (yield* Effect.promise(() => recording)).entries()) {
          const { input, tool } = recorded
          if (tool.category === META || recorded.replies.size === 0) continue
          const call = yield* tool.prepare(input)
          const dice = new Dice(SEED + at, Number.POSITIVE_INFINITY)
          for (let number = 0; number < MUTATIONS; number++) {
            // Of several replies all are changed, or one.
            const only = number % 2 === 0 ? undefined : [...recorded.replies.keys()][draw(dice, recorded.replies.size)]
            let shown: ResponseBody | undefined
            answering(recorded, (body, { method, path }) => {
              if (only !== undefined && only !== `${method} ${path}`) return body
              shown = changedAtRandom(body, dice)
              return shown
            })
            const run = Effect.provideService(call.run, Permit, permit)
            // The context holds what a call needs but the door to other calls, which no tool here takes.
            const exit = yield* Effect.exit(Effect.provide(run as Effect.Effect<{ value: unknown }, never>, context))
            const problem = problemOf(exit, wrote())
            if (problem !== undefined) wrong.set(tool.name, `${problem} ${JSON.stringify(shown)?.slice(0, 600)}`)
          }
        }
        assert.deepStrictEqual(Object.fromEntries(wrong), {})
      }).pipe(Effect.scoped, Effect.runPromise),
    120_000
  )

  it(
    "ends no call of any tool in INTERNAL_ERROR where it is a whole one of another kind",
    () =>
      Effect.gen(function* () {
        const wrong: Array<unknown> = []
        const { answering, context, wrote } = yield* changing()
        for (const recorded of yield* Effect.promise(() => recording)) {
          for (const [name, body] of replacements) {
            answering(recorded, () => body)
            const answer = yield* Effect.provide(answerTo(recorded.tool.name, recorded.input), context)
            const { code, outcome_unknown } = answer.structured
            const isLost = answer.isError && wrote() && outcome_unknown !== true && code !== "PIPELINE_FAILED"
            if (code === "INTERNAL_ERROR" || isLost) wrong.push([recorded.tool.name, name, code])
          }
        }
        assert.deepStrictEqual(wrong, [])
      }).pipe(Effect.scoped, Effect.runPromise),
    120_000
  )

  it(
    "leaves no hole in the text of a preview, and no defect in it",
    () =>
      Effect.gen(function* () {
        const wrong = new Map<string, unknown>()
        const { answering, context } = yield* changing({ ...open, MCP_DRY_RUN: "true" })
        for (const [at, recorded] of (yield* Effect.promise(() => recording)).entries()) {
          const dice = new Dice(SEED + at, Number.POSITIVE_INFINITY)
          const { __confirm: _, ...input } = Object(recorded.input)
          for (let number = 0; number < PREVIEWS && recorded.tool.risk !== "read"; number++) {
            answering(recorded, (body) => changedAtRandom(body, dice))
            const { structured, text } = yield* Effect.provide(answerTo(recorded.tool.name, input), context)
            if (structured.code === "INTERNAL_ERROR") wrong.set(recorded.tool.name, text)
            const broken = brokenTexts({ ...Object(structured.preview), arguments: undefined })
            if (broken.length > 0) wrong.set(recorded.tool.name, broken)
          }
        }
        assert.deepStrictEqual(Object.fromEntries(wrong), {})
      }).pipe(Effect.scoped, Effect.runPromise),
    120_000
  )
})

const PREVIEWS = 8

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
