import { Config, ConfigError, Context, Either } from "effect"
import { botToken } from "./botToken.ts"
import { collectorAddress, collectorHeaders } from "./collector.ts"
import {
  address,
  boolean,
  integer,
  list,
  oneOf,
  optionalSetting,
  type Setting,
  setting,
  snowflake,
  text
} from "./Setting.ts"

const anyName = (part: string): part is string => /^[a-z_\d]+$/.test(part)
const anyId = (part: string): part is string => /^\d{17,20}$/.test(part)

/** Every variable the server reads, in the order the documentation lists them. */
export const variables = {
  token: optionalSetting("DISCORD_TOKEN", botToken, "The bot's token. Needed, unless DISCORD_TOKEN_FILE is set."),
  tokenFile: optionalSetting("DISCORD_TOKEN_FILE", text, "A file that holds the bot's token and nothing else."),
  expectedBotId: optionalSetting(
    "DISCORD_EXPECTED_BOT_ID",
    snowflake,
    "The id of the bot that the token must belong to: with another bot's token every call is refused."
  ),
  apiUrl: setting(
    "DISCORD_API_URL",
    address,
    "https://discord.com/api",
    "Where Discord's API is: for a rate-limit proxy that several processes share, and for tests."
  ),
  logLevel: setting(
    "LOG_LEVEL",
    oneOf("debug", "info", "warn", "error", "none"),
    "info",
    "The least severe log line written to stderr."
  ),
  logFormat: optionalSetting(
    "LOG_FORMAT",
    oneOf("pretty", "json"),
    "How log lines look; unset: pretty on a terminal, json else."
  ),
  otlpEndpoint: optionalSetting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    collectorAddress,
    "The OpenTelemetry collector that traces and metrics are sent to, as OTLP over HTTP with JSON; unset: none are."
  ),
  otlpHeaders: optionalSetting(
    "OTEL_EXPORTER_OTLP_HEADERS",
    collectorHeaders,
    "What is sent along with them: the key of a collector that asks for one."
  ),
  serviceName: setting("OTEL_SERVICE_NAME", text, "effect-discord-mcp", "What this server is called in them."),

  retryEnabled: setting("MCP_RETRY_ENABLED", boolean, true, "Whether failed requests are tried again."),
  retryMaxAttempts: setting("MCP_RETRY_MAX_ATTEMPTS", integer(1, 10), 3, "Tries in all, the first included."),
  retryBaseDelayMs: setting("MCP_RETRY_BASE_DELAY_MS", integer(50, 5000), 200, "The first backoff."),
  retryMaxDelayMs: setting(
    "MCP_RETRY_MAX_DELAY_MS",
    integer(500, 60_000),
    10_000,
    "The longest backoff; not less than the first."
  ),
  retryJitter: setting("MCP_RETRY_JITTER", oneOf("none", "full", "decorrelated"), "full", "How random a backoff is."),
  timeoutDefaultMs: setting(
    "MCP_TIMEOUT_DEFAULT_MS",
    integer(1000, 120_000),
    30_000,
    "Time for one try, to the last byte of the answer."
  ),
  timeoutLongMs: setting("MCP_TIMEOUT_LONG_MS", integer(1000, 300_000), 60_000, "The same for long-running tools."),
  deadlineMs: setting(
    "MCP_DEADLINE_MS",
    integer(1000, 600_000),
    55_000,
    "Time for a whole call, waits included; long-running tools get four times as long."
  ),
  circuitEnabled: setting("MCP_CIRCUIT_ENABLED", boolean, true, "Whether a failing route is left alone for a while."),
  circuitFailureThreshold: setting(
    "MCP_CIRCUIT_FAILURE_THRESHOLD",
    integer(3, 100),
    10,
    "Failures inside the window that open a circuit."
  ),
  circuitWindowMs: setting("MCP_CIRCUIT_WINDOW_MS", integer(1000, 600_000), 60_000, "Length of the sliding window."),
  circuitHalfOpenAfterMs: setting(
    "MCP_CIRCUIT_HALF_OPEN_AFTER_MS",
    integer(5000, 600_000),
    60_000,
    "How long an open circuit rejects before one probe goes through."
  ),
  bulkheadLimit: setting(
    "MCP_BULKHEAD_LIMIT",
    integer(1, 1000),
    100,
    "Discord calls at once; more are refused, not queued."
  ),
  rateLimitMaxWaitMs: setting(
    "MCP_RATE_LIMIT_MAX_WAIT_MS",
    integer(0, 300_000),
    15_000,
    "The longest wait for a rate limit before the call is refused."
  ),
  globalRequestsPerSecond: setting(
    "MCP_GLOBAL_REQUESTS_PER_SECOND",
    integer(1, 10_000),
    50,
    "Requests per second in all, as Discord allows this bot."
  ),

  categories: optionalSetting(
    "MCP_CATEGORIES",
    list("names of tool categories", anyName),
    "Only tools of these categories may be called."
  ),
  tools: optionalSetting("MCP_TOOLS", list("names of tools", anyName), "Only these tools may be called."),
  excludeTools: optionalSetting(
    "MCP_EXCLUDE_TOOLS",
    list("names of tools", anyName),
    "These tools may not be called, whatever else allows them."
  ),
  readOnly: setting("MCP_READ_ONLY", boolean, false, "Refuse everything that changes Discord."),
  allowedGuilds: optionalSetting("ALLOWED_GUILDS", list("guild ids", anyId), "Calls must stay inside these guilds."),
  defaultGuildId: optionalSetting("DISCORD_DEFAULT_GUILD_ID", snowflake, "Fills a missing guild_id."),
  toolSurface: setting(
    "MCP_TOOL_SURFACE",
    oneOf("core", "full", "search"),
    "core",
    "Which tools are listed: about 25 everyday ones, all, or only those that find and run others. Any allowed tool can be called."
  ),
  maxResultChars: setting(
    "MCP_MAX_RESULT_CHARS",
    integer(2000, 1_000_000),
    40_000,
    "The longest answer, in characters; a longer one is cut at an item, with a cursor."
  ),
  filesDir: optionalSetting(
    "MCP_FILES_DIR",
    text,
    "The directory that files named by path must lie in; unset: none may be."
  ),
  dryRun: setting(
    "MCP_DRY_RUN",
    boolean,
    true,
    "The operator's half of consent: while true, destructive calls are only previewed."
  ),
  confirm: setting(
    "MCP_CONFIRM",
    oneOf("flag", "token", "elicit"),
    "flag",
    "The caller's half: __confirm: true, the token of a preview of the very same call, or a person's own answer."
  ),
  writeMode: setting(
    "MCP_WRITE_MODE",
    oneOf("allow", "preview"),
    "allow",
    "With preview every call that changes Discord is only previewed."
  ),
  audit: setting(
    "MCP_AUDIT",
    oneOf("file", "stderr", "off"),
    "file",
    "Where every call that changes Discord is recorded."
  ),
  auditFile: optionalSetting(
    "MCP_AUDIT_FILE",
    text,
    "Where these records are: of audit.log each process writes an audit-TIME-PID-….log of its own; unset: audit.log in the platform's directory for state."
  ),
  auditSync: setting(
    "MCP_AUDIT_SYNC",
    oneOf("background", "always"),
    "background",
    "When a record is forced to disk: at most 200 ms after it is written, or always before the request leaves."
  ),
  auditRequired: setting("MCP_AUDIT_REQUIRED", boolean, false, "Refuse what cannot be recorded."),
  errorDialect: setting(
    "MCP_ERROR_DIALECT",
    oneOf("discord-mcp", "category", "mcp-ts-core", "arcade"),
    "discord-mcp",
    "The shape of a failure in structuredContent, for hosts that expect another convention."
  )
} as const satisfies Readonly<Record<string, Setting<unknown>>>

/** Variables that narrow what is allowed: set but blank is a mistake, never "everything". */
export const narrowing: ReadonlySet<string> = new Set(
  [variables.categories, variables.tools, variables.excludeTools, variables.allowedGuilds].map(({ name }) => name)
)

type Values = { readonly [Key in keyof typeof variables]: Config.Config.Success<(typeof variables)[Key]["config"]> }

/** The settings in force. */
export class Settings extends Context.Tag("effect-discord-mcp/config/Settings")<Settings, Values>() {}

/** The whole configuration. It reports every problem, not the first. */
export const config: Config.Config<Values> = Config.suspend(() =>
  Config.map(
    Config.zip(
      Config.all(Object.fromEntries(Object.entries(variables).map(([key, { config }]) => [key, config]))),
      delaysInOrder
    ),
    // Object.fromEntries forgets the keys; they are those of `variables`.
    ([values]) => values as Values
  )
)

const delaysInOrder = Config.mapOrFail(
  Config.zip(variables.retryBaseDelayMs.config, variables.retryMaxDelayMs.config),
  ([base, max]): Either.Either<void, ConfigError.ConfigError> =>
    max >= base
      ? Either.void
      : Either.left(
          ConfigError.InvalidData(
            [variables.retryMaxDelayMs.name],
            `expected at least ${variables.retryBaseDelayMs.name} (${base}), got "${max}"`
          )
        )
)
