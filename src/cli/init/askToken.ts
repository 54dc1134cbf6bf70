import { Data, Effect, Either, Option, Redacted } from "effect"
import { botToken } from "../../config/botToken.ts"
import { readText } from "../../config/Setting.ts"
import type { Environment } from "../Environment.ts"
import { askSecret, choose, type Screen, withoutEcho, writeLines } from "../prompts.ts"
import { checkToken } from "./checkToken.ts"
import { type ConfigLocation, TOKEN, type TokenForm } from "./McpClient.ts"
import { tokenFormsOf } from "./tokenForms.ts"

/** The token cannot be used, or cannot be asked for. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly message: string }> {}

/** The chosen form of the token, and the token if the form needs it. */
export interface TokenChoice {
  readonly form: TokenForm
  /** The token, for the form `file`. */
  readonly token?: Redacted.Redacted
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
  const given = environment.variables[TOKEN]?.trim() ?? ""
  const token =
    given !== ""
      ? yield* fromEnvironment(given, environment, screen)
      : screen === undefined
        ? Option.none<Redacted.Redacted>()
        : yield* withoutEcho(typed(form, environment, screen))
  if (form !== "file") return Option.some<TokenChoice>({ form })
  return Option.isSome(token)
    ? Option.some<TokenChoice>({ form, token: token.value })
    : yield* new TokenRefused({
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
    ),
    Effect.map(Option.getOrUndefined)
  )

/** Checks the token of the environment. */
const fromEnvironment = Effect.fnUntraced(function* (
  given: string,
  environment: Environment,
  screen: Screen | undefined
) {
  const token = yield* Either.mapLeft(
    readText(botToken, given),
    (problem) => new TokenRefused({ message: `${TOKEN}: ${problem}` })
  )
  const { status, text } = yield* checkToken(token, environment)
  if (status === "refused") return yield* new TokenRefused({ message: `${TOKEN}: ${text}` })
  if (screen !== undefined) yield* writeLines(text, screen)
  return Option.some(token)
})

/** The maximum number of tokens to ask for. */
const ATTEMPTS = 3

/** Asks for a token until Discord accepts one. An empty answer skips the check if no file needs the token. */
const typed = Effect.fnUntraced(function* (form: TokenForm, environment: Environment, screen: Screen) {
  yield* writeLines(INTRODUCTION[form], screen)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const answer = yield* askSecret("Bot token (hidden)", screen)
    const text = Option.match(answer, { onNone: () => "", onSome: (it) => Redacted.value(it).trim() })
    if (text === "" && form !== "file") return Option.none<Redacted.Redacted>()
    const token = readText(botToken, text)
    if (Either.isLeft(token)) {
      yield* writeLines(`This is no token: ${token.left}.`, screen)
      continue
    }
    const verdict = yield* checkToken(token.right, environment)
    yield* writeLines(verdict.text, screen)
    if (verdict.status !== "refused") return Option.some(token.right)
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
