import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { CALL_LIMIT, fill } from "../../src/pipeline/fill.ts"
import { REFERENCES_MAX } from "../../src/pipeline/template.ts"
import { answer } from "../discord/wire.ts"
import { CHANNEL, gateServer, outcomeOf } from "../safety/gateServer.ts"

const CHARS = 4_000_000
const send = (content: unknown, more: object = {}) => ({
  id: "it",
  tool: "messages_send",
  args: { channel_id: CHANNEL, content },
  ...more
})
const times = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

/** Plans of four million characters in several shapes. */
const plans: Readonly<Record<string, unknown>> = {
  "references to one step": { steps: [send("{{a.topic}}".repeat(CHARS / 11))] },
  "opening braces": { steps: [send("{{".repeat(CHARS / 2))] },
  "opening braces and one pair that closes": { steps: [send(`${"{{".repeat(CHARS / 2)}}}`)] },
  "closing braces": { steps: [send("}}".repeat(CHARS / 2))] },
  "escaped braces": { steps: [send("\\{{".repeat(CHARS / 3))] },
  "one long reference": { steps: [send(`{{a${".b".repeat(CHARS / 2)}}}`)] },
  "one reference of white space": { steps: [send(`{{${" ".repeat(CHARS)}}}`)] },
  "a condition": { steps: [send("x", { if: "{{a}}".repeat(CHARS / 5) })] },
  "a list as a template": { steps: [send("x", { for_each: "{{a}}".repeat(CHARS / 5) })] },
  "an output": { steps: [send("x")], output: "{{it.id}} ".repeat(CHARS / 10) },
  "an output of many fields": {
    steps: [send("x")],
    output: Object.fromEntries(times(CHARS / 20, (at) => [`f${at}`, "{{it.id}}"]))
  },
  steps: { steps: times(CHARS / 100, () => send("x")) },
  "empty steps": { steps: times(CHARS / 3, () => ({})) },
  "numbers for steps": { steps: times(CHARS / 2, () => 1) },
  items: { steps: [send("{{item}}", { for_each: times(CHARS / 4, () => 1) })] },
  "items and references to them": {
    steps: [send("{{item}}".repeat(900), { for_each: times(100, () => "x".repeat(CHARS / 100)) })]
  },
  arguments: {
    steps: [{ id: "it", tool: "messages_send", args: Object.fromEntries(times(CHARS / 20, (at) => [`f${at}`, 1])) }]
  },
  "lists in each other": {
    steps: [{ id: "it", tool: "messages_send", args: { a: JSON.parse("[".repeat(5000) + "]".repeat(5000)) } }]
  },
  "fields beside the steps": { steps: [send("x")], ...Object.fromEntries(times(CHARS / 20, (at) => [`f${at}`, 1])) },
  "an id": { steps: [{ ...send("x"), id: "a".repeat(CHARS) }] },
  "a tool": { steps: [{ ...send("x"), tool: "a".repeat(CHARS) }] },
  "a tool that is a template": { steps: [{ ...send("x"), tool: "{{".repeat(CHARS / 2) }] }
}

describe("a plan of four megabytes", () => {
  for (const [what, plan] of Object.entries(plans)) {
    it.effect(`fails with one error and sends nothing if it is ${what}`, () =>
      Effect.gen(function* () {
        const server = yield* gateServer({})
        const { isError, structured, text } = yield* server.call("mcp_pipeline", Object(plan))
        assert.deepStrictEqual([isError, structured.code], [true, "VALIDATION_FAILED"])
        assert.isAtMost(JSON.stringify(structured).length, 20_000)
        assert.isAtMost(text.length, 8000)
        assert.deepStrictEqual(server.sent, [])
      }).pipe(Effect.scoped)
    )
  }
})

describe("the values of templates", () => {
  const scope = new Map<string, unknown>([["a", { topic: "x".repeat(1024), list: times(1000, String) }]])
  const codes = (value: unknown) =>
    Either.match(fill(value, ["args"], scope), {
      onLeft: (issues) => issues.map(({ code, path }) => `${path} ${code}`),
      onRight: () => []
    })

  it("are bounded for one value", () => {
    assert.deepStrictEqual(codes("{{a.topic}}".repeat(90)), [])
    assert.deepStrictEqual(codes("{{a.topic}}".repeat(REFERENCES_MAX - 1)), ["args too_large"])
    assert.deepStrictEqual(codes("x".repeat(CALL_LIMIT.value + 1)), [])
  })

  it("are bounded for all values of a call together", () => {
    const many = (count: number) => ({ texts: times(count, () => "{{a.topic}}".repeat(90)) })
    assert.deepStrictEqual(codes(many(10)), [])
    assert.include(codes(many(12)), "args.texts[11] too_large")
    assert.include(codes(times(300, () => "{{a.list}}")), "args[299] too_large")
  })

  it("are filled in within the limits", () => {
    assert.deepStrictEqual(
      fill({ a: "{{a.list[2]}}", b: "\\{{x}} {{a.list[1]}}" }, [], scope),
      Either.right({ a: "2", b: "{{x}} 1" })
    )
  })
})

describe("many references", () => {
  it.effect("are accepted up to a thousand", () =>
    Effect.gen(function* () {
      const user = { id: "1", username: "x" }
      const server = yield* gateServer({}, answer(200, { ...user, channel_id: CHANNEL, author: user }))
      const look = { id: "a", tool: "users_get_current" }
      const ended = (count: number) =>
        server.call("mcp_pipeline", { steps: [look, send("{{a.id}}".repeat(count), { on_error: "continue" })] })
      assert.strictEqual(outcomeOf(yield* ended(REFERENCES_MAX)), "ran")
      assert.strictEqual(outcomeOf(yield* ended(REFERENCES_MAX + 1)), "too_many_references")
    }).pipe(Effect.scoped)
  )
})
