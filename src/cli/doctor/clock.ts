import { Duration, Effect } from "effect"
import { whenReachable } from "./BotQueries.ts"
import type { Check } from "./CheckContext.ts"
import { CheckSkipped, type Finding } from "./Finding.ts"

/** Compares this machine's clock with the `Date` header of Discord's response. */
export const clock: Check = {
  name: "clock",
  run: ({ bot }) =>
    Effect.flatMap(whenReachable(bot), ({ atMs, date = "", tookMs }) => {
      const theirsMs = Date.parse(date)
      if (Number.isNaN(theirsMs)) return new CheckSkipped({ why: "Discord's response has no Date header" })
      // The header is truncated to seconds. Its time is compared with the middle of the exchange.
      return Effect.succeed(finding(Math.round(atMs - tookMs / 2 - (theirsMs + 500))))
    })
}

/** Smaller differences come from the header's precision and the network. */
const TOLERANCE = Duration.seconds(5)

/** Larger differences break timeouts of members, the age of messages and the time of audit records. */
const FAILURE_THRESHOLD = Duration.minutes(1)

const finding = (skewMs: number): Finding => {
  const skew = Duration.millis(Math.abs(skewMs))
  const facts = { skew_ms: skewMs }
  if (Duration.lessThanOrEqualTo(skew, TOLERANCE)) {
    return {
      status: "ok",
      found: `differs from Discord's by less than ${Duration.toSeconds(TOLERANCE)} seconds`,
      facts
    }
  }
  const rounded = Duration.seconds(Math.round(Duration.toSeconds(skew)))
  return {
    status: Duration.greaterThan(skew, FAILURE_THRESHOLD) ? "failed" : "warning",
    found: `${Duration.format(rounded)} ${skewMs > 0 ? "ahead of" : "behind"} Discord's`,
    todo: ["Synchronize this machine's clock, for example by NTP. Member timeouts and message ages depend on it."],
    facts
  }
}
