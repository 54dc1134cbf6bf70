// @effect-diagnostics asyncFunction:off
import { channel, client } from "./client.ts"
import { bare, get, ours, send, start, type ToolCall, times, withDiscord } from "./parts.ts"
import { type Bench, figure, median, quantile, type Row, ratioRow } from "./Row.ts"

const WARM_UP = 3000
const CALLS = 3000

type Ways = Readonly<Record<string, (number: number) => Promise<unknown>>>

/** Returns the latencies in milliseconds. Every round measures each variant in turn. */
const measured = async (ways: Ways): Promise<Readonly<Record<string, ReadonlyArray<number>>>> => {
  const took: Record<string, Array<number>> = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
  for (let round = 0; round < times(WARM_UP) + times(CALLS); round++) {
    for (const [way, call] of Object.entries(ways)) {
      const from = performance.now()
      await call(round % 20)
      if (round >= times(WARM_UP)) took[way]?.push(performance.now() - from)
    }
  }
  return took
}

/** Compares the latency of sequential calls through a warm server with that of plain requests. */
export const latency: Bench = {
  name: "latency",
  run: () =>
    withDiscord(async (url) => {
      const alone = client(url)
      const peers = {
        bare: await start(bare, url),
        ours: await start(ours, url)
      }
      const through =
        (peer: keyof typeof peers, call: (number: number) => ToolCall) =>
        (number: number): Promise<unknown> => {
          const { input, name } = call(number)
          return peers[peer].call(name, input)
        }
      const gets = await measured({
        rest: (number) => alone.get(`/channels/${channel(number)}`),
        bare: through("bare", get),
        ours: through("ours", get)
      })
      const sends = await measured({
        rest: (number) => alone.post(`/channels/${channel(number)}/messages`, { body: { content: "a message" } }),
        bare: through("bare", send),
        ours: through("ours", send)
      })
      for (const peer of Object.values(peers)) await peer.end()
      const p50 = (took: typeof gets, way: string) => median(took[way] ?? [])
      const p99 = (took: typeof gets, way: string) => quantile(took[way] ?? [], 0.99)
      const added = (took: typeof gets, way: string) => p50(took, way) - p50(took, "rest")
      const rows: ReadonlyArray<Row> = [
        ratioRow({
          what: "what a get adds to the request, p50",
          limit: `@discordjs/rest alone ${figure(p50(gets, "rest"))} ms; the bare server adds`,
          value: added(gets, "ours"),
          base: added(gets, "bare"),
          atMost: 1.6,
          unit: "ms"
        }),
        ratioRow({
          what: "what a send adds to the request, p50",
          limit: `@discordjs/rest alone ${figure(p50(sends, "rest"))} ms; the bare server adds`,
          value: added(sends, "ours"),
          base: added(sends, "bare"),
          atMost: 2.5,
          unit: "ms"
        }),
        ratioRow({
          what: "a get, warm, p99",
          limit: "@discordjs/rest alone, p99",
          value: p99(gets, "ours"),
          base: p99(gets, "rest"),
          atMost: 4,
          unit: "ms"
        })
      ]
      return rows
    })
}
