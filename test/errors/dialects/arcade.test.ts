import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  DiscordNotFoundError,
  DiscordPermissionError,
  DiscordRateLimitError,
  DiscordRestUnavailable,
  DryRunPreview,
  ValidationError
} from "../../../src/errors/DiscordMcpError.ts"
import { ArcadeError, fromArcade, toArcade } from "../../../src/errors/dialects/arcade.ts"
import { errorKindOf, errorKindOfStatus } from "../../../src/errors/ErrorKind.ts"
import { errorKinds } from "../../../src/errors/ErrorTraits.ts"
import { Defect } from "../../../src/errors/failureEnvelope.ts"
import { RemoteFailure } from "../../../src/errors/RemoteFailure.ts"
import { samples, upstream } from "../samples.ts"

const all = [...Object.values(samples).flat(), new Defect({ incident_id: "00c0ffee" })]

describe("the Arcade convention", () => {
  it("has status 429 and the wait for a rate limit", () => {
    assert.deepStrictEqual(
      toArcade(
        new DiscordRateLimitError({ retry_after_ms: 60_000, scope: "user", sent: true, upstream: upstream(429) })
      ),
      {
        kind: "upstream_runtime_rate_limit",
        message: "Discord's user rate limit was hit.",
        canRetry: true,
        statusCode: 429,
        retryAfterMs: 60_000,
        additionalPromptContent: "Wait 60000 ms, then retry. For many items use one bulk tool instead of many calls.",
        extra: {
          code: "DISCORD_RATE_LIMITED",
          category: "transient",
          scope: "user",
          sent: true,
          upstream: upstream(429)
        }
      }
    )
  })

  it("has the upstream's status for a rejection, and is not retriable", () => {
    const { canRetry, kind, statusCode } = toArcade(
      new DiscordNotFoundError({ resource: "channel", upstream: upstream(404, 10003) })
    )
    assert.deepStrictEqual([canRetry, kind, statusCode], [false, "upstream_runtime_not_found", 404])
  })

  it("has the kinds of an upstream's statuses", () => {
    const table: Readonly<Record<number, string>> = {
      400: "upstream_runtime_bad_request",
      401: "upstream_runtime_auth_error",
      403: "upstream_runtime_auth_error",
      404: "upstream_runtime_not_found",
      409: "upstream_runtime_unmapped",
      422: "upstream_runtime_validation_error",
      429: "upstream_runtime_rate_limit",
      500: "upstream_runtime_server_error",
      503: "upstream_runtime_server_error"
    }
    for (const [status, kind] of Object.entries(table)) assert.strictEqual(errorKindOfStatus(Number(status)), kind)
    assert.strictEqual(errorKindOfStatus(undefined), "upstream_runtime_unmapped")
  })

  it("retries an upstream on 5xx and 429 only, and not when the change may have happened", () => {
    for (const failure of all) {
      const { canRetry, kind, statusCode = 0 } = toArcade(failure)
      if (canRetry && kind.startsWith("upstream_")) assert.isTrue(statusCode >= 500 || statusCode === 429, failure._tag)
    }
    const [unknown] = samples.DiscordRestUnavailable
    assert.deepInclude(toArcade(unknown ?? new Defect({ incident_id: "" })), { statusCode: 500, canRetry: false })
  })

  it("needs user context for a dry run: it has guidance, and cannot be retried unchanged", () => {
    const preview = { action: "Send a message", arguments: { content: "hi" } }
    const { additionalPromptContent, canRetry, extra, kind, statusCode } = toArcade(
      new DryRunPreview({
        tool: "messages_send",
        preview,
        confirmation_token: "c0ffee",
        armed: true
      })
    )
    assert.deepStrictEqual([canRetry, kind, statusCode], [false, "tool_runtime_context_required", undefined])
    assert.include(additionalPromptContent ?? "", "Show the preview to the person.")
    assert.deepInclude(extra ?? {}, { confirmation_token: "c0ffee", preview })
  })

  it("has separate kinds for input that was not sent and for failures that a retry solves", () => {
    assert.strictEqual(errorKindOf(new ValidationError({ validation_issues: [] })), "tool_runtime_bad_input_value")
    for (const failure of [...samples.CircuitOpenError, ...samples.BulkheadFullError]) {
      assert.deepInclude(toArcade(failure), { kind: "tool_runtime_retry", canRetry: true })
    }
  })

  it("is fatal for a defect and has only its incident id", () => {
    assert.deepStrictEqual(toArcade(new Defect({ incident_id: "00c0ffee" })), {
      kind: "tool_runtime_fatal",
      message: "The server hit an internal error. This is a bug in the server, not in your call.",
      canRetry: false,
      statusCode: 500,
      additionalPromptContent:
        "Do not retry. Report incident 00c0ffee to the operator: the server's log has the details under this id.",
      extra: { code: "INTERNAL_ERROR", category: "internal", incident_id: "00c0ffee" }
    })
  })

  it("has only fields of the convention, and no developer message", () => {
    const decode = Schema.decodeUnknownSync(ArcadeError, { onExcessProperty: "error" })
    for (const failure of all) {
      const decoded = decode(toArcade(failure))
      assert.notProperty(decoded, "developerMessage")
      assert.notProperty(decoded.extra, "developerMessage")
    }
  })

  it("has twenty kinds, and marks a retry exactly if one is allowed", () => {
    assert.strictEqual(new Set(errorKinds).size, 20)
    for (const failure of all) {
      const { canRetry, kind } = toArcade(failure)
      if (kind === "tool_runtime_retry") assert.isTrue(canRetry)
      if (kind.startsWith("tool_") && kind !== "tool_runtime_retry") assert.isFalse(canRetry, failure._tag)
    }
  })

  it("uses the class if it is more specific than the status", () => {
    const slow = new DiscordRateLimitError({ retry_after_ms: 1, scope: "shared", sent: true, upstream: upstream(400) })
    assert.deepInclude(toArcade(slow), { kind: "upstream_runtime_rate_limit", statusCode: 429 })
    const denied = new DiscordPermissionError({ upstream: upstream(400, 50013) })
    assert.deepInclude(toArcade(denied), { kind: "upstream_runtime_auth_error", statusCode: 403 })
    const late = new DiscordRestUnavailable({ upstream: upstream(409, 130000), outcome_unknown: false })
    assert.deepInclude(toArcade(late), { kind: "upstream_runtime_server_error", statusCode: 503 })
  })

  it("decodes errors of other servers by their kind", () => {
    const examples: ReadonlyArray<readonly [object, RemoteFailure]> = [
      [
        { kind: "tool_runtime_retry", message: "Slow down", canRetry: true, retryAfterMs: 5000 },
        new RemoteFailure({
          kind: "unavailable",
          code: "tool_runtime_retry",
          message: "Slow down",
          retriable: true,
          retry_after_ms: 5000
        })
      ],
      [
        {
          kind: "tool_runtime_context_required",
          message: "Two people have this name",
          canRetry: false,
          additionalPromptContent: "Ask which of the two is meant."
        },
        new RemoteFailure({
          kind: "refused",
          code: "tool_runtime_context_required",
          message: "Two people have this name",
          retriable: false,
          recovery_hint: "Ask which of the two is meant."
        })
      ],
      [
        {
          kind: "upstream_runtime_not_found",
          message: "There is no such channel",
          canRetry: false,
          statusCode: 404,
          extra: { limit: "calls" }
        },
        new RemoteFailure({
          kind: "not_found",
          code: "upstream_runtime_not_found",
          message: "There is no such channel",
          retriable: false
        })
      ]
    ]
    for (const [structured, failure] of examples) {
      assert.deepStrictEqual(fromArcade(structured), Option.some(failure))
    }
    assert.deepStrictEqual(fromArcade({ kind: "stage", message: "x", canRetry: true }), Option.none())
  })
})
