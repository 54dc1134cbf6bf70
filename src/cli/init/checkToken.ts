import { Effect, Logger, LogLevel, Option, type Redacted } from "effect"
import { connectBot } from "../doctor/connectBot.ts"
import { safeName } from "../doctor/Finding.ts"
import { readSettings } from "../doctor/readSettings.ts"
import type { Environment } from "../Environment.ts"
import { TOKEN, TOKEN_FILE } from "./McpClient.ts"

/** Discord's answer about a token. The answer is unknown if Discord cannot be reached. */
export interface TokenVerdict {
  readonly status: "accepted" | "refused" | "unknown"
  readonly text: string
}

/** Asks Discord which bot a token belongs to. Uses the address in the environment, which may be a sandbox. */
export const checkToken = (
  token: Redacted.Redacted,
  { variables }: Pick<Environment, "variables">
): Effect.Effect<TokenVerdict> =>
  Effect.gen(function* () {
    const { settings } = yield* readSettings({ ...variables, [TOKEN]: undefined, [TOKEN_FILE]: undefined })
    const { self } = yield* connectBot({ settings, token: Option.some(token) })
    return yield* Effect.match(self, {
      onSuccess: ({ bot, id, username }): TokenVerdict =>
        bot === true
          ? { status: "accepted", text: `The token is that of the bot ${safeName(username)} (${id}).` }
          : { status: "refused", text: "This is the token of a user account. Discord allows only bots." },
      onFailure: (failure): TokenVerdict =>
        failure._tag === "QueryFailed" && failure.by === "DiscordAuthError"
          ? { status: "refused", text: "Discord does not accept this token." }
          : {
              status: "unknown",
              text: `The token is not checked: ${failure._tag === "QueryFailed" ? failure.found : failure.why}`
            }
    })
  }).pipe(
    Effect.scoped,
    // The verdict reports failures. Logs of retries would appear between the questions.
    Logger.withMinimumLogLevel(LogLevel.None)
  )
