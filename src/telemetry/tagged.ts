import { Metric } from "effect"

/**
 * A metric by the values of its tags, made once for each of them: to make one costs
 * more than to count. Values must be few, as those of tags are.
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
