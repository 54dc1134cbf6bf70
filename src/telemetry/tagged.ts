import { Metric } from "effect"

/**
 * Caches a metric by the values of its tags, because making a tagged metric costs more
 * than updating it. Tags must have few values.
 */
export const tagged = <Type, In, Out, const Tag extends string>(
  metric: Metric.Metric<Type, In, Out>,
  ...tags: ReadonlyArray<Tag>
): ((values: Readonly<Record<Tag, string>>) => Metric.Metric<Type, In, Out>) => {
  const known = new Map<string, Metric.Metric<Type, In, Out>>()
  return (values) => {
    const key = tags.map((tag) => values[tag]).join("\n")
    const found = known.get(key) ?? tags.reduce((made, tag) => Metric.tagged(made, tag, values[tag]), metric)
    known.set(key, found)
    return found
  }
}
