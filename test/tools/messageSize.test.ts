import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import { json, rawServer } from "../discord/rawServer.ts"
import { call, overDiscord, settingsOf } from "../dispatch/app.ts"
import { CHANNEL, fiftyMessages } from "./fiftyMessages.ts"

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** What `messages_read` makes of the fifty, over real HTTP. */
const read = (input: object = {}) => Effect.gen(function* () {
  const server = yield* rawServer((response) => json(response, 200, fiftyMessages))
  const transport = RestTransport.layer({
    apiUrl: server.url,
    token: Redacted.make("sandbox-token"),
    userAgent: "effect-discord-mcp/test"
  })
  const dispatch = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), yield* settingsOf()))
  return yield* Effect.provide(call("messages_read", { channel_id: CHANNEL, limit: 50, ...input }), dispatch)
}).pipe(Effect.scoped)

describe("fifty messages", () => {
  it.live("take a fifth", () =>
    Effect.gen(function* () {
      const { structured, text } = yield* read()
      const whole = bytesOf(JSON.stringify(fiftyMessages))
      console.log(whole, bytesOf(JSON.stringify(structured)) / whole, bytesOf(text) / whole)
      const items = structured.items as any[]
      const cost: Record<string, number> = {}
      for (const it of items) for (const [k, v] of Object.entries(it)) cost[k] = (cost[k] ?? 0) + bytesOf(JSON.stringify(v)) + k.length + 4
      console.log(cost, items.length)
    })
  )
})
