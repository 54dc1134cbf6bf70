import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import type { ErrorCode } from "../../src/errors/ErrorCode.ts"
import type { ValidationIssue } from "../../src/errors/fields.ts"
import type { RecordedRequest } from "../../src/sandbox/incomingRequest.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { listedTools, listingStyleOf } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { answerTo, codeOf, roomy, Sandbox, served, settingsOf } from "../dispatch/app.ts"
import { someOf } from "../turns.ts"
import { apiCalls } from "./firstCalls/api.ts"
import { documentedCalls, type FirstCall } from "./firstCalls/documented.ts"
import { followHints } from "./firstCalls/followHints.ts"
import { hintedCalls } from "./firstCalls/hinted.ts"
import { listedCalls } from "./firstCalls/listed.ts"
import { type Meant, meantCalls } from "./firstCalls/meant.ts"

const CALLS = 200
const SEED = 17

/** The tools that a client is shown by default. */
const coreTools = Effect.map(settingsOf(), (settings) =>
  listedTools(catalogue, settings).map((tool) => toolListing(tool, listingStyleOf(settings)))
)

/** How a call ended: accepted, accepted after its hints were followed, or refused. */
const attempt = ([tool, input]: FirstCall, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const first = yield* answerTo(tool, input)
    if (isTaken(codeOf(first))) return "accepted"
    const issues = (first.structured.validation_issues ?? []) as ReadonlyArray<ValidationIssue> // by its code
    const fields = Object.keys(Object(publishedSchema(present(tool).input).properties))
    // A dispatcher of another risk is named as the tool to use.
    const suggested = issues.some(({ code }) => code === "wrong_risk") ? first.structured.suggested_tool : undefined
    const second = suggested === undefined ? followHints(input, issues, { fields, ids }) : input
    const listed = [codeOf(first), ...issues.map(({ message, path }) => `${path} ${message}`)].join("; ")
    if (second === undefined) return `refused without a hint: ${listed}`
    const answer = yield* answerTo(String(suggested ?? tool), second)
    return isTaken(codeOf(answer)) ? "accepted after its hint" : `refused twice: ${listed}`
  })

/** A tool that must be there. */
const present = (name: string): Tool => Option.getOrThrow(Option.fromNullable(findTool(name)))

/** Codes of a refused input, and of a fault of the server: it sent what Discord rejects, or failed itself. */
const notTaken: ReadonlyArray<unknown> = [
  "VALIDATION_FAILED",
  "TOOL_NOT_FOUND",
  "DISCORD_UNEXPECTED_RESPONSE",
  "INTERNAL_ERROR"
] satisfies ReadonlyArray<ErrorCode>

const isTaken = (code: unknown): boolean => !notTaken.includes(code)

type Values = Readonly<Record<string, unknown>>

/** Calls a tool, and confirms the call if it is only previewed. Returns the answer, and the new requests. */
const confirmed = (tool: string, input: Values) =>
  Effect.gen(function* () {
    const { requests } = yield* Sandbox
    const before = (yield* requests).length
    const first = yield* answerTo(tool, input)
    const inner = input.args ?? input.arguments
    const consent =
      typeof inner === "object" ? { ...input, args: { ...inner, __confirm: true } } : { ...input, __confirm: true }
    const answer = codeOf(first) === "DRY_RUN_PREVIEW" ? yield* answerTo(tool, consent) : first
    return { answer, requests: (yield* requests).slice(before) }
  })

/** Returns how a request differs from what the caller means. */
const differences = ({ body, headers, query }: RecordedRequest, meant: Meant): ReadonlyArray<string> => {
  const form: Values = Object(body)
  const files: ReadonlyArray<unknown> = [form.files ?? []].flat()
  const json = typeof form.payload_json === "string" ? JSON.parse(form.payload_json) : (form.payload_json ?? body)
  const reason = decodeURIComponent(headers["x-audit-log-reason"] ?? "")
  return [
    ...differencesOf(json, meant.body, "body"),
    ...differencesOf(query, meant.query, "query"),
    ...(meant.absent ?? []).filter((name) => name in Object(json)).map((name) => `body.${name} is set`),
    ...(meant.reason === undefined || meant.reason === reason ? [] : [`the reason is ${reason}`]),
    ...(files.length === (meant.files ?? files.length) ? [] : [`${files.length} files`])
  ]
}

const differencesOf = (value: unknown, meant: unknown, path: string): ReadonlyArray<string> => {
  if (meant === undefined) return []
  if (typeof meant === "function") return meant(value) === true ? [] : [`${path} is ${JSON.stringify(value)}`]
  if (typeof meant !== "object" || meant === null) {
    return value === meant ? [] : [`${path} is ${JSON.stringify(value)}, not ${JSON.stringify(meant)}`]
  }
  const isLonger = Array.isArray(meant) && Array.isArray(value) && value.length > meant.length
  return [
    ...(isLonger ? [`${path} has more items`] : []),
    ...Object.entries(meant).flatMap(([name, one]) => differencesOf(Object(value)[name], one, `${path}.${name}`))
  ]
}

/** How a call ended: with the meant request, refused, or with another request. */
const outcome = (tool: string, input: Values, request: string, meant: Meant) =>
  Effect.map(confirmed(tool, input), ({ answer, requests }) => {
    const sent = requests.filter(
      ({ method, path }) => decodeURIComponent(`${method} ${path}`) === decodeURIComponent(request)
    )
    const closest = sent.map((one) => differences(one, meant)).toSorted((a, b) => a.length - b.length)[0]
    const changes = requests.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
    if (closest?.length === 0) return { end: "meant" as const, text: "" }
    if (closest === undefined && answer.isError && changes.length === 0)
      return { end: "refused" as const, text: answer.text }
    return { end: "different" as const, text: (closest ?? changes).join("; ") }
  })

describe("first calls with another spelling", () => {
  it.live(
    "send what the caller means, at once or after the hint of their refusal, in 95 % of cases, and never anything else",
    () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const now = yield* Clock.currentTimeMillis
        const meant = meantCalls(ids, now)
        const hinted = hintedCalls(ids, now)
        const refused: Array<string> = []
        const different: Array<string> = []
        const check = (name: string, { end, text }: Effect.Effect.Success<ReturnType<typeof outcome>>) => {
          if (end === "refused") refused.push(`${name}: ${text}`)
          if (end === "different") different.push(`${name}: ${text}`)
        }
        for (const [tool, input, request, wants] of someOf(meant, 2)) {
          check(`${tool} ${JSON.stringify(input)}`, yield* outcome(tool, input, request, wants))
        }
        for (const [tool, input, request, wants, hint, change, otherTool] of someOf(hinted, 2)) {
          const name = `${tool} ${JSON.stringify(input)}`
          const first = yield* outcome(tool, input, request, wants)
          if (first.end !== "refused" || !first.text.replaceAll(": ", " ").includes(hint.replaceAll(": ", " "))) {
            different.push(`${name} is not refused with "${hint}" but ${first.end}: ${first.text}`)
          }
          const second = Object.fromEntries(
            Object.entries({ ...input, ...change }).filter(([, one]) => one !== undefined)
          )
          check(`${name}, after its hint`, yield* outcome(otherTool ?? tool, second, request, wants))
        }
        assert.isAbove(meant.length + hinted.length, 220)
        assert.deepStrictEqual(different, [])
        assert.isAtMost(refused.length, (someOf(meant, 2).length + someOf(hinted, 2).length) * 0.05, refused.join("\n"))
      }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: 8n }))
  )
})

describe("first calls by Discord's documentation alone", () => {
  it.live("send what they mean at once, in 95 % of cases, and never anything else", () =>
    Effect.gen(function* () {
      const calls = apiCalls((yield* Sandbox).ids, yield* Clock.currentTimeMillis)
      assert.isAtLeast(calls.length, 62)
      assert.isAtLeast(new Set(calls.map(([tool]) => tool)).size, 30)
      const refused: Array<string> = []
      for (const [tool, input, request, wants] of someOf(calls, 2)) {
        const { end, text } = yield* outcome(tool, input, request, wants)
        assert.notStrictEqual(end, "different", `${tool} ${JSON.stringify(input)}: ${text}`)
        if (end === "refused") refused.push(`${tool} ${JSON.stringify(input)}: ${text}`)
      }
      assert.isAtMost(refused.length, someOf(calls, 2).length * 0.05, refused.join("\n"))
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: 8n }))
  )
})

describe("first calls of a model", () => {
  it.live("are accepted in 95 % of cases, at once or after the hints of their refusal", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const known = JSON.stringify(ids).match(/\d{17,20}/g) ?? []
      const now = yield* Clock.currentTimeMillis
      const documented = documentedCalls(ids, now)
      const calls = [...documented, ...listedCalls(yield* coreTools, ids, now, CALLS - documented.length, SEED)]
      assert.lengthOf(calls, CALLS)
      const ends = yield* Effect.forEach(someOf(calls, 2), (call) =>
        Effect.map(attempt(call, known), (end) => [end, call] as const)
      )
      const refused = ends.filter(([end]) => end.startsWith("refused"))
      const listed = refused.map(([end, [tool, input]]) => `${tool} ${JSON.stringify(input)}: ${end}`)
      assert.isAtMost(refused.length, ends.length * 0.05, listed.join("\n"))
    }).pipe(served({}, { ...roomy, permissions: 8n }))
  )
})
