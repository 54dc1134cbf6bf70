import { named } from "../text/words.ts"
import type { Description } from "./callFacts.ts"
import { type GatewayReason, type GatewayUnavailable, isGatewayPassing } from "./ServerErrors.ts"

/** Describes why live events are unavailable. */
export const describeGateway = (error: GatewayUnavailable): Description => {
  const [cause, recovery_hint] = texts[error.reason](error)
  return { retriable: isGatewayPassing(error), message: `Live events are unavailable: ${cause}.`, recovery_hint }
}

/** The cause and the hint by the reason. */
const texts: Readonly<Record<GatewayReason, (e: GatewayUnavailable) => readonly [cause: string, hint: string]>> = {
  off: () => [
    "the operator has not switched on the connection to Discord's gateway",
    "Use messages_catch_up to read what is new. Tell the person that the operator can set MCP_GATEWAY=true and restart the server."
  ],
  not_owner: (e) => [
    `${e.owner_pid === undefined ? "another process" : `process ${e.owner_pid}`} owns the bot's connection to the gateway`,
    "Use messages_catch_up to read what is new. Tell the person that one shared server can own the connection: start it with serve --http, and join it with connect."
  ],
  identify_budget: (e) => [
    "the bot has nearly used up the logins that Discord allows in 24 hours",
    e.retry_after_ms === undefined
      ? "Do not retry. Tell the operator to find out what connects so often, and to restart the server tomorrow."
      : `Wait ${e.retry_after_ms} ms: then the server connects again. Tell the operator to find out what connects so often.`
  ],
  intents: (e) => [
    `Discord refuses the intents that the server asks for${(e.privileged_intents ?? []).length === 0 ? "" : `, which include the privileged ${e.privileged_intents?.map((name) => named(name)).join(", ")}`}`,
    "Ask the operator to switch on these intents in the Discord Developer Portal (application → Bot → Privileged Gateway Intents). Or ask them to remove the intents from MCP_GATEWAY_INTENTS. Then the server must be restarted. Do not retry until then."
  ],
  token: () => [
    "Discord does not accept the bot's token",
    "Ask the operator to put a valid bot token into DISCORD_TOKEN and to restart the server. Do not retry until then."
  ],
  disconnected: (e) =>
    e.retry_after_ms === undefined
      ? [
          `Discord has ended the connection for good${e.close_code === undefined ? "" : ` (close code ${e.close_code})`}`,
          "Use messages_catch_up to read what is new. Tell the operator: the server's log has the reason. Do not retry until they have fixed it."
        ]
      : ["the connection to Discord is interrupted", `Wait ${e.retry_after_ms} ms, then retry.`]
}
