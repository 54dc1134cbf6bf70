import { PRESENCE_TEXT_MAX, presenceIn, presenceStatuses } from "./presence.ts"
import { boolean, list, oneOf, type Parser, restriction, type Setting, setting } from "./Setting.ts"

/** The intents of Discord's gateway and their bits (Discord docs, gateway, list of intents). */
export const intentBits = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_MODERATION: 1 << 2,
  GUILD_EXPRESSIONS: 1 << 3,
  GUILD_INTEGRATIONS: 1 << 4,
  GUILD_WEBHOOKS: 1 << 5,
  GUILD_INVITES: 1 << 6,
  GUILD_VOICE_STATES: 1 << 7,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  GUILD_MESSAGE_REACTIONS: 1 << 10,
  GUILD_MESSAGE_TYPING: 1 << 11,
  DIRECT_MESSAGES: 1 << 12,
  DIRECT_MESSAGE_REACTIONS: 1 << 13,
  DIRECT_MESSAGE_TYPING: 1 << 14,
  MESSAGE_CONTENT: 1 << 15,
  GUILD_SCHEDULED_EVENTS: 1 << 16,
  AUTO_MODERATION_CONFIGURATION: 1 << 20,
  AUTO_MODERATION_EXECUTION: 1 << 21,
  GUILD_MESSAGE_POLLS: 1 << 24,
  DIRECT_MESSAGE_POLLS: 1 << 25
} as const

/** The name of an intent, as Discord writes it. */
export type Intent = keyof typeof intentBits

// `Object.keys` loses the key type. The keys are the names of the intents.
const intents = Object.keys(intentBits) as ReadonlyArray<Intent>

/** The intents that must be switched on in the Developer Portal. */
export const privilegedIntents: ReadonlyArray<Intent> = ["GUILD_MEMBERS", "GUILD_PRESENCES", "MESSAGE_CONTENT"]

const DEFAULT_INTENTS: ReadonlyArray<Intent> = [
  "GUILDS",
  "GUILD_MESSAGES",
  "DIRECT_MESSAGES",
  "GUILD_MESSAGE_REACTIONS",
  "DIRECT_MESSAGE_REACTIONS"
]

/** Returns the intent with a name in any case, with or without underscores: GUILD_MESSAGES, GuildMessages. */
const intentNamed = (name: string): Intent | undefined =>
  intents.find((intent) => intent.replaceAll("_", "") === name.replaceAll(/[_ -]/g, "").toUpperCase())

const isIntent = (name: string): name is string => intentNamed(name) !== undefined
const names = list("names of gateway intents, such as GUILD_MESSAGES", isIntent)

const intentList: Parser<ReadonlyArray<Intent>> = {
  ...names,
  parse: (text) => {
    const parsed = names.parse(text)?.flatMap((name) => intentNamed(name) ?? [])
    return parsed && [...new Set(parsed)]
  }
}

/** A status, or a status with a text after a colon. */
const presence: Parser<string> = {
  accepts: `one of ${presenceStatuses.join(", ")}; a text after a colon has at most ${PRESENCE_TEXT_MAX} characters`,
  parse: (text) => (presenceIn(text) === undefined ? undefined : text.trim())
}

/** The settings of live events. */
export const gatewayVariables = {
  gateway: setting(
    "MCP_GATEWAY",
    boolean,
    false,
    "Whether to connect to Discord's gateway and log its events. Only one process of a bot connects."
  ),
  gatewayIntents: setting(
    "MCP_GATEWAY_INTENTS",
    intentList,
    DEFAULT_INTENTS,
    "The intents of the gateway connection. MESSAGE_CONTENT, GUILD_MEMBERS and GUILD_PRESENCES must be switched on in the Developer Portal, too."
  ),
  interactions: restriction(
    setting(
      "MCP_INTERACTIONS",
      oneOf("acknowledge", "log"),
      "acknowledge",
      "What happens to commands and clicks: acknowledge answers each at once, and the tools for interactions answer later; log leaves the first answer, within 3 seconds, to others. Use log if another program answers for the same bot."
    )
  ),
  presence: setting(
    "MCP_PRESENCE",
    presence,
    "online",
    "What people see beside the bot while live events are on, such as `idle: Reads along`. presence_set changes it."
  ),
  claudeChannel: setting(
    "MCP_CLAUDE_CHANNEL",
    boolean,
    false,
    "Whether to notify Claude Code of mentions and direct messages through its experimental channels."
  ),
  gatewayStore: restriction(
    setting(
      "MCP_GATEWAY_STORE",
      oneOf("file", "memory"),
      "file",
      "Where the events are kept: file is in the platform's state directory, memory is lost at the end of the process."
    )
  )
} as const satisfies Readonly<Record<string, Setting<unknown>>>
