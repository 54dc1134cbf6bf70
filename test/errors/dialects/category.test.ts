import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  DiscordPermissionError,
  DiscordRestUnavailable,
  DiscordTimeoutError,
  ValidationError
} from "../../../src/errors/DiscordMcpError.ts"
import { CategoryError, fromCategory, toCategory } from "../../../src/errors/dialects/category.ts"
import { Defect } from "../../../src/errors/failureEnvelope.ts"
import { RemoteFailure } from "../../../src/errors/RemoteFailure.ts"
import { samples, upstream } from "../samples.ts"

const all = [...Object.values(samples).flat(), new Defect({ incident_id: "00c0ffee" })]

describe("the category convention", () => {
  it("says when to retry after an outage", () => {
    assert.deepStrictEqual(
      toCategory(new DiscordRestUnavailable({ upstream: upstream(503), retry_after_ms: 2000, outcome_unknown: false })),
      {
        isError: true,
        errorCategory: "transient",
        isRetryable: true,
        message: "Discord is failing (HTTP 503). Retry the same call in 2000 ms.",
        retryAfterMs: 2000
      }
    )
  })

  it("marks a denial as not retriable and omits a missing wait", () => {
    assert.deepStrictEqual(
      toCategory(new DiscordPermissionError({ missing_permissions: ["MANAGE_ROLES"], upstream: upstream(403, 50013) })),
      {
        isError: true,
        errorCategory: "permission",
        isRetryable: false,
        message:
          "Discord refused POST /channels/:id/messages: the bot lacks MANAGE_ROLES. Grant MANAGE_ROLES to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry."
      }
    )
  })

  it("says how to fix an invalid input", () => {
    assert.deepStrictEqual(
      toCategory(
        new ValidationError({ validation_issues: [{ path: "content", message: "is required", code: "required" }] })
      ),
      {
        isError: true,
        errorCategory: "validation",
        isRetryable: false,
        message:
          "The input is not valid; nothing was sent. Fix the arguments: content is required. Then call the tool again."
      }
    )
  })

  it("leaves an unknown outcome to the user and not to a retry", () => {
    const { errorCategory, isRetryable } = toCategory(
      new DiscordTimeoutError({ phase: "headers", outcome_unknown: true })
    )
    assert.deepStrictEqual([errorCategory, isRetryable], ["business", false])
  })

  it("has the incident of a defect, which has none of the four categories", () => {
    const { errorCategory, isRetryable, message } = toCategory(new Defect({ incident_id: "00c0ffee" }))
    assert.deepStrictEqual([errorCategory, isRetryable], ["business", false])
    assert.include(message, "00c0ffee")
  })

  it("is transient exactly if it is retryable, as in the convention's table", () => {
    for (const failure of all) {
      const { errorCategory, isRetryable } = toCategory(failure)
      assert.strictEqual(isRetryable, errorCategory === "transient", failure._tag)
    }
  })

  it("has only the five fields", () => {
    const decode = Schema.decodeUnknownSync(CategoryError, { onExcessProperty: "error" })
    for (const failure of all) decode(toCategory(failure))
  })

  it("decodes to its category, message, and whether and when to retry", () => {
    const examples: ReadonlyArray<readonly [object, RemoteFailure]> = [
      [
        {
          isError: true,
          errorCategory: "transient",
          isRetryable: true,
          message: "The database did not answer within 30 s.",
          retryAfterMs: 2000
        },
        new RemoteFailure({
          kind: "unavailable",
          message: "The database did not answer within 30 s.",
          retriable: true,
          retry_after_ms: 2000
        })
      ],
      [
        { isError: true, errorCategory: "permission", isRetryable: false, message: "The agent may not read customers" },
        new RemoteFailure({ kind: "forbidden", message: "The agent may not read customers", retriable: false })
      ],
      [
        {
          isError: true,
          errorCategory: "business",
          isRetryable: false,
          message: "A refund of this size needs a person"
        },
        new RemoteFailure({ kind: "refused", message: "A refund of this size needs a person", retriable: false })
      ],
      [
        { isError: true, errorCategory: "validation", isRetryable: false, message: "Wrong format" },
        new RemoteFailure({ kind: "validation", message: "Wrong format", retriable: false })
      ]
    ]
    for (const [structured, failure] of examples) {
      assert.deepStrictEqual(fromCategory(structured), Option.some(failure))
    }
  })

  it("does not decode an empty result as an error", () => {
    assert.deepStrictEqual(
      fromCategory({ isError: false, content: [], message: "The customer has no orders" }),
      Option.none()
    )
  })
})
