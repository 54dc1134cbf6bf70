import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { isIsoTime, toIsoTime } from "../../../src/objects/schema/conversions.ts"
import { publishedSchema } from "../../../src/tools/dsl/publishedSchema.ts"
import { schemasIn } from "../dsl/providers/walk.ts"
import { issuesOf, wired } from "../wired.ts"

const accepted: ReadonlyArray<readonly [unknown, string]> = [
  ["2026-11-01T18:00:00Z", "2026-11-01T18:00:00Z"],
  ["2026-11-01T18:00:00.123456+05:30", "2026-11-01T18:00:00.123456+05:30"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
  ["2026-11-01T18:00Z", "2026-11-01T18:00:00Z"],
  ["2026-11-01t18:00:00z", "2026-11-01T18:00:00Z"],
  ["2026-11-01 18:00:00 UTC", "2026-11-01T18:00:00Z"],
  ["2026-11-01 18:00:00 +0100", "2026-11-01T18:00:00+01:00"],
  ["2026-11-01T18:00:00-03", "2026-11-01T18:00:00-03:00"],
  ["<t:1762000000>", "2025-11-01T12:26:40.000Z"],
  ["<t:1762000000:R>", "2025-11-01T12:26:40.000Z"],
  [1_762_000_000, "2025-11-01T12:26:40.000Z"],
  ["1762000000", "2025-11-01T12:26:40.000Z"],
  [1_762_000_000_123, "2025-11-01T12:26:40.123Z"]
]

const refused: ReadonlyArray<unknown> = [
  ...["2026-11-01", "2026-11-01T18:00:00", "2026-11-01 18:00", "18:00Z", "2h ago", "yesterday", "now"],
  ...["2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-01T25:00:00Z"],
  ...["2026-11-01T18:00:00+99:00", "<t:R>", "<t:17620000000000>", "<t:1762000000:x>", "176200000"],
  ...[3600, 1_762_000_000.5, -1, Number.MAX_SAFE_INTEGER]
]

describe("a field for a time", () => {
  for (const [given, time] of accepted) {
    it(`takes ${JSON.stringify(given)}`, () => {
      assert.strictEqual(toIsoTime(given), time)
      assert.isTrue(isIsoTime(time))
    })
  }

  for (const given of refused) {
    it.effect(`refuses ${JSON.stringify(given)} and names the format`, () =>
      Effect.gen(function* () {
        const answer = yield* wired("messages_read", { channel_id: "1248328050278400010", since: given })
        assert.match(String(issuesOf(answer)), /^since (?:must|needs) .* \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/)
      })
    )
  }

  it.effect("is absent if it is an empty text", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired(
        "messages_read",
        { channel_id: "1248328050278400010", since: "", until: "" },
        []
      )
      assert.deepStrictEqual(structured.items, [])
    })
  )

  it.effect("takes unix seconds in every tool that has such a field", () =>
    Effect.gen(function* () {
      const fields = catalogue.flatMap(({ input, name }) =>
        schemasIn(publishedSchema(input)).flatMap(([path, { format }]) =>
          format === "date-time" && /^\w+$/.test(path) ? [{ name, path }] : []
        )
      )
      assert.isAbove(fields.length, 25)
      for (const { name, path } of fields) {
        const issues = issuesOf(yield* wired(name, { [path]: 1_762_000_000 }))
        assert.notMatch(String(issues), new RegExp(`ISO 8601|\\b${path} expected`), `${name}.${path}`)
      }
    })
  )
})
