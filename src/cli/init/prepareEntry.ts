/** The entry that `init` makes: from its flags, the environment, and the answers of a person. */
import { Data, Effect, Either, Option, Record } from "effect"
import { variables } from "../../config/Settings.ts"
import type { Environment } from "../Environment.ts"
import { remoteUrlProblem } from "../options.ts"
import type { Screen } from "../prompts.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { permissionsOrDefault } from "../sandboxPermissions.ts"
import {
  type Access,
  accessNames,
  accessSummary,
  accessVariables,
  chooseAccess,
  chooseGuilds,
  noGuilds
} from "./access.ts"
import {
  type EntryChoice,
  formerSettings,
  inheritedSettings,
  noSettings,
  staleGuildNames,
  variablesFromFlags
} from "./entryVariables.ts"
import {
  type ConfigLocation,
  type ConfigScope,
  type McpClient,
  PLACEHOLDER,
  TOKEN,
  TOKEN_FILE,
  type TokenForm
} from "./McpClient.ts"
import { inheritedSummary, keptSummary } from "./messages.ts"
import { entryIn } from "./planChanges.ts"
import { type DesiredEntry, kindOf, type LaunchCommand, withSandbox } from "./ServerEntry.ts"
import { askToken, type TokenChoice, tokenFileFor } from "./token.ts"

/** The arguments of `init` are wrong, or no person can confirm the change. */
export class InitError extends Data.TaggedError("InitError")<{ readonly message: string }> {}

/** Fails because of the arguments. */
export const refused = (message: string) => new InitError({ message })

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
  /** The entry keeps no setting of an earlier entry, but its token. */
  readonly reset?: boolean
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** The client that gets an entry, and the content of its config file. */
export interface EntryPlace {
  readonly environment: Environment
  readonly client: McpClient
  readonly location: ConfigLocation
  readonly launch: LaunchCommand
  readonly content: JsonObject
}

/**
 * Asks what the flags leave open, if there is a screen: the access, the token and the guilds. Returns the entry, the file
 * for its token, and lines that say what the entry holds.
 */
export const prepareEntry = Effect.fnUntraced(function* (
  { client, content, environment, launch, location }: EntryPlace,
  options: InitOptions,
  screen: Screen | undefined
) {
  const sandbox = options.sandbox === true
  const url = yield* remoteUrl(options)
  const flags = yield* Either.mapLeft(variablesFromFlags(options), refused)
  const permissions = yield* sandboxPermissions(options)
  const entry = entryIn(content, client, launch)
  const all: JsonObject = kindOf(entry) === "process" ? Object(entry.env) : {}
  const former = formerSettings(all)
  const env: JsonObject = options.reset === true ? Record.filter(all, (_, name) => !(name in former)) : all
  // The settings of a server over HTTP are not in the entry, so nobody is asked for them.
  const person = screen !== undefined && url === undefined ? { screen } : undefined
  const inherited = url === undefined ? yield* inheritedBy(environment, { sandbox, flags }) : noSettings
  const access = yield* chooseAccess({ client, allow: options.allow ?? Option.none(), env, environment, ...person })
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
  const preset: Variables = {
    ...(Option.isSome(token) ? Record.remove(inherited.variables, TOKEN_FILE) : inherited.variables),
    ...(tokenFile !== undefined && { [TOKEN_FILE]: tokenFile.path }),
    ...flags
  }
  const chosen: Variables = { ...preset, ...variablesOfAccess(access, client, preset) }
  const { invite, ...guilds } =
    person === undefined || sandbox || variables.allowedGuilds.name in chosen
      ? noGuilds
      : yield* chooseGuilds({ ...person, env, given: chosen, token, environment })
  const settings: Variables = { ...chosen, ...guilds }
  const removed = removedNames({ access, env, flags, former, guilds, isReset: options.reset === true, settings })
  const wanted: DesiredEntry = {
    launch: sandbox ? withSandbox(launch, permissions) : launch,
    variables: Record.filter(settings, (_, name) => !removed.includes(name)),
    removed,
    secrets: inherited.secrets,
    sandbox,
    ...(Option.isSome(token) && { tokenForm: token.value.form }),
    ...(url !== undefined && { url })
  }
  const summary = [
    ...inheritedSummary(inherited, [...Object.keys(flags), ...removed], location),
    ...Option.match(access, { onNone: () => [], onSome: (value) => accessSummary(value, client, settings) })
  ]
  const isKept = (name: string) => name in env && !(name in settings) && !removed.includes(name)
  const kept = url === undefined ? keptSummary(Record.filter(former, (_, name) => isKept(name))) : []
  const steps = invite === undefined ? [] : [`Invite the bot to a server: ${invite}`]
  return { kept, steps, tokenFile, summary, wanted }
})

/** The variables of an entry. */
type Variables = DesiredEntry["variables"]

/** Returns the settings that the entry gets from the environment. */
const inheritedBy = (environment: Environment, choice: EntryChoice) =>
  Effect.mapError(inheritedSettings(environment.variables, choice), (problems) =>
    refused(["Settings in the environment restrict the server, and are wrong:", ...problems].join("\n  - "))
  )

const variablesOfAccess = (access: Option.Option<Access>, client: McpClient, preset: Variables): Variables =>
  Option.match(access, { onNone: () => ({}), onSome: (value) => accessVariables(value, client, preset) })

/** What decides which variables an existing entry must not have. */
interface RemovalParts {
  readonly access: Option.Option<Access>
  readonly env: JsonObject
  readonly flags: Variables
  readonly former: JsonObject
  readonly guilds: Variables
  readonly isReset: boolean
  readonly settings: Variables
}

const removedNames = ({
  access,
  env,
  flags,
  former,
  guilds,
  isReset,
  settings
}: RemovalParts): ReadonlyArray<string> => [
  ...(Option.isSome(access) ? accessNames.filter((name) => !(name in settings)) : []),
  ...staleGuildNames({ ...env, ...settings }, { ...flags, ...guilds }),
  ...(isReset ? Object.keys(former).filter((name) => !(name in settings)) : [])
]

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
