import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Either, FastCheck, Option, Schema } from "effect"
import { decodeToolResult } from "../../src/client/decodeToolResult.ts"
import {
  classifyResponse,
  type HttpResponse,
  type RequestSummary,
  type ResponseBody
} from "../../src/errors/classifyResponse.ts"
import { DiscordFailure, DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { decodeFailure, dialects, toStructured } from "../../src/errors/dialects/Dialect.ts"
import { classifyForeign } from "../../src/errors/ForeignFailure.ts"
import { Defect, envelopeOf, type Failure, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { renderEnvelope } from "../../src/errors/renderEnvelope.ts"
import { checkEnvelope, checkHint } from "../../src/testing/checkEnvelope.ts"
import { sanitizeMessage, sensitiveWords } from "../../src/text/sanitizeMessage.ts"
import { isWireable, overTheWire } from "../errors/wireable.ts"
import { isDeep, runs } from "../turns.ts"
import { filled, leaky, strange } from "./adversarialErrors.ts"

const errors = Arbitrary.make(DiscordMcpError).filter(isWireable)

/** Without a tool's own hint; those are tested with the tools. */
const undeclared = (error: DiscordMcpError): DiscordMcpError => {
  if (!("recovery" in error)) return error
  const { recovery: _, ...rest } = Schema.encodeSync(DiscordMcpError)(error) as { readonly recovery?: string } // the members differ in their fields
  return Schema.decodeUnknownSync(DiscordMcpError)(rest)
}

/** Any member, its fields filled with hostile strings. */
const strangeErrors = FastCheck.tuple(errors, FastCheck.array(strange, { minLength: 1, maxLength: 5 })).map(
  ([error, texts]) => filled(undeclared(error), texts)
)

const failures: FastCheck.Arbitrary<Failure> = FastCheck.oneof(
  { weight: 20, arbitrary: strangeErrors },
  { weight: 1, arbitrary: FastCheck.constant(new Defect({ incident_id: "00c0ffee" })) }
)

const many = { fastCheck: { numRuns: isDeep ? 100 : 20 } }

describe("classification", () => {
  const bodies: FastCheck.Arbitrary<ResponseBody> = FastCheck.oneof(
    FastCheck.constantFrom<ResponseBody>({ kind: "empty" }, { kind: "foreign" }, { kind: "cut" }),
    FastCheck.string().map((text) => ({ kind: "foreign", text }) as const),
    FastCheck.jsonValue().map((value) => ({ kind: "json", value }) as const),
    FastCheck.record(
      {
        code: FastCheck.oneof(
          FastCheck.integer(),
          FastCheck.constantFrom(0, 10003, 30003, 40333, 50013, 50035, 110000)
        ),
        message: FastCheck.string(),
        retry_after: FastCheck.oneof(FastCheck.double(), FastCheck.string()),
        global: FastCheck.boolean(),
        errors: FastCheck.jsonValue()
      },
      { requiredKeys: [] }
    ).map((value) => ({ kind: "json", value }) as const)
  )
  const answers: FastCheck.Arbitrary<HttpResponse> = FastCheck.record({
    status: FastCheck.oneof(FastCheck.integer({ min: 100, max: 599 }), FastCheck.integer()),
    headers: FastCheck.dictionary(
      FastCheck.constantFrom(
        "retry-after",
        "content-type",
        "via",
        "cf-ray",
        "x-ratelimit-limit",
        "x-ratelimit-scope",
        "x-ratelimit-global",
        "x-ratelimit-reset-after"
      ),
      FastCheck.oneof(FastCheck.string(), FastCheck.constantFrom("1", "0.5", "shared", "global", "true", "text/html"))
    ),
    body: bodies
  }).map(({ body, headers, status }) => ({ body, status, header: (name) => headers[name] }))
  const requests: FastCheck.Arbitrary<RequestSummary> = FastCheck.record({
    method: FastCheck.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE"),
    route: FastCheck.string(),
    ids: FastCheck.dictionary(FastCheck.string(), FastCheck.string()),
    subject: FastCheck.constantFrom("bot", "webhook", "interaction"),
    accept: FastCheck.constantFrom("json", "text"),
    repeatable: FastCheck.boolean(),
    attempt: FastCheck.integer({ min: 1, max: 10 })
  })
  const isMember = Schema.is(DiscordFailure)
  const encode = Schema.encodeSync(DiscordFailure)

  it.prop(
    "of any response is a value for a 2xx, or exactly one member, and the same each time",
    [requests, answers],
    ([asked, answer]) => {
      const first = classifyResponse(asked, answer)
      const second = classifyResponse(asked, answer)
      if (Either.isRight(first)) {
        assert.isTrue(answer.status >= 200 && answer.status < 300)
        assert.deepStrictEqual(second, first)
        return
      }
      assert.isTrue(isMember(first.left))
      assert.deepStrictEqual(Either.map(Either.flip(second), encode), Either.right(encode(first.left)))
    },
    { fastCheck: { numRuns: runs(125) } }
  )

  it.prop(
    "of anything that foreign code throws is the server's own error, or one kind with a message, and the same each time",
    [
      FastCheck.oneof(
        FastCheck.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSet: true }),
        FastCheck.tuple(FastCheck.string(), FastCheck.string()).map(([code, message]) =>
          Object.assign(new Error(message), { code })
        ),
        FastCheck.constantFrom(new TypeError("not found"), new AggregateError([]), Symbol("x"), () => "x"),
        errors
      )
    ],
    ([thrown]) => {
      const failure = classifyForeign(thrown)
      assert.deepStrictEqual(classifyForeign(thrown), failure)
      if (failure._tag === "ForeignFailure") assert.strictEqual(typeof failure.message, "string")
      else assert.strictEqual<unknown>(failure, thrown)
    },
    { fastCheck: { numRuns: runs(125) } }
  )
})

describe("the envelope of any failure", () => {
  it.prop(
    "satisfies its contract in both forms, with any fields",
    [failures],
    ([failure]) => {
      const envelope = envelopeOf(failure)
      assert.deepStrictEqual(checkEnvelope(overTheWire(envelope), renderEnvelope(envelope)), [])
    },
    many
  )

  it.prop(
    "has no internals in message and hint, and an action",
    [errors, FastCheck.array(leaky, { minLength: 1, maxLength: 4 })],
    ([error, leaks]) => {
      const rendered = [
        toEnvelope(
          filled(
            error,
            leaks.map(({ text }) => text)
          )
        ),
        toEnvelope(
          filled(
            undeclared(error),
            leaks.map(({ text }) => text)
          )
        )
      ]
      for (const { message, recovery_hint } of rendered) {
        for (const { secret } of leaks) assert.notInclude(`${message}\n${recovery_hint}`, secret)
      }
      assert.deepStrictEqual(checkHint(rendered[1]?.recovery_hint ?? ""), [])
    },
    many
  )
})

describe("a sanitized message", () => {
  it.prop(
    "has one line of bounded length without sensitive words, and is unchanged by sanitizing it again",
    [
      FastCheck.oneof(
        leaky.map(({ text }) => text),
        strange
      )
    ],
    ([text]) => {
      const sentence = sanitizeMessage(text)
      assert.deepStrictEqual(sensitiveWords(sentence), [])
      assert.isAtMost(sentence.length, 2000)
      assert.notMatch(sentence, /[\n\r\u2028\u2029]/)
      assert.strictEqual(sanitizeMessage(sentence), sentence)
    },
    { fastCheck: { numRuns: runs(125) } }
  )
})

describe("an encoded failure", () => {
  const wired = (failure: Failure, dialect: (typeof dialects)[number]) =>
    Effect.flip(
      decodeToolResult({
        isError: true,
        content: [],
        ...Object(overTheWire({ structuredContent: toStructured(dialect, failure) }))
      })
    )

  for (const dialect of ["discord-mcp", "mcp-ts-core", "arcade"] as const) {
    it.effect.prop(
      `decodes to the same error in ${dialect}`,
      [FastCheck.oneof(errors, strangeErrors)],
      ([error]) =>
        Effect.map(wired(error, dialect), (understood) =>
          assert.deepStrictEqual(overTheWire(understood), overTheWire(error))
        ),
      many
    )
  }

  it.effect.prop(
    "has in category what that dialect can contain: sentences, whether to retry, and when",
    [strangeErrors],
    ([error]) =>
      Effect.map(wired(error, "category"), (understood) => {
        const { message, recovery_hint, retriable, retry_after_ms } = toEnvelope(error)
        assert.deepInclude(understood, {
          _tag: "RemoteFailure",
          message: `${message} ${recovery_hint}`,
          retriable,
          ...(retry_after_ms !== undefined && { retry_after_ms })
        })
      }),
    many
  )

  it.effect.prop(
    "is retriable in every dialect or in none",
    [failures],
    ([failure]) =>
      Effect.gen(function* () {
        const { retriable } = envelopeOf(failure)
        for (const dialect of dialects) {
          const understood = yield* wired(failure, dialect)
          const rendered = understood._tag === "RemoteFailure" ? understood.retriable : toEnvelope(understood).retriable
          assert.strictEqual(rendered, retriable, dialect)
        }
      }),
    many
  )

  it("is not recognized in another structure", () => {
    for (const value of [{}, { id: "1" }, { kind: "stage", message: "x" }, { error: null }, { code: "x" }, null, "x"]) {
      assert.deepStrictEqual(decodeFailure(value), Option.none())
    }
  })
})
