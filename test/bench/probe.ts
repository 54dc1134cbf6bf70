/** Loaded into a server that is measured (`node --import`): the longest time its loop was blocked, and its largest heap. */
// @effect-diagnostics globalTimers:off
import { Socket } from "node:net"

const EVERY_MS = 2

let last = performance.now()
let blockedMs = 0
let heapMb = 0

const look = (): void => {
  const now = performance.now()
  blockedMs = Math.max(blockedMs, now - last - EVERY_MS)
  last = now
  heapMb = Math.max(heapMb, process.memoryUsage().heapUsed / 1024 / 1024)
}

setInterval(look, EVERY_MS).unref()

// Each byte on descriptor 3 asks for both since the byte before.
const asked = new Socket({ fd: 3 })
asked.on("data", () => {
  look()
  asked.write(`${JSON.stringify({ blockedMs, heapMb })}\n`)
  blockedMs = 0
  heapMb = 0
})
asked.unref()
