/** The typed client's stream of live events, with the real process over HTTP. */
import { assert, layer } from "@effect/vitest"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Fiber, Layer, Ref, Schedule, Stream } from "effect"
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
  Effect.suspend(() =>
    over(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${tokenOf("one")}` } }
      })
    )
  )

/** The newest cursor of a server that is connected to the gateway. */
const cursorOf = ({ callTool }: Client["Type"]) =>
  callTool("gateway_status", {}).pipe(
    Effect.filterOrFail(
      ({ state }) => state === "connected",
      () => "not connected"
    ),
    Effect.retry(Schedule.spaced("20 millis")),
    Effect.map(({ next_cursor = "" }) => next_cursor)
  )

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the stream of events", (it) => {
  it.scoped("has each of 1,000 events once, in order, although connections break and the server is killed", () =>
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
      const newest = Effect.scoped(Effect.flatMap(clientAt(first.url), cursorOf))
      const begin = yield* newest
      /** Reads on at the cursor of the last event, by another client. */
      const reading = Effect.gen(function* () {
        const { events } = yield* clientAt(yield* Ref.get(url))
        const rest = Stream.take(events({ channel_id }, { after: seen.at(-1)?.cursor ?? begin }), 1000 - seen.length)
        yield* Stream.runForEach(rest, (event) => Effect.sync(() => seen.push(event)))
      }).pipe(Effect.scoped)
      const failures: Array<string> = []
      const reader = yield* Effect.fork(
        Effect.retry(
          Effect.tapError(reading, ({ _tag }) => Effect.sync(() => failures.push(_tag))),
          Schedule.spaced("50 millis")
        )
      )

      for (const count of [200, 400, 600]) {
        yield* write(200)
        yield* seenAtLeast(count)
        // While another client connects and reads, the call that waits for the next event has arrived, too.
        yield* newest
        yield* proxy.breakAll
      }
      yield* write(100)
      yield* seenAtLeast(700)
      yield* newest
      yield* first.child.signal("SIGKILL")
      yield* first.child.ended
      yield* write(300)
      yield* written(1000)
      const second = yield* readyHttp(environment)
      yield* Ref.set(url, second.url)
      yield* Fiber.join(reader)
      assert.deepStrictEqual([...new Set(failures)], ["ConnectionFailed"])
      const all = (yield* messages(channel_id)).slice(0, 1000)
      assert.deepStrictEqual(
        seen.map(({ message_id }) => message_id),
        all.map(({ id }) => id).toReversed()
      )
    })
  )
})
