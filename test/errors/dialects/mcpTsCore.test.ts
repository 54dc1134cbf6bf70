import { assert, describe, it } from "@effect/vitest"
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js"
import { Either, Option } from "effect"
import { classifyResponse } from "../../../src/errors/classifyResponse.ts"
import {
  BulkheadFullError,
  CancelledError,
  CircuitOpenError,
  DiscordAuthError,
  DiscordNotFoundError,
  DiscordRateLimitError,
  DiscordRestUnavailable
} from "../../../src/errors/DiscordMcpError.ts"
import { fromMcpTsCore, toMcpTsCore } from "../../../src/errors/dialects/mcpTsCore.ts"
import { Defect, envelopeOf } from "../../../src/errors/failureEnvelope.ts"
import { RemoteFailure } from "../../../src/errors/RemoteFailure.ts"
import { renderEnvelope } from "../../../src/errors/renderEnvelope.ts"
import { jsonRpcCodeOf, protocolCodeOf, toJsonRpc } from "../../../src/errors/toJsonRpc.ts"
import { asked, foreign, json } from "../responses.ts"
import { samples, upstream } from "../samples.ts"

const all = [...Object.values(samples).flat(), new Defect({ incident_id: "00c0ffee" })]

describe("the mcp-ts-core convention", () => {
  it("has number, message and data under error, with the tool's reason and recovery in the data", () => {
    const declared = new DiscordNotFoundError({
      resource: "message",
      upstream: upstream(404, 10008),
      reason: "no_match",
      recovery: "Find a valid id with messages_search first."
    })
    assert.deepStrictEqual(toMcpTsCore(declared), {
      error: {
        code: -32001,
        message: "Discord knows no message that this bot can see.",
        data: {
          code: "DISCORD_NOT_FOUND",
          category: "validation",
          retryable: false,
          reason: "no_match",
          recovery: { hint: "Find a valid id with messages_search first." },
          resource: "message",
          upstream: upstream(404, 10008)
        }
      }
    })
  })

  it("encodes a full bulkhead as a rate limit and a failing Discord as unavailable, both retryable", () => {
    const rendered = [
      new BulkheadFullError({ limit: 50, scope: "global" }),
      new CircuitOpenError({ route: "GET /users/:id", retry_after_ms: 30_000 }),
      new DiscordRestUnavailable({ upstream: upstream(503), outcome_unknown: false })
    ].map((error) => toMcpTsCore(error).error)
    assert.deepStrictEqual(
      rendered.map(({ code, data }) => [code, data?.retryable]),
      [
        [-32003, true],
        [-32000, true],
        [-32000, true]
      ]
    )
  })

  it("marks an unknown outcome as not retryable, for every code", () => {
    const { code, data } = toMcpTsCore(samples.DiscordTimeoutError[0] ?? new CancelledError()).error
    assert.deepStrictEqual([code, data?.retryable], [-32004, false])
  })

  it("maps HTTP statuses to numbers by the convention's table", () => {
    const table: Readonly<Record<number, ReadonlyArray<number>>> = {
      [-32602]: [400],
      [-32600]: [405, 406, 412, 415, 416, 417, 428, 431, 451, 418],
      [-32006]: [401],
      [-32005]: [402, 403],
      [-32001]: [404],
      [-32004]: [408, 425, 504],
      [-32002]: [409, 423, 424],
      [-32007]: [422],
      [-32000]: [502, 503, 599]
    }
    for (const [code, statuses] of Object.entries(table)) {
      for (const status of statuses) {
        const body = { message: "x", code: status === 404 ? 10003 : 0 }
        const failure = Either.getLeft(classifyResponse(asked(), json(status, body)))
        assert.strictEqual(jsonRpcCodeOf(Option.getOrThrow(failure)), Number(code), String(status))
      }
    }
    const limited = classifyResponse(asked(), json(429, { retry_after: 1 }))
    assert.strictEqual(jsonRpcCodeOf(Option.getOrThrow(Either.getLeft(limited))), -32003)
  })

  it("uses InternalError for defects only: Discord's own 500 is a failing upstream", () => {
    const failure = Option.getOrThrow(Either.getLeft(classifyResponse(asked(), foreign(500))))
    assert.strictEqual(jsonRpcCodeOf(failure), -32000)
    assert.strictEqual(jsonRpcCodeOf(new Defect({ incident_id: "1" })), -32603)
  })

  it("has no number that MCP reserves, and none outside of the table", () => {
    for (const failure of all) {
      const code = jsonRpcCodeOf(failure)
      assert.isTrue([-32600, -32602, -32603].includes(code) || (code <= -32000 && code >= -32007), failure._tag)
    }
  })

  it("as a protocol error has no number with another meaning in the SDK or the specification", () => {
    const taken: ReadonlySet<number> = new Set([
      ...Object.values(ErrorCode).filter((code) => typeof code === "number" && code > -32100 && code <= -32000)
    ] as ReadonlyArray<number>) // an enum of numbers has its names among its values
    assert.isTrue(taken.has(-32000) && taken.has(-32001))
    for (const failure of all) {
      const code = protocolCodeOf(failure)
      assert.isFalse(taken.has(code), `${failure._tag} ${code}`)
      // The specification's "resource not found", and nothing else.
      assert.strictEqual(code === -32002, failure._tag === "DiscordNotFoundError", failure._tag)
      assert.strictEqual(toJsonRpc(failure).code, code)
    }
  })

  it("as an error of the protocol always has a reason in snake_case and the hint", () => {
    assert.deepStrictEqual(toJsonRpc(new DiscordAuthError({ subject: "webhook" })), {
      code: -32006,
      message: "Discord does not accept the webhook's token.",
      data: {
        reason: "discord_auth_invalid",
        recovery: { hint: "List the webhooks again and use a current token. Do not reuse this one." }
      }
    })
    const slow = new DiscordRateLimitError({ retry_after_ms: 1, scope: "user", sent: true, reason: "slow_mode" })
    assert.strictEqual(toJsonRpc(slow).data.reason, "slow_mode")
    for (const failure of all) {
      const { data, message } = toJsonRpc(failure)
      assert.match(data.reason, /^[a-z]+(_[a-z]+)*$/)
      assert.isAbove(message.length, 0)
      assert.strictEqual(data.recovery.hint, envelopeOf(failure).recovery_hint)
    }
  })

  it("has the message and hint of the text form in its data", () => {
    for (const failure of all) {
      const { data, message } = toMcpTsCore(failure).error
      const text = renderEnvelope(envelopeOf(failure))
      assert.include(text, message)
      assert.isTrue(text.endsWith(`Recovery: ${Object(data?.recovery).hint}`))
    }
  })

  it("decodes errors of other servers by their code", () => {
    const examples: ReadonlyArray<readonly [object, RemoteFailure]> = [
      [
        { code: -32001, message: "Nothing was found for 3 ids", data: { reason: "no_match" } },
        new RemoteFailure({
          kind: "not_found",
          code: "-32001",
          message: "Nothing was found for 3 ids",
          retriable: false
        })
      ],
      [
        {
          code: -32003,
          message: "The queue of requests is full",
          data: { reason: "queue_full", recovery: { hint: "Ask again in 30 seconds, or for fewer at once." } }
        },
        new RemoteFailure({
          kind: "rate_limited",
          code: "-32003",
          message: "The queue of requests is full",
          retriable: true,
          recovery_hint: "Ask again in 30 seconds, or for fewer at once."
        })
      ],
      [
        { code: -32000, message: "The upstream is late", data: { retryable: false } },
        new RemoteFailure({ kind: "unavailable", code: "-32000", message: "The upstream is late", retriable: false })
      ],
      [
        { code: -32603, message: "Cannot read property" },
        new RemoteFailure({ kind: "internal", code: "-32603", message: "Cannot read property", retriable: false })
      ],
      [
        { code: -32099, message: "?" },
        new RemoteFailure({ kind: "unknown", code: "-32099", message: "?", retriable: false })
      ]
    ]
    for (const [error, failure] of examples) assert.deepStrictEqual(fromMcpTsCore({ error }), Option.some(failure))
  })

  it("ignores values without a number", () => {
    for (const structured of [{ error: "x" }, { error: { code: "x", message: "y" } }, {}, undefined, "x"]) {
      assert.deepStrictEqual(fromMcpTsCore(structured), Option.none())
    }
  })
})
