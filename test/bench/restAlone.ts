/** `@discordjs/rest` alone in a process. `rest/get` sends the given number of requests, 64 at once, then responds. */
// @effect-diagnostics asyncFunction:off processEnv:off
import { createInterface } from "node:readline"
import { channel, client } from "./client.ts"

const rest = client(process.env.DISCORD_API_URL ?? "")

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, params } = JSON.parse(line)
  for (let done = 0; done < (params?.count ?? 0); done += 64) {
    await Promise.all(Array.from({ length: 64 }, (_, at) => rest.get(`/channels/${channel(at)}`)))
  }
  if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n`)
})
