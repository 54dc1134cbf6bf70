/** Loaded into a server that is measured (`node --import`): the longest time its loop was blocked, and its largest heap. */
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
  // On a busy machine the process itself waits for its turn: only what it worked counts.
  blockedMs = Math.max(blockedMs, Math.min(now - last - EVERY_MS, (cpu.user + cpu.system) / 1000))
  last = now
  lastCpu = process.cpuUsage()
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
