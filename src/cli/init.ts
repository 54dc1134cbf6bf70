import { isDeepStrictEqual } from "node:util"
import { Console, Data, Effect, Either, Option, Record } from "effect"
import { variables } from "../config/Settings.ts"
import type { Environment } from "./Environment.ts"
import { type Access, accessNames, accessSummary, accessVariables, chooseAccess } from "./init/access.ts"
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
import { inheritedSettings, noSettings, staleGuildNames, variablesFromFlags } from "./init/entryVariables.ts"
import { chooseGuilds } from "./init/guildChoice.ts"
import { chooseClient, listClients } from "./init/listClients.ts"
import { configPath } from "./init/locations.ts"
import {
  type ConfigLocation,
  type ConfigScope,
  type McpClient,
  PLACEHOLDER,
  TOKEN,
  TOKEN_FILE,
  type TokenForm
} from "./init/McpClient.ts"
import { inheritedSummary, nextSteps, surfaceWarning } from "./init/messages.ts"
import { applyChanges, type ConfigPlan, entryIn, planChanges, snippetOf } from "./init/planChanges.ts"
import { currentLaunchCommand, type DesiredEntry, withSandbox } from "./init/ServerEntry.ts"
import { askToken, type TokenChoice, tokenFileChange, tokenFileFor, writeTokenFile } from "./init/token.ts"
import { remoteUrlProblem } from "./options.ts"
import { environmentVariables, type Output, platform, program, screen, stdout, workingDirectory } from "./process.ts"
import { confirm, type Screen, writeLines } from "./prompts.ts"
import type { JsonObject } from "./rendering/renderValue.ts"
import { styleFor } from "./rendering/text.ts"
import { permissionsOrDefault } from "./sandboxPermissions.ts"
import { whileDoing } from "./shutdown.ts"

/** The arguments of `init` are wrong, or no person can confirm the change. */
export class InitError extends Data.TaggedError("InitError")<{ readonly message: string }> {}

/** The arguments of `init`. */
export interface InitOptions {
  readonly client: Option.Option<string>
  readonly scope: Option.Option<ConfigScope>
  readonly surface: Option.Option<string>
  /** The only guilds that calls may use. Empty: not restricted. */
  readonly guild: ReadonlyArray<string>
  /** What the assistant may do. */
  readonly allow?: Option.Option<Access>
  /** The entry serves the sandbox. */
  readonly sandbox?: boolean
  /** The permissions of the sandbox's bot. */
  readonly permissions?: Option.Option<string>
  /** How the entry gets the bot's token. */
  readonly tokenFrom?: Option.Option<TokenForm>
  /** The entry uses the server over HTTP at this address. */
  readonly url?: Option.Option<string>
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** The environment of `init`: the host, the script that was started, the screen, and the output of results. */
export interface InitEnvironment {
  readonly environment: Environment
  readonly script: string
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
  const sandbox = options.sandbox === true
  const url = yield* remoteUrl(options)
  const flags = yield* Either.mapLeft(variablesFromFlags(options), refused)
  const permissions = yield* sandboxPermissions(options)
  const path = yield* configPath(location, environment)
  const known = path === undefined || options.json ? undefined : yield* readConfigFile(path, client)
  const entry = entryIn(known?.content ?? {}, client, launch)
  const env: JsonObject = Object(entry.env)
  // The settings of a server over HTTP are not in the entry, so nobody is asked for them.
  const person =
    asks && !options.dryRun && known !== undefined && url === undefined ? { screen: host.screen } : undefined
  const access = yield* chooseAccess({ client, allow: options.allow ?? Option.none(), env, environment, ...person })
  const inherited =
    url === undefined
      ? yield* Effect.mapError(inheritedSettings(environment.variables, { sandbox, flags }), (problems) =>
          refused(["Settings in the environment restrict the server, and are wrong:", ...problems].join("\n  - "))
        )
      : noSettings
  const token =
    sandbox || url !== undefined
      ? Option.none()
      : yield* askToken({
          title: client.title,
          location,
          form: options.tokenFrom ?? Option.none(),
          environment,
          ...(asksForToken(environment, options, entry) && person)
        })
  const tokenFile = yield* tokenFileOf(token, environment)
  const chosen: DesiredEntry["variables"] = {
    ...(Option.isSome(token) ? Record.remove(inherited.variables, TOKEN_FILE) : inherited.variables),
    ...(tokenFile !== undefined && { [TOKEN_FILE]: tokenFile.path }),
    ...flags,
    ...Option.match(access, { onNone: () => ({}), onSome: (value) => accessVariables(value, client) })
  }
  const guilds =
    person === undefined || sandbox || variables.allowedGuilds.name in chosen
      ? {}
      : yield* chooseGuilds({ ...person, env, variables: chosen, token, environment })
  const settings: DesiredEntry["variables"] = { ...chosen, ...guilds }
  const removed = [
    ...(Option.isSome(access) ? accessNames.filter((name) => !(name in settings)) : []),
    ...staleGuildNames({ ...env, ...settings }, { ...flags, ...guilds })
  ]
  const wanted: DesiredEntry = {
    launch: sandbox ? withSandbox(launch, permissions) : launch,
    variables: Record.filter(settings, (_, name) => !removed.includes(name)),
    removed,
    secrets: inherited.secrets,
    sandbox,
    ...(Option.isSome(token) && { tokenForm: token.value.form }),
    ...(url !== undefined && { url })
  }
  if (options.json) return yield* Console.log(JSON.stringify(snippetOf(client, location, wanted), undefined, 2))

  if (path === undefined) return yield* refused("No home directory is set in the environment.")
  const file = known ?? (yield* readConfigFile(path, client))
  const plan = yield* Either.mapLeft(
    planChanges(file.content, client, location, wanted),
    (problem) => new ConfigFileError({ path, problem: `cannot hold an entry: ${problem}` })
  )
  const after = applyChanges(file.content, plan.changes)
  yield* Effect.forEach(yield* surfaceWarning(client, after, plan.name), (line) => Console.log(line), { discard: true })
  const tokenChange = tokenFile === undefined ? undefined : yield* tokenFileChange(tokenFile)
  const text = plan.changes.length === 0 ? undefined : yield* textAfter(file, client, plan, after)
  if (text === undefined) {
    const same = `${path} already has this server, as "${plan.name}".`
    yield* Console.log(`${client.title}: ${tokenChange === undefined ? "nothing to change. " : ""}${same}`)
    if (tokenChange === undefined) return yield* Console.log(nextSteps(client, location, after, plan.name, wanted))
  } else {
    const lines = [
      ...inheritedSummary(inherited, [...Object.keys(flags), ...removed], location),
      ...Option.match(access, { onNone: () => [], onSome: (value) => accessSummary(value, client) })
    ]
    yield* Effect.forEach(lines, (line) => Console.log(line), { discard: true })
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
    return yield* Effect.mapError(replaceFile(file, text, location.scope), ({ path, problem }) =>
      tokenChange === undefined
        ? new ConfigFileError({ path, problem })
        : new ConfigFileError({ path, problem, written: tokenChange.path })
    )
  }).pipe(
    whileDoing(`Interrupted while init wrote ${written.join(" and ")}. Each file has its old or its new content.`)
  )
  yield* Console.log(`Written.${backup === undefined ? "" : ` Backup: ${backup}`}`)
  yield* Console.log(nextSteps(client, location, after, plan.name, wanted))
})

/** Returns the address of `--url`. Fails if other flags configure a server that the entry would start. */
const remoteUrl = (options: InitOptions) => {
  const { allow = Option.none(), guild, sandbox, surface, tokenFrom = Option.none(), url = Option.none() } = options
  if (Option.isNone(url)) return Effect.succeed(undefined)
  if (sandbox === true || guild.length > 0 || [surface, allow, tokenFrom].some(Option.isSome)) {
    return refused(
      "--url cannot be combined with --sandbox, --surface, --allow, --guild or --token-from: the server has its own settings."
    )
  }
  const problem = remoteUrlProblem(url.value, true)
  return problem === undefined ? Effect.succeed(url.value) : refused(`--url: ${problem}`)
}

/** Returns the permissions of the sandbox's bot. Fails for unknown names, and for names without `--sandbox`. */
const sandboxPermissions = ({ permissions = Option.none(), sandbox }: InitOptions) =>
  Option.isSome(permissions) && sandbox !== true
    ? refused("--permissions: needs --sandbox. On Discord, the bot's roles decide what it may do.")
    : Either.match(permissionsOrDefault(permissions), {
        onLeft: (problem) => refused(`--permissions: ${problem}`),
        onRight: () => Effect.succeed(permissions)
      })

/** Returns whether a person is asked for the token: if neither the entry nor the environment has a token. */
const asksForToken = (
  environment: Environment,
  { tokenFrom = Option.none() }: InitOptions,
  entry: JsonObject
): boolean => {
  if (Option.isSome(tokenFrom)) return true
  const env = Object(entry.env)
  const hasToken =
    "envFile" in entry || "env_vars" in entry || TOKEN_FILE in env || (env[TOKEN] ?? PLACEHOLDER) !== PLACEHOLDER
  return !hasToken && (environment.variables[TOKEN_FILE] ?? "") === ""
}

/** Returns the file for the token, if the entry names one. */
const tokenFileOf = (choice: Option.Option<TokenChoice>, environment: Environment) => {
  const { form, token } = Option.getOrElse(choice, (): Partial<TokenChoice> => ({}))
  if (form !== "file" || token === undefined) return Effect.succeed(undefined)
  const path = tokenFileFor(token, environment)
  return path === undefined ? refused("No home directory is set in the environment.") : Effect.succeed({ path, token })
}

const refused = (message: string) => new InitError({ message })

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
