import { Config, ConfigError, Context, Either } from "effect"
import { currentName } from "../text/formerNames.ts"
import { approvalsPossible, approvalVariables } from "./approvalVariables.ts"
import { botIdOf, botToken } from "./botToken.ts"
import { collectorAddress, collectorHeaders } from "./collector.ts"
import { gatewayVariables } from "./gatewayVariables.ts"
import { httpVariables } from "./httpVariables.ts"
import { proxyVariables } from "./proxyVariables.ts"
import {
  address,
  boolean,
  type ClientLimits,
  hostPort,
  integer,
  list,
  listOrAll,
  oneOf,
  optionalSetting,
  pathSetting,
  restriction,
  type Setting,
  setting,
  snowflake,
  text
} from "./Setting.ts"
import { transcribeVariables } from "./transcribeVariables.ts"

const anyName = (part: string): part is string => /^[a-z_\d]+$/.test(part)
const anyId = (part: string): part is string => /^\d{17,20}$/.test(part)
const names = list("names of tools", anyName)
/** Names of tools. A former name counts as the name now. */
const toolNames = {
  ...names,
  parse: (text: string): ReadonlyArray<string> | undefined => names.parse(text)?.map(currentName)
}

/** All settings of the server, in the order of the documentation. */
export const variables = {
  token: optionalSetting("DISCORD_TOKEN", botToken, "The bot token. Required unless DISCORD_TOKEN_FILE is set."),
  tokenFile: pathSetting("DISCORD_TOKEN_FILE", "The path of a file that contains only the bot token.", (text) =>
    botIdOf(text) === undefined ? undefined : "is the token itself, not the path of its file. Set DISCORD_TOKEN to it"
  ),
  expectedBotId: restriction(
    optionalSetting(
      "DISCORD_EXPECTED_BOT_ID",
      snowflake,
      "The id of the bot that the token must belong to. If it belongs to another bot, every call is rejected."
    )
  ),
  apiUrl: setting(
    "DISCORD_API_URL",
    address,
    "https://discord.com/api",
    "The base URL of Discord's API. Change it for a rate-limit proxy shared by several processes, or for tests."
  ),
  ...proxyVariables,
  logLevel: setting(
    "LOG_LEVEL",
    oneOf("debug", "info", "warn", "error", "none"),
    "info",
    "The minimum level of logs on stderr."
  ),
  logFormat: optionalSetting(
    "LOG_FORMAT",
    oneOf("pretty", "json"),
    "The format of logs. Default: pretty on a terminal, otherwise json."
  ),
  otlpEndpoint: optionalSetting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    collectorAddress,
    "The OpenTelemetry collector for traces and metrics (OTLP over HTTP with JSON). Unset: nothing is exported."
  ),
  otlpHeaders: optionalSetting(
    "OTEL_EXPORTER_OTLP_HEADERS",
    collectorHeaders,
    "HTTP headers for the collector, for example an API key."
  ),
  serviceName: setting("OTEL_SERVICE_NAME", text, "effect-discord-mcp", "The service name in traces and metrics."),
  metricsAddress: optionalSetting(
    "MCP_METRICS_ADDRESS",
    hostPort,
    "The address on which serve shows metrics to Prometheus, at /metrics, without authentication. Port 0 picks a free port. Unset: nowhere."
  ),

  retryEnabled: setting("MCP_RETRY_ENABLED", boolean, true, "Whether to retry failed requests."),
  retryMaxAttempts: setting(
    "MCP_RETRY_MAX_ATTEMPTS",
    integer(1, 10),
    3,
    "The maximum number of attempts, the first included."
  ),
  retryBaseDelayMs: setting(
    "MCP_RETRY_BASE_DELAY_MS",
    integer(50, 5000),
    200,
    "The first backoff delay in milliseconds."
  ),
  retryMaxDelayMs: setting(
    "MCP_RETRY_MAX_DELAY_MS",
    integer(500, 60_000),
    10_000,
    "The maximum backoff delay in milliseconds. At least MCP_RETRY_BASE_DELAY_MS."
  ),
  retryJitter: setting(
    "MCP_RETRY_JITTER",
    oneOf("none", "full", "decorrelated"),
    "full",
    "The jitter of backoff delays."
  ),
  timeoutDefaultMs: setting(
    "MCP_TIMEOUT_DEFAULT_MS",
    integer(1000, 120_000),
    30_000,
    "The timeout of one attempt in milliseconds, up to the last byte of the response."
  ),
  timeoutLongMs: setting(
    "MCP_TIMEOUT_LONG_MS",
    integer(1000, 300_000),
    60_000,
    "The timeout of one attempt of a long-running tool, in milliseconds."
  ),
  deadlineMs: setting(
    "MCP_DEADLINE_MS",
    integer(1000, 600_000),
    55_000,
    "The time limit of a whole call in milliseconds, waits included. Long-running tools get four times as much."
  ),
  circuitEnabled: setting(
    "MCP_CIRCUIT_ENABLED",
    boolean,
    true,
    "Whether circuit breakers reject calls to a failing route."
  ),
  circuitFailureThreshold: setting(
    "MCP_CIRCUIT_FAILURE_THRESHOLD",
    integer(3, 100),
    10,
    "The number of failures within the window that opens a circuit."
  ),
  circuitWindowMs: setting(
    "MCP_CIRCUIT_WINDOW_MS",
    integer(1000, 600_000),
    60_000,
    "The length of the sliding window in milliseconds."
  ),
  circuitHalfOpenAfterMs: setting(
    "MCP_CIRCUIT_HALF_OPEN_AFTER_MS",
    integer(5000, 600_000),
    60_000,
    "The time in milliseconds that an open circuit rejects calls before it allows one probe."
  ),
  bulkheadLimit: setting(
    "MCP_BULKHEAD_LIMIT",
    integer(1, 1000),
    100,
    "The maximum number of concurrent Discord calls. Further calls are rejected. Those of one busy channel wait."
  ),
  rateLimitMaxWaitMs: setting(
    "MCP_RATE_LIMIT_MAX_WAIT_MS",
    integer(0, 300_000),
    15_000,
    "The maximum wait for a rate limit in milliseconds. A call that must wait longer is rejected."
  ),
  globalRequestsPerSecond: setting(
    "MCP_GLOBAL_REQUESTS_PER_SECOND",
    integer(1, 10_000),
    50,
    "The global rate limit that Discord grants this bot, in requests per second."
  ),

  categories: restriction(
    optionalSetting(
      "MCP_CATEGORIES",
      list("names of tool categories", anyName),
      "Allow only tools of these categories."
    )
  ),
  tools: restriction(optionalSetting("MCP_TOOLS", toolNames, "Allow only these tools.")),
  excludeTools: restriction(
    optionalSetting("MCP_EXCLUDE_TOOLS", toolNames, "Disallow these tools, even if another setting allows them.")
  ),
  readOnly: restriction(setting("MCP_READ_ONLY", boolean, false, "Reject every call that changes Discord.")),
  allowedGuilds: restriction(
    listOrAll(
      "ALLOWED_GUILDS",
      list("guild ids", anyId),
      "Allow calls only in these guilds. Unset or all: in every guild of the bot."
    )
  ),
  defaultGuildId: optionalSetting("DISCORD_DEFAULT_GUILD_ID", snowflake, "The guild for calls without guild_id."),
  toolSurface: setting(
    "MCP_TOOL_SURFACE",
    oneOf("core", "full", "search"),
    "core",
    "The tools to list: core is about 30 common tools, full is all, search is only the tools that find and run others. Every allowed tool can be called."
  ),
  result: setting(
    "MCP_RESULT",
    oneOf("both", "text", "structured"),
    "both",
    "Which parts of a result are sent: text content, structuredContent, or both. A client that passes both to the model doubles the tokens."
  ),
  maxResultChars: setting(
    "MCP_MAX_RESULT_CHARS",
    integer(2000, 1_000_000),
    40_000,
    "The maximum length of a result in characters. A longer list is cut after an item and has a cursor."
  ),
  filesDir: pathSetting(
    "MCP_FILES_DIR",
    "The directory for uploads by path, saved attachments and files of blueprints. Unset: paths are refused."
  ),
  ...transcribeVariables,
  dryRun: restriction(
    setting(
      "MCP_DRY_RUN",
      boolean,
      true,
      "Whether destructive calls return only a preview. Set it to false to let confirmed calls run."
    )
  ),
  ...approvalVariables,
  writeMode: restriction(
    setting(
      "MCP_WRITE_MODE",
      oneOf("allow", "preview"),
      "allow",
      "With preview, every call that changes Discord returns only a preview."
    )
  ),
  audit: restriction(
    setting(
      "MCP_AUDIT",
      oneOf("file", "stderr", "off"),
      "file",
      "The destination of the audit log, which records every call that changes Discord."
    )
  ),
  auditFile: restriction(
    pathSetting(
      "MCP_AUDIT_FILE",
      "The path of the audit log. With audit.log, each process writes its own audit-TIME-PID-….log. Unset: audit.log in the platform's state directory."
    )
  ),
  auditSync: restriction(
    setting(
      "MCP_AUDIT_SYNC",
      oneOf("background", "always"),
      "background",
      "When audit records are synced to disk: background is within 200 ms, always is before the request is sent."
    )
  ),
  auditRequired: restriction(
    setting("MCP_AUDIT_REQUIRED", boolean, false, "Whether to reject calls that cannot be recorded.")
  ),
  errorDialect: setting(
    "MCP_ERROR_DIALECT",
    oneOf("discord-mcp", "category", "mcp-ts-core", "arcade"),
    "discord-mcp",
    "The format of errors in structuredContent, for MCP hosts that expect another convention."
  ),
  ...gatewayVariables,
  ...httpVariables
} as const satisfies Readonly<Record<string, Setting<unknown>>>

type Values = { readonly [Key in keyof typeof variables]: Config.Config.Success<(typeof variables)[Key]["config"]> }

/** The settings of the server, or of one of its clients. */
export class Settings extends Context.Tag("effect-discord-mcp/config/Settings")<Settings, Values & ClientLimits>() {}

/** The configuration of all settings. It reports every problem, not only the first. */
export const config: Config.Config<Values> = Config.suspend(() =>
  Config.map(
    Config.all([
      Config.all(Object.fromEntries(Object.entries(variables).map(([key, { config }]) => [key, config]))),
      delaysInOrder,
      approvalsPossible(variables)
    ]),
    // Object.fromEntries loses the key types. The keys are the keys of `variables`.
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
