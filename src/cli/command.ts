import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import type { confirmations } from "../config/approvalVariables.ts"
import { REMOTE_TOKEN } from "../config/httpVariables.ts"
import type { Risk } from "../discord/Permit.ts"
import type { Conditions } from "../sandbox/BucketCounter.ts"
import { asksForHelp, CLIENT, HTTP, optionName, SANDBOX } from "./argv.ts"
import { blueprint } from "./blueprintCommand.ts"
import type { Access } from "./init/access.ts"
import type { ConfigScope, TokenForm } from "./init/McpClient.ts"
import { jsonFlag, oneOf, repeated, sandboxFlag, sandboxFlags, waitFlags, wholeNumber } from "./options.ts"

/** Loads the code of a command when the command runs. */
const load = <M>(module: () => Promise<M>) => Effect.promise(module)

/** The values of `MCP_CONFIRM`. The settings are not loaded for them. */
const CONFIRMATIONS: typeof confirmations = ["flag", "token", "elicit", "discord"]

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
      ? load(() => import("./serveHttp.ts")).pipe(Effect.flatMap(({ serveHttp }) => serveHttp(choice)))
      : load(() => import("./serve.ts")).pipe(Effect.flatMap(({ serve }) => serve(choice)))
).pipe(Command.withDescription("Serve MCP on stdin and stdout (the default)."))

// The demo always uses the sandbox, so the flag has no effect.
const demo = Command.make("demo", { sandbox: sandboxFlag }, () =>
  load(() => import("./demo.ts")).pipe(Effect.flatMap(({ demo }) => demo))
).pipe(Command.withDescription("Run a demo of the real server with the sandbox."))

const call = Command.make(
  "call",
  {
    json: jsonFlag("Print JSON, also on a terminal."),
    ...sandboxFlags,
    tool: Args.text({ name: "TOOL" }).pipe(Args.withDescription("The name of the tool.")),
    rest: Args.text({ name: "FIELDS" }).pipe(
      Args.repeated,
      Args.withDescription("The fields of the tool: --field value …, one JSON object, or both.")
    )
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
    "Call one tool through the same path as an MCP client. call TOOL --help shows the fields of the tool."
  )
)

const tools = Command.make(
  "tools",
  {
    name: Args.text({ name: "TOOL" }).pipe(Args.optional, Args.withDescription("Show only this tool, in full.")),
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
  (options) => load(() => import("./tools.ts")).pipe(Effect.flatMap(({ tools }) => tools(options)))
).pipe(Command.withDescription("List the tools, or show one tool in full."))

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
    ),
    withoutMessageContent: Options.boolean("without-message-content").pipe(
      Options.withDescription("Leave out what people write, as Discord does without the Message Content intent.")
    ),
    requireTwoFactor: Options.boolean("require-two-factor").pipe(
      Options.withDescription("Demand two-factor authentication of moderators, which the bot's owner does not have.")
    )
  },
  (options) => load(() => import("./sandbox.ts")).pipe(Effect.flatMap(({ sandbox }) => sandbox(options)))
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
  (options) => load(() => import("./doctor.ts")).pipe(Effect.flatMap(({ doctor }) => doctor(options)))
).pipe(Command.withDescription("Check settings, token, intents, servers and permissions."))

const init = Command.make(
  "init",
  {
    client: Args.text({ name: "CLIENT" }).pipe(
      Args.optional,
      Args.withDescription(
        "The client to configure. Without it, init asks on a terminal, and elsewhere lists the clients."
      )
    ),
    scope: Options.optional(
      oneOf("scope", ["user", "project"] satisfies ReadonlyArray<ConfigScope>).pipe(
        Options.withDescription("Configure the client for your user, or for this project.")
      )
    ),
    surface: Options.optional(
      oneOf("surface", ["core", "full", "search"]).pipe(Options.withDescription("Which tools are listed."))
    ),
    guild: repeated("guild", "The only server that calls may use, and the default one. Can be repeated."),
    allow: Options.optional(
      oneOf("allow", ["read", "write", "destructive"] satisfies ReadonlyArray<Access>).pipe(
        Options.withDescription(
          "What the assistant may do: only read, also write, or also delete, ban and time out after you agree."
        )
      )
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
    reset: Options.boolean("reset").pipe(
      Options.withDescription("Remove the settings of an entry that init wrote before. Its token stays.")
    ),
    yes: Options.boolean("yes").pipe(Options.withAlias("y"), Options.withDescription("Write without asking.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Show the changes, but write nothing.")),
    json: jsonFlag("Print only the entry, and write nothing.")
  },
  (options) => load(() => import("./init.ts")).pipe(Effect.flatMap(({ init }) => init(options)))
).pipe(Command.withDescription("Add this server to an MCP client's config."))

const auditVerify = Command.make(
  "verify",
  {
    files: Args.text({ name: "FILE" }).pipe(
      Args.repeated,
      Args.withDescription("The audit logs. Without one, MCP_AUDIT_FILE or the audit log of this user.")
    ),
    json: jsonFlag()
  },
  (options) => load(() => import("./audit.ts")).pipe(Effect.flatMap(({ verify }) => verify(options)))
).pipe(Command.withDescription("Check whether the audit log was altered."))

const audit = Command.make("audit").pipe(
  Command.withDescription("Work with the audit log."),
  Command.withSubcommands([auditVerify])
)

const clientName = Args.text({ name: "NAME" }).pipe(Args.withDescription("The name of the client."))

const clientsAdd = Command.make(
  "add",
  {
    name: clientName,
    readOnly: Options.boolean("read-only").pipe(Options.withDescription("Allow only calls that read.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Preview destructive calls only.")),
    guild: repeated("guild", "Allow only this server. Can be repeated."),
    category: repeated("category", "Allow only tools of this category. Can be repeated."),
    tool: repeated("tool", "Allow only this tool. Can be repeated."),
    excludeTool: repeated("exclude-tool", "Disallow this tool. Can be repeated."),
    confirm: Options.optional(
      oneOf("confirm", CONFIRMATIONS).pipe(
        Options.withDescription("How destructive calls are confirmed, if it is stricter than MCP_CONFIRM.")
      )
    ),
    channel: repeated("channel", "Show only live events of this channel. Can be repeated."),
    mentionOnly: Options.boolean("mention-only").pipe(
      Options.withDescription("Show only live events that mention the bot.")
    ),
    noTranscribe: Options.boolean("no-transcribe").pipe(
      Options.withDescription("Send no recording of this client's calls to MCP_TRANSCRIBE_URL.")
    )
  },
  ({ name, ...flags }) => load(() => import("./clients.ts")).pipe(Effect.flatMap(({ add }) => add(name, flags)))
).pipe(Command.withDescription("Add a client of serve --http to MCP_HTTP_CLIENTS_FILE, and print its token once."))

const clientsRotate = Command.make("rotate", { name: clientName }, ({ name }) =>
  Effect.flatMap(
    load(() => import("./clients.ts")),
    ({ rotate }) => rotate(name)
  )
).pipe(
  Command.withDescription("Replace a client's token, and print the new one once. A running server ends the old one.")
)

const clientsRemove = Command.make("remove", { name: clientName }, ({ name }) =>
  load(() => import("./clients.ts")).pipe(Effect.flatMap(({ remove }) => remove(name)))
).pipe(Command.withDescription("Remove a client. A running server ends its sessions."))

const clientsList = Command.make("list", { json: jsonFlag() }, ({ json }) =>
  load(() => import("./clients.ts")).pipe(Effect.flatMap(({ list }) => list(json)))
).pipe(Command.withDescription("List the clients and their policies."))

const clients = Command.make("clients").pipe(
  Command.withDescription("Manage the clients of serve --http."),
  Command.withSubcommands([clientsAdd, clientsRotate, clientsRemove, clientsList])
)

const connect = Command.make(
  "connect",
  {
    url: Args.text({ name: "URL" }).pipe(
      Args.withDescription("The address of the server, such as https://discord.example.com/mcp.")
    )
  },
  ({ url }) => load(() => import("./connect.ts")).pipe(Effect.flatMap(({ connect }) => connect(url)))
).pipe(
  Command.withDescription(
    `Serve MCP on stdin and stdout from a server over HTTP. It is for clients that can only start a process. ${REMOTE_TOKEN} is the client's token.`
  )
)

const wait = Command.make("wait", waitFlags, (options) =>
  load(() => import("./wait.ts")).pipe(Effect.flatMap(({ wait }) => wait(options)))
).pipe(Command.withDescription("Wait for an event, and print who wrote and where, never the text."))

/** Only for its definition: `expandHelpCommand` rewrites `help COMMAND` to `COMMAND --help`. */
const help = Command.make(
  "help",
  {
    words: Args.text({ name: "COMMAND" }).pipe(
      Args.repeated,
      Args.withDescription("The command, such as doctor or clients add.")
    )
  },
  () => Effect.void
).pipe(Command.withDescription("Show the help of a command."))

/** The command line. */
export const command = Command.make("effect-discord-mcp", sandboxFlags, (options) =>
  load(() => import("./serve.ts")).pipe(Effect.flatMap(({ serve }) => serve(options)))
).pipe(
  Command.withDescription(
    "A Discord MCP server with typed errors. Without a command, it serves MCP on stdin and stdout, as serve does."
  ),
  Command.withSubcommands([
    demo,
    init,
    doctor,
    serve,
    connect,
    tools,
    call,
    wait,
    clients,
    audit,
    blueprint,
    sandbox,
    help
  ])
)
