/** A Discord in this process, which records every request. */
// @effect-diagnostics asyncFunction:off globalTimers:off newPromise:off
import { createServer } from "node:http"

/** The responses from now on. */
export interface Behaviour {
  /** No response. */
  readonly hang?: boolean
  /** A 500. */
  readonly fail?: boolean
  readonly delayMs?: number
  /** Rate-limit headers of one bucket for all requests, which is enforced. */
  readonly limit?: number
  readonly windowMs?: number
  /** The time of rate-limit headers: when the request is counted, or when its response leaves. */
  readonly stamp?: Stamp
}

export type Stamp = "arrival" | "departure"

/** A received request. `cut` resolves when its connection closes. */
export interface Arrival {
  readonly cut: Promise<number>
}

/** Starts a Discord. */
export const discord = async (first: Behaviour) => {
  let behaviour = first
  let requests = 0
  let refused = 0
  let windowEnd = 0
  let left = 0
  const arrivals: Array<(arrival: Arrival) => void> = []
  const http = createServer((request, response) => {
    requests++
    request.resume()
    const cut = new Promise<number>((resolve) => response.once("close", () => resolve(performance.now())))
    arrivals.shift()?.({ cut })
    const { delayMs = 0, fail, hang, limit, stamp = "arrival", windowMs = 1000 } = behaviour
    if (hang === true) return
    const headers: Record<string, string> = { "content-type": "application/json" }
    let status = fail === true ? 500 : 200
    const now = performance.now()
    /** Returns the current bucket, or a new one after its window. */
    const bucket = (): Record<string, string> => {
      const at = stamp === "arrival" ? now : performance.now()
      const isOver = at >= windowEnd
      return {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(isOver ? limit : left),
        "x-ratelimit-reset-after": ((isOver ? windowMs : windowEnd - at) / 1000).toFixed(3),
        "x-ratelimit-bucket": "one"
      }
    }
    if (limit !== undefined) {
      if (now >= windowEnd) {
        windowEnd = now + windowMs
        left = limit
      }
      if (left === 0) {
        status = 429
        refused++
        headers["x-ratelimit-scope"] = "user"
        headers["retry-after"] = String(Math.ceil((windowEnd - now) / 1000))
      } else left--
    }
    const onArrival = limit === undefined ? {} : bucket()
    const id = /channels\/(\d+)/.exec(request.url ?? "")?.[1] ?? "0"
    const body =
      status === 429
        ? { message: "slow down", retry_after: (windowEnd - now) / 1000, global: false }
        : (request.url ?? "").includes("/messages") && request.method === "GET"
          ? []
          : {
              id,
              type: 0,
              name: "general",
              channel_id: id,
              content: "",
              author: { id, username: "a" },
              attachments: [],
              embeds: []
            }
    setTimeout(() => {
      const limits = limit === undefined || stamp === "arrival" ? onArrival : bucket()
      response.writeHead(status, { ...headers, ...limits }).end(JSON.stringify(body))
    }, delayMs)
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${Object(http.address()).port}`,
    server: {
      /** Resolves with the next request. */
      next: () => new Promise<Arrival>((resolve) => arrivals.push(resolve)),
      behave: (next: Behaviour) => {
        behaviour = next
      },
      count: () => requests,
      refused: () => refused,
      close: async () => {
        http.closeAllConnections()
        await new Promise((resolve) => http.close(resolve))
      }
    }
  }
}
