import { type ConfigProvider, Data, Effect, Either, Redacted } from "effect"
import { didYouMean } from "../text/nearestName.ts"
import { makeRedactor } from "../text/secrets.ts"
import { botToken, cleanToken } from "./botToken.ts"
import { REMOTE_TOKEN } from "./httpVariables.ts"
import { lowerCaseNames } from "./proxyVariables.ts"
import { problemsOf, providerOf, readText, valuesOf } from "./Setting.ts"
import { config, type Settings, variables } from "./Settings.ts"
import { type Serving, settingWarnings } from "./settingWarnings.ts"
import { serviceKey } from "./transcribeVariables.ts"

/** All problems and warnings of the settings, one line each. It contains no secret. */
export class SettingsError extends Data.TaggedError("SettingsError")<{
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}> {
  override get message(): string {
    const count = this.problems.length
    return [
      `The server cannot start: ${count === 1 ? "a setting is" : `${count} settings are`} wrong.`,
      ...this.problems.map((problem) => `  - ${problem}`),
      ...(this.warnings.length === 0 ? [] : ["Warnings:", ...this.warnings.map((warning) => `  - ${warning}`)])
    ].join("\n")
  }
}

/** The names in the tool catalogue. Any other name in a scope is an error. */
export interface KnownNames {
  readonly tools: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
}

/** Reads the token file. Fails with the reason as one word. */
export type ReadFile = (path: string) => Effect.Effect<string, string>

/** The settings, the token, and warnings that do not prevent the start. */
export interface Loaded {
  readonly settings: Settings["Type"]
  readonly token: Redacted.Redacted
  readonly warnings: ReadonlyArray<string>
}

/**
 * Reads the settings from environment variables. A blank variable counts as unset, except for restrictions. With
 * `serving`, the warnings name the settings that have no effect on that server.
 */
export const loadSettings = Effect.fn("config.loadSettings")(function* (
  environment: Readonly<Record<string, string | undefined>>,
  names: KnownNames,
  readFile: ReadFile,
  serving?: Serving
) {
  const values = valuesOf(environment, (name) => restrictions.has(name))
  const lowerCase = [...lowerCaseNames].filter(([lower]) => values.has(lower))
  for (const [lower, name] of lowerCase) values.set(name, values.get(lower) ?? "")
  const provider = providerOf(values)
  const read = yield* Effect.either(provider.load(config))
  const problems = [
    ...(Either.isLeft(read) ? problemsOf(read.left).map((problem) => namedAsSet(problem, lowerCase)) : []),
    ...(yield* unknownNames(provider, names))
  ]
  const token = yield* Effect.either(tokenIn(values, provider, readFile))
  if (Either.isLeft(token)) problems.push(...token.left)
  const key = yield* Effect.either(keyIn(provider, readFile))
  if (Either.isLeft(key)) problems.push(...key.left)
  const warnings = [
    ...unknownVariables([...values.keys()]),
    ...(Either.isRight(read) ? settingWarnings(read.right, serving) : [])
  ]
  if (Either.isLeft(read) || Either.isLeft(token) || Either.isLeft(key) || problems.length > 0) {
    const redactor = makeRedactor(secretsIn(values))
    const redacted = (lines: ReadonlyArray<string>) => [...new Set(lines)].map((line) => redactor.text(line))
    return yield* new SettingsError({ problems: redacted(problems), warnings: redacted(warnings) })
  }
  const settings = { ...read.right, transcribeKey: read.right.transcribeKey ?? key.right }
  return { settings, token: token.right, warnings } satisfies Loaded as Loaded
})

/** Names the variable that is set: `https_proxy` rather than `HTTPS_PROXY`. */
const namedAsSet = (problem: string, lowerCase: ReadonlyArray<readonly [string, string]>): string => {
  const [lower, name = ""] = lowerCase.find(([, name]) => problem.startsWith(`${name}:`)) ?? []
  return lower === undefined ? problem : `${lower}${problem.slice(name.length)}`
}

const restrictions: ReadonlySet<string> = new Set(
  Object.values(variables)
    .filter(({ restricts }) => restricts)
    .map(({ name }) => name)
)

/** Returns the token and the key. They must not be printed, even if a user put them into another variable by mistake. */
const secretsIn = (given: ReadonlyMap<string, string>): ReadonlyArray<Redacted.Redacted> =>
  [variables.token, variables.transcribeKey]
    .flatMap(({ name }) => given.get(name) ?? [])
    .flatMap((secret) => [secret.trim(), cleanToken(secret) ?? ""])
    .map((secret) => Redacted.make(secret))

/** Reads the token from its variable or from the token file. Fails with the problems. */
export const readToken = (
  environment: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile
): Effect.Effect<Redacted.Redacted, ReadonlyArray<string>> => {
  const given = valuesOf(environment, () => false)
  return tokenIn(given, providerOf(given), readFile)
}

const tokenIn = Effect.fnUntraced(function* (
  values: ReadonlyMap<string, string>,
  provider: ConfigProvider.ConfigProvider,
  readFile: ReadFile
) {
  const { token, tokenFile } = variables
  const text = values.get(token.name)
  if (text !== undefined) return yield* parseToken(text, token.name)
  const file = yield* Effect.mapError(provider.load(tokenFile.config), problemsOf)
  if (file === undefined) {
    return yield* Effect.fail([
      `${token.name}: not set. Set it to the bot token (Discord Developer Portal → your application → Bot), or set ${tokenFile.name} to a file with the token. To try the server without a bot, run serve --sandbox.`
    ])
  }
  const content = yield* Effect.mapError(readFile(file), (why) => [
    `${tokenFile.name}: the file "${file}" cannot be read (${why})`
  ])
  return yield* parseToken(content, tokenFile.name)
})

/** Reads the key of the transcription service from its file. The settings report a wrong path. */
const keyIn = Effect.fnUntraced(function* (provider: ConfigProvider.ConfigProvider, readFile: ReadFile) {
  const { name, config } = variables.transcribeKeyFile
  const file = yield* Effect.orElseSucceed(provider.load(config), () => undefined)
  if (file === undefined) return undefined
  const content = yield* Effect.mapError(readFile(file), (why) => [
    `${name}: the file "${file}" cannot be read (${why})`
  ])
  return yield* Either.mapLeft(readText(serviceKey, content), (problem) => [`${name}: ${problem}`])
})

const parseToken = (value: string, name: string): Either.Either<Redacted.Redacted, ReadonlyArray<string>> =>
  Either.mapLeft(readText(botToken, value), (problem) => [`${name}: ${problem}`])

/** Returns a problem for each unknown name in a scope. */
const unknownNames = (provider: ConfigProvider.ConfigProvider, names: KnownNames) =>
  Effect.map(
    Effect.forEach(
      [
        { ...variables.categories, all: names.categories, what: "category" },
        { ...variables.tools, all: names.tools, what: "tool" },
        { ...variables.excludeTools, all: names.tools, what: "tool" }
      ],
      // `config` reports a list that cannot be parsed.
      (scope) =>
        Effect.map(
          Effect.orElseSucceed(provider.load(scope.config), () => []),
          (names) => ({ ...scope, names: names ?? [] })
        )
    ),
    (scopes) =>
      scopes.flatMap(({ all, name, names, what }) =>
        names
          .filter((one) => !all.includes(one))
          .map((one) => `${name}: there is no ${what} "${one}"${didYouMean(one, all)}`)
      )
  )

/** Returns warnings of unknown variables with the server's prefixes, because a typo would be silently ignored. */
const unknownVariables = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ours = [...Object.values(variables).map(({ name }) => name), REMOTE_TOKEN]
  return names
    .filter((name) => /^(MCP|DISCORD)_/.test(name) && !ours.includes(name))
    .map((name) => `${name} is not a setting of this server${didYouMean(name, ours)}`)
}

/** Redacting a shorter value would damage ordinary words. */
const SECRET_MIN = 8

/** Returns every secret: the bot token, the values of secret settings, and further texts. */
export const secretsOf = (
  { settings, token }: Pick<Loaded, "settings"> & { readonly token?: Redacted.Redacted | undefined },
  further: ReadonlyArray<string> = []
): ReadonlyArray<Redacted.Redacted> => [
  ...(token === undefined ? [] : [token]),
  ...Object.values(settings)
    .flatMap((setting) => (Redacted.isRedacted(setting) ? textsIn(Redacted.value<unknown>(setting)) : []))
    // The key of `Bearer KEY` alone is a secret too.
    .flatMap((text) => [text, ...text.split(" ")])
    .concat(further.flatMap((text) => [text, text.replace(/^Bot\s+/i, "")]))
    .filter((text) => text.length >= SECRET_MIN)
    .map((text) => Redacted.make(text))
]

const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).filter((one) => typeof one === "string")
