/**
 * The claims with numbers in the README and the pages, and what holds each: the title of a test, or the constant in the
 * sources that the number repeats.
 */
import { catalogue } from "../../src/catalogue/catalogue.ts"

export interface Claim {
  /** The text on the page, with its numbers. */
  readonly text: string
  /** A file of the repository, and a text in it. */
  readonly held: readonly [path: string, text: string]
}

const claim = (text: string, path: string, by: string): Claim => ({ text, held: [path, by] })

const settings = "src/config/Settings.ts"
const exit = "src/cli/exit.ts"
const status = "src/sandbox/gateway/GatewayStatus.ts"
const interactions = "src/mcp/http/interactionsEndpoint.ts"
const gatewayTools = "src/live/tools/fields.ts"

export const claims: Readonly<Record<string, ReadonlyArray<Claim>>> = {
  "README.md": [
    claim("20.11 or newer", "test/docs/readme.test.ts", "has the number of tools and the required version of Node"),
    claim(
      "| node | 20.11 | 22.12 | 20 | 18 |",
      "test/docs/readme.test.ts",
      "has the number of tools and the required version of Node"
    ),
    claim(
      `| tools | ${catalogue.length} | 222 | 164 | 43 | 73 |`,
      "test/docs/readme.test.ts",
      "has the number of tools and the required version of Node"
    ),
    claim("one of 26 [documented errors]", "test/lint/claims.test.ts", "counts the errors and the listed tools"),
    claim("can read (mode 0600 on macOS and Linux)", "src/cli/init/token.ts", "mode: 0o600"),
    claim("exit code 1 with warnings, 2 if a check fails", exit, "warning: { code: 1"),
    claim("exit code 5 if the tool fails", exit, "toolFailed: { code: 5"),
    claim("exit code 6 if it was altered", exit, "altered: { code: 6"),
    claim("your version of Effect 3", "test/docs/installLines.test.ts", "name a version for every package but this one")
  ],
  "docs/tools.md": [
    claim("1 kB = 1,000 bytes", "test/docs/surfaces.ts", "bytes / 1000"),
    claim("of more than 200 characters", "src/tools/dsl/asSent.ts", "LONG = 200"),
    claim("at most 2 kB", "src/tools/meta/search.ts", "LINES_BYTES_MAX = 2000"),
    claim("at most 128 tools, of all servers", "src/cli/init/clients.ts", "toolLimit: { max: 128"),
    claim("at most 39 characters", "test/catalogue/catalogue.test.ts", '64 - "mcp__effect-discord-mcp__".length'),
    claim("at most 500 messages, 200 by default", "src/tools/messages/catchUp.ts", "DEFAULT_LIMIT = 200"),
    claim(
      "at most 50 channels, stops after 1,000 messages",
      "src/tools/messages/catchUp.ts",
      "MESSAGES_READ_MAX = 1000"
    ),
    claim("at most 20 `channel_ids`", "src/tools/messages/catchUp.ts", "CHANNEL_IDS_MAX = 20"),
    claim(
      "at most 120 requests for a guild, and 220 for `channel_ids`",
      "test/tools/messages/catchUpProperty.test.ts",
      "drawn.byIds ? 220 : 120"
    ),
    claim("up to 10,000 members", "test/tools/members/filter.test.ts", "looks at 10,000 members at most"),
    claim("first 1,000 members", "src/tools/members/filter.ts", "Discord returns at most 1,000"),
    claim("Code 50013 means only", "src/errors/discordCodes.ts", "50013"),
    claim("Code 50035 means only", "src/errors/discordCodes.ts", "50035"),
    claim("at most 30 such channels", "src/tools/messages/catchUpCursor.ts", "BEHIND_MAX = 30"),
    claim("1,000 by default and 5,000 at most", "src/tools/messages/count.ts", "DEFAULT_COUNT = 1000"),
    claim("the 100 authors with most messages", "src/objects/schema/limits.ts", "COUNT_AUTHORS_MAX = 100"),
    claim("up to 20,000 characters", "src/objects/schema/limits.ts", "SPLIT_CONTENT_MAX = 20_000"),
    claim("at most 2,000 characters", "src/objects/schema/limits.ts", "MESSAGE_CONTENT_MAX = 2000")
  ],
  "docs/errors.md": [claim("at most 8,000 characters", "src/errors/renderEnvelope.ts", "MAX_TEXT_CHARS = 8000")],
  "docs/sandbox.md": [
    claim("50 channels in a category", "src/sandbox/routes/channelRules.ts", "MAX_IN_CATEGORY = 50"),
    claim("1,000 overwrites in a channel", "src/sandbox/routes/overwrites.ts", "MAX_OVERWRITES = 1000"),
    claim("250 roles", "src/sandbox/routes/roles.ts", "MAX_ROLES = 250"),
    claim("500 channels", "src/sandbox/routes/channels.ts", "MAX_CHANNELS = 500"),
    claim("version 10 in JSON", "src/sandbox/gateway/connection.ts", '"10"'),
    claim("| 41250 | a client", status, "heartbeat_interval_ms: 41_250"),
    claim("closed with 4009", "test/sandbox/gateway/time.test.ts", "4009"),
    claim("| 180000 | how long", status, "session_ms: 180_000"),
    claim("| 1000 | how many events", status, "replay_events: 1000"),
    claim("| 1 | the recommended number", status, "shards: 1"),
    claim("| 1000, 0 | identifies", status, "identify_total: 1000"),
    claim("| 1, 5000 | how many shards", status, "identify_window_ms: 5000"),
    claim("120 payloads in a minute (4008)", "src/sandbox/gateway/connection.ts", "MAX_PAYLOADS = 120"),
    claim("at most 4,096 bytes (4002)", "src/sandbox/gateway/connection.ts", "MAX_PAYLOAD_BYTES = 4096"),
    claim(
      "Close codes 1000 and 1001",
      "src/sandbox/gateway/Gateway.ts",
      "ENDING: ReadonlyArray<number> = [1000, 1001]"
    ),
    claim("(default 4000)", "src/sandbox/gateway/Gateway.ts", "4000"),
    claim("up to 10,000 times", "src/sandbox/gateway/acts.ts", "Schema.between(1, 10_000)"),
    claim("within three seconds", "src/sandbox/routes/interactions.ts", "ANSWER_MS = 3000"),
    claim("for fifteen minutes", status, "TOKEN_MS = 15 * 60_000")
  ],
  "docs/events.md": [
    claim(
      "messages of the last 5 minutes, at most 1 MB",
      "src/mcp/http/SessionEvents.ts",
      "EVENT_LIFE_MS = 5 * 60_000"
    ),
    claim("at most 6,000 characters", "src/live/decodeDispatch.ts", "CHARS_MAX = 6000"),
    claim("the last 1,000 interactions", "src/discord/OpenInteractions.ts", "INTERACTIONS_MAX = 1000"),
    claim("until `answer_until`: 15 minutes", "src/discord/OpenInteractions.ts", "Duration.minutes(15)"),
    claim("Discord waits 3 seconds for the first answer", "src/sandbox/routes/interactions.ts", "ANSWER_MS = 3000"),
    claim("read within 2 seconds", "src/live/channels.ts", "READ_WITHIN = Duration.seconds(2)"),
    claim("takes 50 seconds by default", gatewayTools, "DEFAULT_WAIT_S = 50"),
    claim("at most 3,600 seconds", gatewayTools, "WAIT_MAX_S = 3600"),
    claim("else 300", gatewayTools, "WITHOUT_PROGRESS_MAX_S = 300"),
    claim(
      "at most 10,000 events, 64 MB and 7 days",
      "src/live/Segments.ts",
      "events: 10_000, bytes: 64 * 1024 * 1024, age: Duration.days(7)"
    ),
    claim("in the last 7 days", "src/live/repair.ts", "asked: Duration.days(7)"),
    claim("at most 200 requests and 10,000 messages", "src/live/repair.ts", "requests: 200, messages: 10_000"),
    claim("at least 5 seconds apart", "src/live/connection/identifyRules.ts", "IDENTIFY_APART_MS = 5000"),
    claim("fewer than 50 logins", "src/live/connection/identifyRules.ts", "IDENTIFIES_KEPT = 50"),
    claim("2 to 5 options are buttons", "src/live/askPeople.ts", "BUTTONS_MAX = 5"),
    claim("up to 25 are a menu", "src/live/askPeople.ts", "CHOICES_MAX = 25"),
    claim("24 hours", gatewayTools, "OPEN_H = 24"),
    claim("up to 168 with `open_hours`", gatewayTools, "OPEN_MAX_H = 168"),
    claim("250 of one client", "src/live/Ask.ts", "ASKS_OF_CLIENT_MAX = 250"),
    claim("1,000 in all", "src/live/Ask.ts", "ASKS_MAX = 1000"),
    claim("seven days after they expire", "src/live/Ask.ts", "KEPT_MS = 7 * 24"),
    claim("within 20 seconds", "test/live/connection/Ownership.test.ts", "assert.isAtMost(seconds, 18)"),
    claim("at most 5 minutes from now", interactions, 'Duration.toMillis("5 minutes")'),
    claim("answers 401 without a body", "test/mcp/http/interactionsEndpoint.test.ts", "with an empty 401"),
    claim("at most 64 kB", interactions, "INTERACTION_MAX_BYTES = 64 * 1024"),
    claim("600 requests in a minute", interactions, "INTERACTIONS_PER_MINUTE = 600"),
    claim("More get 429", "test/mcp/http/interactionsEndpoint.test.ts", "refuses more than 600 requests"),
    claim("answers 503", "test/mcp/http/interactionsEndpoint.test.ts", "answers 503 to Discord"),
    claim("one update in 1 second", "src/mcp/watchedEvents.ts", "APART = Duration.seconds(1)"),
    claim("at most 100 subscriptions", "src/mcp/watchedEvents.ts", "SUBSCRIPTIONS_MAX = 100"),
    claim("a client at most 200", "src/tools/ClientCalls.ts", "WAITS: BudgetLimits = { total: 800, share: 200"),
    claim("at most 300 characters", "src/live/eventLine.ts", "LINE_MAX = 300"),
    claim("looked up within 1 second", "src/live/waiting.ts", "LOOKUP_TIME = Duration.seconds(1)"),
    claim("at most 32 characters long", "src/live/eventLine.ts", "NAME_MAX = 32"),
    claim("| 0 | An event matched |", "test/process/wait.test.ts", "exits 0 with one line"),
    claim("| 3 | No event matched in time.", exit, "timedOut: { code: 3"),
    claim("| 4 | No process owns the connection.", exit, "noOwner: { code: 4"),
    claim("at most 1,000 waits at once", "src/live/WaitServer.ts", "QUESTIONS_MAX = 1000"),
    claim(
      "for about 30 seconds",
      "src/cli/wait.ts",
      'Schedule.intersect(Schedule.spaced("500 millis"), Schedule.recurs(60))'
    ),
    claim("has not arrived 5 seconds after", "src/live/connection/GatewayConnection.ts", 'MISSING_WAIT = "5 seconds"'),
    claim("renews the lease every 5 seconds", "src/live/connection/Ownership.ts", "BEAT = Duration.seconds(5)"),
    claim("12 seconds after the last renewal", "src/replicas/lease.ts", "givenUp: Duration.seconds(3)"),
    claim(
      "for 15 seconds after Redis has started",
      "src/live/connection/Ownership.ts",
      "SILENCE = Duration.seconds(15)"
    )
  ],
  "docs/teams.md": [
    claim("within 6 seconds", "test/mcp/http/authentication.test.ts", "that was removed is refused within 6 seconds"),
    claim("asks `/healthz` every 30 seconds", "Dockerfile", "--interval=30s"),
    claim("allow 40 seconds", "src/mcp/http/Lifecycle.ts", "DRAIN = Duration.seconds(30)"),
    claim(
      "512 MB for `MCP_HTTP_MAX_SESSIONS`",
      "test/load/httpLoad.test.ts",
      "takes at most 250 kB for an idle session"
    ),
    claim("exit code 6", exit, "altered: { code: 6")
  ],
  "docs/troubleshooting.md": [
    claim("exit code 1", exit, "failed: { code: 1"),
    claim("older than 20.11", "package.json", '"node": ">=20.11"'),
    claim("Install Node 20.11 or later", "package.json", '"node": ">=20.11"'),
    claim("lists 33 tools", "test/lint/claims.test.ts", "counts the errors and the listed tools"),
    claim("`MCP_DEADLINE_MS`, 55 seconds", settings, "55_000")
  ],
  "docs/client.md": [
    claim("50 by default", "src/client/events.ts", "limit = 50"),
    claim("1 to 200", "src/live/tools/tools.ts", "LIMIT_MAX = 200"),
    claim("TypeScript 5.4 and later", "test/package/pack.test.ts", '["typescript-5.4", "@typescript/native"]'),
    claim("before 5.7", "test/package/pack.test.ts", "need TypeScript 5.7"),
    claim("install Effect 4", "test/package/consumer.ts", "is installed beside Effect 3")
  ],
  "docs/clients.md": [claim("mode 0600", "src/cli/init/ConfigFile.ts", "0o600")],
  "docs/doctor.md": [
    claim("warns below 200", "src/cli/doctor/gateway.ts", "FEW_LOGINS = 200"),
    claim("fails below 50", "src/live/connection/identifyRules.ts", "IDENTIFIES_KEPT = 50"),
    claim("more than 5 seconds", "src/cli/doctor/bot.ts", "TOLERANCE = Duration.seconds(5)"),
    claim("each for at most 30 seconds", "src/cli/doctor/report.ts", "CHECK_TIMEOUT = Duration.seconds(30)"),
    claim("From 10,000 users on", "src/cli/doctor/bot.ts", "10,000 users or more"),
    claim("1 is a failure", exit, "failed: { code: 1"),
    claim("exits with 1", exit, "failed: { code: 1")
  ],
  "docs/command-line.md": [
    claim("at most 20 tools", "src/cli/tools.ts", "MATCHES_MAX = 20"),
    claim("exit code is 5", exit, "toolFailed: { code: 5"),
    claim("longer than 500 ms", "src/cli/call/StatusLine.ts", "INITIAL_DELAY_MS = 500"),
    claim("any value but 0", "test/process/commands.test.ts", '{ FORCE_COLOR: "0" }'),
    claim("at most 80 columns in a pipe", "test/process/help.test.ts", "assert.isAtMost(widthOf(line), 80, line)"),
    claim("at most 100 on a terminal", "src/cli/run.ts", "HELP_COLUMNS_MAX = 100")
  ],
  "docs/testing.md": [
    claim("install Effect 4", "test/package/consumer.ts", "is installed beside Effect 3"),
    claim("after 55 seconds", settings, "55_000"),
    claim("longer than the five seconds", "test/package/consumer.ts", "the default of five seconds"),
    claim("Vitest ends a test after 5 seconds", "test/package/consumer.ts", "the default of five seconds"),
    claim("has 55 tasks", "test/tasks/tasks.test.ts", "tasks.length} tasks with the core surface"),
    claim("need at most 97 calls for the 55 tasks", "test/tasks/tasks.test.ts", "CALLS_MAX = 97"),
    claim("each task; default 300", "test/tasks/cli.ts", 'default: "300"'),
    claim("exit code is 1", "test/process/tasks.test.ts", "assert.strictEqual(code, 1)")
  ],
  "docs/http.md": [
    claim("100, and 16 MB", "src/discord/WrittenFiles.ts", "CLIENT_WRITTEN_BYTES = 16 * 1024 * 1024"),
    claim("400, and 64 MB", "src/discord/WrittenFiles.ts", "WRITTEN_BYTES = 64 * 1024 * 1024"),
    claim("A wait ends within 5 seconds", "src/live/Gateway.ts", "LOOK_AGAIN = Duration.seconds(5)"),
    claim(
      "the last 1,000 tokens",
      "test/mcp/http/clientsFile.test.ts",
      "remembers the last 1,000 tokens that have ended"
    ),
    claim(
      "`for_each` are calls | 250 | 1000 |",
      "src/tools/ClientCalls.ts",
      "CALLS: BudgetLimits = { total: 1000, share: 250"
    ),
    claim(
      "| 6000 | four times as many without authentication |",
      "src/tools/ClientCalls.ts",
      "CALLS_PER_MINUTE = 6000\nconst UNAUTHENTICATED = 4"
    ),
    claim("| 10,000 | 40,000 |", "src/tools/ClientCalls.ts", "total: 40_000, share: 10_000"),
    claim(
      "wait for events or people | 200 | 800 |",
      "src/tools/ClientCalls.ts",
      "WAITS: BudgetLimits = { total: 800, share: 200"
    ),
    claim("| 20 million | 40 million |", "src/tools/ClientCalls.ts", "total: 40_000_000, share: 20_000_000"),
    claim("within 6 seconds", "test/mcp/http/authentication.test.ts", "that was removed is refused within 6 seconds"),
    claim("larger than 4 MB", "src/mcp/http/readBody.ts", "BODY_MAX_BYTES = 4 * 1024 * 1024"),
    claim("less than 5 kB in 5", "src/mcp/http/readBody.ts", "MIN_BYTES = 5 * 1024"),
    claim(
      "at 2 MB a second, after the first 8 MB",
      "src/mcp/http/readBody.ts",
      "MAX_BYTES_PER_SECOND = 2 * 1024 * 1024"
    ),
    claim("first 16 kB of each body", "src/mcp/http/readBody.ts", "SMALL_BODY_BYTES = 16 * 1024"),
    claim("whose calls run | 64 MB", "test/mcp/http/shares.test.ts", "of the bodies whose calls run"),
    claim("responses | 64 MB", "src/mcp/http/sendResponse.ts", "ALL_UNREAD_MAX_BYTES = 64 * 1024 * 1024"),
    claim("four for each session", "src/mcp/http/listen.ts", "CONNECTIONS_PER_SESSION = 4"),
    claim("for each session, for five minutes", "src/mcp/http/SessionEvents.ts", "EVENT_LIFE_MS = 5 * 60_000"),
    claim("more than four requests", "src/mcp/http/Connections.ts", "PIPELINED_MAX = 4"),
    claim("always 64 kB", "src/mcp/http/sendResponse.ts", "UNREAD_FLOOR_BYTES = 64 * 1024"),
    claim("to resume streams | 64 MB", "test/mcp/http/shares.test.ts", "all keep at most 64 MB"),
    claim("at least 256", "src/mcp/http/listen.ts", "CONNECTIONS_MIN = 256"),
    claim("up to 256 characters each", "src/mcp/sdkTransport.ts", "KEPT_TEXT_MAX = 256"),
    claim(
      "has 30 seconds and one more for each 16 kB",
      "src/mcp/http/sendResponse.ts",
      "PACE_BYTES_PER_SECOND = 16 * 1024"
    ),
    claim("At most 128 others", "src/mcp/http/Connections.ts", "UNAUTHENTICATED_MAX = 128"),
    claim("has 2 seconds for its first", "src/mcp/http/Connections.ts", "NEW_MS = 2000"),
    claim("At most 2048 are new", "src/mcp/http/Connections.ts", "NEW_MAX = 2048"),
    claim("unused for 2 seconds", "src/mcp/http/Connections.ts", "IDLE_MIN_MS = 2000"),
    claim("closed 5 seconds after", "src/mcp/http/Connections.ts", "UNAUTHENTICATED_IDLE_MS = 5000"),
    claim("at most once in 10 seconds", "test/mcp/http/shares.test.ts", "logged at most once in 10 seconds"),
    claim("up to 1 MB of messages", "src/mcp/http/SessionEvents.ts", "EVENTS_MAX_BYTES = 1024 * 1024"),
    claim("more than 4 MB behind", "test/mcp/http/slowReader.test.ts", "is disconnected when it is 4 MB behind"),
    claim("nothing for 30 seconds", "test/mcp/http/slowReader.test.ts", "when it reads nothing for 30 seconds"),
    claim("have 30 seconds to finish", "src/mcp/http/Lifecycle.ts", "DRAIN = Duration.seconds(30)"),
    claim("the process ends with 0", "test/package/dockerfile.test.ts", "assert.strictEqual(yield* ended, 0)"),
    claim("40 seconds before it is killed", "src/mcp/http/Lifecycle.ts", "DRAIN = Duration.seconds(30)"),
    claim("has 1 to 200 visible ASCII characters", "src/mcp/http/access/accessTokens.ts", "SUBJECT_MAX = 200"),
    claim("end 5 seconds after its", "src/mcp/http/access/accessTokens.ts", "CLOCK_TOLERANCE = 5"),
    claim("may differ by 5 seconds", "src/mcp/http/access/accessTokens.ts", "CLOCK_TOLERANCE = 5"),
    claim("at most 366 days ahead", "src/mcp/http/access/accessTokens.ts", "EXPIRES_MAX = 366 * 24 * 60 * 60"),
    claim(
      "after 10 minutes, and for",
      "src/mcp/http/access/SigningKeys.ts",
      'REFRESH_AFTER_MS = Duration.toMillis("10 minutes")'
    ),
    claim("at most once in 30 seconds", "test/mcp/http/signingKeys.test.ts", "costs one fetch in 30 seconds"),
    claim(
      "A fetch ends after 10 seconds",
      "test/mcp/http/signingKeys.test.ts",
      "the first fetch is one for all, and ends after 10 seconds"
    ),
    claim(
      "used for 24 hours after their fetch",
      "src/mcp/http/access/SigningKeys.ts",
      'KEYS_LIFE_MS = Duration.toMillis("24 hours")'
    ),
    claim("at most 256 kB and 100 keys", "test/mcp/http/signingKeys.test.ts", "of more than 256 kB")
  ],
  "docs/safety.md": [
    claim("at most five minutes", "src/config/approvalVariables.ts", "WAIT_WITHOUT_PROGRESS_MAX_MS = 300_000"),
    claim("at most 25 MiB and 30 minutes", "src/discord/Recordings.ts", "SECONDS_MAX = 30 * 60"),
    claim("a transcript 50,000 characters", "src/discord/transcription.ts", "TRANSCRIPT_MAX = 50_000"),
    claim("and 60 seconds", "src/discord/Recordings.ts", 'TIME = "60 seconds"'),
    claim("The last 100 transcripts", "src/discord/Recordings.ts", "TRANSCRIPTS_MAX = 100"),
    claim("about again for ten minutes", "src/safety/Declines.ts", "DECLINE_LIFE = Duration.minutes(10)"),
    claim(
      "ends ten minutes after the question",
      "src/safety/ConfirmationTokens.ts",
      "TOKEN_LIFE = Duration.minutes(10)"
    ),
    claim("at most ten of them", "src/live/approvals/approvalPost.ts", "MENTIONS_MAX = 10"),
    claim("fit into 2000 characters", "src/live/approvals/approvalPost.ts", "MESSAGE_MAX_CHARS = 2000"),
    claim("at most ten open approvals", "src/live/approvals/discordApproval.ts", "OPEN_APPROVALS_MAX = 10"),
    claim("replaced by `[fake delimiter]`", "src/text/delimiters.ts", 'FAKE_DELIMITER = "[fake delimiter]"'),
    claim(
      "With `MCP_DRY_RUN=false`, `call` on a terminal shows it",
      "test/docs/previewPicture.ts",
      'MCP_DRY_RUN: "false"'
    ),
    claim(
      "at most 1,000 for one client, and 20,000 in all",
      "src/safety/ConfirmationTokens.ts",
      "ALL_TOKENS_MAX = 20 * TOKENS_MAX"
    ),
    claim("at most 1,000 for one client", "src/safety/ConfirmationTokens.ts", "TOKENS_MAX = 1000"),
    claim("Above 1,000 the client's oldest", "src/safety/ConfirmationTokens.ts", "TOKENS_MAX = 1000"),
    claim("above 20,000 the oldest", "src/safety/ConfirmationTokens.ts", "ALL_TOKENS_MAX = 20 * TOKENS_MAX"),
    claim("at most 1,000 declined calls of one client", "src/safety/Declines.ts", "DECLINES_MAX = 1000"),
    claim("50,000 of all clients", "src/safety/Declines.ts", "ALL_DECLINES_MAX = 50 * DECLINES_MAX"),
    claim("A client can always have 50", "src/safety/Declines.ts", "DECLINES_FLOOR = 50"),
    claim("valid for ten minutes", "src/safety/ConfirmationTokens.ts", "TOKEN_LIFE = Duration.minutes(10)"),
    claim("has five minutes", "src/safety/Approver.ts", "CONFIRMATION_TIMEOUT = Duration.minutes(5)"),
    claim("every ten seconds", "src/tools/dsl/Progress.ts", "INTERVAL = Duration.seconds(10)"),
    claim("remembered** for ten minutes", "src/safety/Declines.ts", "DECLINE_LIFE = Duration.minutes(10)"),
    claim("at most twelve (a plan: forty)", "src/safety/preview/Preview.ts", "PLAN_READS_MAX = 40"),
    claim("four at a time", "src/safety/preview/lookups.ts", "CONCURRENCY = 4"),
    claim("in three seconds", "src/safety/preview/Preview.ts", "TIME_MS = 3000"),
    claim("144 random bits", "src/text/secureToken.ts", "randomBytes(18)"),
    claim("more than 6000 characters", "src/errors/preview/renderPreview.ts", "PREVIEW_MAX_CHARS = 6000"),
    claim("first 20 other changes", "src/safety/preview/Preview.ts", "WRITES_MAX = 20"),
    claim("| a message on stdio | 4 MB", "src/mcp/frames.ts", "MAX_FRAME_BYTES = 4 * 1024 * 1024"),
    claim("25 MiB before encoding", "src/mcp/frames.ts", "25 * 1024 * 1024"),
    claim("refused with -32600", "src/mcp/stdio/StdioTransport.ts", "code: INVALID_REQUEST, message: ID_IN_USE"),
    claim("another request -32600", "src/mcp/frames.ts", "INVALID_REQUEST = -32600"),
    claim("| 64 levels |", "src/tools/dsl/inputLimits.ts", "MAX_NESTING = 64"),
    claim("| 10,000 |", "src/tools/dsl/inputLimits.ts", "MAX_VALUES = 10_000"),
    claim("| problems named | 25 |", "src/errors/validationIssues.ts", "MAX_ISSUES = 25"),
    claim("more than 1,000 values", "src/tools/dsl/inputIssues.ts", "VALUES_MAX = 1000"),
    claim("| 100 characters |", "src/text/words.ts", "NAME_MAX = 100"),
    claim("names of up to 80 characters", "src/text/nearestName.ts", "COMPARED_MAX = 80"),
    claim("request | 1,000 characters;", "src/mcp/frames.ts", "ID_MAX = 1000"),
    claim("an integer up to 9,007,199,254,740,991 | -32600 |", "src/mcp/frames.ts", "Number.isSafeInteger(id)"),
    claim("1,000 lines or 16 MB", "src/mcp/stdio/StdioTransport.ts", "STUCK_BYTES = 16 * 1024 * 1024"),
    claim("at 4 MB to the server", "test/bench/bounds.ts", "BLOCKED_MAX_MS = 50"),
    claim("at most 50 ms, and the heap stays under 300 MB", "test/bench/bounds.ts", "HEAP_MAX_MB = 300")
  ],
  "docs/audit.md": [
    claim("texts cut at 200 characters", "src/audit/AuditLog.ts", "TEXT_MAX = 200"),
    claim("16,000 characters in all", "src/audit/AuditLog.ts", "TOTAL_MAX = 16_000"),
    claim("the 16 newest other logs", "src/audit/LogFiles.ts", "NAMED_MAX = 16"),
    claim("(0600)", "src/audit/AuditFile.ts", "0o600"),
    claim("(0700)", "src/audit/AuditFile.ts", "0o700"),
    claim("at most 200 ms after it is written", settings, "background is within 200 ms"),
    claim("the last 200 ms", settings, "background is within 200 ms"),
    claim("A file of 10 MB", "src/audit/AuditFile.ts", "MAX_BYTES = 10 * 1024 * 1024"),
    claim("at most 2 seconds later", "src/telemetry/LogOutput.ts", 'RECORD_TIMEOUT = "2 seconds"'),
    claim("a line of more than 16 MB", "src/audit/checkLogs.ts", "LINE_MAX = 16 * 1024 * 1024")
  ],
  "docs/resilience.md": [
    claim("below the 60 s after which MCP clients time out", settings, "55_000"),
    claim("Only 5xx, network failures", "test/discord/circuit.test.ts", "as a failure"),
    claim(
      "never retries a 4xx (except 429, 408 and 425)",
      "src/errors/statusMeaning.ts",
      '425: failing("DiscordTimeoutError")'
    ),
    claim("10,000 requests with 401, 403 or 429", "src/discord/rate-limit/InvalidRequests.ts", "LIMIT = 10_000"),
    claim("(except shared limits) in ten minutes", "src/discord/rate-limit/InvalidRequests.ts", "WINDOW_MS = 600_000"),
    claim("last response within ten minutes", "src/discord/rate-limit/InvalidRequests.ts", "WINDOW_MS = 600_000"),
    claim("at most 9,500", "src/discord/rate-limit/InvalidRequests.ts", "BUDGET = LIMIT * 0.95"),
    claim("left of the 9,500", "src/discord/rate-limit/InvalidRequests.ts", "BUDGET = LIMIT * 0.95"),
    claim("the share is 9,500", "src/discord/rate-limit/InvalidRequests.ts", "BUDGET = LIMIT * 0.95"),
    claim("can use 4,750", "test/discord/invalidRequests.test.ts", "ALL = 4750"),
    claim("512 targets", "src/discord/rate-limit/InvalidRequests.ts", "MAX_TARGETS = 512"),
    claim("1,024 clients", "src/discord/rate-limit/InvalidRequests.ts", "MAX_CLIENTS = 1024"),
    claim("At 100 % nothing", "src/discord/rate-limit/InvalidRequests.ts", "used >= 1"),
    claim("From 50 % of its share on", "src/discord/rate-limit/InvalidRequests.ts", "REPEATED_FROM = 0.5"),
    claim("From 80 % on", "src/discord/rate-limit/InvalidRequests.ts", "ACCEPTED_ONLY_FROM = 0.8"),
    claim("for 60 s", "src/discord/rate-limit/InvalidRequests.ts", "REPEATED_MS = 60_000"),
    claim("at most 1.5 times as fast", "src/discord/rate-limit/CallQueue.ts", "PACE = 1.5"),
    claim("at most 64 MB", "test/discord/filesInFlight.test.ts", "stay within 64 MB"),
    claim("those of a client 32 MB", "src/discord/FileMemory.ts", "CLIENT_BYTES = 32 * 1024 * 1024"),
    claim("always load 1 MB", "src/discord/FileMemory.ts", "SMALL_FILE_BYTES = 1024 * 1024"),
    claim("stands still for 5 s", "src/discord/download.ts", "PACE_FROM_MS = 5000"),
    claim("less than 16 KB a second", "src/discord/download.ts", "MIN_BYTES_PER_SECOND = 16 * 1024"),
    claim("10008 for a message", "src/discord/unknownCodes.ts", "Codes.UnknownMessage"),
    claim("(60 s in the official client)", settings, "55_000"),
    claim("429 of each scope, 5xx", "test/property/chain.test.ts", "numRuns: runs(250)"),
    claim("`MCP_RETRY_MAX_ATTEMPTS=1`", settings, "retryMaxAttempts")
  ],
  "docs/operations.md": [
    claim("asks `/healthz` every 30 seconds", "Dockerfile", "--interval=30s"),
    claim("`mcp.invalid_requests` > 5000", "src/discord/rate-limit/InvalidRequests.ts", "LIMIT = 10_000"),
    claim("10,000 responses with 401, 403 or 429", "src/discord/rate-limit/InvalidRequests.ts", "LIMIT = 10_000"),
    claim("at most 9,500", "src/discord/rate-limit/InvalidRequests.ts", "BUDGET = LIMIT * 0.95"),
    claim("a heap of 256 MB", "test/load/httpWorstClient.test.ts", "--max-old-space-size=256"),
    claim("keeps 1,000 sessions", "test/load/httpWorstClient.test.ts", "WORST_SESSIONS ?? 1000"),
    claim("less than 250 kB", "test/load/httpLoad.test.ts", "takes at most 250 kB for an idle session"),
    claim("is 1000, so plan 512 MB", "test/load/httpLoad.test.ts", "takes at most 250 kB for an idle session"),
    claim("Exit code 5", exit, "toolFailed: { code: 5"),
    claim("exit code 6", exit, "altered: { code: 6"),
    claim("up to 1 MB of lines waits", "src/telemetry/LogOutput.ts", "WAITING_MAX = 1024 * 1024"),
    claim("exits with 0, with 1 for warnings, and with 2", exit, "warning: { code: 1")
  ],
  "docs/pipeline.md": [
    claim("for ten minutes", "src/safety/ConfirmationTokens.ts", "TOKEN_LIFE = Duration.minutes(10)"),
    claim("10,000 values", "src/tools/dsl/inputLimits.ts", "MAX_VALUES = 10_000"),
    claim("at most 64 deep", "src/tools/dsl/inputLimits.ts", "MAX_NESTING = 64"),
    claim("false, 0, null or empty", "test/pipeline/pipeline.test.ts", "when it is false, 0, null or empty"),
    claim("its index, from 0", "test/pipeline/template.test.ts", '["{{index}}", 2]'),
    claim("before step 1", "test/pipeline/checkPlan.test.ts", "wrong_risk"),
    claim("| `steps` | 1 to 50 |", "src/pipeline/Plan.ts", "STEPS_MAX = 50"),
    claim("| `max_concurrency` | 1 to 50 |", "src/pipeline/Plan.ts", "CONCURRENCY_MAX = STEPS_MAX"),
    claim("8 by default in a parallel plan, 1 in a serial one", "src/pipeline/Plan.ts", "DEFAULT_CONCURRENCY = 8"),
    claim("100 at most", "src/pipeline/Plan.ts", "ITEMS_MAX = 100"),
    claim("up to 200 characters", "src/pipeline/Outcome.ts", "ITEM_CHARS = 200"),
    claim("not 1 to 50 steps", "src/pipeline/Plan.ts", "STEPS_MAX = 50"),
    claim("50 steps, 100 items per step, 50 concurrent calls", "src/pipeline/Plan.ts", "ITEMS_MAX = 100"),
    claim("more than 1000 references", "src/pipeline/template.ts", "REFERENCES_MAX = 1000"),
    claim("at most 1000 references", "src/pipeline/template.ts", "REFERENCES_MAX = 1000"),
    claim(
      "may have 100,000 characters, those of one call 1,000,000",
      "src/pipeline/fill.ts",
      "value: 100_000, all: 1_000_000"
    ),
    claim("at most ten in a second", "src/mcp/toolCall.ts", "PROGRESS_PER_SECOND = 9"),
    claim("Beyond 20 million characters", "src/tools/ClientCalls.ts", "total: 40_000_000, share: 20_000_000")
  ]
}
