import { Args, Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import type { Risk } from "../safety/Permit.ts"
import type { Conditions } from "../sandbox/Conditions.ts"
import type { ConfigScope } from "./init/McpClient.ts"

/** Loads the code of a command when it runs. */
const load = <M>(module: () => Promise<M>) => Effect.promise(module)

const sandboxFlag = Options.boolean("sandbox").pipe(
  Options.withDescription("Use the embedded sandbox instead of Discord. Needs no bot and no token.")
)

/** Makes an option for a whole number from 0 to `max`. */
const wholeNumber = (name: string, max: number) =>
  Options.text(name).pipe(
    Options.filterMap(
      (text) => Option.liftPredicate(Number(text), (value) => /^\d{1,9}$/.test(text.trim()) && value <= max),
      `--${name}: expected a whole number from 0 to ${max}`
    ),
    Options.withDefault(0)
  )

/** The highest TCP port. */
const PORT_MAX = 65_535

const milliseconds = (name: string) => wholeNumber(name, 60_000)

const serve = Command.make("serve", { sandbox: sandboxFlag }, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(Command.withDescription("Serve MCP on stdin and stdout (the default)."))

// The demo always uses the sandbox, so the flag has no effect.
const demo = Command.make("demo", { sandbox: sandboxFlag }, () =>
  Effect.flatMap(
    load(() => import("./demo.ts")),
    ({ demo }) => demo
  )
).pipe(Command.withDescription("Show the real server at work with the sandbox."))

const call = Command.make(
  "call",
  {
    json: Options.boolean("json").pipe(Options.withDescription("Print JSON, also on a terminal.")),
    sandbox: sandboxFlag,
    tool: Args.text({ name: "tool" }),
    rest: Args.repeated(Args.text({ name: "arguments" }))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./call.ts")),
      ({ call }) => call(options)
    )
).pipe(Command.withDescription("Call one tool: call TOOL [JSON] [--field value …]. Exits with 5 if the tool fails."))

const tools = Command.make(
  "tools",
  {
    name: Args.optional(Args.text({ name: "NAME" })),
    category: Options.optional(Options.text("category").pipe(Options.withDescription("Show only this category."))),
    risk: Options.optional(
      Options.choice("risk", ["read", "write", "destructive"] satisfies ReadonlyArray<Risk>).pipe(
        Options.withDescription("Show only this risk.")
      )
    ),
    json: Options.boolean("json").pipe(Options.withDescription("Print JSON, with schemas."))
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
    port: wholeNumber("port", PORT_MAX).pipe(
      Options.withDescription(`The port, from 0 to ${PORT_MAX}; 0 picks a free one.`)
    ),
    latency: milliseconds("latency").pipe(Options.withDescription("Latency of each response in milliseconds.")),
    jitter: milliseconds("jitter").pipe(
      Options.withDescription("Maximum extra delay in milliseconds, before and after a request is counted.")
    ),
    stamp: Options.choice("stamp", ["arrival", "departure"] satisfies ReadonlyArray<Conditions["stamp"]>).pipe(
      Options.withDefault("arrival"),
      Options.withDescription("Whether rate-limit headers are computed at arrival or departure.")
    ),
    algorithm: Options.choice("algorithm", [
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
    sandbox: sandboxFlag,
    offline: Options.boolean("offline").pipe(Options.withDescription("Send no request to Discord.")),
    json: Options.boolean("json").pipe(Options.withDescription("Print JSON."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./doctor.ts")),
      ({ doctor }) => doctor(options)
    )
).pipe(
  Command.withDescription(
    "Check settings, token, intents, guilds and permissions. Exits with 0 if all is well, 1 with warnings only, 2 if a check fails."
  )
)

const init = Command.make(
  "init",
  {
    client: Args.optional(Args.text({ name: "CLIENT" })),
    scope: Options.optional(
      Options.choice("scope", ["user", "project"] satisfies ReadonlyArray<ConfigScope>).pipe(
        Options.withDescription("Configure the client for your user, or for this project.")
      )
    ),
    surface: Options.optional(
      Options.choice("surface", ["core", "full", "search"]).pipe(
        Options.withDescription("Which tools are clientStatuses.")
      )
    ),
    guild: Options.optional(
      Options.text("guild").pipe(Options.withDescription("The only guild that calls may use, and the default guild."))
    ),
    sandbox: Options.boolean("sandbox").pipe(
      Options.withDescription("Add an entry that serves the embedded sandbox, without a token.")
    ),
    yes: Options.boolean("yes").pipe(Options.withAlias("y"), Options.withDescription("Write without asking.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Show the changes, but write nothing.")),
    json: Options.boolean("json").pipe(Options.withDescription("Print only the entry, and write nothing."))
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
    file: Args.optional(Args.text({ name: "FILE" })),
    json: Options.boolean("json").pipe(Options.withDescription("Print JSON."))
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

/** The command line. */
export const command = Command.make("effect-discord-mcp", { sandbox: sandboxFlag }, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(
  Command.withDescription("A Discord MCP server with typed errors."),
  Command.withSubcommands([serve, demo, call, tools, sandbox, doctor, init, audit])
)
