import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { selfOf } from "./Bot.ts"
import type { Check } from "./Examination.ts"
import { nameOf } from "./Finding.ts"

/** Who the bot is, and which application it belongs to. */
export const identity: Check = {
  name: "identity",
  run: ({ bot, settings: { expectedBotId } }) =>
    Effect.gen(function* () {
      const { bot: isBot, id, username } = yield* selfOf(bot)
      const facts = { id, username }
      if (isBot !== true) {
        return {
          status: "failed",
          found: `${nameOf(username)} (${id}) is a person's account`,
          todo: ["Use the token of a bot: Discord forbids programs to act as a person."],
          facts
        }
      }
      if (expectedBotId !== undefined && expectedBotId !== id) {
        return {
          status: "failed",
          found: `the token belongs to ${nameOf(username)} (${id}), not to bot ${expectedBotId}`,
          details: ["Every call is refused as DISCORD_AUTH_INVALID."],
          todo: [`Put the token of bot ${expectedBotId} in its place, or correct ${variables.expectedBotId.name}.`],
          facts
        }
      }
      const application = yield* bot.application
      return {
        status: "ok",
        found: `${nameOf(username)} (${id}), of the application ${nameOf(application.name)} (${application.id})`,
        facts: { ...facts, application: { id: application.id, name: application.name } }
      }
    })
}
