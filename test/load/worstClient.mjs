/**
 * A client that does its worst within its rate, until it is killed:
 * `node worstClient.mjs URL TOKEN SESSIONS REQUESTS_PER_MINUTE`. It writes a line when it has opened its sessions.
 */
import { connect } from "node:net"

const [url = "", token = "", count = "0", rate = "600"] = process.argv.slice(2)
const { hostname, pathname, port, host } = new URL(url)
const MB = 1024 * 1024

const usual = {
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
}
const initialize = (size) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: { experimental: { text: { text: "c".repeat(size / 2) } } },
    clientInfo: { name: "n".repeat(size / 2), version: "1" }
  }
})
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const post = async (message, session) => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...usual, ...(session !== undefined && { "mcp-session-id": session }) },
      body: JSON.stringify(message)
    })
    await response.text()
    return { status: response.status, session: response.headers.get("mcp-session-id") ?? undefined }
  } catch {
    // The server may close any connection.
    return { status: 0, session: undefined }
  }
}

/** Opens a connection that writes a request, and reads only if `isReading`. Completes when it is closed, or in time. */
const raw = (method, headers, body, isReading, ms) =>
  new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    if (isReading) socket.resume()
    else socket.pause()
    socket.on("error", () => undefined)
    socket.on("close", resolve)
    const lines = Object.entries({ host, ...usual, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`)
    socket.write(body)
    setTimeout(() => socket.destroy(), ms)
  })

const sessions = []
const openOne = async (size) => {
  const { session, status } = await post(initialize(size))
  if (status === 200) sessions.push(session)
  else await pause(100)
}
// Some of the largest bodies first.
for (let at = 0; at < 4; at++) await openOne(3.9 * MB)
const openOthers = async () => {
  while (sessions.length < Number(count)) await openOne(16 * 1024)
}
await Promise.all(Array.from({ length: 4 }, openOthers))
process.stdout.write(`open ${sessions.length}\n`)

const large = "x".repeat(3.9 * MB)
const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" })
const call = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "guild_get", arguments: { text: large } } }
const KEPT_MS = 60_000

/** One request each. */
const attacks = [
  // A large body that stalls before its end.
  () => raw("POST", { "content-length": 4 * MB }, `{"x":"${large}`, true, KEPT_MS),
  // A stream that is never read.
  (session) => raw("GET", { "mcp-session-id": session }, "", false, KEPT_MS),
  // A large result that is never read.
  (session) => raw("POST", { "mcp-session-id": session, "content-length": list.length }, list, false, KEPT_MS),
  // A large call.
  (session) => post(call, session),
  // A large result that is read, and kept for resumption.
  (session) => post(JSON.parse(list), session),
  // One more session, which ends the oldest idle one.
  () => post(initialize(16 * 1024))
]
for (let at = 0; ; at++) {
  void attacks[at % attacks.length]?.(sessions[(at * 7) % sessions.length])
  await pause(60_000 / Number(rate))
}
