import { Args, Command, Options } from "@effect/cli"
import { Effect, Option } from "effect"
import type { Risk } from "../safety/Permit.ts"
import type { Conditions } from "../sandbox/Conditions.ts"
import type { Scope } from "./init/Client.ts"

/** Loads a command's code when it is run, and only then. */
const load = <M>(module: () => Promise<M>) => Effect.promise(module)

const sandboxFlag = Options.boolean("sandbox").pipe(
  Options.withDescription("Run against an embedded, made-up Discord: no bot and no token needed.")
)

/** An option that takes a whole number from 0 to `max`. */
const wholeNumber = (name: string, max: number) =>
  Options.text(name).pipe(
    Options.filterMap(
      (text) => Option.liftPredicate(Number(text), (value) => /^\d{1,9}$/.test(text.trim()) && value <= max),
      `--${name}: expected a whole number from 0 to ${max}`
    ),
    Options.withDefault(0)
  )

/** The largest number of a TCP port. */
const PORT_MAX = 65_535

const milliseconds = (name: string) => wholeNumber(name, 60_000)

const serve = Command.make("serve", { sandbox: sandboxFlag }, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(Command.withDescription("Serve MCP on stdin and stdout (the default)."))

// The demo always runs against the sandbox: the flag changes nothing.
const demo = Command.make("demo", { sandbox: sandboxFlag }, () =>
  Effect.flatMap(
    load(() => import("./demo.ts")),
    ({ demo }) => demo
  )
).pipe(Command.withDescription("Watch the real server at work against the sandbox."))

const call = Command.make(
  "call",
  {
    json: Options.boolean("json").pipe(Options.withDescription("The answer as JSON on a terminal, too.")),
    sandbox: sandboxFlag,
    tool: Args.text({ name: "tool" }),
    rest: Args.repeated(Args.text({ name: "arguments" }))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./call.ts")),
      ({ call }) => call(options)
    )
).pipe(Command.withDescription("Call one tool: call TOOL [JSON] [--field value …]. Exit code 5 when it fails."))

const tools = Command.make(
  "tools",
  {
    name: Args.optional(Args.text({ name: "NAME" })),
    category: Options.optional(Options.text("category").pipe(Options.withDescription("Only this category."))),
    risk: Options.optional(
      Options.choice("risk", ["read", "write", "destructive"] satisfies ReadonlyArray<Risk>).pipe(
        Options.withDescription("Only this risk.")
      )
    ),
    json: Options.boolean("json").pipe(Options.withDescription("As JSON, with schemas."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./tools.ts")),
      ({ tools }) => tools(options)
    )
).pipe(Command.withDescription("List the tools, or show one of them: tools NAME."))

const sandbox = Command.make(
  "sandbox",
  {
    port: wholeNumber("port", PORT_MAX).pipe(
      Options.withDescription(`The port, from 0 to ${PORT_MAX}; 0 takes a free one.`)
    ),
    latency: milliseconds("latency").pipe(Options.withDescription("Milliseconds from a request to its response.")),
    jitter: milliseconds("jitter").pipe(
      Options.withDescription("Up to so many milliseconds more before and after a request is counted.")
    ),
    stamp: Options.choice("stamp", ["arrival", "departure"] satisfies ReadonlyArray<Conditions["stamp"]>).pipe(
      Options.withDefault("arrival"),
      Options.withDescription("When rate-limit headers are made.")
    ),
    algorithm: Options.choice("algorithm", [
      "window",
      "aligned_window",
      "sliding_window",
      "refill",
      "refill_unit"
    ] satisfies ReadonlyArray<Conditions["algorithm"]>).pipe(
      Options.withDefault("window"),
      Options.withDescription("How rate limits count and refill.")
    )
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./sandbox.ts")),
      ({ sandbox }) => sandbox(options)
    )
).pipe(Command.withDescription("Run the embedded Discord alone."))

const doctor = Command.make(
  "doctor",
  {
    sandbox: sandboxFlag,
    offline: Options.boolean("offline").pipe(Options.withDescription("Ask nothing of Discord.")),
    json: Options.boolean("json").pipe(Options.withDescription("As JSON."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./doctor.ts")),
      ({ doctor }) => doctor(options)
    )
).pipe(
  Command.withDescription(
    "Check settings, token, intents, guilds and permissions: exit code 0 when all is well, 1 with warnings alone, 2 when a check fails."
  )
)

const init = Command.make(
  "init",
  {
    client: Args.optional(Args.text({ name: "CLIENT" })),
    scope: Options.optional(
      Options.choice("scope", ["user", "project"] satisfies ReadonlyArray<Scope>).pipe(
        Options.withDescription("For one user everywhere, or for this project.")
      )
    ),
    surface: Options.optional(
      Options.choice("surface", ["core", "full", "search"]).pipe(Options.withDescription("Which tools are listed."))
    ),
    guild: Options.optional(
      Options.text("guild").pipe(Options.withDescription("The one guild that calls begin and stay in."))
    ),
    sandbox: Options.boolean("sandbox").pipe(
      Options.withDescription("An entry that serves the sandbox: an embedded, made-up Discord, without a token.")
    ),
    yes: Options.boolean("yes").pipe(Options.withAlias("y"), Options.withDescription("Write without asking.")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Show what would change, and write nothing.")),
    json: Options.boolean("json").pipe(Options.withDescription("Print the entry alone, and write nothing."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./init.ts")),
      ({ init }) => init(options)
    )
).pipe(Command.withDescription("Add this server to a client's settings; without one, list the clients."))

const auditVerify = Command.make(
  "verify",
  {
    file: Args.optional(Args.text({ name: "FILE" })),
    json: Options.boolean("json").pipe(Options.withDescription("As JSON."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./audit.ts")),
      ({ verify }) => verify(options)
    )
).pipe(Command.withDescription("Check the audit log: exit code 6 when it is not as it was written."))

const audit = Command.make("audit").pipe(
  Command.withDescription("Look after the audit log."),
  Command.withSubcommands([auditVerify])
)

/** The command line. */
export const command = Command.make("effect-discord-mcp", { sandbox: sandboxFlag }, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(
  Command.withDescription("A Discord MCP server whose failures are typed from the socket to the model."),
  Command.withSubcommands([serve, demo, call, tools, sandbox, doctor, init, audit])
)
