/** How an entry gets the bot's token: `init` asks for it, checks it, and writes it to a file. */
import { FileSystem } from "@effect/platform"
import { Data, Effect, Either, Logger, LogLevel, Option, Redacted } from "effect"
import { botToken } from "../../config/botToken.ts"
import { readText } from "../../config/Setting.ts"
import { writeFileAtomically } from "../../text/writeFileAtomically.ts"
import { safeName } from "../doctor/Check.ts"
import { connectBot } from "../doctor/connectBot.ts"
import { botIdOf, readSettings } from "../doctor/settings.ts"
import { type Environment, stateDirectory } from "../Environment.ts"
import { reasonOf } from "../exit.ts"
import { askSecret, choose, type Screen, withoutEcho, writeLines } from "../prompts.ts"
import { ConfigFileError } from "./ConfigFile.ts"
import { type ConfigLocation, TOKEN, TOKEN_FILE, type TokenForm } from "./McpClient.ts"
import { referenceTo } from "./ServerEntry.ts"

/** The token cannot be used, or cannot be asked for. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly message: string }> {}

/** The chosen form of the token, and the token if it is set or typed. */
export interface TokenChoice extends Partial<CheckedToken> {
  readonly form: TokenForm
}

/** A token that Discord accepts, or that cannot be checked because Discord cannot be reached. */
interface CheckedToken {
  readonly token: Redacted.Redacted
  readonly status: "accepted" | "unknown"
}

/** The input of the token step. */
export interface TokenStep {
  readonly title: string
  readonly location: ConfigLocation
  /** The form that the user asked for. */
  readonly form: Option.Option<TokenForm>
  readonly environment: Environment
  /** Unset: no person can be asked. */
  readonly screen?: Screen
}

/**
 * Chooses how the entry gets the bot's token, and checks the token against Discord. The token comes
 * from the environment, or a person types it. Returns none if the entry does not need this step.
 */
export const askToken = Effect.fn("init.askToken")(function* (step: TokenStep) {
  const { environment, location, screen, title } = step
  const forms = tokenFormsOf(location)
  const [first] = forms
  const wrong = Option.filter(step.form, (form) => !forms.includes(form))
  if (Option.isSome(wrong)) {
    return yield* new TokenRefused({
      message: `--token-from ${wrong.value}: ${title} cannot do that here. Expected one of ${forms.join(", ")}.`
    })
  }
  if (Option.isNone(step.form) && screen === undefined) return Option.none<TokenChoice>()
  const form = Option.isSome(step.form)
    ? step.form.value
    : screen === undefined || first === undefined || forms.length === 1
      ? first
      : yield* chooseForm(title, forms, screen)
  if (form === undefined) return Option.none<TokenChoice>()
  const tokenText = environment.variables[TOKEN]?.trim() ?? ""
  const token =
    tokenText !== ""
      ? yield* fromEnvironment(tokenText, environment, screen)
      : screen === undefined
        ? Option.none<CheckedToken>()
        : yield* withoutEcho(typed(form, environment, screen))
  if (Option.isSome(token)) return Option.some<TokenChoice>({ form, ...token.value })
  if (form !== "file") return Option.some<TokenChoice>({ form })
  return yield* new TokenRefused({
    message: `--token-from file needs the token. Set ${TOKEN}, or run init on a terminal, which asks for it.`
  })
})

const titles = {
  prompt: "the client asks, and stores it",
  file: "a file that only you can read",
  env: `${TOKEN} in the environment`
} as const satisfies Readonly<Record<TokenForm, string>>

const chooseForm = (title: string, forms: ReadonlyArray<TokenForm>, screen: Screen) =>
  writeLines(`How does ${title} get the bot's token?`, screen).pipe(
    Effect.zipRight(
      choose(
        "Token from",
        forms.map((form) => ({ title: titles[form], value: form })),
        screen
      )
    )
  )

/** Checks the token of the environment. */
const fromEnvironment = Effect.fnUntraced(function* (
  tokenText: string,
  environment: Environment,
  screen: Screen | undefined
) {
  const token = yield* Either.mapLeft(
    readText(botToken, tokenText),
    (problem) => new TokenRefused({ message: `${TOKEN}: ${problem}` })
  )
  const { status, text } = yield* checkToken(token, environment)
  if (status === "refused") return yield* new TokenRefused({ message: `${TOKEN}: ${text}` })
  if (screen !== undefined) yield* writeLines(text, screen)
  return Option.some<CheckedToken>({ token, status })
})

/** The maximum number of tokens to ask for. */
const ATTEMPTS = 3

/** Asks for a token until Discord accepts one. An empty answer skips the check if no file needs the token. */
const typed = Effect.fnUntraced(function* (form: TokenForm, environment: Environment, screen: Screen) {
  yield* writeLines(`${INTRODUCTION[form]}${form === "file" ? keptIn(environment) : ""}`, screen)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = yield* askSecret("Bot token (hidden)", screen)
    const text = Option.match(answer, { onNone: () => "", onSome: (it) => Redacted.value(it).trim() })
    if (text === "" && form !== "file") return Option.none<CheckedToken>()
    const token = readText(botToken, text)
    if (Either.isLeft(token)) {
      yield* writeLines(`This is no token: ${token.left}.`, screen)
      continue
    }
    const verdict = yield* checkToken(token.right, environment)
    yield* writeLines(verdict.text, screen)
    if (verdict.status !== "refused") return Option.some<CheckedToken>({ token: token.right, status: verdict.status })
  }
  return yield* new TokenRefused({
    message: "Nothing was written. Copy the token from Discord Developer Portal → your application → Bot → Reset Token."
  })
})

const INTRODUCTION = {
  prompt: "The client asks for the token later. Paste it now to check it, or press Enter.",
  file: "Paste the token: Discord Developer Portal → your application → Bot → Reset Token.",
  env: "The client reads the token from its environment. Paste it now to check it, or press Enter."
} as const satisfies Readonly<Record<TokenForm, string>>

/** Returns the sentence that says what happens to a token that is kept in a file. */
const keptIn = ({ platform }: Environment): string =>
  ` It is not shown. init checks it with Discord, and keeps it in a file that only you can read${platform === "win32" ? "" : " (mode 0600)"}.`

/** Discord's answer about a token. The answer is unknown if Discord cannot be reached. */
export interface TokenVerdict {
  readonly status: "accepted" | "refused" | "unknown"
  readonly text: string
}

/** Asks Discord which bot a token belongs to. Uses the address in the environment, which may be a sandbox. */
const checkToken = (
  token: Redacted.Redacted,
  { variables }: Pick<Environment, "variables">
): Effect.Effect<TokenVerdict> =>
  Effect.gen(function* () {
    const { settings } = yield* readSettings({ ...variables, [TOKEN]: undefined, [TOKEN_FILE]: undefined })
    const { self } = yield* connectBot({ settings, token: Option.some(token) })
    return yield* Effect.match(self, {
      onSuccess: ({ bot, id, username }): TokenVerdict =>
        bot === true
          ? { status: "accepted", text: `The token is that of the bot ${safeName(username)} (${id}).` }
          : { status: "refused", text: "This is the token of a user account. Discord allows only bots." },
      onFailure: (failure): TokenVerdict =>
        failure._tag === "QueryFailed" && failure.by === "DiscordAuthError"
          ? { status: "refused", text: "Discord does not accept this token." }
          : {
              status: "unknown",
              text: `The token is not checked: ${failure._tag === "QueryFailed" ? failure.found : failure.why}`
            }
    })
  }).pipe(
    Effect.scoped,
    // The verdict reports failures. Logs of retries would appear between the questions.
    Logger.withMinimumLogLevel(LogLevel.None)
  )

/** Returns the forms that a config file supports, best first. No form puts the token into the config file. */
const tokenFormsOf = ({ scope, token }: ConfigLocation): ReadonlyArray<TokenForm> => [
  // The file is in the home directory of one user, so a project cannot name it.
  ...(scope === "user" ? (["file"] as const) : []),
  ...(token.prompted === undefined ? [] : (["prompt"] as const)),
  ...(token.forwarded === true || referenceTo(token.name, token).length > 0 ? (["env"] as const) : [])
]

/** Returns the path of the file for a bot's token, or `undefined` without a home directory. Each bot has its own file. */
export const tokenFileFor = (token: Redacted.Redacted, environment: Environment): string | undefined => {
  const directory = stateDirectory(environment)
  if (directory === undefined) return undefined
  const path = `${directory}/${botIdOf(Redacted.value(token)) ?? "discord"}.token`
  return environment.platform === "win32" ? path.replaceAll("/", "\\") : path
}

/** A token and the file that contains it. */
export interface TokenFile {
  readonly path: string
  readonly token: Redacted.Redacted
}

/** A token file that must be written. */
export interface TokenFileChange extends TokenFile {
  readonly what: string
}

/** Returns how the file changes, or `undefined` if it already contains the token and is private. */
export const tokenFileChange = Effect.fn("init.tokenFileChange")(function* ({ path, token }: TokenFile) {
  const fs = yield* FileSystem.FileSystem
  const exists = yield* Effect.orElseSucceed(fs.exists(path), () => false)
  if (!exists) return { path, token, what: "new" } satisfies TokenFileChange as TokenFileChange
  const content = yield* Effect.orElseSucceed(fs.readFileString(path), () => undefined)
  if (content !== contentOf(token)) {
    return { path, token, what: "its token is replaced" } satisfies TokenFileChange as TokenFileChange
  }
  const mode = yield* Effect.match(fs.stat(path), { onFailure: () => 0, onSuccess: (stat) => stat.mode & 0o077 })
  // Windows has no such permissions, and reports all of them.
  return mode === 0 || path.includes("\\")
    ? undefined
    : ({ path, token, what: "it becomes readable only by you" } satisfies TokenFileChange as TokenFileChange)
})

/** Writes a token to a file that only its owner can read. */
export const writeTokenFile = ({ path, token }: TokenFile) =>
  Effect.mapError(
    writeFileAtomically(path, contentOf(token), { mode: 0o600, before: Effect.void }),
    (error) => new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` })
  )

const contentOf = (token: Redacted.Redacted): string => `${Redacted.value(token)}\n`
