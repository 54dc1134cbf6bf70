import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Option } from "effect"
import { catalogue, findTool } from "../../src/catalogue.ts"
import type { ErrorCode } from "../../src/errors/ErrorCode.ts"
import type { ValidationIssue } from "../../src/errors/fields.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { listedTools, listingStyleOf } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { answerTo, codeOf, roomy, Sandbox, served, settingsOf } from "../dispatch/app.ts"
import { documentedCalls, type FirstCall } from "./firstCalls/documented.ts"
import { followHints } from "./firstCalls/followHints.ts"
import { listedCalls } from "./firstCalls/listed.ts"

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

describe("first calls of a model", () => {
  it.live(
    "are accepted in 95 % of cases, at once or after the hints of their refusal",
    () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const known = JSON.stringify(ids).match(/\d{17,20}/g) ?? []
        const now = yield* Clock.currentTimeMillis
        const documented = documentedCalls(ids, now)
        const calls = [...documented, ...listedCalls(yield* coreTools, ids, now, CALLS - documented.length, SEED)]
        assert.lengthOf(calls, CALLS)
        const ends = yield* Effect.forEach(calls, (call) =>
          Effect.map(attempt(call, known), (end) => [end, call] as const)
        )
        const refused = ends.filter(([end]) => end.startsWith("refused"))
        const listed = refused.map(([end, [tool, input]]) => `${tool} ${JSON.stringify(input)}: ${end}`)
        assert.isAtMost(refused.length, CALLS * 0.05, listed.join("\n"))
      }).pipe(served({}, { ...roomy, permissions: 8n })),
    60_000
  )
})
