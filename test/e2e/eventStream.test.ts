/** The typed client's stream of live events, with the real process over HTTP. */
import { assert, layer } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Fiber, Layer, Ref, Stream } from "effect"
import type { Client } from "../../src/client/Client.ts"
import type { LiveEvent } from "../../src/client/events.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { over } from "../client/clients.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { tokenOf } from "../mcp/http/httpServer.ts"
import { layer as binary } from "./binary.ts"
import { breakable, readyHttp } from "./httpSession.ts"
import { state } from "./listening.ts"

/** Our client of the server at an address. */
const clientAt = (url: string) =>
  over(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${tokenOf("one")}` } }
    })
  )

/** The newest cursor of a server that is connected to the gateway. */
const cursorOf = ({ callTool }: Client["Type"]) =>
  Effect.repeat(Effect.zipLeft(callTool("gateway_status", {}), Effect.sleep("20 millis")), {
    until: ({ next_cursor, state }) => state === "connected" && next_cursor !== undefined
  }).pipe(Effect.map(({ next_cursor = "" }) => next_cursor))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the stream of events", (it) => {
  it.scoped("has each of 1,000 events once, in order, although connections break and the server is restarted", () =>
    Effect.gen(function* () {
      const { ids, messages, people } = yield* Sandbox
      const { general: channel_id } = ids.channels
      const environment = { MCP_GATEWAY: "true", XDG_STATE_HOME: yield* state }
      const before = (yield* messages(channel_id)).length
      const write = (times: number) => people({ as: ids.members.bruno, write: { channel_id, content: "tide" }, times })
      const written = (count: number) =>
        Effect.repeat(Effect.zipLeft(messages(channel_id), Effect.sleep("10 millis")), {
          until: (all) => all.length >= before + count
        })

      const seen: Array<LiveEvent> = []
      const seenAtLeast = (count: number) =>
        Effect.repeat(Effect.sleep("5 millis"), { until: () => seen.length >= count })

      const first = yield* readyHttp(environment)
      const proxy = yield* breakable(first.url)
      const url = yield* Ref.make(proxy.url)
      const begin = yield* Effect.scoped(Effect.flatMap(clientAt(first.url), cursorOf))
      /** Reads on at the cursor of the last event, by another client. */
      const reading = Effect.gen(function* () {
        const { events } = yield* clientAt(yield* Ref.get(url))
        const rest = Stream.take(events({ channel_id }, { after: seen.at(-1)?.cursor ?? begin }), 1000 - seen.length)
        yield* Stream.runForEach(rest, (event) => Effect.sync(() => seen.push(event)))
      }).pipe(Effect.scoped)
      const failures: Array<unknown> = []
      const reader = yield* Effect.fork(
        Effect.retry(
          Effect.tapError(reading, (failure) => Effect.sync(() => failures.push(failure))),
          {
            while: () => Effect.as(Effect.sleep("50 millis"), true)
          }
        )
      )

      yield* write(400)
      for (const count of [50, 150, 250]) {
        yield* seenAtLeast(count)
        yield* proxy.breakAll
      }
      yield* seenAtLeast(400)
      yield* write(300)
      yield* seenAtLeast(500)
      yield* first.child.signal("SIGTERM")
      yield* first.child.ended
      yield* write(300)
      yield* written(1000)
      const second = yield* readyHttp(environment)
      yield* Ref.set(url, second.url)
      yield* Fiber.join(reader)
      const all = (yield* messages(channel_id)).slice(0, 1000)
      assert.deepStrictEqual(
        seen.map(({ message_id }) => message_id),
        all.map(({ id }) => id).toReversed()
      )
    })
  )
})
