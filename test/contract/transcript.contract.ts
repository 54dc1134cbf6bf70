/**
 * The transcript of all tools, which a change of the code's structure does not change. `npm run transcript` writes it; the
 * commit says why each case has changed.
 */
// Reads one environment variable.
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { readFileSync, writeFileSync } from "node:fs"
import { gunzipSync, gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { record, type Transcript } from "./transcript/record.ts"

const PATH = "test/contract/transcript/transcript.json.gz"

const isWriting = process.env.TRANSCRIPT === "write"

/** The transcript of the repository. */
const recorded = (): Transcript => JSON.parse(gunzipSync(readFileSync(PATH)).toString())

/** The lines of a case that differ. */
const differences = (before: unknown, now: unknown): string => {
  const [left, right] = [before, now].map((value) => (JSON.stringify(value, null, 1) ?? "").split("\n"))
  const [old, fresh] = [new Set(left), new Set(right)]
  return [
    ...(left ?? []).filter((line) => !fresh.has(line)).map((line) => `- ${line}`),
    ...(right ?? []).filter((line) => !old.has(line)).map((line) => `+ ${line}`)
  ].join("\n")
}

describe("the transcript", () => {
  it.effect("is that of the repository, for every tool and kind of call", () =>
    Effect.gen(function* () {
      const now = yield* record
      if (isWriting) writeFileSync(PATH, gzipSync(JSON.stringify(now), { level: 9 }))
      const before = recorded()
      const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(now[name])
      )
      assert.deepStrictEqual(
        changed.map((name) => `${name}\n${differences(before[name], now[name])}`),
        []
      )
      assert.isAbove(Object.keys(now).length, 900)
    })
  )
})
