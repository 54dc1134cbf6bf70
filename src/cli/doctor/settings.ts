/** The checks of the settings and of the token. */
import { FileSystem } from "@effect/platform"
import { Effect, Either, Encoding, Option, Redacted } from "effect"
import type { Loaded } from "../../config/loadSettings.ts"
import { plainValue } from "../../config/plainValue.ts"
import { readSetting } from "../../config/Setting.ts"
import { variables as settingVariables } from "../../config/Settings.ts"
import { counted } from "../../text/words.ts"
import type { Environment } from "../Environment.ts"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "../init/McpClient.ts"
import { loadCliSettings } from "../settings.ts"
import { CheckSkipped } from "./BotQueries.ts"
import { type Check, type CheckContext, checkEntries, type Finding } from "./Check.ts"

/** Reports every setting with a wrong value, and a key that others can read. */
export const settings: Check = {
  name: "settings",
  run: Effect.fnUntraced(function* (context) {
    const finding = settingsFinding(context)
    const { platform, variables } = context.environment
    const file = yield* Effect.orElseSucceed(
      readSetting(settingVariables.transcribeKeyFile, variables),
      () => undefined
    )
    const remarks = file === undefined || platform === "win32" ? [] : yield* exposure(file)
    return remarks.length === 0
      ? finding
      : {
          ...finding,
          status: finding.status === "failed" ? "failed" : "warning",
          details: [...(finding.details ?? []), ...remarks.map(({ problem }) => problem)],
          todo: [...(finding.todo ?? []), ...remarks.map(({ todo }) => todo)]
        }
  })
}

const settingsFinding = ({ environment, problems: all, warnings, withOwnToken }: CheckContext): Finding => {
  const problems = withOwnToken.length === 0 ? all : all.filter((problem) => !problem.startsWith(NO_TOKEN_SET))
  const names = Object.values(settingVariables).flatMap(({ name }) =>
    (environment.variables[name] ?? "") === "" ? [] : [name]
  )
  const facts = { set: names, problems, oddities: warnings }
  if (problems.length > 0) {
    return {
      status: "failed",
      found: `${counted(problems.length, "setting")} wrong; the server does not start`,
      details: [...problems, ...warnings],
      todo: [
        "Fix the settings listed above; docs/configuration.md describes every variable. The checks below use the defaults for them."
      ],
      facts
    }
  }
  const found =
    names.length === 0 ? "all have their defaults" : `${names.join(", ")} set; the others have their defaults`
  return warnings.length === 0 ? { status: "ok", found, facts } : { status: "warning", found, details: warnings, facts }
}

const NO_TOKEN_SET = `${TOKEN}: not set`

/** Checks the format of the token and the permissions of its file. The token is never printed. */
export const token: Check = {
  name: "token",
  run: Effect.fnUntraced(function* ({ environment: { platform, variables }, sandbox, token, withOwnToken }) {
    if (sandbox) return { status: "ok", found: "of the sandbox, which needs no bot" } satisfies Finding
    const plainToken = plainValue(TOKEN, variables[TOKEN] ?? "")
    // The settings check reports a wrong path.
    const file = (yield* Effect.orElseSucceed(readSetting(settingVariables.tokenFile, variables), () => "")) ?? ""
    const placeholder = placeholderFinding(plainToken)
    if (placeholder !== undefined) return placeholder
    if (withOwnToken.length > 0) {
      return {
        status: "skipped",
        found: "this shell has none; each client has its own",
        todo: checkEntries(withOwnToken)
      } satisfies Finding
    }
    if (Option.isNone(token)) return yield* new CheckSkipped({ why: "no valid token is set" })
    const bot = botIdOf(Redacted.value(token.value))
    const remarks = [
      ...(bot === undefined ? [UNUSUAL_FORMAT] : []),
      ...(plainToken !== "" && file !== "" ? [TWO_TOKENS] : []),
      ...(plainToken === "" && platform !== "win32" ? yield* exposure(file) : [])
    ]
    const source = plainToken === "" ? TOKEN_FILE : TOKEN
    const found = `from ${source}${bot === undefined ? "" : `, format of a token of bot ${bot}`}`
    return remarks.length === 0
      ? { status: "ok", found }
      : {
          status: "warning",
          found,
          details: remarks.map(({ problem }) => problem),
          todo: remarks.map(({ todo }) => todo)
        }
  })
}

interface Remark {
  readonly problem: string
  readonly todo: string
}

const UNUSUAL_FORMAT: Remark = {
  problem: "It does not look like a bot token: three parts separated by dots.",
  todo: "Copy the token from Discord Developer Portal → your application → Bot. The client secret and the public key are not tokens."
}

const TWO_TOKENS: Remark = {
  problem: `${TOKEN_FILE} is ignored because ${TOKEN} is set, too.`,
  todo: `Unset one of ${TOKEN} and ${TOKEN_FILE}.`
}

/** Returns a finding if the token is the placeholder of `init`, or a reference that the client did not replace. */
const placeholderFinding = (text: string): Finding | undefined => {
  if (text === PLACEHOLDER) {
    return {
      status: "failed",
      found: `${TOKEN} is still the placeholder that init wrote`,
      todo: ["Replace it with the bot's token: Discord Developer Portal → your application → Bot."]
    }
  }
  return REFERENCE.test(text)
    ? {
        status: "failed",
        found: `${TOKEN} is the unresolved reference ${text}; the client did not replace it with the token`,
        todo: [
          `Set ${TOKEN} in the environment of the client. init CLIENT writes a reference that the client supports.`
        ]
      }
    : undefined
}

const REFERENCE = /^\$(\{[\w:.-]*\}|\w+)$/

/** Warns if other users of this machine can read the file. */
const exposure = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(path)).pipe(
    Effect.map(
      ({ mode }): ReadonlyArray<Remark> =>
        (mode & 0o077) === 0
          ? []
          : [{ problem: `Other users of this machine can read ${path}.`, todo: `Restrict it: chmod 600 ${path}` }]
    ),
    // The settings check reports an unreadable file.
    Effect.orElseSucceed(() => [])
  )

/** Returns the bot id at the start of a token, or `undefined` if the token's format is unusual. */
export const botIdOf = (token: string): string | undefined => {
  const [, id = ""] = /^([\w-]{20,})\.[\w-]{5,}\.[\w-]{20,}$/.exec(token) ?? []
  const text = Either.getOrElse(Encoding.decodeBase64UrlString(id), () => "")
  return /^\d{17,20}$/.test(text) ? text : undefined
}

/** The settings that the checks use, and their problems. */
export type ReadSettings = Pick<CheckContext, "settings" | "token" | "problems" | "warnings">

/** Reads the settings. Uses the defaults in place of wrong values, so that the other checks can run. */
export const readSettings = (environment: Environment["variables"]): Effect.Effect<ReadSettings> =>
  loadCliSettings(environment).pipe(
    Effect.map(toRead),
    Effect.catchAll(({ problems }) => {
      // Each problem begins with the name of its variable.
      const wrong = problems.map((problem) => problem.split(":")[0] ?? "")
      const hasToken = !wrong.includes(TOKEN) && !wrong.includes(TOKEN_FILE)
      const loadWithout = (names: ReadonlyArray<string>) => {
        const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))
        return loadCliSettings(hasToken ? rest : { ...rest, [TOKEN]: NO_TOKEN })
      }
      return loadWithout(wrong).pipe(
        // A variable can be wrong because of another one, which the problem names, too.
        Effect.catchAll((again) =>
          loadWithout([...wrong, ...[...problems, ...again.problems].flatMap((problem) => problem.match(NAMES) ?? [])])
        ),
        Effect.map(
          (loaded): ReadSettings => ({ ...toRead(loaded), problems, ...(!hasToken && { token: Option.none() }) })
        ),
        Effect.orDie
      )
    })
  )

/** The names of variables in a problem. */
const NAMES = /[A-Z]+(?:_[A-Z]+)+/g

/** The settings need a token to load. This token is never sent. */
export const NO_TOKEN = "no-token"

const toRead = ({ settings, token, warnings }: Loaded): ReadSettings => ({
  settings,
  token: Option.some(token),
  problems: [],
  warnings
})
