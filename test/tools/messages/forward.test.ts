import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { call, codeOf, lastRequest, roomy, Sandbox, served } from "../../dispatch/app.ts"

describe("messages_forward", () => {
  it.live("sends a snapshot of the message, which the result shows", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, messages } = sandbox.ids
      const source = { channel_id: channels.general, message_id: messages.byMember }
      const { isError, structured } = yield* call("messages_forward", { ...source, to: channels.showcase })
      assert.isFalse(isError, JSON.stringify(structured))
      const { nonce: _, enforce_nonce: __, ...body } = Object((yield* lastRequest)?.body)
      assert.deepStrictEqual(body, { message_reference: { ...source, type: 1 } })
      const original = (yield* sandbox.messages(channels.general)).find(({ id }) => id === messages.byMember)
      assert.strictEqual(Object(structured.forwarded).content, original?.content)
      assert.deepInclude(Object(structured.forwarded).from, { id: messages.byMember, channel_id: channels.general })
      assert.strictEqual(structured.channel_id, channels.showcase)
    }).pipe(served())
  )

  it.live("refuses what Discord refuses, with the reason", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, messages } = sandbox.ids
      const to = channels.general
      const forward = (channel_id: string, message_id: unknown) =>
        Effect.map(
          call("messages_forward", { channel_id, message_id, to }),
          ({ structured }) => structured.reason ?? structured
        )
      yield* call("messages_pin", { channel_id: channels.general, message_id: messages.byBot })
      const notice = (yield* sandbox.messages(channels.general)).find(({ type }) => type === 6)
      assert.strictEqual(yield* forward(channels.general, notice?.id), "system_message")
      assert.strictEqual(yield* forward(channels.showcase, messages.byMember), "forward_source_unknown")
      const poll = yield* call("messages_forward", { channel_id: channels.showcase, message_id: messages.poll, to })
      assert.strictEqual(codeOf(poll), "VALIDATION_FAILED")
      yield* sandbox.setGateway({ message_content: false })
      assert.strictEqual(yield* forward(channels.general, messages.byMember), "forward_not_readable")
    }).pipe(served({}, { ...roomy, permissions: PermissionFlagsBits.ManageMessages | PermissionFlagsBits.PinMessages }))
  )

  it.live("forwards nothing into a guild outside of the boundary", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild, messages } = sandbox.ids
      const run = (to: string) =>
        Effect.map(
          call("messages_forward", { channel_id: channels.general, message_id: messages.byMember, to }).pipe(
            served({ ALLOWED_GUILDS: guild })
          ),
          codeOf
        )
      assert.strictEqual(yield* run(channels.otherGeneral), "GUILD_NOT_ALLOWED")
      assert.strictEqual(yield* run(channels.showcase), "ok")
    }).pipe(served())
  )

  it.live("is named where messages_send gets Discord's reference of a forward", () =>
    Effect.gen(function* () {
      const { channels, messages } = (yield* Sandbox).ids
      const { structured } = yield* call("messages_send", {
        channel_id: channels.general,
        message_reference: { type: 1, channel_id: channels.general, message_id: messages.byMember }
      })
      assert.match(JSON.stringify(structured), /messages_forward \{channel_id, message_id, to\}/)
    }).pipe(served())
  )
})
