/** The report of `doctor --support`, for an issue: versions, settings and checks, without secrets, ids, names and paths. */
import { ConfigProvider, Effect, Either } from "effect"
import { variables as settings } from "../../config/Settings.ts"
import type { Environment } from "../Environment.ts"
import type { LaunchCommand } from "../init/ServerEntry.ts"
import { version } from "../version.ts"
import type { CheckResult } from "./runChecks.ts"

/** The input of the report. */
export interface SupportInput {
  readonly environment: Environment
  readonly node: string
  readonly launch: LaunchCommand
  /** The client whose entry was checked. */
  readonly client: string | undefined
  readonly checks: ReadonlyArray<CheckResult>
  /** Masks secrets. */
  readonly redact: (text: string) => string
}

/** Renders the report. Every line is anonymized. */
export const supportReport = Effect.fn("doctor.supportReport")(function* (input: SupportInput) {
  const { checks, client, environment, launch, node, redact } = input
  const given = yield* Effect.forEach(Object.values(settings), (setting) => shown(setting, environment))
  const lines = [
    `effect-discord-mcp ${version}, node ${node}, ${environment.platform}`,
    `started with ${launch.command}${client === undefined ? "" : `, settings of ${client}`}`,
    "",
    "settings:",
    ...given.flat().map((line) => `  ${line}`),
    "",
    "checks:",
    ...checks.flatMap(({ details = [], found, name, status }) => [
      `  ${status} ${name}: ${found}`,
      ...details.map((line) => `    ${line}`)
    ])
  ]
  return lines.map((line) => anonymize(redact(line), environment)).join("\n")
})

/** Shows the value of a setting if it is one of a few words or a number. Any other value may identify a person. */
const shown = ({ accepts, config, name }: (typeof settings)[keyof typeof settings], { variables }: Environment) => {
  const value = variables[name]?.trim() ?? ""
  if (value === "") return Effect.succeed<ReadonlyArray<string>>([])
  const provider = ConfigProvider.fromMap(new Map([[name, value]]), { pathDelim: "\u0000" })
  return Effect.map(
    Effect.either(provider.load<unknown>(config)),
    (read): ReadonlyArray<string> => [
      `${name}: ${Either.isLeft(read) ? "wrong" : CLOSED.test(accepts) ? value : "set"}`
    ]
  )
}

/** Matches `accepts` of a setting whose values are a few words or numbers. */
const CLOSED = /^(?:a whole number|one of|true, false)/

/** Replaces texts that identify a person, a bot, a guild or a machine. */
export const anonymize = (text: string, { directory, variables }: Environment): string => {
  const homes = [variables.HOME, variables.USERPROFILE].filter((path) => path !== undefined && path.length > 1)
  const withoutPaths = [...homes.map((path) => [path, "~"] as const), [directory, "."] as const].reduce(
    (result, [path = "", mark]) => (path.length > 1 ? result.replaceAll(path, mark) : result),
    text
  )
  return PATTERNS.reduce((result, [pattern, mark]) => result.replaceAll(pattern, mark), withoutPaths)
}

const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  // Home directories of other users, as in the path of a shared file.
  [/((?:\/home|\/Users)\/)[^/\s"]+/g, "$1…"],
  [/([A-Za-z]:\\Users\\)[^\\\s"]+/g, "$1…"],
  // Names of people, bots and guilds, and wrong values of settings.
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  [/\d{17,20}/g, "<id>"],
  // Addresses other than Discord's and this machine's.
  [/(https?:\/\/)(?!(?:[\w.-]+\.)?discord(?:status)?\.com\b|127\.0\.0\.1\b|localhost\b)[^/\s,)]+/g, "$1<host>"]
]
