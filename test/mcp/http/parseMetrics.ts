import { assert } from "@effect/vitest"

/** A sample of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g
const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\+Inf|-Inf|NaN|-?[\d.]+(?:e[+-]\d+)?)$/
const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one))

/** Reads the text format 0.0.4 strictly, by its own grammar. Fails at the first line that does not fit. */
export const parse = (text: string) => {
  assert.match(text, /^$|\n$/)
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const samples: Array<Sample> = []
  let family = ""
  for (const line of text.split("\n").slice(0, -1)) {
    const [, kind, named = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.*)$/.exec(line) ?? []
    if (kind === "HELP") {
      assert.isFalse(helped.has(named), `two HELP of ${named}`)
      helped.add(named)
      family = named
    } else if (kind === "TYPE") {
      assert.isFalse(types.has(named), `two TYPE of ${named}`)
      assert.strictEqual(named, family)
      assert.include(["counter", "gauge", "histogram"], rest)
      types.set(named, rest)
      if (rest === "counter") assert.match(named, /_total$/)
    } else {
      const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? assert.fail(`not a sample: ${line}`)
      const allowed = types.get(family) === "histogram" ? ["_bucket", "_sum", "_count"] : [""]
      assert.include(
        allowed.map((suffix) => `${family}${suffix}`),
        name,
        "the samples of a family are together, after its TYPE"
      )
      const pairs = [...labels.matchAll(LABEL)].map(([, key = "", text = ""]) => [key, unescaped(text)] as const)
      assert.strictEqual(new Set(pairs.map(([key]) => key)).size, pairs.length)
      samples.push({ name, labels: Object.fromEntries(pairs), value: Number(value.replace("Inf", "Infinity")) })
    }
  }
  const series = samples.map(({ labels, name }) => JSON.stringify([name, Object.entries(labels).toSorted()]))
  assert.strictEqual(new Set(series).size, series.length, "each series is there once")
  return { types, samples, of: (name: string) => samples.filter((one) => one.name === name) }
}
