import { Effect } from "effect"
import type { Check } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** Checks that Discord answers, and measures the response time. */
export const reachable: Check = {
  name: "discord",
  run: ({ bot, settings }) =>
    Effect.map(bot.reached, ({ tookMs }): Finding => {
      const address = withoutCredentials(settings.apiUrl)
      const facts = { address, latency_ms: tookMs }
      return tookMs <= SLOW_MS
        ? { status: "ok", found: `${address} answers in ${tookMs} ms`, facts }
        : {
            status: "warning",
            found: `${address} takes ${tookMs} ms to answer`,
            todo: ["Check the network and proxies. Every call to Discord has at least this latency."],
            facts
          }
    })
}

/** A slower response is a warning. The time includes the connection. */
const SLOW_MS = 2000

/** Removes the user name, the password and the query from an address. */
export const withoutCredentials = (address: string): string =>
  address.replace(/^(https?:\/\/)[^/?#]*@/, "$1").replace(/[?#].*$/, "")
