import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { FastCheck } from "effect"
import { retryAfterMs } from "../../src/errors/retryAfter.ts"

const wait = (headers: Readonly<Record<string, string>>, body?: unknown) =>
  retryAfterMs((name) => headers[name], body === undefined ? undefined : { retry_after: body })

const date = "Wed, 21 Oct 2026 07:28:00 GMT"

describe("the wait of a response", () => {
  it("is undefined if neither header nor body has one", () => {
    strictEqual(wait({}), undefined)
    strictEqual(
      retryAfterMs(() => undefined, {}),
      undefined
    )
  })

  it("is the body's if header and body agree after rounding", () => {
    strictEqual(wait({ "retry-after": "1" }, 0.3), 300)
    strictEqual(wait({ "retry-after": "65" }, 64.57), 64_570)
    strictEqual(wait({ "retry-after": "2" }, 3), 3000)
  })

  it("is the longer one if they differ by more than a second", () => {
    strictEqual(wait({ "retry-after": "1337" }, 64.57), 1_337_000)
    strictEqual(wait({ "retry-after": "1" }, 600), 600_000)
    strictEqual(wait({ "retry-after": "5" }, 3.999), 5000)
  })

  it("is the only one present", () => {
    strictEqual(wait({}, 1.5), 1500)
    strictEqual(wait({ "retry-after": "7" }), 7000)
    strictEqual(wait({ "retry-after": " 7.5 " }), 7500)
  })

  it("is never below the minimum", () => {
    strictEqual(wait({}, 0), 250)
    strictEqual(wait({ "retry-after": "0" }), 250)
    strictEqual(wait({ "retry-after": "0" }, 0), 250)
    strictEqual(wait({}, 0.001), 250)
    strictEqual(wait({ "retry-after": "1" }, 0), 250)
  })

  it("ignores values that are not numbers", () => {
    for (const header of ["abc", "", "  ", "-5", "-0", "NaN", "Infinity", "1e3", "0x10", "1,5", "5s"]) {
      strictEqual(wait({ "retry-after": header, date }), undefined, `header ${JSON.stringify(header)}`)
      strictEqual(wait({ "retry-after": header }), undefined, `header ${JSON.stringify(header)} without a date`)
    }
    for (const body of [-1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, "1", null, [1], {}, true]) {
      strictEqual(wait({}, body), undefined, `body ${String(body)}`)
    }
  })

  it("reads the valid one of header and body", () => {
    strictEqual(wait({ "retry-after": "abc" }, 2), 2000)
    strictEqual(wait({ "retry-after": "2" }, Number.NaN), 2000)
    strictEqual(wait({ "retry-after": "2" }, -3), 2000)
  })

  it("compares an HTTP date with the response's date header", () => {
    strictEqual(wait({ "retry-after": "Wed, 21 Oct 2026 07:28:30 GMT", date }), 30_000)
    strictEqual(wait({ "retry-after": date, date }), 250)
  })

  it("is undefined for an HTTP date that is past or not comparable", () => {
    strictEqual(wait({ "retry-after": "Wed, 21 Oct 2026 07:27:59 GMT", date }), undefined)
    strictEqual(wait({ "retry-after": date }), undefined)
    strictEqual(wait({ "retry-after": date, date: "yesterday" }), undefined)
  })

  it("is limited to an exact integer", () => {
    strictEqual(wait({ "retry-after": "9".repeat(30) }), Number.MAX_SAFE_INTEGER)
    strictEqual(wait({ "retry-after": "9".repeat(400) }), undefined)
    strictEqual(wait({ "retry-after": "9".repeat(30) }, Number.MAX_VALUE), Number.MAX_SAFE_INTEGER)
  })

  it.prop(
    "is undefined, or a whole number of at least 250 milliseconds, not shorter than a valid one in the body",
    [
      FastCheck.oneof(FastCheck.double(), FastCheck.string(), FastCheck.nat(100)),
      FastCheck.oneof(FastCheck.double(), FastCheck.nat(100))
    ],
    ([header, body]) => {
      const ms = wait({ "retry-after": String(header), date }, body)
      if (ms === undefined) return
      strictEqual(Number.isSafeInteger(ms) && ms >= 250, true)
      if (Number.isFinite(body) && body >= 0) strictEqual(ms >= Math.min(body * 1000, Number.MAX_SAFE_INTEGER), true)
    },
    { fastCheck: { numRuns: 1000 } }
  )
})
