import {
  address,
  integer,
  list,
  oneOf,
  optionalSetting,
  type Parser,
  pathSetting,
  restriction,
  type Setting,
  secret,
  setting,
  text
} from "./Setting.ts"

const anyHost = (part: string): part is string => /^(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(part)
const anyOrigin = (part: string): part is string => URL.canParse(part) && new URL(part).origin === part
/** Returns the address of a Redis server. Its path is a database number. */
const redisAddress = (value: string): string | undefined => {
  const trimmed = value.trim()
  if (!/^rediss?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return undefined
  const { hash, hostname, pathname, search } = new URL(trimmed)
  return hostname !== "" && hash === "" && search === "" && /^\/?$|^\/\d{1,4}$/.test(pathname) ? trimmed : undefined
}

/** Parses an Ed25519 public key. Equal digits are a placeholder, and anyone can sign for the key of zeros. */
const publicKey: Parser<string> = {
  accepts: "the 64 hexadecimal digits of the application's public key",
  parse: (value) => {
    const key = value.trim().toLowerCase()
    return /^[\da-f]{64}$/.test(key) && !/^(.)\1+$/.test(key) ? key : undefined
  }
}

/** The settings of `serve --http`. */
export const httpVariables = {
  httpHost: setting("MCP_HTTP_HOST", text, "127.0.0.1", "The address on which serve --http listens."),
  httpPort: setting(
    "MCP_HTTP_PORT",
    integer(0, 65_535),
    8484,
    "The port on which serve --http listens. 0 picks a free port."
  ),
  httpAllowedHosts: restriction(
    optionalSetting(
      "MCP_HTTP_ALLOWED_HOSTS",
      list("host names, each with or without a port", anyHost),
      "The Host headers that are accepted. Unset: only the address on which the server listens."
    )
  ),
  httpAllowedOrigins: restriction(
    optionalSetting(
      "MCP_HTTP_ALLOWED_ORIGINS",
      list("origins such as https://app.example.com", anyOrigin),
      "The Origin headers that are accepted. Unset: requests of web pages are rejected."
    )
  ),
  httpClientsFile: restriction(
    pathSetting(
      "MCP_HTTP_CLIENTS_FILE",
      "The path of the file with the clients, their token hashes and their policies."
    )
  ),
  httpIssuer: restriction(
    optionalSetting(
      "MCP_HTTP_ISSUER",
      address,
      "The issuer of JWT access tokens. Its keys are found by discovery. Needs MCP_HTTP_AUDIENCE."
    )
  ),
  httpAudience: restriction(
    optionalSetting("MCP_HTTP_AUDIENCE", text, "The audience that a JWT access token must name. Needs MCP_HTTP_ISSUER.")
  ),
  httpAuth: optionalSetting(
    "MCP_HTTP_AUTH",
    oneOf("none"),
    "With none, every local process may connect without a token. Only for a loopback address."
  ),
  httpMaxSessions: restriction(
    setting(
      "MCP_HTTP_MAX_SESSIONS",
      integer(1, 100_000),
      1000,
      "The maximum number of open sessions. One client holds at most a tenth of them."
    )
  ),
  httpSessionIdleMs: restriction(
    setting(
      "MCP_HTTP_SESSION_IDLE_MS",
      integer(1000, 86_400_000),
      1_800_000,
      "The time in milliseconds after which an unused session ends."
    )
  ),
  httpClientRequestsPerMinute: restriction(
    setting(
      "MCP_HTTP_CLIENT_REQUESTS_PER_MINUTE",
      integer(1, 100_000),
      600,
      "The maximum number of HTTP requests of one client in a minute."
    )
  ),
  httpHeadersTimeoutMs: restriction(
    setting(
      "MCP_HTTP_HEADERS_TIMEOUT_MS",
      integer(1000, 120_000),
      10_000,
      "The time in milliseconds in which the headers of a request must arrive."
    )
  ),
  httpBodyTimeoutMs: restriction(
    setting(
      "MCP_HTTP_BODY_TIMEOUT_MS",
      integer(1000, 600_000),
      30_000,
      "The time in milliseconds in which the body of a request must arrive."
    )
  ),
  interactionsPublicKey: optionalSetting(
    "MCP_INTERACTIONS_PUBLIC_KEY",
    publicKey,
    "The public key of the bot's application, from the Developer Portal. serve --http then takes clicks at /discord/interactions, where Discord posts them. Questions and approvals need no gateway then."
  ),
  redisUrl: restriction(
    optionalSetting(
      "MCP_REDIS_URL",
      secret("a redis:// or rediss:// address with a host, such as redis://:PASSWORD@HOST:6379/0", redisAddress),
      "The Redis server of the replicas of serve --http. They share rate limits, confirmation tokens and declined calls. Unset: one process."
    )
  )
} as const satisfies Readonly<Record<string, Setting<unknown>>>

/** The variable that holds a client's token for a server over HTTP. */
export const REMOTE_TOKEN = "DISCORD_MCP_TOKEN"
