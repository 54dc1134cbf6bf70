import { assert, describe, it } from "@effect/vitest"
import { Effect, Tracer } from "effect"
import { call, served } from "./app.ts"

/** A tracer that keeps the attributes of spans by name. */
const recording = () => {
  const attributes = new Map<string, Record<string, unknown>>()
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const own: Record<string, unknown> = {}
      attributes.set(name, own)
      return {
        _tag: "Span",
        name,
        spanId: name,
        traceId: "trace",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        links,
        sampled: true,
        kind,
        end: () => undefined,
        attribute: (key, value) => void Object.assign(own, { [key]: value }),
        event: () => undefined,
        addLinks: () => undefined
      }
    },
    context: (run) => run()
  })
  return { attributes, tracer }
}

describe("the span of a call", () => {
  it.live("has the labels of the failure, as the counter does", () =>
    Effect.gen(function* () {
      const { attributes, tracer } = recording()
      yield* Effect.withTracer(call("messages_send", {}), tracer)
      assert.deepInclude(attributes.get("tools/call messages_send"), {
        "mcp.tool": "messages_send",
        error_code: "VALIDATION_FAILED",
        error_kind: "tool_runtime_bad_input_value"
      })
    }).pipe(served())
  )

  it.live("has no failure labels after a success", () =>
    Effect.gen(function* () {
      const { attributes, tracer } = recording()
      yield* Effect.withTracer(call("users_get_current", {}), tracer)
      assert.deepStrictEqual(attributes.get("tools/call users_get_current"), {
        "mcp.tool": "users_get_current",
        "mcp.risk": "read",
        attempts: 1
      })
    }).pipe(served())
  )
})
