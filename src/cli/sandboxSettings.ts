import { Effect, type Scope } from "effect"
import type { ServeError } from "../sandbox/Sandbox.ts"
import { environmentVariables } from "./process.ts"

/** Settings that point to the embedded sandbox. */
export type SandboxSettings = Readonly<Record<string, string>>

/** Starts the embedded sandbox within the scope. Returns the settings that point to it. */
export const sandboxSettings: Effect.Effect<SandboxSettings, ServeError, Scope.Scope> = Effect.flatMap(
  // Loaded only if the sandbox is used.
  Effect.promise(() => import("../sandbox/Sandbox.ts")),
  ({ make }) =>
    Effect.map(make(), ({ token, url }) => ({
      // The audit log is for real changes only.
      MCP_AUDIT: environmentVariables().MCP_AUDIT ?? "off",
      DISCORD_TOKEN: token,
      DISCORD_API_URL: url,
      // The setting names the real bot.
      DISCORD_EXPECTED_BOT_ID: ""
    }))
)
