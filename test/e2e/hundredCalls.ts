import { assert } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Effect } from "effect"
import { Sandbox } from "../dispatch/app.ts"

/** Makes 50 reads and 50 sends at once in four channels, and checks that each result belongs to its call. */
export const hundredCalls = (client: Client) =>
  Effect.gen(function* () {
    const { announcements, general, showcase, support } = (yield* Sandbox).ids.channels
    const channels = [general, support, showcase, announcements]
    const calls = Array.from({ length: 100 }, (_, at) => {
      const channel_id = channels[Math.floor(at / 2) % 4]
      return at % 2 === 0
        ? { name: "channels_get", arguments: { channel_id }, expected: channel_id }
        : { name: "messages_send", arguments: { channel_id, content: `number ${at}` }, expected: `number ${at}` }
    })
    const results = yield* Effect.promise(() => Promise.all(calls.map((call) => client.callTool(call))))
    assert.deepStrictEqual(
      results.map(({ isError, structuredContent }, at) => {
        const { content, id } = Object(structuredContent)
        return [isError, at % 2 === 0 ? id : content]
      }),
      calls.map(({ expected }) => [undefined, expected])
    )
  })
