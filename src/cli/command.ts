import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { REMOTE_TOKEN } from "../config/remoteToken.ts"
import type { Risk } from "../safety/Permit.ts"
import type { Conditions } from "../sandbox/BucketCounter.ts"
import { asksForHelp, CLIENT, HTTP, optionName, SANDBOX } from "./argv.ts"
import { blueprint } from "./blueprintCommand.ts"
import type { ConfigScope, TokenForm } from "./init/McpClient.ts"
import { jsonFlag, oneOf, repeated, sandboxFlag, sandboxFlags, wholeNumber } from "./options.ts"

/** Loads the code of a command when the command runs. */
const load = <M>(module: () => Promise<M>) => Effect.promise(module)

/** The highest TCP port. */
const PORT_MAX = 65_535

const milliseconds = (name: string) => wholeNumber(name, 60_000)

const serve = Command.make(
  "serve",
  {
    ...sandboxFlags,
    http: Options.boolean(optionName(HTTP)).pipe(
      Options.withDescription("Serve many clients over HTTP instead, configured by MCP_HTTP_… settings.")
    )
  },
  ({ http, ...choice }) =>
    http
      ? Effect.flatMap(
          load(() => import("./serveHttp.ts")),
          ({ serveHttp }) => serveHttp(choice)
        )
      : Effect.flatMap(
          load(() => import("./serve.ts")),
          ({ serve }) => serve(choice)
        )
).pipe(Command.withDescription("Serve MCP on stdin and stdout (the default)."))

// The demo always uses the sandbox, so the flag has no effect.
const demo = Command.make("demo", { sandbox: sandboxFlag }, () =>
  Effect.flatMap(
    load(() => import("./demo.ts")),
    ({ demo }) => demo
  )
).pipe(Command.withDescription("Run a demo of the real server with the sandbox."))

const call = Command.make(
  "call",
  {
    json: jsonFlag("Print JSON, also on a terminal."),
    ...sandboxFlags,
    tool: Args.text({ name: "tool" }),
    rest: Args.repeated(Args.text({ name: "arguments" }))
  },
  (options) =>
    Effect.gen(function* () {
      if (asksForHelp(options.rest)) {
        const { callHelp } = yield* load(() => import("./tools.ts"))
        return yield* callHelp(options.tool)
      }
      const { call } = yield* load(() => import("./call.ts"))
      return yield* call(options)
    })
).pipe(
  Command.withDescription(
    "Call one tool: call TOOL [JSON] [--field value …]. call TOOL --help shows its fields. Exits with 5 if the tool fails."
  )
)

const tools = Command.make(
  "tools",
  {
    name: Args.optional(Args.text({ name: "NAME" })),
    category: Options.optional(Options.text("category").pipe(Options.withDescription("Show only this category."))),
    risk: Options.optional(
      oneOf("risk", ["read", "write", "destructive"] satisfies ReadonlyArray<Risk>).pipe(
        Options.withDescription("Show only this risk.")
      )
    ),
    search: Options.optional(
      Options.text("search").pipe(Options.withDescription("Show the tools that fit these words, best first."))
    ),
    json: jsonFlag("Print JSON, with schemas.")
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./tools.ts")),
      ({ tools }) => tools(options)
    )
).pipe(Command.withDescription("List the tools, or show one tool: tools NAME."))

const sandbox = Command.make(
  "sandbox",
  {
    permissions: sandboxFlags.permissions,
    port: wholeNumber("port", PORT_MAX).pipe(
      Options.withDescription(`The port, from 0 to ${PORT_MAX}; 0 picks a free one.`)
    ),
    latency: milliseconds("latency").pipe(Options.withDescription("Latency of each response in milliseconds.")),
    jitter: milliseconds("jitter").pipe(
      Options.withDescription("Maximum extra delay in milliseconds, before and after a request is counted.")
    ),
    stamp: oneOf("stamp", ["arrival", "departure"] satisfies ReadonlyArray<Conditions["stamp"]>).pipe(
      Options.withDefault("arrival"),
      Options.withDescription("Whether rate-limit headers are computed at arrival or departure.")
    ),
    algorithm: oneOf("algorithm", [
      "window",
      "aligned_window",
      "sliding_window",
      "refill",
      "refill_unit"
    ] satisfies ReadonlyArray<Conditions["algorithm"]>).pipe(
      Options.withDefault("window"),
      Options.withDescription("The rate-limit algorithm.")
    )
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./sandbox.ts")),
      ({ sandbox }) => sandbox(options)
    )
).pipe(Command.withDescription("Run only the embedded sandbox."))

const doctor = Command.make(
  "doctor",
  {
    ...sandboxFlags,
    client: Options.optional(
      Options.text(optionName(CLIENT)).pipe(
        Options.withDescription("Check with the entry of this MCP client: start it, and use its settings.")
      )
    ),
    support: Options.boolean("support").pipe(
      Options.withDescription("Print a report to paste into an issue, without secrets, ids, names and paths.")
    ),
    offline: Options.boolean("offline").pipe(Options.withDescription("Send no request to Discord.")),
    json: jsonFlag()
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./doctor.ts")),
      ({ doctor }) => doctor(options)
    )
).pipe(
  Command.withDescription(
    "Check settings, token, intents, guilds and permissions. Exits with 0 if every check is ok, 1 with warnings only, 2 if a check fails."
  )
)

const init = Command.make(
  "init",
  {
    client: Args.optional(Args.text({ name: "CLIENT" })),
    scope: Options.optional(
      oneOf("scope", ["user", "project"] satisfies ReadonlyArray<ConfigScope>).pipe(
        Options.withDescription("Configure the client for your user, or for this project.")
      )
    ),
    surface: Options.optional(
      oneOf("surface", ["core", "full", "search"]).pipe(Options.withDescription("Which tools are listed."))
    ),
    guild: Options.optional(
      Options.text("guild").pipe(Options.withDescription("The only guild that calls may use, and the default guild."))
    ),
    sandbox: Options.boolean(optionName(SANDBOX)).pipe(
      Options.withDescription("Add an entry that serves the embedded sandbox, without a token.")
    ),
    permissions: sandboxFlags.permissions,
    tokenFrom: Options.optional(
      oneOf("token-from", ["env", "prompt", "file"] satisfies ReadonlyArray<TokenForm>).pipe(
        Options.withDescription(
          "How the entry gets the bot's token: from the client's environment, from the client's prompt, or from a file that init writes for your user."
        )
      )
    ),
    url: Options.optional(
      Options.text("url").pipe(
        Options.withDescription("Add an entry for a server over HTTP at this address, such as https://host/mcp.")
      )
    ),
    yes: Options.boolean("yes").pipe(Options.withAlias("y"), Options.withDescription("Write without asking.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Show the changes, but write nothing.")),
    json: jsonFlag("Print only the entry, and write nothing.")
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./init.ts")),
      ({ init }) => init(options)
    )
).pipe(Command.withDescription("Add this server to an MCP client's config. Without CLIENT, list the clients."))

const auditVerify = Command.make(
  "verify",
  {
    files: Args.repeated(Args.text({ name: "FILE" })),
    json: jsonFlag()
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./audit.ts")),
      ({ verify }) => verify(options)
    )
).pipe(Command.withDescription("Check the audit log. Exits with 6 if it was altered."))

const audit = Command.make("audit").pipe(
  Command.withDescription("Work with the audit log."),
  Command.withSubcommands([auditVerify])
)

const clientName = Args.text({ name: "NAME" })

const clientsAdd = Command.make(
  "add",
  {
    name: clientName,
    readOnly: Options.boolean("read-only").pipe(Options.withDescription("Allow only calls that read.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Preview destructive calls only.")),
    guild: repeated("guild", "Allow only this guild. Can be repeated."),
    category: repeated("category", "Allow only tools of this category. Can be repeated."),
    tool: repeated("tool", "Allow only this tool. Can be repeated."),
    excludeTool: repeated("exclude-tool", "Disallow this tool. Can be repeated.")
  },
  ({ name, ...flags }) =>
    Effect.flatMap(
      load(() => import("./clients.ts")),
      ({ add }) => add(name, flags)
    )
).pipe(Command.withDescription("Add a client of serve --http to MCP_HTTP_CLIENTS_FILE, and print its token once."))

const clientsRemove = Command.make("remove", { name: clientName }, ({ name }) =>
  Effect.flatMap(
    load(() => import("./clients.ts")),
    ({ remove }) => remove(name)
  )
).pipe(Command.withDescription("Remove a client. A running server ends its sessions."))

const clientsList = Command.make("list", { json: jsonFlag() }, ({ json }) =>
  Effect.flatMap(
    load(() => import("./clients.ts")),
    ({ list }) => list(json)
  )
).pipe(Command.withDescription("List the clients and their policies."))

const clients = Command.make("clients").pipe(
  Command.withDescription("Manage the clients of serve --http."),
  Command.withSubcommands([clientsAdd, clientsRemove, clientsList])
)

const connect = Command.make("connect", { url: Args.text({ name: "URL" }) }, ({ url }) =>
  Effect.flatMap(
    load(() => import("./connect.ts")),
    ({ connect }) => connect(url)
  )
).pipe(
  Command.withDescription(
    `Serve MCP on stdio from a server over HTTP, for clients that can only start a process. ${REMOTE_TOKEN} is its token.`
  )
)

/** The command line. */
export const command = Command.make("effect-discord-mcp", sandboxFlags, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(
  Command.withDescription("A Discord MCP server with typed errors."),
  Command.withSubcommands([serve, demo, call, tools, sandbox, doctor, init, clients, connect, audit, blueprint])
)
