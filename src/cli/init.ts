import { isDeepStrictEqual } from "node:util"
import { Console, Data, Effect, Either, Option } from "effect"
import { didYouMean } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import { confirm, type Screen } from "./confirm.ts"
import type { Environment } from "./Environment.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { applyChanges } from "./init/applyChanges.ts"
import { bomOf, type ConfigFile, ConfigFileError, formatOf, readConfigFile, stripBom } from "./init/ConfigFile.ts"
import { clients } from "./init/clients.ts"
import { inheritedSettings } from "./init/inheritedSettings.ts"
import { currentLaunchCommand } from "./init/LaunchCommand.ts"
import { listClients } from "./init/listClients.ts"
import type { ConfigLocation, ConfigScope, McpClient } from "./init/McpClient.ts"
import { diffText, inheritedSummary, nextSteps } from "./init/messages.ts"
import { type ConfigPlan, planChanges } from "./init/planChanges.ts"
import { replaceFile } from "./init/replaceFile.ts"
import { type DesiredEntry, withSandbox } from "./init/ServerEntry.ts"
import { snippetOf } from "./init/snippet.ts"
import { variablesFromFlags } from "./init/variablesFromFlags.ts"
import type { JsonObject } from "./JsonObject.ts"
import { environmentVariables, platform, program, screen, stdout, workingDirectory } from "./process.ts"
import { styleFor } from "./rendering/Style.ts"

/** The arguments of `init` are wrong, or no person can confirm the change. */
export class InitError extends Data.TaggedError("InitError")<{ readonly message: string }> {}

/** The arguments of `init`. */
export interface InitOptions {
  readonly client: Option.Option<string>
  readonly scope: Option.Option<ConfigScope>
  readonly surface: Option.Option<string>
  readonly guild: Option.Option<string>
  /** The entry serves the sandbox. */
  readonly sandbox?: boolean
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** The environment of `init`: the host, the script that was started, and the screen. */
export interface InitEnvironment {
  readonly environment: Environment
  readonly script: string
  readonly screen: Screen
  readonly coloured: boolean
}

/** Lists the clients, or adds this server to the config of one client. */
export const init = (options: InitOptions) =>
  Effect.suspend(() =>
    initWith(
      {
        environment: { platform: platform(), variables: environmentVariables(), directory: workingDirectory() },
        script: program.script,
        screen,
        coloured: stdout.coloured
      },
      options
    )
  )

/** Runs `init` in the given environment. */
export const initWith = Effect.fn("cli.init")(function* (host: InitEnvironment, options: InitOptions) {
  const { environment } = host
  const launch = yield* currentLaunchCommand(host.script, environment.platform)
  if (Option.isNone(options.client)) return yield* Console.log(yield* listClients(environment, launch, options.json))
  const client = yield* clientNamed(options.client.value)
  const location = yield* locationIn(client, options.scope)
  const sandbox = options.sandbox === true
  const flags = yield* Either.mapLeft(variablesFromFlags(options), refused)
  const inherited = yield* inheritedSettings(environment.variables, sandbox)
  const wanted: DesiredEntry = {
    launch: sandbox ? withSandbox(launch) : launch,
    variables: { ...inherited.variables, ...flags },
    secrets: inherited.secrets,
    sandbox
  }
  if (options.json) return yield* Console.log(JSON.stringify(snippetOf(client, location, wanted), undefined, 2))

  const path = location.path(environment)
  if (path === undefined) return yield* refused("No home directory is set in the environment.")
  const file = yield* readConfigFile(path, client)
  const plan = yield* Either.mapLeft(
    planChanges(file.content, client, location, wanted),
    (problem) => new ConfigFileError({ path, problem: `cannot hold an entry: ${problem}` })
  )
  const after = applyChanges(file.content, plan.changes)
  if (plan.changes.length === 0) {
    yield* Console.log(`${client.title}: nothing to change. ${path} already has this server, as "${plan.name}".`)
    return yield* Console.log(nextSteps(client, location, after, plan.name, wanted))
  }
  const text = yield* textAfter(file, client, plan, after)
  yield* Effect.forEach(inheritedSummary(inherited, flags, location), (line) => Console.log(line), { discard: true })
  yield* Console.log(
    `${client.title}: ${path}${file.exists ? "" : " (new)"}\n\n${diffText(file, text, location, styleFor(host.coloured))}\n`
  )
  if (options.dryRun) return yield* Console.log("Nothing was written: this was a dry run.")
  if (!(options.yes || (yield* agreed(host.screen, path)))) return yield* Console.log("Nothing was written.")
  const backup = yield* replaceFile(file, text, location.scope)
  yield* Console.log(`Written.${backup === undefined ? "" : ` Backup: ${backup}`}`)
  yield* Console.log(nextSteps(client, location, after, plan.name, wanted))
})

const refused = (message: string) => new InitError({ message })

const clientNamed = (name: string) => {
  const names = clients.map((client) => client.name)
  const client = clients.find((it) => it.name === name)
  const near = didYouMean(name, names)
  return client === undefined
    ? refused(`There is no client ${quoted(name)}${near === "" ? "." : near} The clients are: ${names.join(", ")}.`)
    : Effect.succeed(client)
}

const locationIn = (
  { locations, title }: McpClient,
  scope: Option.Option<ConfigScope>
): Effect.Effect<ConfigLocation, InitError> => {
  const location = Option.match(scope, {
    onNone: () => locations[0],
    onSome: (wanted) => locations.find((it) => it.scope === wanted)
  })
  return location === undefined
    ? refused(`${title} has no config file for a ${Option.getOrThrow(scope)}. Use --scope ${locations[0].scope}.`)
    : Effect.succeed(location)
}

/** Returns the new text of the file. Fails if no candidate parses to exactly the new content. */
const textAfter = ({ path, text }: ConfigFile, client: McpClient, { changes }: ConfigPlan, after: JsonObject) => {
  const { change, read } = formatOf(client)
  // The parsed objects may have other prototypes, which does not matter.
  const wanted = structuredClone(after)
  const matches = (candidate: string) =>
    isDeepStrictEqual(structuredClone(Either.getOrUndefined(read(candidate))), wanted)
  const written = change(stripBom(text), changes, after).find(matches)
  return written === undefined
    ? new ConfigFileError({
        path,
        problem: `cannot be updated automatically. Add the output of init ${client.name} --json by hand`
      })
    : Effect.succeed(bomOf(text) + written)
}

const agreed = (screen: Screen, path: string) =>
  screen.interactive
    ? confirm(`Write ${path}?`, screen).pipe(
        Effect.map(Option.getOrElse(() => false)),
        Effect.tapError(() => Console.log("Nothing was written.")),
        Effect.mapError(() => new ReportedFailure({ exitCode: exitCodes.sigint }))
      )
    : refused("Nothing was written, because no one can confirm here. Repeat with --yes.")
