/**
 * A read-only client that does its worst by work that needs no request to Discord, until it is killed:
 * `node worstWork.mjs URL TOKEN CHANNEL`. It writes a line when its first plan runs.
 */
const [url = "", token = "", channel = ""] = process.argv.slice(2)
const headers = {
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

let id = 0
const post = (message, session, signal) =>
  fetch(url, {
    method: "POST",
    headers: { ...headers, ...(session !== undefined && { "mcp-session-id": session }) },
    body: JSON.stringify({ jsonrpc: "2.0", id: ++id, ...message }),
    signal
  })
const open = async () => {
  const response = await post({
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "worst", version: "1" } }
  })
  await response.text()
  return response.headers.get("mcp-session-id") ?? undefined
}
const call = (name, input, session, signal) =>
  post(
    { method: "tools/call", params: { name, arguments: input, _meta: { progressToken: id } } },
    session,
    signal ?? null
  )

const plan = (tool, args) => ({
  steps: Array.from({ length: 50 }, (_, step) => ({
    id: `s${step}`,
    tool,
    args,
    for_each: Array.from({ length: 100 }, (_, item) => `who is banned ${item}`),
    on_error: "continue"
  }))
})
/** Tools with large schemas. */
const LARGE = [
  ...[
    "mcp_pipeline",
    "interactions_create_response",
    "interactions_create_followup",
    "interactions_edit_original_response"
  ],
  ...[
    "webhooks_execute",
    "webhooks_edit_message",
    "messages_send",
    "messages_edit",
    "blueprint_apply",
    "blueprint_plan"
  ]
]

const searches = plan("mcp_tools_search", { query: "{{item}}", limit: 20 })
const refused = plan("channels_get", { channel_id: "{{item}}" })

const sessions = await Promise.all(Array.from({ length: 6 }, open))
const read = async (response) => void (await (await response).text())

const attacks = [
  (session) => read(call("mcp_pipeline", searches, session)),
  (session) => read(call("gateway_wait_for", { timeout_seconds: 300 }, session)),
  (session) => read(call("mcp_pipeline", refused, session)),
  (session) =>
    read(post({ method: "resources/subscribe", params: { uri: `discord://channels/${channel}/events` } }, session)),
  // A large result that nobody reads.
  (session) => call("mcp_tools_search", { names: LARGE }, session),
  // A call whose connection ends, and which goes on.
  (session) => {
    const abort = new AbortController()
    setTimeout(() => abort.abort(), 50)
    return call("mcp_pipeline", searches, session, abort.signal)
  },
  (session) => read(call("gateway_wait_for", { timeout_seconds: 300 }, session))
]
process.stdout.write("open\n")
for (let at = 0; ; at++) {
  const attack = attacks[at % attacks.length]
  Promise.resolve(attack?.(sessions[at % sessions.length])).catch(() => undefined)
  await pause(110)
}
