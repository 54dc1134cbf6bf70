import { DiscordRateLimitError, renderEnvelope, toEnvelope } from "effect-discord-mcp/errors"

const error = new DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true })

export const envelope = toEnvelope(error)
//           ^ { code: "DISCORD_RATE_LIMITED", retriable: true, category: "transient", retry_after_ms: 5000, … }

export const text = renderEnvelope(envelope)
//           ^ Error DISCORD_RATE_LIMITED (transient, retriable): Discord's user rate limit was hit. …
