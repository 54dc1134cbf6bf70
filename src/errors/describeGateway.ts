import { Schema } from "effect"
import { named } from "../text/words.ts"
import type { Description } from "./ErrorTraits.ts"
import { Milliseconds, optional } from "./fields.ts"

/** Why live events are unavailable. Waiting helps with `identify_budget`, `disconnected` and `files`, if `retry_after_ms` is set. */
export const gatewayReasons = [
  "off",
  "not_owner",
  "identify_budget",
  "intents",
  "token",
  "disconnected",
  "files"
] as const

/** Why live events are unavailable. */
export type GatewayReason = (typeof gatewayReasons)[number]

/** The fields of `GatewayUnavailable`. */
export const gatewayFields = {
  reason: Schema.Literal(...gatewayReasons),
  retry_after_ms: optional(Milliseconds),
  owner_pid: optional(Schema.NonNegativeInt),
  privileged_intents: optional(Schema.Array(Schema.String)),
  missing_intents: optional(Schema.Array(Schema.String)),
  problem: optional(Schema.String),
  close_code: optional(Schema.Int),
  tool: optional(Schema.String)
}

type GatewayFields = Schema.Struct.Type<typeof gatewayFields>

/** Returns whether waiting helps. */
export const isGatewayPassing = ({ reason, retry_after_ms }: GatewayFields): boolean =>
  (reason === "identify_budget" || reason === "disconnected" || reason === "files") && retry_after_ms !== undefined

/** Describes why live events are unavailable. */
export const describeGateway = (error: GatewayFields): Description => {
  const [cause, recovery_hint] = (closings.get(error.close_code) ?? texts[error.reason])(error)
  const what =
    error.tool === undefined
      ? "Live events are unavailable: "
      : `${error.tool} was not run: a person in Discord must approve it, but `
  return { retriable: isGatewayPassing(error), message: `${what}${cause}.`, recovery_hint }
}

type Text = (e: GatewayFields) => readonly [cause: string, hint: string]

/** The cause and the hint by the reason. */
const texts: Readonly<Record<GatewayReason, Text>> = {
  off: (e) => [
    "the operator has not switched on the connection to Discord's gateway",
    `${catchUp(e)}Tell the person that the operator can set MCP_GATEWAY=true and restart the server.`
  ],
  not_owner: (e) => [
    `${e.owner_pid === undefined ? "another process" : `process ${e.owner_pid}`} owns the bot's connection to the gateway`,
    `${catchUp(e)}${e.tool === undefined ? "Or wait in a shell with the command wait: that process answers it. " : ""}Tell the person to run one shared server with serve --http, and to join it from each client with connect and its address.`
  ],
  identify_budget: (e) => [
    "the bot has nearly used up the logins that Discord allows in 24 hours",
    e.retry_after_ms === undefined
      ? "Do not retry. Tell the operator to find out what connects so often, and to restart the server tomorrow."
      : `Wait ${e.retry_after_ms} ms: then the server connects again. Tell the operator to find out what connects so often.`
  ],
  intents: (e) =>
    e.missing_intents === undefined
      ? [
          `Discord refuses the intents that the server asks for${(e.privileged_intents ?? []).length === 0 ? "" : `, which include the privileged ${e.privileged_intents?.map((name) => named(name)).join(", ")}`}`,
          "Ask the operator to switch on these intents in the Discord Developer Portal (application → Bot → Privileged Gateway Intents). Or ask them to remove the intents from MCP_GATEWAY_INTENTS. Then the server must be restarted. Do not retry until then."
        ]
      : [
          `no such event arrives without ${listOf(e.missing_intents)} in MCP_GATEWAY_INTENTS`,
          `${catchUp(e)}${e.missing_intents.includes("MESSAGE_CONTENT") ? "Or add mentions_me: Discord sends the text of a message that mentions the bot. " : ""}Tell the operator to add ${e.missing_intents.length === 1 ? "it" : "those that are needed"} to MCP_GATEWAY_INTENTS, and to switch on privileged intents in the Discord Developer Portal. Then the server must be restarted. Do not retry until then.`
        ],
  token: () => [
    "Discord does not accept the bot's token",
    "Ask the operator to put a valid bot token into DISCORD_TOKEN and to restart the server. Do not retry until then."
  ],
  disconnected: (e) =>
    e.retry_after_ms === undefined
      ? [
          `Discord has ended the connection for good${e.close_code === undefined ? "" : ` (close code ${e.close_code})`}`,
          `${catchUp(e)}Ask the operator to update the server and to restart it. Do not retry until then.`
        ]
      : ["the connection to Discord is interrupted", `Wait ${e.retry_after_ms} ms, then retry.`],
  files: (e) => [
    `the server cannot read or write its files for live events${e.problem === undefined ? "" : `: ${e.problem}`}`,
    `${catchUp(e)}Tell the operator that the server's log names the files: they are in the state directory, which XDG_STATE_HOME can move.${e.retry_after_ms === undefined ? "" : ` Wait ${e.retry_after_ms} ms, then retry.`}`
  ]
}

/** Discord requires several shards from so many guilds on. */
const fewerGuilds = (e: GatewayFields): string =>
  `${catchUp(e)}Ask the operator to connect a bot that is in fewer guilds, and to restart the server. Discord requires several shards from 2,500 guilds on, and this server makes only one. Do not retry until then.`

/** The cause and the hint by the close code, where the reason alone does not name them. */
const closings: ReadonlyMap<number | undefined, Text> = new Map<number, Text>([
  [4010, (e) => ["Discord does not accept the one shard that this server makes (close code 4010)", fewerGuilds(e)]],
  [
    4011,
    (e) => ["the bot is in too many guilds for the one shard that this server makes (close code 4011)", fewerGuilds(e)]
  ],
  [
    4012,
    (e) => [
      "Discord no longer accepts the API version that this server uses (close code 4012)",
      `${catchUp(e)}Ask the operator to update the server and to restart it. Do not retry until then.`
    ]
  ],
  [
    4013,
    () => [
      "Discord does not know an intent that the server asks for (close code 4013)",
      "Ask the operator to correct MCP_GATEWAY_INTENTS: it must have only intents that Discord's documentation lists. Then the server must be restarted. Do not retry until then."
    ]
  ]
])

const listOf = (intents: ReadonlyArray<string>): string => intents.map((name) => named(name)).join(" or ")

/** What a reader of events can do instead. It does not help a call that needs an approval. */
const catchUp = ({ tool }: GatewayFields): string =>
  tool === undefined ? "Use messages_catch_up to read what is new. " : ""
