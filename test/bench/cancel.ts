// @effect-diagnostics asyncFunction:off globalFetch:off globalTimers:off newPromise:off

import { channel } from "./client.ts"
import { discord } from "./discord.ts"
import { ours, start } from "./parts.ts"
import { type Bench, boundRow, median } from "./Row.ts"

const ROUNDS = 40

/** Measures the time from a cancellation to the aborted socket, and counts requests after it. */
export const cancel: Bench = {
  name: "cancel",
  run: async () => {
    const { server, url } = await discord({ hang: true })
    const peer = await start(ours, url)
    const took: Array<number> = []
    for (let round = 0; round < ROUNDS; round++) {
      const arrived = server.next()
      const { id } = peer.request("tools/call", { name: "channels_get", arguments: { channel_id: channel(round) } })
      const { cut } = await arrived
      const from = performance.now()
      peer.notify("notifications/cancelled", { requestId: id })
      took.push((await cut) - from)
    }
    await peer.end()

    // One request empties the bucket. The others are cancelled while they wait for it, or before a retry.
    server.behave({ limit: 1, windowMs: 400 })
    const waiting = await start(ours, url)
    await waiting.call("channels_get", { channel_id: channel(1) })
    const before = server.count()
    const ids = Array.from(
      { length: 20 },
      () => waiting.request("tools/call", { name: "channels_get", arguments: { channel_id: channel(1) } }).id
    )
    for (const requestId of ids) waiting.notify("notifications/cancelled", { requestId })
    server.behave({ fail: true })
    const retrying = waiting.request("tools/call", { name: "channels_get", arguments: { channel_id: channel(2) } })
    await server.next()
    const failing = server.count()
    waiting.notify("notifications/cancelled", { requestId: retrying.id })
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const sent = server.count() - failing + (failing - before - 1)
    await waiting.end()
    await server.close()
    return [
      boundRow({
        what: "cancel to socket aborted, p50",
        limit: "one turn of two event loops",
        value: median(took),
        atMost: 5,
        unit: "ms"
      }),
      boundRow({
        what: "cancel to socket aborted, max",
        limit: "the same",
        value: Math.max(...took),
        atMost: 25,
        unit: "ms"
      }),
      boundRow({
        what: "sent after a cancel, from a bucket wait or a retry sleep",
        limit: "none",
        value: sent,
        atMost: 0,
        unit: "requests"
      })
    ]
  }
}
