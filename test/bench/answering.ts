/** A Discord that answers at once, or after so many milliseconds: any channel, and any channel's messages. */
// @effect-diagnostics processEnv:off globalTimers:off
import { createServer } from "node:http"

const delayMs = Number(process.env.DELAY_MS ?? 0)
let cut: number | undefined

const server = createServer((request, response) => {
  request.resume()
  const url = request.url ?? ""
  if (url === "/cut") {
    response.end(String(cut ?? ""))
    cut = undefined
    return
  }
  // A request that nobody waits for any more: when its socket went is what a test asks for.
  response.on("close", () => {
    if (!response.writableEnded) cut = performance.timeOrigin + performance.now()
  })
  if (url.includes("/hang")) return
  const id = /channels\/(\d+)/.exec(url)?.[1] ?? "0"
  const body = JSON.stringify(
    !url.includes("/messages")
      ? { id, type: 0, name: "general", guild_id: "100000000000000001", position: 0 }
      : request.method === "POST"
        ? sent(id)
        : []
  )
  const answer = () =>
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
  if (delayMs === 0) answer()
  else setTimeout(answer, delayMs)
})
/** A message as Discord answers it to who sends it. */
const sent = (channel_id: string) => ({
  id: channel_id,
  channel_id,
  type: 0,
  content: "The release is out.",
  author: { id: "100000000000000002", username: "bot", discriminator: "0", global_name: null, avatar: null, bot: true },
  timestamp: "2026-11-21T05:32:58.966000+00:00",
  edited_timestamp: null,
  tts: false,
  mention_everyone: false,
  mentions: [],
  mention_roles: [],
  attachments: [],
  embeds: [],
  components: [],
  pinned: false,
  flags: 0
})

server.listen(0, "127.0.0.1", () => process.stdout.write(`${Object(server.address()).port}\n`))
process.stdin.resume().on("end", () => process.exit(0))
