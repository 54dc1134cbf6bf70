import { Effect, Metric, type MetricState } from "effect"

type Tags = Readonly<Record<string, string>>

const tagged = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, tags: Tags) =>
  Object.entries(tags).reduce((sum, [key, value]) => Metric.tagged(sum, key, value), metric)

/** The increase of a counter during the effect, because metrics outlive a test. */
export const counted =
  <Type, In>(metric: Metric.Metric<Type, In, MetricState.MetricState.Counter<number>>, tags: Tags = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
    Effect.gen(function* () {
      const before = yield* Metric.value(tagged(metric, tags))
      yield* effect
      return (yield* Metric.value(tagged(metric, tags))).count - before.count
    })

/** The value of a gauge. */
export const shown = <Type, In>(
  metric: Metric.Metric<Type, In, MetricState.MetricState.Gauge<number>>,
  tags: Tags = {}
) => Effect.map(Metric.value(tagged(metric, tags)), ({ value }) => value)
