import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Either, FastCheck, Schema } from "effect"
import {
  attemptTimedOut,
  classifyResponse,
  type HttpResponse,
  networkFailed,
  type RequestSummary
} from "../../src/errors/classifyResponse.ts"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { type AttemptError, DiscordFailure } from "../../src/errors/DiscordMcpError.ts"
import { runs } from "../turns.ts"
import { asked, askedRead, cut, empty, foreign, json } from "./responses.ts"

const upstream = (status: number, discord_code?: number) => ({
  status,
  method: "POST",
  route: "/channels/:id/messages",
  ...(discord_code !== undefined && { discord_code })
})

const fails = (answer: HttpResponse, failure: AttemptError, as: RequestSummary = asked()) =>
  deepStrictEqual(classifyResponse(as, answer), Either.left(failure))

const tagOf = (answer: HttpResponse, as: RequestSummary = asked()) =>
  Either.match(classifyResponse(as, answer), { onLeft: (failure) => failure._tag, onRight: () => "a good answer" })

const outcomeUnknown = (answer: HttpResponse, as: RequestSummary) =>
  Either.match(classifyResponse(as, answer), {
    onLeft: (failure) => ("outcome_unknown" in failure ? failure.outcome_unknown : undefined),
    onRight: () => undefined
  })

describe("a successful response", () => {
  it("is its JSON body, for any kind of JSON", () => {
    for (const value of [{ id: "1" }, [], [{ id: "1" }], "ok", 0, false]) {
      deepStrictEqual(classifyResponse(asked(), json(200, value)), Either.right(value))
    }
  })

  it("without content is undefined", () => {
    deepStrictEqual(classifyResponse(asked(), empty(204)), Either.right(undefined))
  })

  it("without content is undefined even if a proxy put something into it", () => {
    deepStrictEqual(classifyResponse(asked(), foreign(204)), Either.right(undefined))
    deepStrictEqual(classifyResponse(asked(), json(204, null)), Either.right(undefined))
  })

  it("may have a field named code with another meaning", () => {
    deepStrictEqual(classifyResponse(asked(), json(200, { code: 50013 })), Either.right({ code: 50013 }))
  })

  it("is successful with status 202 unless the index is not ready", () => {
    deepStrictEqual(classifyResponse(asked(), json(202, { id: "1" })), Either.right({ id: "1" }))
    fails(
      json(202, { code: 110000, message: "Index not yet available", retry_after: 0 }),
      new Errors.DiscordIndexNotReady({ upstream: upstream(202, 110000), retry_after_ms: 250, attempts: 2 })
    )
    fails(
      json(202, { code: 110001 }),
      new Errors.DiscordIndexNotReady({ upstream: upstream(202, 110001), attempts: 2 })
    )
  })
})

describe("a successful text response", () => {
  const file = (text: string, type = "text/csv"): HttpResponse => ({
    status: 200,
    header: (name) => (name === "content-type" ? type : undefined),
    body: { kind: "foreign", text }
  })
  const asText = asked({ accept: "text" })

  it("is its text, also an empty one, if the request accepts text", () => {
    deepStrictEqual(classifyResponse(asText, file("user_id\n1")), Either.right("user_id\n1"))
    deepStrictEqual(classifyResponse(asText, empty(200)), Either.right(""))
  })

  it("is not Discord's if the request expects JSON", () => {
    strictEqual(tagOf(file("user_id\n1")), "DiscordUnexpectedResponse")
  })

  it("is not a web page, JSON or a truncated body", () => {
    for (const answer of [file("<html>", "text/html; charset=utf-8"), json(200, {}), foreign(200), cut(200)]) {
      strictEqual(tagOf(answer, asText), "DiscordUnexpectedResponse")
    }
  })

  it("is still a rejection if Discord rejects", () => {
    strictEqual(tagOf(json(404, { code: 10129 }), asText), "DiscordNotFoundError")
  })
})

describe("a response that is not Discord's", () => {
  const cases: ReadonlyArray<readonly [string, HttpResponse]> = [
    ["a web page with status 200", foreign(200)],
    ["an empty body with status 200", empty(200)],
    ["a body with status 200 that broke off", cut(200)],
    ["a JSON null with status 200", json(200, null)],
    ["a redirect", empty(302, { location: "https://example.com" })],
    ["a redirect with a page", foreign(301)],
    ["a 304 nobody asked for", empty(304)],
    ["a 101", empty(101)]
  ]
  for (const [name, answer] of cases) {
    it(`such as ${name} leaves the outcome of a write unknown`, () => {
      fails(
        answer,
        new Errors.DiscordUnexpectedResponse({ upstream: upstream(answer.status), outcome_unknown: true, attempts: 2 })
      )
    })
  }

  it("allows only reads to be retried", () => {
    strictEqual(outcomeUnknown(foreign(200), askedRead()), false)
    strictEqual(outcomeUnknown(foreign(200), asked({ method: "PUT", repeatable: true })), true)
  })
})

describe("the HTTP status decides without a code", () => {
  const tags: Readonly<Record<number, DiscordFailure["_tag"]>> = {
    400: "ValidationError",
    401: "DiscordAuthError",
    402: "DiscordPermissionError",
    403: "DiscordPermissionError",
    404: "DiscordNotFoundError",
    405: "ValidationError",
    406: "ValidationError",
    408: "DiscordTimeoutError",
    409: "DiscordConflictError",
    410: "DiscordNotFoundError",
    411: "ValidationError",
    412: "ValidationError",
    413: "ValidationError",
    414: "ValidationError",
    415: "ValidationError",
    418: "ValidationError",
    422: "ValidationError",
    423: "DiscordConflictError",
    424: "DiscordConflictError",
    425: "DiscordTimeoutError",
    431: "ValidationError",
    451: "ValidationError",
    499: "ValidationError",
    500: "DiscordRestUnavailable",
    501: "DiscordRestUnavailable",
    502: "DiscordRestUnavailable",
    503: "DiscordRestUnavailable",
    504: "DiscordTimeoutError",
    507: "DiscordRestUnavailable",
    520: "DiscordRestUnavailable",
    521: "DiscordRestUnavailable",
    524: "DiscordRestUnavailable",
    599: "DiscordRestUnavailable"
  }
  /** These mean the same from any sender; other refusals count only as Discord JSON. */
  const anybodys: ReadonlyArray<string> = ["408", "413", "425"]

  for (const [status, tag] of Object.entries(tags)) {
    const isDiscords = Number(status) < 500 && !anybodys.includes(status)
    it(`${status} is a ${tag}${isDiscords ? " if it comes from Discord, and otherwise an unexpected response" : ""}`, () => {
      const others = isDiscords ? "DiscordUnexpectedResponse" : tag
      // Code 0 is Discord's "general error" and adds nothing. With 404 and 410 the route is unknown.
      strictEqual(
        tagOf(json(Number(status), { message: "…", code: 0 })),
        status === "404" || status === "410" ? others : tag
      )
      for (const body of [{}, [], null, "no", { error: "no", code: Number(status) }, { code: "10008" }]) {
        strictEqual(tagOf(json(Number(status), body)), others)
      }
      // A 403 without JSON comes from Cloudflare and is tested below.
      if (status !== "403") strictEqual(tagOf(foreign(Number(status))), others)
      if (status !== "403") strictEqual(tagOf(empty(Number(status))), others)
      strictEqual(tagOf(cut(Number(status))), others)
    })
  }

  for (const status of [0, 99, 600, 999]) {
    it(`${status} is not an HTTP status, and so an unexpected response`, () => {
      for (const answer of [json(status, { code: 0 }), json(status, {}), foreign(status), empty(status), cut(status)]) {
        strictEqual(tagOf(answer), "DiscordUnexpectedResponse")
      }
    })
  }

  it("404 is a DiscordNotFoundError by its code", () => {
    strictEqual(tagOf(json(404, { message: "Unknown Message", code: 10008 })), "DiscordNotFoundError")
  })
})

describe("the order of precedence", () => {
  const rateLimited = (scope: "user" | "global" | "shared", retry_after_ms: number, code?: number) =>
    new Errors.DiscordRateLimitError({ upstream: upstream(429, code), attempts: 2, retry_after_ms, scope, sent: true })

  it("puts 429 before the code", () => {
    fails(json(429, { code: 50013, retry_after: 1.5 }), rateLimited("user", 1500, 50013))
    fails(json(429, { code: 20028, retry_after: 0.3 }, { "retry-after": "1" }), rateLimited("user", 300, 20028))
  })

  it("counts a 429 with a wait or a rate-limit header as Discord's", () => {
    fails(json(429, { retry_after: 2, global: false }), rateLimited("user", 2000))
    fails(json(429, {}, { "x-ratelimit-limit": "5" }), rateLimited("user", 1000))
    fails(json(429, {}, { "x-ratelimit-scope": "shared", "retry-after": "3" }), rateLimited("shared", 3000))
    fails(json(429, {}, { "x-ratelimit-global": "true", "retry-after": "3" }), rateLimited("global", 3000))
  })

  it("reads the scope from the body before the headers", () => {
    fails(json(429, { retry_after: 1, global: true }, { "x-ratelimit-scope": "user" }), rateLimited("global", 1000))
    fails(json(429, { retry_after: 1, global: false }, { "x-ratelimit-scope": "global" }), rateLimited("global", 1000))
    fails(json(429, { retry_after: 1 }, { "x-ratelimit-scope": "galaxy" }), rateLimited("user", 1000))
    fails(cut(429, { "x-ratelimit-scope": "shared", "retry-after": "3" }), rateLimited("shared", 3000))
  })

  it("attributes any other 429 to Cloudflare", () => {
    const blocked = (retry_after_ms?: number) =>
      new Errors.DiscordCloudflareBlocked({
        upstream: upstream(429),
        attempts: 2,
        ...(retry_after_ms !== undefined && { retry_after_ms })
      })
    fails(json(429, { code: 0, message: "You are being blocked from accessing our API temporarily" }), blocked())
    fails(foreign(429, { "retry-after": "66271" }), blocked(66_271_000))
    fails(empty(429), blocked())
    fails(json(429, null), blocked())
    fails(cut(429, { "retry-after": "66271" }), blocked(66_271_000))
    fails(json(429, { retry_after: "soon" }), blocked())
  })

  it("puts 401 before the code", () => {
    const invalid = (subject: "bot" | "webhook" | "interaction", code?: number) =>
      new Errors.DiscordAuthError({ upstream: upstream(401, code), attempts: 2, subject })
    fails(json(401, { code: 0, message: "401: Unauthorized" }), invalid("bot"))
    fails(json(401, { code: 10003 }), invalid("bot", 10003))
    fails(json(401, { code: 0 }), invalid("interaction"), asked({ subject: "interaction" }))
  })

  it("reports a webhook's token as the webhook's", () => {
    const answer = json(401, { code: 50027, message: "Invalid Webhook Token" })
    const failure = new Errors.DiscordAuthError({ upstream: upstream(401, 50027), attempts: 2, subject: "webhook" })
    fails(answer, failure)
    fails(answer, failure, asked({ subject: "webhook" }))
  })

  it("attributes a 403 without JSON to Cloudflare if its headers or its body say so", () => {
    const blocked = new Errors.DiscordCloudflareBlocked({ upstream: upstream(403), attempts: 2 })
    const page = (text: string): HttpResponse => ({ ...foreign(403), body: { kind: "foreign", text } })
    for (const headers of [{ "cf-ray": "8f0" }, { server: "cloudflare" }]) {
      fails(foreign(403, headers), blocked)
      fails(empty(403, headers), blocked)
    }
    for (const text of ["error code: 1020", "<h1>Error 1015</h1>", "<title>Attention Required! | Cloudflare</title>"]) {
      fails(page(text), blocked)
    }
    for (const answer of [
      foreign(403),
      empty(403),
      foreign(403, { server: "nginx" }),
      page("<h1>403 Forbidden</h1>"),
      page("Policy error 12001")
    ]) {
      fails(
        answer,
        new Errors.DiscordUnexpectedResponse({ upstream: upstream(403), outcome_unknown: true, attempts: 2 })
      )
    }
    strictEqual(tagOf(json(403, { code: 40333 })), "DiscordCloudflareBlocked")
    strictEqual(tagOf(json(403, { code: 50013 })), "DiscordPermissionError")
  })

  it("puts the code before the status", () => {
    strictEqual(tagOf(json(400, { code: 50013 })), "DiscordPermissionError")
    strictEqual(tagOf(json(403, { code: 10008 })), "DiscordNotFoundError")
    strictEqual(tagOf(json(404, { code: 50035 })), "ValidationError")
    strictEqual(tagOf(json(400, { code: 130000 })), "DiscordRestUnavailable")
    strictEqual(tagOf(json(500, { code: 50006 })), "ValidationError")
    strictEqual(tagOf(json(403, { code: 20016, retry_after: 4 })), "DiscordRateLimitError")
  })

  it("puts the range of an unknown code before the status, and the status after it", () => {
    strictEqual(tagOf(json(400, { code: 10999 })), "DiscordNotFoundError")
    strictEqual(tagOf(json(400, { code: 30999 })), "DiscordLimitReached")
    strictEqual(tagOf(json(403, { code: 29_999 })), "DiscordPermissionError")
    strictEqual(tagOf(json(409, { code: 40_000 })), "DiscordConflictError")
    strictEqual(tagOf(json(400, { code: 999_999 })), "ValidationError")
  })

  it("ignores a code that is not a whole number", () => {
    for (const code of ["50013", "invalid_grant", 50013.5, Number.POSITIVE_INFINITY, null, [50013], true]) {
      strictEqual(tagOf(json(409, { code })), "DiscordUnexpectedResponse")
      strictEqual(tagOf(json(413, { code })), "ValidationError")
    }
  })
})

describe("an input that Discord rejects", () => {
  it("lists Discord's issues, one per leaf", () => {
    const errors = {
      embeds: {
        0: { fields: { 2: { name: { _errors: [{ code: "BASE_TYPE_REQUIRED", message: "This field is required" }] } } } }
      }
    }
    fails(
      json(400, { code: 50035, message: "Invalid Form Body", errors }),
      new Errors.ValidationError({
        upstream: upstream(400, 50035),
        attempts: 2,
        validation_issues: [
          { path: "embeds[0].fields[2].name", message: "This field is required", code: "BASE_TYPE_REQUIRED" }
        ]
      })
    )
  })

  it("has the meaning of the code if no issue is listed", () => {
    fails(
      json(400, { code: 50006, message: "Cannot send an empty message" }),
      new Errors.ValidationError({
        upstream: upstream(400, 50006),
        attempts: 2,
        validation_issues: [{ path: "", message: "cannot send an empty message", code: "50006" }]
      })
    )
  })

  it("has the status if there is no code, or code 0", () => {
    for (const answer of [json(413, { code: 0 }), json(413, {}), foreign(413), json(413, null)]) {
      fails(
        answer,
        new Errors.ValidationError({
          upstream: upstream(413),
          attempts: 2,
          validation_issues: [{ path: "", message: "refused with HTTP 413", code: "413" }]
        })
      )
    }
  })
})

describe("an object that is not found", () => {
  const route = "/channels/:id/messages/:id"
  const message = asked({ method: "DELETE", route, ids: { channel_id: "1111", message_id: "2222" } })
  const notFound = (status: number, resource: string, id?: string, discord_code?: number) =>
    new Errors.DiscordNotFoundError({
      upstream: { status, method: "DELETE", route, ...(discord_code !== undefined && { discord_code }) },
      attempts: 2,
      resource,
      ...(id !== undefined && { id })
    })

  it("is named by the code, with its id", () => {
    fails(json(404, { code: 10003 }), notFound(404, "channel", "1111", 10003), message)
    fails(json(404, { code: 10008 }), notFound(404, "message", "2222", 10008), message)
  })

  it("has no id if the path has none with that name", () => {
    fails(json(404, { code: 10004 }), notFound(404, "guild", undefined, 10004), message)
  })

  it("is the last id of the path if the code names no resource", () => {
    fails(json(404, { code: 80004 }), notFound(404, "message", "2222", 80004), message)
  })

  it("has the id of a field that is not named _id", () => {
    const invite = { ...message, ids: { invite_code: "abc" } }
    fails(json(404, { code: 10006 }), notFound(404, "invite", "abc", 10006), invite)
  })

  it("has an id if its name is an acronym", () => {
    fails(json(404, { code: 10027 }), notFound(404, "SKU", "3333", 10027), { ...message, ids: { sku_id: "3333" } })
  })

  it("is a resource if the path has no id", () => {
    fails(json(404, { code: 80004 }), notFound(404, "resource", undefined, 80004), { ...message, ids: {} })
  })
})

describe("the outcome of a failed call", () => {
  const table: ReadonlyArray<readonly [answer: HttpResponse, ofAWrite: boolean]> = [
    [json(500, {}), true],
    [foreign(500), true],
    [foreign(501), true],
    [foreign(502), false],
    [foreign(503), false],
    [foreign(504), true],
    [foreign(520), true],
    [json(500, { code: 130000 }), true],
    [json(503, { code: 130000 }), false],
    [json(400, { code: 130000 }), false],
    [foreign(408), false],
    [foreign(425), false]
  ]
  for (const [answer, ofAWrite] of table) {
    const { status, body } = answer
    it(`after ${status} with a ${body.kind} body is ${ofAWrite ? "unknown" : "known"} for a write that must not be retried`, () => {
      strictEqual(outcomeUnknown(answer, asked()), ofAWrite)
      strictEqual(outcomeUnknown(answer, asked({ repeatable: true })), false)
      strictEqual(outcomeUnknown(answer, askedRead()), false)
    })
  }

  it("after 503 keeps the wait that the response requests", () => {
    fails(
      foreign(503, { "retry-after": "7" }),
      new Errors.DiscordRestUnavailable({
        upstream: upstream(503),
        attempts: 2,
        retry_after_ms: 7000,
        outcome_unknown: false
      })
    )
  })

  it("after 504 is a timeout at Discord itself", () => {
    fails(
      foreign(504),
      new Errors.DiscordTimeoutError({ upstream: upstream(504), attempts: 2, phase: "upstream", outcome_unknown: true })
    )
  })

  it("after a timeout of this server is unknown unless the call is repeatable", () => {
    for (const phase of ["headers", "body"] as const) {
      deepStrictEqual(
        attemptTimedOut(asked(), phase),
        new Errors.DiscordTimeoutError({ phase, outcome_unknown: true, attempts: 2 })
      )
      deepStrictEqual(
        attemptTimedOut(askedRead({ attempt: 3 }), phase),
        new Errors.DiscordTimeoutError({ phase, outcome_unknown: false, attempts: 3 })
      )
    }
  })

  const neverSent = [
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "UND_ERR_CONNECT_TIMEOUT",
    "CERT_HAS_EXPIRED",
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ERR_TLS_CERT_ALTNAME_INVALID"
  ]
  const cutOff = ["ECONNRESET", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET", "UND_ERR_BODY_TIMEOUT", "SOMETHING_NEW"]
  for (const network of [...neverSent, ...cutOff]) {
    const unknown = cutOff.includes(network)
    it(`after ${network} is ${unknown ? "unknown: the request may have been sent" : "known: nothing was sent"}`, () => {
      deepStrictEqual(
        networkFailed(asked(), network),
        new Errors.DiscordRestUnavailable({ network, outcome_unknown: unknown, attempts: 2 })
      )
      deepStrictEqual(
        networkFailed(askedRead(), network),
        new Errors.DiscordRestUnavailable({ network, outcome_unknown: false, attempts: 2 })
      )
    })
  }
})

describe("classification is total", () => {
  const anyAnswer: FastCheck.Arbitrary<HttpResponse> = FastCheck.record({
    status: FastCheck.integer({ min: 100, max: 599 }),
    headers: FastCheck.dictionary(
      FastCheck.constantFrom("retry-after", "date", "x-ratelimit-scope", "x-ratelimit-global", "x-ratelimit-limit"),
      FastCheck.oneof(
        FastCheck.string(),
        FastCheck.double().map(String),
        FastCheck.constantFrom("true", "shared", "9".repeat(40))
      )
    ),
    body: FastCheck.oneof(
      FastCheck.constant({ kind: "empty" as const }),
      FastCheck.constant({ kind: "foreign" as const }),
      FastCheck.constant({ kind: "cut" as const }),
      FastCheck.oneof(
        FastCheck.jsonValue(),
        FastCheck.record(
          {
            code: FastCheck.oneof(
              FastCheck.integer({ min: -1, max: 600_000 }),
              FastCheck.double(),
              FastCheck.jsonValue()
            ),
            retry_after: FastCheck.oneof(FastCheck.double(), FastCheck.jsonValue()),
            global: FastCheck.jsonValue(),
            errors: FastCheck.jsonValue()
          },
          { requiredKeys: [] }
        )
      ).map((value) => ({ kind: "json" as const, value: value as unknown }))
    )
  }).map(({ headers, ...rest }) => ({ ...rest, header: (name: string) => headers[name] }))

  it.prop(
    "of any response is a value only for a 2xx, and otherwise a valid member of the union",
    [anyAnswer, FastCheck.boolean()],
    ([answer, repeatable]) => {
      const result = classifyResponse(asked({ repeatable }), answer)
      if (Either.isRight(result)) return strictEqual(Math.floor(answer.status / 100), 2)
      strictEqual(Schema.is(DiscordFailure)(result.left), true)
      if ("upstream" in result.left) strictEqual(result.left.upstream?.status, answer.status)
      if ("attempts" in result.left) strictEqual(result.left.attempts, 2)
    },
    { fastCheck: { numRuns: runs(500) } }
  )

  it("bounds a wait that exceeds every timer", () => {
    for (const retry_after of [1e300, Number.MAX_VALUE, 1e16]) {
      fails(
        json(429, { retry_after }),
        new Errors.DiscordRateLimitError({
          upstream: upstream(429),
          attempts: 2,
          retry_after_ms: Number.MAX_SAFE_INTEGER,
          scope: "user",
          sent: true
        })
      )
    }
  })

  it("handles errors whose message is not a string", () => {
    const errors = { content: { _errors: [{ code: { toString: 1 }, message: { toString: 1 } }, null, "odd", 7] } }
    const issue = { path: "content", message: "not accepted", code: "INVALID" }
    fails(
      json(400, { code: 50035, errors }),
      new Errors.ValidationError({
        upstream: upstream(400, 50035),
        attempts: 2,
        validation_issues: [issue, issue, issue, issue]
      })
    )
  })
})
