import { Duration, Effect } from "effect"
import { afterReaching } from "./Bot.ts"
import type { Check } from "./Examination.ts"
import { type Finding, Unasked } from "./Finding.ts"

/** Whether this machine's clock shows the time of Discord's. */
export const clock: Check = {
  name: "clock",
  run: ({ bot }) =>
    Effect.flatMap(afterReaching(bot), ({ atMs, date = "", tookMs }) => {
      const theirsMs = Date.parse(date)
      if (Number.isNaN(theirsMs)) return new Unasked({ why: "Discord's answer does not tell its time" })
      // The header has whole seconds, cut off, of a moment in the middle of the exchange.
      return Effect.succeed(finding(Math.round(atMs - tookMs / 2 - (theirsMs + 500))))
    })
}

/** So much is the header's want of precision, and the way. */
const NOTHING = Duration.seconds(5)

/** Past this what is reckoned from now is wrong: timeouts of members, the age of messages, the time of records. */
const TOO_MUCH = Duration.minutes(1)

const finding = (skewMs: number): Finding => {
  const skew = Duration.millis(Math.abs(skewMs))
  const facts = { skew_ms: skewMs }
  if (Duration.lessThanOrEqualTo(skew, NOTHING)) {
    return { status: "ok", found: `agrees with Discord's to within ${Duration.toSeconds(NOTHING)} seconds`, facts }
  }
  const rounded = Duration.seconds(Math.round(Duration.toSeconds(skew)))
  return {
    status: Duration.greaterThan(skew, TOO_MUCH) ? "failed" : "warning",
    found: `${Duration.format(rounded)} ${skewMs > 0 ? "ahead of" : "behind"} Discord's`,
    todo: ["Set this machine's clock, best by NTP: timeouts of members and the age of messages are reckoned by it."],
    facts
  }
}
