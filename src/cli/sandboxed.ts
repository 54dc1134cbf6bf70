import { Effect, type Scope } from "effect"
import { environment } from "./environment.ts"

/** The settings that lead to an embedded Discord. */
export type SandboxSettings = Readonly<Record<string, string>>

/** Starts an embedded Discord for as long as the scope lives, and gives the settings that lead to it. */
export const sandboxSettings: Effect.Effect<SandboxSettings, unknown, Scope.Scope> = Effect.flatMap(
  // The sandbox is loaded only by those who ask for it.
  Effect.promise(() => import("../sandbox/Sandbox.ts")),
  ({ make }) =>
    Effect.map(make(), ({ token, url }) => ({
      // What happens to made-up people does not belong among the records of real changes.
      MCP_AUDIT: environment().MCP_AUDIT ?? "off",
      DISCORD_TOKEN: token,
      DISCORD_API_URL: url,
      // It names the real bot.
      DISCORD_EXPECTED_BOT_ID: ""
    }))
)
