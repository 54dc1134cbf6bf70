/**
 * One pass over the catalogue. Every tool runs once against the sandbox; then its answer is checked, and it runs again with
 * changed replies. `PROPERTY_RUNS=1` checks all samples.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { META } from "../../src/tools/meta/scopes.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { BoundedRandom } from "../contract/BoundedRandom.ts"
import type { Answered } from "../contract/listen.ts"
import { codeOf } from "../dispatch/app.ts"
import { isDeep, runs, someOf, turn } from "../turns.ts"
import { applied, type Change, changesOf, MARK, ownWords, problemsOf, valueAt } from "./changes.ts"
import { draw, mutated } from "./mutated.ts"
import { open, type Recorded, type Reply, recordAll } from "./recordAll.ts"
import { only, type Replace, replaying } from "./replaying.ts"
import { drawnInputs, hiddenFields, largeInput, longParts, repeatedParts, writes } from "./writeResults.ts"

const SEED = 20_261_124

/** Changes of each reply in a sample. */
const SAMPLE = runs(3)

/** Random changes of the replies of each call, and of its preview. */
const MUTATIONS = isDeep ? runs(20) : 1
const PREVIEWS = runs(4)

const recording = Effect.runPromise(recordAll((...of) => [...drawnInputs(...of), ...largeInput(...of)]))
const recorded = Effect.promise(() => recording)

/** A server without a collector does not trace. */
const untraced = Effect.withTracerEnabled(false)

const randomOf = (at: number) => new BoundedRandom(SEED + at, Number.POSITIVE_INFINITY)

/** Reads that fail in the sandbox, each with the reason. */
const nothingThere: Readonly<Record<string, string>> = {
  messages_view_attachment: "the message of the example has no file",
  interactions_get_original_response: "nobody clicks in a sandbox: no interaction has been answered",
  gateway_wait_for: "the gateway is off",
  gateway_read: "the gateway is off",
  gateway_status: "the gateway is off",
  asks_list: "the gateway is off",
  asks_get: "the gateway is off"
}

/**
 * The requests whose replies a tool's result is made of. The others protect, because they decide about risk, or make
 * notices: a tool of one route has its result from that route.
 */
const resultRequests = ({ replies, tool }: Recorded): ReadonlyArray<readonly [request: string, body: unknown]> =>
  [...replies].flatMap(([request, { body, status }]) =>
    body.kind === "json" &&
    status !== 204 &&
    (tool.risk === "read" ? isOfRoute(request, tool) : !request.startsWith("GET "))
      ? [[request, body.value] as const]
      : []
  )

const isOfRoute = (request: string, { operation }: Tool): boolean =>
  operation === undefined ||
  new RegExp(`^${operation.method} ${operation.route.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(request)

const valueOf = (reply: Reply | undefined): unknown => (reply?.body.kind === "json" ? reply.body.value : undefined)

/** The object is a part of another one that can be read. */
const PART = /\/incident-actions$/

/** Returns the object of a write as an earlier request of the call has read it: by itself or in the list above it. */
const objectBefore = (earlier: ReadonlyArray<string>, write: string, replies: Recorded["replies"]): unknown => {
  const path = write.replace(/^\w+ /, "")
  const [parent, id] = [path.replace(/\/[^/]+$/, ""), path.replace(/^.*\//, "")]
  if (earlier.includes(`GET ${path}`)) return valueOf(replies.get(`GET ${path}`))
  const list = earlier.includes(`GET ${parent}`) ? valueOf(replies.get(`GET ${parent}`)) : undefined
  return Array.isArray(list) ? list.find((item) => Object(item).id === id) : undefined
}

/** Tools that take every reply of success, because their result has no part of it. */
const takesAnything = new Set(["messages_bulk_delete"])

/** Tools whose files are no part of a recording: their own tests change replies. */
const FILES = new Set(["messages_view_attachment"])

/** Tools that read one route by several queries: a recording has one reply for a route. */
const SEVERAL_QUERIES = new Set(["changes_list"])

/** The tools that read a reply, with their recordings. */
const readers = Effect.map(recorded, ({ all }) =>
  all.filter(
    (one) =>
      one.tool.category !== META &&
      !FILES.has(one.tool.name) &&
      !SEVERAL_QUERIES.has(one.tool.name) &&
      resultRequests(one).length > 0
  )
)

/** Chooses some of the values, the same for the same seed. */
const sampleOf = <A>(all: ReadonlyArray<A>, random: BoundedRandom): ReadonlyArray<A> => {
  const left = [...all]
  if (left.length <= SAMPLE) return left
  return Array.from({ length: SAMPLE }, () => left.splice(draw(random, left.length), 1)).flat()
}

/** Finds texts that were built from missing values. */
const brokenTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return BROKEN.test(value) ? [value] : []
  if (typeof value !== "object" || value === null) return []
  const holes = Array.isArray(value) && value.includes(undefined) ? ["undefined in a list"] : []
  return [...holes, ...Object.values(value).flatMap(brokenTexts)]
}

const BROKEN = /\bundefined\b|\bNaN\b|\bnull\b|\[object \w+\]|Invalid Date/

/** Bodies that no route returns. */
const replacements = ["null", "[]", "{}", '""', "0", "[null]", '{"items":null}', ""]

describe("every tool", () => {
  it.live("returns a result or a documented error in the sandbox, never INTERNAL_ERROR", () =>
    Effect.gen(function* () {
      const { all, extra } = yield* recorded
      const ends = [...all, ...extra].map(({ answer, tool }) => [tool.name, codeOf(answer)] as const)
      assert.deepStrictEqual(
        ends.filter(([, code]) => code === "INTERNAL_ERROR"),
        []
      )
      const failed = all.filter(({ answer }) => answer.isError).map(({ tool }) => tool)
      assert.sameMembers(
        failed.filter(({ risk }) => risk === "read").map(({ name }) => name),
        Object.keys(nothingThere)
      )
      assert.isAbove(all.length - failed.length, 200)
    })
  )

  it.live("shows in its result every field that a write sent, or its notice says that Discord's reply does not", () =>
    Effect.gen(function* () {
      const { all, extra } = yield* recorded
      // The sandbox may refuse a value of an object that it has.
      const done = [...all, ...extra].filter(({ answer, tool }) => writes.has(tool.name) && !answer.isError)
      assert.deepStrictEqual(
        done.flatMap(({ answer, input, tool }) => hiddenFields(tool, input, answer.structured)),
        []
      )
      assert.isAbove(new Set(done.map(({ tool }) => tool.name)).size, 120)
    })
  )

  it.live(
    "says what the changed fields were where the call has read the object before the change, and only there",
    () =>
      Effect.gen(function* () {
        const { all, extra } = yield* recorded
        const wrong: Array<unknown> = []
        const reported = new Set<string>()
        for (const { answer, input, replies, tool } of [...all, ...extra]) {
          const { method, route } = tool.operation ?? { method: "GET", route: "" }
          if (answer.isError || (method !== "PATCH" && method !== "PUT") || PART.test(route)) continue
          const { previous } = answer.structured
          const requests = [...replies.keys()]
          const at = requests.findIndex((request) => isOfRoute(request, tool))
          const before = objectBefore(requests.slice(0, at), requests[at] ?? "", replies)
          if (before === undefined) {
            if (previous !== undefined) wrong.push([tool.name, "nobody has read it", previous])
            continue
          }
          const after = valueOf(replies.get(requests[at] ?? ""))
          // A field that both replies have under the name of the input. Nothing is known of an absent one.
          for (const field of Object.keys(input)) {
            const [was, is] = [Object(before)[field], Object(after)[field]]
            if (was === undefined || was === is || typeof was === "object" || typeof is === "object") continue
            reported.add(tool.name)
            const shown = Object(previous)[field]
            if (typeof was === "string" ? shown !== was : shown === undefined)
              wrong.push([tool.name, field, was, shown])
          }
        }
        assert.deepStrictEqual(wrong, [])
        assert.isAbove(reported.size, 8)
      })
  )

  it.live("repeats no long text or list of the input of a write", () =>
    Effect.gen(function* () {
      const { all, extra } = yield* recorded
      const long = [...all, ...extra].filter(
        ({ answer, input, tool }) => writes.has(tool.name) && !answer.isError && longParts(input).length > 0
      )
      assert.deepStrictEqual(
        long.flatMap(({ answer, input, tool }) =>
          repeatedParts(input, answer.structured).map((part) => [tool.name, part.slice(0, 60)])
        ),
        []
      )
      assert.isAbove(new Set(long.map(({ tool }) => tool.name)).size, 20)
    })
  )

  it.live("is of use if a reply lacks any field, or has an odd one, which the notice names", () =>
    Effect.gen(function* () {
      const wrong: Array<unknown> = []
      let checked = 0
      const { call, wrote } = yield* replaying(open)
      for (const [at, one] of (yield* readers).entries()) {
        const { name } = one.tool
        const random = randomOf(at)
        const usual = yield* call(one)
        if (usual.isError) wrong.push([name, "as recorded", usual.structured.code])
        for (const [request, body] of resultRequests(one)) {
          const empty: Change = { path: [], value: Array.isArray(body) ? [null, {}] : {} }
          const changes = typeof body === "object" ? [empty, ...sampleOf(changesOf(body), random)] : []
          for (const change of changes) {
            const answer = yield* call(one, only(request, { body: JSON.stringify(applied(body, change)) }))
            const before = valueAt(body, change.path)
            for (const problem of problemsOf(one, request, change, before, usual, answer, wrote())) {
              wrong.push([name, request, change.path.join("."), JSON.stringify(change.value)?.slice(0, 60), problem])
            }
            checked++
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(checked, 350)
    }).pipe(Effect.scoped, untraced)
  )

  it.live("fails if a reply is of another kind, and leaves the outcome of a write unknown", () =>
    Effect.gen(function* () {
      const wrong: Array<unknown> = []
      const { call, wrote } = yield* replaying(open)
      for (const [at, one] of (yield* readers).entries()) {
        const random = randomOf(at)
        const { name, risk } = one.tool
        if (takesAnything.has(name)) continue
        for (const [request, body] of resultRequests(one)) {
          if (typeof body === "string") continue // its kind is text
          const kinds: Readonly<Record<string, Partial<Answered>>> = {
            "a list or an object": { body: Array.isArray(body) ? "{}" : "[]" },
            "a web page": { body: `<html>${MARK}</html>`, media: "text/html" },
            nothing: { body: "" },
            "cut JSON": { body: JSON.stringify(body).slice(0, -1) },
            "a number": { body: "7" },
            null: { body: "null" }
          }
          for (const [kind, answered] of sampleOf(Object.entries(kinds), random)) {
            const { isError, structured, text } = yield* call(one, only(request, answered))
            const { code, outcome_unknown } = structured
            const isUnknown = wrote() ? outcome_unknown === true : outcome_unknown !== true
            if (!isError || code !== "DISCORD_UNEXPECTED_RESPONSE" || !isUnknown)
              wrong.push([name, risk, request, kind, code])
            if (ownWords(text).includes(MARK)) wrong.push([name, kind, text])
          }
        }
      }
      assert.deepStrictEqual(wrong, [])
    }).pipe(Effect.scoped, untraced)
  )
})

/** The replies of a call, changed at random: all of them, or one. */
const changedReplies = ({ replies }: Recorded, random: BoundedRandom, isWhole: boolean) => {
  const requests = [...replies.keys()]
  const one = isWhole ? undefined : requests[draw(random, requests.length)]
  return new Map(
    [...replies].flatMap(([request, { body }]) =>
      body.kind === "json" && (one === undefined || one === request)
        ? [[decodeURIComponent(request), { body: JSON.stringify(mutated(body.value, random)) }] as const]
        : []
    )
  )
}

describe("replies that are changed at random", () => {
  it.live("cause no defect and no broken text, and an unknown outcome for writes", () =>
    Effect.gen(function* () {
      const wrong = new Map<string, string>()
      const { call, wrote } = yield* replaying(open)
      for (const [at, one] of (yield* recorded).all.entries()) {
        const { replies, tool } = one
        if (tool.category === META || tool.duration === "steps" || replies.size === 0) continue
        yield* turn
        const random = randomOf(at)
        const tested = new Set<string>()
        const odd: Array<Replace> = someOf(replacements, 8, at).map((body) => () => ({ body }))
        for (let number = 0; number < MUTATIONS; number++) {
          const changed = changedReplies(one, random, number % 2 === 0)
          // Small bodies have few different mutations, empty ones none.
          const shown = JSON.stringify([...changed])
          if (!tested.has(shown)) odd.push((request) => changed.get(request))
          tested.add(shown)
        }
        for (const replace of odd) {
          const { isError, structured } = yield* call(one, replace)
          const { code, notice: _, outcome_unknown, ...data } = structured
          if (code === "INTERNAL_ERROR") wrong.set(tool.name, "INTERNAL_ERROR")
          if (isError && wrote() && outcome_unknown !== true) wrong.set(tool.name, `may have written: ${code}`)
          const broken = isError ? [] : brokenTexts(data)
          if (broken.length > 0) wrong.set(tool.name, broken.join(" and "))
        }
      }
      assert.deepStrictEqual(Object.fromEntries(wrong), {})
    }).pipe(Effect.scoped, untraced)
  )

  it.live("cause no defect and no broken text in a preview", () =>
    Effect.gen(function* () {
      const wrong = new Map<string, unknown>()
      const { call } = yield* replaying({ ...open, MCP_DRY_RUN: "true" })
      for (const [at, one] of (yield* recorded).all.entries()) {
        const { __confirm: _, ...input } = one.input
        const random = randomOf(at)
        yield* turn
        for (let number = 0; number < PREVIEWS && one.tool.risk !== "read"; number++) {
          const changed = changedReplies(one, random, true)
          const { structured, text } = yield* call(one, (request) => changed.get(request), input)
          if (structured.code === "INTERNAL_ERROR") wrong.set(one.tool.name, text)
          const broken = brokenTexts({ ...Object(structured.preview), arguments: undefined })
          if (broken.length > 0) wrong.set(one.tool.name, broken)
        }
      }
      assert.deepStrictEqual(Object.fromEntries(wrong), {})
    }).pipe(Effect.scoped, untraced)
  )
})
