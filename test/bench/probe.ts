/** Runs in the measured server (`node --import`). Reports the longest block of the event loop, and the largest heap. */
// @effect-diagnostics globalTimers:off
import { Socket } from "node:net"

const EVERY_MS = 2

let last = performance.now()
let lastCpu = process.cpuUsage()
let blockedMs = 0
let heapMb = 0

const look = (): void => {
  const now = performance.now()
  const cpu = process.cpuUsage(lastCpu)
  // On a busy machine the process waits, too. Only its processor time counts.
  blockedMs = Math.max(blockedMs, Math.min(now - last - EVERY_MS, (cpu.user + cpu.system) / 1000))
  last = now
  lastCpu = process.cpuUsage()
  heapMb = Math.max(heapMb, process.memoryUsage().heapUsed / 1024 / 1024)
}

setInterval(look, EVERY_MS).unref()

// Each byte on descriptor 3 requests both values since the previous byte.
const asked = new Socket({ fd: 3 })
asked.on("data", () => {
  look()
  asked.write(`${JSON.stringify({ blockedMs, heapMb })}\n`)
  blockedMs = 0
  heapMb = 0
})
asked.unref()
