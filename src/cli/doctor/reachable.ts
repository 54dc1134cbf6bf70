import { Effect } from "effect"
import { shownAddress } from "./address.ts"
import type { Check } from "./Examination.ts"
import type { Finding } from "./Finding.ts"

/** Whether Discord answers, and how fast. */
export const reachable: Check = {
  name: "discord",
  run: ({ bot, settings }) =>
    Effect.map(bot.reached, ({ tookMs }): Finding => {
      const address = shownAddress(settings.apiUrl)
      const facts = { address, latency_ms: tookMs }
      return tookMs <= SLOW_MS
        ? { status: "ok", found: `${address} answers in ${tookMs} ms`, facts }
        : {
            status: "warning",
            found: `${address} takes ${tookMs} ms to answer`,
            todo: ["Look at the network and at proxies on the way: every call takes as long, once or more often."],
            facts
          }
    })
}

/** Past this an agent's work drags; connecting is part of it. */
const SLOW_MS = 2000
