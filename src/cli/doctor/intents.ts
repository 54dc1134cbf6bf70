import { Effect } from "effect"
import { operationOf, type PrivilegedIntent, privilegedIntents } from "../../discord/permissions/privilegedIntents.ts"
import { shortList } from "../../text/words.ts"
import type { Tool } from "../../tools/Tool.ts"
import { allowedTools } from "./allowedTools.ts"
import type { Check } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** Lists the enabled privileged intents, and the allowed tools that need other intents. */
export const intents: Check = {
  name: "intents",
  run: ({ bot, settings }) =>
    Effect.map(bot.application, ({ flags = 0, id }) =>
      finding(
        id,
        privilegedIntents.map((intent) => stateOf(intent, flags, allowedTools(settings)))
      )
    )
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

const stateOf = (intent: PrivilegedIntent, flags: number, tools: ReadonlyArray<Tool>): IntentState => {
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

const finding = (application: string, states: ReadonlyArray<IntentState>): Finding => {
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
