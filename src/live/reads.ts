import type { DiscordRequest } from "../discord/DiscordRequest.ts"

/** What all requests of live events that only read have in common. */
export const READ = {
  method: "GET",
  subject: "bot",
  risk: "read",
  repeat: "same",
  duration: "default"
} as const satisfies Partial<DiscordRequest>

/** The same where nobody reads why Discord denies it, so no further request finds that out. */
export const READ_UNEXPLAINED = { ...READ, explained: false } as const
