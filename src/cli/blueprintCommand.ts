/** The definition of `blueprint` and its subcommands. */
import { Args, Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { jsonFlag, repeated, sandboxFlags } from "./options.ts"

/** Loads the code of the commands when one of them runs. */
const commands = Effect.promise(() => import("./blueprint.ts"))

const guildId = Args.text({ name: "GUILD" }).pipe(Args.withDescription("The id of the server."))

/** The arguments of the commands that compare a guild with a file. */
const comparison = {
  ...sandboxFlags,
  guild: guildId,
  file: Args.text({ name: "FILE" }).pipe(Args.withDescription("The blueprint: YAML or JSON.")),
  json: jsonFlag(),
  prune: Options.boolean("prune").pipe(Options.withDescription("Also delete what the blueprint lacks.")),
  visibleOnly: Options.boolean("prune-visible-only").pipe(
    Options.withDescription("Let --prune delete channels although others may be hidden from the bot.")
  )
}

const blueprintExport = Command.make(
  "export",
  {
    ...sandboxFlags,
    guild: Args.optional(guildId),
    template: Options.text("template").pipe(
      Options.withDescription("Export this template of Discord in place of a server: its code or discord.new URL."),
      Options.optional
    ),
    section: repeated("section", "Export only this part, such as roles. Can be repeated."),
    name: Options.boolean("name").pipe(Options.withDescription("Export the server's name, too."))
  },
  (options) => Effect.flatMap(commands, ({ exportBlueprint }) => exportBlueprint(options))
).pipe(Command.withDescription("Print a server, or one of Discord's templates, as YAML."))

const blueprintPlan = Command.make("plan", comparison, (options) =>
  Effect.flatMap(commands, ({ planBlueprint }) => planBlueprint(options))
).pipe(
  Command.withDescription(
    "Show what differs between a server and its blueprint. Exits with 0 if nothing does, 2 if something does, 1 for a bad file."
  )
)

const blueprintApply = Command.make(
  "apply",
  {
    ...comparison,
    yes: Options.boolean("yes").pipe(
      Options.withAlias("y"),
      Options.withDescription("Confirm the plan without a question.")
    )
  },
  (options) => Effect.flatMap(commands, ({ applyBlueprint }) => applyBlueprint(options))
).pipe(
  Command.withDescription(
    "Change a server to be as its blueprint. Shows the plan and asks first. Exits with 0 if the server is as the blueprint, 5 if something is left, 1 for a bad file."
  )
)

const blueprintSchema = Command.make("schema", {}, () =>
  Effect.flatMap(commands, ({ printSchema }) => printSchema)
).pipe(Command.withDescription("Print the JSON Schema of blueprints, for editors."))

/** Work with a guild as a file. */
export const blueprint = Command.make("blueprint").pipe(
  Command.withDescription("Work with a server as a file."),
  Command.withSubcommands([blueprintExport, blueprintPlan, blueprintApply, blueprintSchema])
)
