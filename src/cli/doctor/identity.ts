import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { botUser } from "./BotQueries.ts"
import type { Check } from "./CheckContext.ts"
import { safeName } from "./Finding.ts"

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
