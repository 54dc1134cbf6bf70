/** The checks of the connection to Discord and of the bot. */
import { Duration, Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { operationOf, type PrivilegedIntent, privilegedIntents } from "../../discord/permissions/privilegedIntents.ts"
import { shortList } from "../../text/words.ts"
import type { ToolTraits } from "../../tools/Tool.ts"
import { botUser, CheckSkipped, whenReachable } from "./BotQueries.ts"
import { type Check, type Finding, inSandbox, safeName } from "./Check.ts"
import { withoutCredentials } from "./connectBot.ts"
import { allowedTools } from "./guilds.ts"

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

/** Compares this machine's clock with the `Date` header of Discord's response. */
export const clock: Check = {
  name: "clock",
  run: ({ bot }) =>
    Effect.flatMap(whenReachable(bot), ({ atMs, date = "", tookMs }) => {
      const theirsMs = Date.parse(date)
      if (Number.isNaN(theirsMs)) return new CheckSkipped({ why: "Discord's response has no Date header" })
      // The header is truncated to seconds. Its time is compared with the middle of the exchange.
      return Effect.succeed(clockFinding(Math.round(atMs - tookMs / 2 - (theirsMs + 500))))
    })
}

/** Smaller differences come from the header's precision and the network. */
const TOLERANCE = Duration.seconds(5)

/** Larger differences break timeouts of members, the age of messages and the time of audit records. */
const FAILURE_THRESHOLD = Duration.minutes(1)

const clockFinding = (skewMs: number): Finding => {
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

/** Identifies the bot and its application. A user account fails the check. */
export const identity: Check = {
  name: "identity",
  run: ({ bot, settings: { expectedBotId } }) =>
    Effect.gen(function* () {
      const { bot: isBot, id, username } = yield* botUser(bot)
      const facts = { id, username }
      if (isBot !== true) {
        return {
          status: "failed",
          found: `${safeName(username)} (${id}) is a user account, not a bot`,
          todo: ["Use a bot token. Discord forbids automating user accounts."],
          facts
        }
      }
      if (expectedBotId !== undefined && expectedBotId !== id) {
        return {
          status: "failed",
          found: `the token belongs to ${safeName(username)} (${id}), not to bot ${expectedBotId}`,
          details: ["Every call is refused as DISCORD_AUTH_INVALID."],
          todo: [`Use the token of bot ${expectedBotId}, or correct ${variables.expectedBotId.name}.`],
          facts
        }
      }
      const application = yield* bot.application
      return {
        status: "ok",
        found: `${safeName(username)} (${id}), of the application ${safeName(application.name)} (${application.id})`,
        facts: { ...facts, application: { id: application.id, name: application.name } }
      }
    })
}

/** Lists the enabled privileged intents, and the allowed tools that need other intents. */
export const intents: Check = {
  name: "intents",
  run: ({ bot, sandbox, settings }) =>
    Effect.map(bot.application, ({ flags = 0, id }) => {
      const finding = intentsFinding(
        id,
        privilegedIntents.map((intent) => stateOf(intent, flags, allowedTools(settings)))
      )
      return sandbox ? inSandbox(finding) : finding
    })
}

/** Discord's rule since 2026-06-10 (Discord docs, change log). */
const REVIEW =
  "If the bot has 10,000 users or more, apply for Discord's review of each privileged intent first, and renew the review every year."

/** Whether an intent is enabled, and the tools that need it. */
interface IntentState {
  readonly intent: PrivilegedIntent
  readonly isOn: boolean
  readonly refused: ReadonlyArray<string>
  readonly emptied: ReadonlyArray<string>
}

const stateOf = (intent: PrivilegedIntent, flags: number, tools: ReadonlyArray<ToolTraits>): IntentState => {
  const among = (operations: ReadonlyArray<string>) =>
    tools.flatMap(({ name, operation }) =>
      operation !== undefined && operations.includes(operationOf(operation)) ? [name] : []
    )
  return {
    intent,
    isOn: (flags & intent.flags) !== 0,
    refused: among(intent.refuses),
    emptied: among(intent.empties)
  }
}

const intentsFinding = (application: string, states: ReadonlyArray<IntentState>): Finding => {
  const missed = states.filter(({ emptied, isOn, refused }) => !isOn && refused.length + emptied.length > 0)
  const facts = {
    intents: states.map(({ emptied, intent, isOn, refused }) => ({
      name: intent.name,
      on: isOn,
      refused_without: refused,
      emptied_without: emptied
    }))
  }
  const on = states.filter(({ isOn }) => isOn).map(({ intent }) => intent.name)
  if (missed.length === 0) {
    return {
      status: "ok",
      found: `${on.length === 0 ? "none is" : shortList(on, 3)} on, and no allowed tool needs another`,
      facts
    }
  }
  return {
    status: "warning",
    found: `${missed.map(({ intent }) => intent.name).join(" and ")} ${missed.length === 1 ? "is" : "are"} off`,
    details: missed.flatMap(({ emptied, intent, refused }) => [
      ...(refused.length > 0 ? [`Without ${intent.name} Discord refuses ${shortList(refused, 5)}.`] : []),
      ...(emptied.length > 0
        ? [
            `Without ${intent.name} Discord leaves the content of other users' messages empty in ${shortList(emptied, 5)}.`
          ]
        : [])
    ]),
    todo: [
      `Switch on ${missed.map(({ intent }) => intent.portal).join(" and ")}: https://discord.com/developers/applications/${application}/bot`,
      REVIEW
    ],
    facts
  }
}
