import { type ConfigError, ConfigProvider, Data, Effect, Either, Redacted } from "effect"
import { didYouMean } from "../errors/nearestName.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import { botToken, cleanToken } from "./botToken.ts"
import { readText, text } from "./Setting.ts"
import { config, narrowing, type Settings, variables } from "./Settings.ts"

/** Everything that is wrong with the configuration, and what is odd about it, a line each; no secret is in it. */
export class SettingsError extends Data.TaggedError("SettingsError")<{
  readonly problems: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}> {
  override get message(): string {
    const count = this.problems.length
    return [
      `The server cannot start: ${count === 1 ? "a setting needs" : `${count} settings need`} your attention.`,
      ...this.problems.map((problem) => `  - ${problem}`),
      ...(this.warnings.length === 0 ? [] : ["Warnings:", ...this.warnings.map((warning) => `  - ${warning}`)])
    ].join("\n")
  }
}

/** Names the catalogue knows: a scope that names anything else is a mistake. */
export interface KnownNames {
  readonly tools: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
}

/** Reads a file as text, or says in a word why it cannot; asked only for the token's file. */
export type ReadFile = (path: string) => Effect.Effect<string, string>

/** The settings, and what is odd about the environment but does not stop the start. */
export interface Loaded {
  readonly settings: Settings["Type"]
  readonly token: Redacted.Redacted
  readonly warnings: ReadonlyArray<string>
}

/**
 * Reads the settings from environment variables. A variable set to nothing
 * counts as unset, except lists that narrow what is allowed.
 */
export const loadSettings = Effect.fn("config.loadSettings")(function* (
  environment: Readonly<Record<string, string | undefined>>,
  known: KnownNames,
  readFile: ReadFile
) {
  const given = new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || (value.trim() === "" && !narrowing.has(name)) ? [] : [[name, value] as const]
    )
  )
  const provider = ConfigProvider.fromMap(given, { pathDelim: "\u0000" })
  const read = yield* Effect.either(provider.load(config))
  const problems = [...(Either.isLeft(read) ? problemsOf(read.left) : []), ...(yield* unknownNames(provider, known))]
  const token = yield* Effect.either(tokenOf(given, readFile))
  if (Either.isLeft(token)) problems.push(...token.left)
  const warnings = [...misspelt([...given.keys()]), ...(Either.isRight(read) ? odd(read.right) : [])]
  if (Either.isLeft(read) || Either.isLeft(token) || problems.length > 0) {
    const redactor = Redactor.make(secretsIn(given))
    const redacted = (lines: ReadonlyArray<string>) => [...new Set(lines)].map((line) => redactor.text(line))
    return yield* new SettingsError({ problems: redacted(problems), warnings: redacted(warnings) })
  }
  return { settings: read.right, token: token.right, warnings } satisfies Loaded as Loaded
})

/** Settings that are each in range and yet do not go together well. */
const odd = ({
  allowedGuilds,
  deadlineMs,
  defaultGuildId,
  timeoutDefaultMs
}: Settings["Type"]): ReadonlyArray<string> => [
  ...(deadlineMs < timeoutDefaultMs
    ? [
        `${variables.deadlineMs.name} (${deadlineMs}) is shorter than ${variables.timeoutDefaultMs.name} (${timeoutDefaultMs}): a hang is cut by the deadline, and its circuit does not count it`
      ]
    : []),
  ...(defaultGuildId !== undefined && allowedGuilds?.includes(defaultGuildId) === false
    ? [
        `${variables.defaultGuildId.name} (${defaultGuildId}) is not among ${variables.allowedGuilds.name}: every call that does not name a guild of its own is refused`
      ]
    : [])
]

/** What may not be shown even where it was put into another variable by mistake. */
const secretsIn = (given: ReadonlyMap<string, string>): ReadonlyArray<Redacted.Redacted> => {
  const token = given.get(variables.token.name)
  return token === undefined ? [] : [token.trim(), cleanToken(token) ?? ""].map((secret) => Redacted.make(secret))
}

/** The token, from the variable or from the file it names; a problem of the variable itself is reported by `config`. */
const tokenOf = Effect.fnUntraced(function* (given: ReadonlyMap<string, string>, readFile: ReadFile) {
  const path = given.get(variables.tokenFile.name)
  if (!given.has(variables.token.name) && path === undefined) {
    return yield* Effect.fail([
      `${variables.token.name}: not set. Put the bot's token (Discord Developer Portal → your application → Bot) into it, or its file's path into ${variables.tokenFile.name}. To look around without a bot: serve --sandbox.`
    ])
  }
  if (given.has(variables.token.name))
    return yield* parseToken(given.get(variables.token.name) ?? "", variables.token.name)
  const file = yield* Either.mapLeft(readText(text, path ?? ""), (problem) => [
    `${variables.tokenFile.name}: ${problem}`
  ])
  const content = yield* Effect.mapError(readFile(file), (why) => [
    `${variables.tokenFile.name}: the file "${file}" cannot be read (${why})`
  ])
  return yield* parseToken(content, variables.tokenFile.name)
})

const parseToken = (value: string, name: string): Either.Either<Redacted.Redacted, ReadonlyArray<string>> =>
  Either.mapLeft(readText(botToken, value), (problem) => [`${name}: ${problem}`])

const problemsOf = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return [...problemsOf(error.left), ...problemsOf(error.right)]
    default:
      return [`${error.path.at(-1)}: ${error.message}`]
  }
}

/** Names in scopes that the catalogue does not have, told together with all other problems. */
const unknownNames = (provider: ConfigProvider.ConfigProvider, known: KnownNames) =>
  Effect.map(
    Effect.forEach(
      [
        { ...variables.categories, all: known.categories, what: "category" },
        { ...variables.tools, all: known.tools, what: "tool" },
        { ...variables.excludeTools, all: known.tools, what: "tool" }
      ],
      // A list that cannot be read is a problem told already.
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

/** Variables that look like ours but are not: a typo would otherwise be a setting that silently does nothing. */
const misspelt = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const ours = Object.values(variables).map(({ name }) => name)
  return names
    .filter((name) => /^(MCP|DISCORD)_/.test(name) && !ours.includes(name))
    .map((name) => `${name} is not a setting of this server${didYouMean(name, ours)}`)
}
