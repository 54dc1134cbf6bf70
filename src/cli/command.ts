import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import type { Risk } from "../safety/Clearance.ts"

/** Loads a command's code when it is run, and only then. */
const load = <M>(module: () => Promise<M>) => Effect.promise(module)

const sandboxFlag = Options.boolean("sandbox").pipe(
  Options.withDescription("Run against an embedded, made-up Discord: no bot and no token needed.")
)

const serve = Command.make("serve", { sandbox: sandboxFlag }, (options) =>
  Effect.flatMap(
    load(() => import("./serve.ts")),
    ({ serve }) => serve(options)
  )
).pipe(Command.withDescription("Serve MCP on stdin and stdout (the default)."))

const demo = Command.make("demo", {}, () =>
  Effect.flatMap(
    load(() => import("./demo.ts")),
    ({ demo }) => demo
  )
).pipe(Command.withDescription("Watch the real server at work against the sandbox."))

const call = Command.make(
  "call",
  { tool: Args.text({ name: "tool" }), rest: Args.repeated(Args.text({ name: "arguments" })) },
  (options) =>
    Effect.flatMap(
      load(() => import("./call.ts")),
      ({ call }) => call(options)
    )
).pipe(Command.withDescription("Call one tool: call TOOL [JSON] [--field value …]. Exit code 5 when it fails."))

const tools = Command.make(
  "tools",
  {
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
).pipe(Command.withDescription("List the tools."))

const sandbox = Command.make(
  "sandbox",
  {
    port: Options.integer("port").pipe(Options.withDefault(0), Options.withDescription("The port; 0 takes a free one."))
  },
  (options) =>
    Effect.flatMap(
      load(() => import("./sandbox.ts")),
      ({ sandbox }) => sandbox(options)
    )
).pipe(Command.withDescription("Run the embedded Discord alone."))

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
  Command.withSubcommands([serve, demo, call, tools, sandbox, audit])
)
