import { assert, describe, it } from "@effect/vitest"
import { FastCheck, MetricKey, MetricLabel, MetricPair, MetricState } from "effect"
import { exposition } from "../../../src/mcp/http/metricsEndpoint.ts"
import { metricDefinitions } from "../../../src/telemetry/metrics.ts"
import { parse } from "./parseMetrics.ts"

describe("the text of the metrics", () => {
  it("has every value of a label, and no tag that the definition lacks", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (value) => {
        const key = MetricKey.counter(metricDefinitions.toolCalls.name).pipe(
          MetricKey.taggedWithLabels([MetricLabel.make("tool", value), MetricLabel.make("user", "Bruno")])
        )
        const { of, samples } = parse(exposition([MetricPair.unsafeMake(key, MetricState.counter(2))]))
        assert.deepStrictEqual(of("mcp_tool_calls_total"), samples)
        assert.deepStrictEqual(samples, [{ name: "mcp_tool_calls_total", labels: { tool: value }, value: 2 }])
      }),
      { seed: 1 }
    )
  })

  it("has only the metrics of this server", () => {
    const other = MetricPair.unsafeMake(MetricKey.counter("effect_fiber_started"), MetricState.counter(1))
    assert.strictEqual(exposition([other]), "")
  })
})
