import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, codeOf, Sandbox, served } from "../dispatch/app.ts"

/** How a deletion ends for each thing a caller can say, and what Discord is asked. */
const deletion = (environment: Readonly<Record<string, string>>, confirm: unknown) =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    const where = { channel_id: ids.channels.general, message_id: ids.messages.byMember }
    const answer = yield* call("messages_delete", { ...where, ...(confirm !== undefined && { __confirm: confirm }) })
    return { answer, where, asked: yield* asked }
  }).pipe(served(environment))

describe("consent to a destructive call", () => {
  for (const environment of [{}, { MCP_DRY_RUN: "true" }, { MCP_DRY_RUN: "ON" }]) {
    for (const confirm of [undefined, false, true, "4f1c"]) {
      it.live(
        `with ${JSON.stringify(environment)} and __confirm ${JSON.stringify(confirm)} is a preview that arms nothing`,
        () =>
          Effect.gen(function* () {
            const { answer, asked, where } = yield* deletion(environment, confirm)
            assert.deepStrictEqual(answer.structured, {
              code: "DRY_RUN_PREVIEW",
              retriable: false,
              message: "Dry run: messages_delete would run with the arguments in the preview. Nothing was changed.",
              recovery_hint:
                "Show the preview to the person. Executing needs both halves: the operator sets MCP_DRY_RUN=false, and the call passes __confirm: true.",
              category: "business",
              tool: "messages_delete",
              preview: where,
              armed: false
            })
            assert.deepStrictEqual(asked, [])
          })
      )
    }
  }

  for (const confirm of [undefined, false]) {
    it.live(`armed by the operator and with __confirm ${confirm} is a preview that says how to run it`, () =>
      Effect.gen(function* () {
        const { answer, asked, where } = yield* deletion({ MCP_DRY_RUN: "false" }, confirm)
        assert.deepStrictEqual(answer.structured, {
          code: "DRY_RUN_PREVIEW",
          retriable: false,
          message: "Dry run: messages_delete would run with the arguments in the preview. Nothing was changed.",
          recovery_hint:
            "Show the preview to the person. If they agree, call messages_delete again with the same arguments and __confirm: true.",
          category: "business",
          tool: "messages_delete",
          preview: where,
          armed: true
        })
        assert.isTrue(answer.isError)
        assert.deepStrictEqual(asked, [])
      })
    )
  }

  it.live("of both halves runs", () =>
    Effect.gen(function* () {
      const { answer, asked, where } = yield* deletion({ MCP_DRY_RUN: "false" }, true)
      assert.deepStrictEqual([codeOf(answer), answer.structured], ["ok", { done: true }])
      assert.deepStrictEqual(asked, [`DELETE /channels/${where.channel_id}/messages/${where.message_id}`])
    })
  )

  for (const confirm of ["4f1c", "true", ""]) {
    it.live(`with ${JSON.stringify(confirm)} for a token that nobody gave out is refused`, () =>
      Effect.gen(function* () {
        const { answer, asked } = yield* deletion({ MCP_DRY_RUN: "false" }, confirm)
        assert.strictEqual(answer.structured.code, "VALIDATION_FAILED")
        assert.deepStrictEqual(answer.structured.validation_issues, [
          { path: "__confirm", message: "no such confirmation token was given out; pass true", code: "token_unknown" }
        ])
        assert.deepStrictEqual(asked, [])
      })
    )
  }

  it.live("is not asked for a plain write or a read", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      assert.strictEqual(codeOf(yield* call("messages_send", { channel_id: general, content: "x" })), "ok")
      assert.strictEqual(codeOf(yield* call("messages_read", { channel_id: general })), "ok")
      const confirmed = yield* call("channels_trigger_typing", { channel_id: general, __confirm: true })
      assert.deepStrictEqual(confirmed.structured.validation_issues, [
        {
          path: "__confirm",
          message: "is not a field of this tool; known are channel_id",
          code: "unknown_field"
        }
      ])
    }).pipe(served())
  )

  it.live("shows no token in its preview", () =>
    Effect.gen(function* () {
      const token = "t".repeat(68)
      const { structured } = yield* call("webhooks_delete_with_token", { webhook_id: "123456789012345678", token })
      assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW" })
      assert.notInclude(JSON.stringify(structured), token)
    }).pipe(served())
  )

  it.live("is asked only of arguments that fit, and a preview shows them as they were understood", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const unfit = yield* call("messages_bulk_delete", { channel_id: ids.channels.general, message_ids: [] })
      assert.strictEqual(codeOf(unfit), "VALIDATION_FAILED")
      const { structured } = yield* call("messages_bulk_delete", {
        channel_id: `<#${ids.channels.general}>`,
        message_ids: [ids.messages.byBot, ids.messages.byMember],
        audit_reason: "spring cleaning"
      })
      assert.deepStrictEqual(structured.preview, {
        channel_id: ids.channels.general,
        message_ids: [ids.messages.byBot, ids.messages.byMember],
        audit_reason: "spring cleaning"
      })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )
})
