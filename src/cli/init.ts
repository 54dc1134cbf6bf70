import { isDeepStrictEqual } from "node:util"
import { Console, Effect, Either, Option } from "effect"
import type { Environment } from "./Environment.ts"
import {
  bomOf,
  type ConfigFile,
  ConfigFileError,
  formatOf,
  readConfigFile,
  replaceFile,
  stripBom
} from "./init/ConfigFile.ts"
import { findClient } from "./init/clients.ts"
import { diffText } from "./init/diff.ts"
import { chooseClient, listClients } from "./init/listClients.ts"
import { configPath } from "./init/locations.ts"
import type { ConfigLocation, ConfigScope, McpClient } from "./init/McpClient.ts"
import { nextSteps, surfaceWarning } from "./init/messages.ts"
import { applyChanges, type ConfigPlan, planChanges, snippetOf } from "./init/planChanges.ts"
import { type EntryPlace, type InitError, type InitOptions, prepareEntry, refused } from "./init/prepareEntry.ts"
import { currentLaunchCommand, withNodeFile } from "./init/ServerEntry.ts"
import { tokenFileChange, writeTokenFile } from "./init/token.ts"
import { environmentVariables, type Output, platform, program, screen, stdout, workingDirectory } from "./process.ts"
import { confirm, type Screen, writeLines } from "./prompts.ts"
import type { JsonObject } from "./rendering/renderValue.ts"
import { styleFor } from "./rendering/text.ts"
import { whileDoing } from "./shutdown.ts"
import { FileLocked, withFileLock } from "./withFileLock.ts"

export type { InitOptions }

/** The environment of `init`: the host, the script that was started, the screen, and the output of results. */
export interface InitEnvironment {
  readonly environment: Environment
  readonly script: string
  /** The file of the running Node. */
  readonly execPath: string
  readonly screen: Screen
  readonly output: Pick<Output, "coloured" | "onTerminal">
}

/** Lists the clients, or adds this server to the config of one client. */
export const init = (options: InitOptions) =>
  Effect.suspend(() =>
    initWith(
      {
        environment: { platform: platform(), variables: environmentVariables(), directory: workingDirectory() },
        script: program.script,
        execPath: program.execPath,
        screen,
        output: stdout
      },
      options
    )
  )

/** Runs `init` in the given environment. */
export const initWith = Effect.fn("cli.init")(function* (host: InitEnvironment, options: InitOptions) {
  const { environment } = host
  const launch = yield* currentLaunchCommand(host.script, environment.platform)
  const asks = host.screen.interactive && !(options.yes || options.json)
  if (Option.isNone(options.client) && !(asks && host.output.onTerminal)) {
    return yield* Console.log(yield* listClients(environment, launch, options.json))
  }
  const name = yield* Option.match(options.client, {
    onNone: () => chooseClient(environment, launch, host.screen),
    onSome: (name) => Effect.succeed(name)
  })
  const client = yield* Either.mapLeft(findClient(name), refused)
  const location = yield* locationIn(client, options.scope)
  const path = yield* configPath(location, environment)
  const started = client.startsFromDesktop === true ? yield* withNodeFile(launch, host.execPath, environment) : launch
  const entry = addEntry(host, options, { client, location, path, launch: started, asks })
  // With a person who may take any time to agree, the file is locked only while it is written.
  return yield* isAlone(options) && path !== undefined ? locked(path)(entry) : entry
})

/** The client, its config file, how the server starts, and whether `init` asks what the flags leave open. */
interface EntryTarget extends Pick<EntryPlace, "client" | "launch" | "location"> {
  readonly path: string | undefined
  readonly asks: boolean
}

/** Whether the file is written without asking anybody. */
const isAlone = ({ dryRun, json, yes }: InitOptions): boolean => yes && !(dryRun || json)

/** Lets no other `init` change the file. */
const locked =
  (path: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      withFileLock(path)(effect),
      (error): error is FileLocked => error instanceof FileLocked,
      ({ path, problem }) => new ConfigFileError({ path, problem })
    )

/** Shows what changes, and writes it. */
const addEntry = Effect.fnUntraced(function* (
  host: InitEnvironment,
  options: InitOptions,
  { asks, client, launch, location, path }: EntryTarget
) {
  const { environment } = host
  const existing = path === undefined || options.json ? undefined : yield* readConfigFile(path, client)
  const { kept, steps, tokenFile, summary, wanted } = yield* prepareEntry(
    { environment, client, location, launch, content: existing?.content ?? {} },
    options,
    asks && !options.dryRun && existing !== undefined ? host.screen : undefined
  )
  if (options.json) return yield* Console.log(JSON.stringify(snippetOf(client, location, wanted), undefined, 2))

  if (path === undefined) return yield* refused("No home directory is set in the environment.")
  const file = existing ?? (yield* readConfigFile(path, client))
  const plan = yield* Either.mapLeft(
    planChanges(file.content, client, location, wanted),
    (problem) => new ConfigFileError({ path, problem: `cannot hold an entry: ${problem}` })
  )
  const after = applyChanges(file.content, plan.changes)
  yield* Effect.forEach(yield* surfaceWarning(client, after, plan.name), (line) => Console.log(line), { discard: true })
  const tokenChange = tokenFile === undefined ? undefined : yield* tokenFileChange(tokenFile)
  const text = plan.changes.length === 0 ? undefined : yield* textAfter(file, client, plan, after)
  if (text === undefined) {
    yield* Effect.forEach(kept, (line) => Console.log(line), { discard: true })
    const same = `${path} already has this server, as "${plan.name}".`
    yield* Console.log(`${client.title}: ${tokenChange === undefined ? "nothing to change. " : ""}${same}`)
    if (tokenChange === undefined)
      return yield* Console.log(nextSteps(client, location, after, plan.name, wanted, steps))
  } else {
    yield* Effect.forEach([...summary, ...kept], (line) => Console.log(line), { discard: true })
    yield* Console.log(
      `${client.title}: ${path}${file.exists ? "" : " (new)"}\n\n${diffText(file, text, location, styleFor(host.output.coloured))}\n`
    )
  }
  if (tokenChange !== undefined) yield* Console.log(`Token file: ${tokenChange.path} (${tokenChange.what})\n`)
  if (options.dryRun) return yield* Console.log("Nothing was written: this was a dry run.")
  const written = [...(text === undefined ? [] : [path]), ...(tokenChange === undefined ? [] : [tokenChange.path])]
  if (!(options.yes || (yield* agreed(host.screen, written)))) return yield* Console.log("Nothing was written.")
  const backup = yield* Effect.gen(function* () {
    if (tokenChange !== undefined) yield* writeTokenFile(tokenChange)
    if (text === undefined) return undefined
    const replaced = replaceFile(file, text, location.scope)
    return yield* Effect.mapError(isAlone(options) ? replaced : locked(path)(replaced), ({ path, problem }) =>
      tokenChange === undefined
        ? new ConfigFileError({ path, problem })
        : new ConfigFileError({ path, problem, written: tokenChange.path })
    )
  }).pipe(
    whileDoing(`Interrupted while init wrote ${written.join(" and ")}. Each file has its old or its new content.`)
  )
  yield* Console.log(`Written.${backup === undefined ? "" : ` Backup: ${backup}`}`)
  yield* Console.log(nextSteps(client, location, after, plan.name, wanted, steps))
})

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
  // Cloning removes the prototypes of the parsed objects, which may differ.
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

const agreed = (screen: Screen, paths: ReadonlyArray<string>) =>
  screen.interactive
    ? Effect.zipRight(
        writeLines(["To write:", ...paths.map((path) => `  ${path}`)].join("\n"), screen),
        confirm(paths.length === 1 ? "Write it?" : "Write them?", screen)
      ).pipe(Effect.map(Option.getOrElse(() => false)))
    : refused("Nothing was written, because no one can confirm here. Repeat with --yes.")
