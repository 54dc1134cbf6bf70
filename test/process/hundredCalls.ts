import { assert } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Effect } from "effect"
import { Sandbox } from "../dispatch/app.ts"
import { seen } from "./session.ts"

const COUNT = 100

/** The channels of the seed that the calls use in turn, by name. */
const names = ["general", "support", "showcase", "announcements"] as const

const nameOf = (at: number) => names[Math.floor(at / 2) % names.length] ?? names[0]

/** Makes 50 reads and 50 sends at once in four channels, and checks that each result belongs to its call. */
export const hundredCalls = (client: Client) =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox
    const { channels } = sandbox.ids
    const before = yield* seen
    const results = yield* Effect.promise(() =>
      Promise.all(
        Array.from({ length: COUNT }, (_, at) => {
          const channel_id = channels[nameOf(at)]
          return client.callTool(
            at % 2 === 0
              ? { name: "channels_get", arguments: { channel_id } }
              : { name: "messages_send", arguments: { channel_id, content: `number ${at}` } }
          )
        })
      )
    )
    assert.strictEqual((yield* seen) - before, COUNT)
    assert.deepStrictEqual(
      results.flatMap(({ isError }) => isError ?? []),
      []
    )
    // A read returns the name of its channel. The id of a send leads to its message in the store of the sandbox.
    const fields = results.map(({ structuredContent }) => Object(structuredContent))
    assert.deepStrictEqual(
      fields.flatMap(({ name }, at) => (at % 2 === 0 ? [name] : [])),
      Array.from({ length: COUNT / 2 }, (_, read) => names[read % names.length])
    )
    const stored = yield* Effect.forEach(names, (name) => sandbox.messages(channels[name]))
    const texts = new Map(stored.flat().map(({ channel_id, content, id }) => [id, `${content} in ${channel_id}`]))
    assert.deepStrictEqual(
      fields.flatMap(({ id }, at) => (at % 2 === 1 ? [texts.get(id)] : [])),
      Array.from({ length: COUNT / 2 }, (_, sent) => `number ${2 * sent + 1} in ${channels[nameOf(2 * sent + 1)]}`)
    )
  })
