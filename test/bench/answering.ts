/** A Discord that responds at once. Its rate-limit headers always allow more requests. */
import { createServer } from "node:http"

const headers = {
  "content-type": "application/json",
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "999",
  "x-ratelimit-reset-after": "1.000",
  "x-ratelimit-bucket": "0123456789abcdef0123456789abcdef"
}

const user = (id: string) => ({
  id,
  username: `user-${id.slice(-3)}`,
  global_name: "A person",
  avatar: "a_0123456789abcdef0123456789abcdef",
  discriminator: "0",
  public_flags: 0,
  flags: 0,
  banner: null,
  accent_color: null,
  avatar_decoration_data: null,
  collectibles: null,
  clan: null,
  primary_guild: null
})

const message = (channel: string, number: number, content: string) => ({
  id: String(400_000_000_000_000_000n + BigInt(number)),
  type: 0,
  channel_id: channel,
  content,
  author: user(String(500_000_000_000_000_000n + BigInt(number % 7))),
  mentions: number % 5 === 0 ? [user("500000000000000001")] : [],
  mention_roles: [],
  mention_everyone: false,
  attachments: [],
  embeds: [],
  pinned: false,
  tts: false,
  flags: 0,
  components: [],
  timestamp: "2026-11-20T12:00:00.000000+00:00",
  edited_timestamp: null,
  reactions:
    number % 4 === 0
      ? [
          {
            emoji: { id: null, name: "👍" },
            count: 2,
            count_details: { burst: 0, normal: 2 },
            burst_colors: [],
            me: false
          }
        ]
      : []
})

const text = "The tide tables for next week are in the pinned message. Please check them before you plan a trip. "

const fifty = (channel: string) =>
  Array.from({ length: 50 }, (_, at) => message(channel, 50 - at, text.repeat(1 + (at % 3))))

const bodyOf = (method: string, url: string): unknown => {
  const channel = /channels\/(\d+)/.exec(url)?.[1] ?? "0"
  if (!url.includes("/messages"))
    return { id: channel, type: 0, name: "general", guild_id: "100000000000000001", position: 0 }
  return method === "GET" ? fifty(channel) : message(channel, 51, "a message")
}

const bodies = new Map<string, string>()

const server = createServer((request, response) => {
  request.resume()
  const key = `${request.method} ${request.url}`
  const body = bodies.get(key) ?? JSON.stringify(bodyOf(request.method ?? "", request.url ?? ""))
  bodies.set(key, body)
  response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
})
server.listen(0, "127.0.0.1", () => process.stdout.write(`${Object(server.address()).port}\n`))
process.stdin.resume().on("end", () => process.exit(0))
