import { readFileSync } from "node:fs"
import { variables } from "../../src/config/Settings.ts"
import { errorTraits } from "../../src/errors/ErrorCode.ts"

/** A policy of the chain in the picture: its name, what it does, and the code of a call that it ends. */
interface Layer {
  readonly name: string
  readonly does: string
  readonly code?: string
  readonly colour: string
}

const ms = (variable: { readonly fallback: string }): string => `${Number(variable.fallback) / 1000} s`

/** Each policy by its name in the composition. The numbers are the defaults of the settings. */
const layers: Readonly<Record<string, Layer>> = {
  bulkhead: {
    name: "Bulkhead",
    does: `at most ${variables.bulkheadLimit.fallback} calls at once; half of them on one bucket`,
    code: errorTraits.BulkheadFullError.code,
    colour: "#79c0ff"
  },
  circuits: {
    name: "Circuit breaker",
    does: `opens after ${variables.circuitFailureThreshold.fallback} failures of a route in ${ms(variables.circuitWindowMs)}`,
    code: errorTraits.CircuitOpenError.code,
    colour: "#d2a8ff"
  },
  Deadline: {
    name: "Deadline",
    does: `the whole call ends within ${ms(variables.deadlineMs)}, waits included`,
    code: errorTraits.DiscordTimeoutError.code,
    colour: "#ff7b72"
  },
  Retry: {
    name: "Retry",
    does: `up to ${variables.retryMaxAttempts.fallback} attempts, if a repetition is safe`,
    colour: "#f2cc60"
  },
  admit: {
    name: "Admission",
    does: `token, budget, policy, rate limit: waits up to ${ms(variables.rateLimitMaxWaitMs)}`,
    code: errorTraits.DiscordRateLimitError.code,
    colour: "#ffa657"
  },
  Timeout: {
    name: "Timeout",
    does: `one attempt ends within ${ms(variables.timeoutDefaultMs)}`,
    code: errorTraits.DiscordTimeoutError.code,
    colour: "#ff7b72"
  },
  send: {
    name: "Discord",
    does: "the reply is read to its end and classified",
    colour: "#7ee787"
  }
}

/** Reads the order of the policies, outermost first, from the expression that composes them. */
export const composition = (): ReadonlyArray<string> => {
  const source = readFileSync("src/resilience/Resilience.ts", "utf8")
  const [, expression = ""] = /return send\(last\)\.pipe\(\n([\s\S]*?)\n {2}\}\n/.exec(source) ?? []
  const policies = [...expression.matchAll(/\b(\w+)(?:\.(?:apply(?:Each)?|limit)[(<]|\(limited)/g)].map(
    ([, name = ""]) => name
  )
  return [...new Set(["send", ...policies])].toReversed()
}

const WIDTH = 820
const STEP = 64
const INSET = 16
const FONT = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

/** Draws the chain as nested boxes: a call enters from outside, and each box can end it. */
export const chainPicture = (): string => {
  const names = composition()
  const height = 2 * INSET + names.length * STEP + (names.length - 1) * INSET + 8
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">The chain of policies: ${names.map((name) => layerOf(name).name.toLowerCase()).join(", ")}</title>
<style>text{font:14px ${FONT};fill:#d7dce5}.name{font-weight:700}.code{fill:#ff938c}</style>
<rect width="${WIDTH}" height="${height}" rx="10" fill="#0f141c"/>
${names.map((name, at) => box(layerOf(name), at, height)).join("\n")}
</svg>
`
}

const layerOf = (name: string): Layer => {
  const layer = layers[name]
  // A new policy has no picture until it is described here.
  return layer ?? { name: `undescribed policy ${name}`, does: "", colour: "#ffffff" }
}

const box = ({ code, colour, does, name }: Layer, at: number, height: number): string => {
  const edge = INSET * (at + 1)
  const baseline = edge + at * (STEP - INSET) + 23
  const top = edge + at * (STEP - INSET)
  return [
    `<rect x="${edge}" y="${top}" width="${WIDTH - 2 * edge}" height="${height - top - edge}" rx="8" fill="${colour}" fill-opacity="0.04" stroke="${colour}"/>`,
    `<text x="${edge + 14}" y="${baseline}" class="name" style="fill:${colour}">${name}</text>`,
    `<text x="${edge + 14}" y="${baseline + 20}">${does}</text>`,
    ...(code === undefined
      ? []
      : [`<text x="${WIDTH - edge - 14}" y="${baseline}" text-anchor="end" class="code">${code}</text>`])
  ].join("\n")
}
