import { assert, describe, it } from "@effect/vitest"
import { CancelledError } from "../../src/errors/DiscordMcpError.ts"
import { classifyForeign, ForeignFailure, type ForeignKind } from "../../src/errors/ForeignFailure.ts"

const kindOf = (thrown: unknown): ForeignKind | "ours" => {
  const failure = classifyForeign(thrown)
  return failure instanceof ForeignFailure ? failure.kind : "ours"
}

const named = (name: string, message = "…"): Error => Object.assign(new Error(message), { name })
const coded = (code: string, message = "…"): Error => Object.assign(new Error(message), { code })

const byConstructor: ReadonlyArray<readonly [Error, ForeignKind]> = [
  [new SyntaxError("…"), "validation"],
  [new RangeError("…"), "validation"],
  [new URIError("…"), "validation"],
  [named("ZodError"), "validation"],
  [new ReferenceError("x is not defined"), "internal"],
  [new EvalError("…"), "internal"],
  [new AggregateError([], "…"), "internal"]
]

const byProvider: ReadonlyArray<readonly [Error, ForeignKind]> = [
  [named("ThrottlingException"), "rate_limited"],
  [named("TooManyRequestsException"), "rate_limited"],
  [named("AccessDenied"), "forbidden"],
  [named("UnauthorizedOperation"), "forbidden"],
  [named("ResourceNotFoundException"), "not_found"],
  [new Error("Request failed with status code 401"), "unauthorized"],
  [new Error("Request failed with status code 403"), "forbidden"],
  [new Error("Request failed with status code 404"), "not_found"],
  [new Error("Request failed with status code 409"), "conflict"],
  [new Error("Request failed with status code 429"), "rate_limited"],
  [new Error("Request failed with status code 503"), "unavailable"],
  [coded("ECONNREFUSED"), "unavailable"],
  [new Error("connection refused"), "unavailable"],
  [coded("ETIMEDOUT"), "timeout"],
  [new Error("connection timeout"), "timeout"],
  [new Error("violates unique constraint"), "conflict"],
  [new Error("duplicate key"), "conflict"],
  [new Error("violates foreign key constraint"), "validation"],
  [new Error("JWT expired"), "unauthorized"],
  [new Error("new row violates row level security policy"), "forbidden"],
  [new Error("insufficient_quota"), "rate_limited"],
  [new Error("quota exceeded"), "rate_limited"],
  [new Error("model_not_found"), "not_found"],
  [new Error("context_length_exceeded"), "validation"],
  [coded("ENOTFOUND"), "unavailable"],
  [new Error("DNS lookup failed"), "unavailable"],
  [coded("ECONNRESET"), "unavailable"],
  [new Error("connection reset by peer"), "unavailable"],
  [coded("UND_ERR_SOCKET", "other side closed"), "unavailable"],
  [coded("UND_ERR_CONNECT_TIMEOUT"), "timeout"],
  [coded("CERT_HAS_EXPIRED"), "unavailable"],
  [coded("ENOENT", "no such file"), "not_found"],
  [coded("EACCES"), "forbidden"]
]

const byWords: ReadonlyArray<readonly [Error, ForeignKind]> = [
  [new Error("Unauthorized"), "unauthorized"],
  [new Error("user is not logged in"), "unauthorized"],
  [new Error("invalid token"), "unauthorized"],
  [new Error("expired_token"), "unauthorized"],
  [new Error("insufficient permission"), "forbidden"],
  [new Error("access was denied"), "forbidden"],
  [new Error("this is not allowed"), "forbidden"],
  [new Error("file not found"), "not_found"],
  [new Error("it doesn't exist"), "not_found"],
  [new Error("couldn't find it"), "not_found"],
  [new Error("malformed header"), "validation"],
  [new Error("missing required value"), "validation"],
  [new Error("edit conflict"), "conflict"],
  [new Error("name already exists"), "conflict"],
  [new Error("Rate limit reached"), "rate_limited"],
  [new Error("Too Many Requests"), "rate_limited"],
  [new Error("deadline exceeded"), "timeout"],
  [new Error("the operation was cancelled"), "timeout"],
  [new Error("Service Unavailable"), "unavailable"],
  [new Error("Bad Gateway"), "unavailable"],
  [new Error("failed schema validation"), "validation"]
]

describe("failures of third-party code", () => {
  it("an error of this server is unchanged", () => {
    const own = new CancelledError()
    assert.strictEqual(classifyForeign(own), own)
  })

  for (const [thrown, kind] of byConstructor) {
    it(`the constructor ${thrown.name} means ${kind}`, () => assert.strictEqual(kindOf(thrown), kind))
  }

  for (const [thrown, kind] of [...byProvider, ...byWords]) {
    const shown = "code" in thrown ? String(thrown.code) : thrown.name === "Error" ? thrown.message : thrown.name
    it(`"${shown}" means ${kind}`, () => assert.strictEqual(kindOf(thrown), kind))
  }

  it("a provider's text has precedence over common words", () => {
    assert.strictEqual(kindOf(new Error("invalid: status code 404")), "not_found")
  })

  it("an AbortError is a timeout, even if its message says otherwise", () => {
    assert.strictEqual(kindOf(named("AbortError", "…")), "timeout")
  })

  it("a TypeError is a bug, even if its message says otherwise", () => {
    assert.strictEqual(kindOf(new TypeError("Cannot read properties of undefined (reading 'invalid')")), "internal")
  })

  it("a TypeError caused by a network error is a network failure", () => {
    const failure = classifyForeign(Object.assign(new TypeError("fetch failed"), { cause: coded("ECONNREFUSED") }))
    assert.deepStrictEqual(
      failure,
      new ForeignFailure({ kind: "unavailable", code: "ECONNREFUSED", message: "fetch failed" })
    )
  })

  it("anything else is a bug: an unknown message, text, null, an endless chain of causes", () => {
    const loop = new Error("round")
    loop.cause = loop
    for (const thrown of [new Error("…"), "oops", null, undefined, {}, loop]) {
      assert.strictEqual(kindOf(thrown), "internal")
    }
  })

  it("keeps only kind, code and message", () => {
    const failure = classifyForeign(Object.assign(coded("ENOENT", "gone"), { path: "/secret", data: { token: "t" } }))
    assert.deepStrictEqual(failure, new ForeignFailure({ kind: "not_found", code: "ENOENT", message: "gone" }))
    assert.notInclude(JSON.stringify(failure), "secret")
  })
})
