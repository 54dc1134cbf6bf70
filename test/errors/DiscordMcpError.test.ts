import { describe, it } from "@effect/vitest"
import { assertEquals, assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Equal, Exit, Schema, Utils } from "effect"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { DiscordFailure, DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { codeOf, errorTraits } from "../../src/errors/ErrorCode.ts"
import { runs } from "../turns.ts"
import { samples, upstream } from "./samples.ts"

const decode = Schema.decodeUnknownSync(DiscordMcpError)
const encode = Schema.encodeSync(DiscordMcpError)

const tagsOf = (union: { readonly members: ReadonlyArray<{ readonly _tag: string }> }) =>
  union.members.map((member) => member._tag)

describe("the closed union", () => {
  it("has 26 classes, each with its facts", () => {
    strictEqual(DiscordMcpError.members.length, 26)
    deepStrictEqual(tagsOf(DiscordMcpError).sort(), Object.keys(errorTraits).sort())
  })

  it("contains every way a request to Discord can fail", () => {
    const all = new Set(tagsOf(DiscordMcpError))
    deepStrictEqual(
      tagsOf(DiscordFailure).filter((tag) => !all.has(tag)),
      []
    )
    strictEqual(DiscordFailure.members.length, 17)
  })

  it("has unique codes in capitals, none of them the code of a defect", () => {
    const codes = Object.values(errorTraits).map((facts) => facts.code)
    strictEqual(new Set(codes).size, 26)
    deepStrictEqual(
      codes.filter((code) => !/^[A-Z]+(_[A-Z]+)*$/.test(code) || /INTERNAL/.test(code)),
      []
    )
  })

  it("counts transient errors as server errors, except the rate limit", () => {
    deepStrictEqual(
      Object.entries(errorTraits)
        .filter(([, { side, category }]) => (side === "server") !== (category === "transient"))
        .map(([tag]) => tag),
      ["DiscordRateLimitError"]
    )
  })

  it("knows the code of every class", () => {
    for (const [tag, errors] of Object.entries(samples)) {
      for (const error of errors) strictEqual(error._tag, tag)
      strictEqual(codeOf(samples[error(tag)][0] ?? new Errors.CancelledError()), errorTraits[error(tag)].code)
    }
  })

  it.effect("can be yielded: each member is an Effect that fails with itself", () =>
    Effect.gen(function* () {
      for (const error of Object.values(samples).flat()) {
        const exit = yield* Effect.exit<never, DiscordMcpError, never>(error)
        deepStrictEqual(exit, Exit.fail(error))
      }
    })
  )
})

/** Object.entries forgets the key type; the keys are those of `samples`. */
const error = (tag: string) => tag as keyof typeof samples

/** The fields of a value with any prototype: generated records may have none. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

describe("encoding and decoding an error", () => {
  it("gives the same error for a sample of every class, through JSON text", () => {
    for (const error of Object.values(samples).flat()) {
      const back = decode(JSON.parse(JSON.stringify(encode(error))))
      deepStrictEqual(back, error)
      assertTrue(Utils.structuralRegion(() => Equal.equals(back, error)))
    }
  })

  it.prop(
    "gives the same error for every member",
    [DiscordMcpError],
    ([error]) => {
      const back = decode(encode(error))
      strictEqual(back.constructor, error.constructor)
      deepStrictEqual(plain(back), plain(error))
    },
    { fastCheck: { numRuns: runs(250) } }
  )

  it("keeps Effect's own equality where the fields are plain", () => {
    for (const error of [
      ...samples.CircuitOpenError,
      ...samples.BulkheadFullError,
      ...samples.ScopeRejectedError,
      ...samples.ConfirmationDeclined,
      ...samples.CancelledError
    ]) {
      assertEquals<DiscordMcpError>(decode(encode(error)), error)
    }
  })

  it("distinguishes errors that differ in one field", () => {
    const a = new Errors.CircuitOpenError({ route: "GET /a", retry_after_ms: 1 })
    strictEqual(Equal.equals(a, new Errors.CircuitOpenError({ route: "GET /a", retry_after_ms: 2 })), false)
    strictEqual(Equal.equals(a, new Errors.CircuitOpenError({ route: "GET /a", retry_after_ms: 1 })), true)
  })

  it("rejects values that are not members", () => {
    const refused = (value: unknown) => strictEqual(Schema.is(DiscordMcpError)(value), false)
    refused({ _tag: "DiscordPermissionError" })
    refused(new Error("DiscordPermissionError"))
    refused({ _tag: "CancelledError" })
    for (const broken of [
      { _tag: "Nobody" },
      { _tag: "CircuitOpenError", route: "GET /a", retry_after_ms: -1 },
      { _tag: "CircuitOpenError", route: "GET /a", retry_after_ms: 1.5 },
      { _tag: "DiscordRateLimitError", retry_after_ms: 1, scope: "galaxy", sent: true },
      { _tag: "DiscordNotFoundError", resource: "channel", id: undefined, upstream: upstream(404) }
    ]) {
      strictEqual(Exit.isFailure(Effect.runSyncExit(Schema.decodeUnknown(DiscordMcpError)(broken))), true, broken._tag)
    }
  })
})
