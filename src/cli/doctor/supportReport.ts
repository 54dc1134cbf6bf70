/** The report of `doctor --support`, for an issue: versions, settings and checks, without secrets, ids, names and paths. */
import { Effect, Either } from "effect"
import { plainValue } from "../../config/plainValue.ts"
import { isBlank, readSetting, type Setting } from "../../config/Setting.ts"
import { variables as settings } from "../../config/Settings.ts"
import type { Environment } from "../Environment.ts"
import type { LaunchCommand } from "../init/ServerEntry.ts"
import { version } from "../process.ts"
import type { CheckResult } from "./report.ts"

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

/** The parts of the report. Every text is anonymized. */
interface SupportReport {
  readonly version: string
  readonly node: string
  readonly platform: string
  readonly command: string
  readonly client?: string
  /** The settings that are set, one line each. */
  readonly settings: ReadonlyArray<string>
  readonly checks: ReadonlyArray<Required<Pick<CheckResult, "name" | "status" | "found" | "details">>>
}

/** Renders the report as text or as JSON. */
export const supportReport = Effect.fn("doctor.supportReport")(function* (input: SupportInput, json: boolean) {
  const { checks, client, environment, launch, node, redact } = input
  const settingTexts = yield* Effect.forEach(Object.values(settings), (setting) => shown(setting, environment))
  const clean = (text: string) => anonymize(redact(text), environment)
  const report: SupportReport = {
    version,
    node,
    platform: environment.platform,
    command: clean(launch.command),
    ...(client !== undefined && { client }),
    settings: settingTexts.flat().map(clean),
    checks: checks.map(({ details = [], found, name, status }) => ({
      name,
      status,
      found: clean(found),
      details: details.map(clean)
    }))
  }
  return json ? JSON.stringify(report, undefined, 2) : asText(report)
})

const asText = ({ checks, client, command, node, platform, settings, version }: SupportReport): string =>
  [
    `effect-discord-mcp ${version}, node ${node}, ${platform}`,
    `started with ${command}${client === undefined ? "" : `, settings of ${client}`}`,
    "",
    "settings:",
    ...settings.map((line) => `  ${line}`),
    "",
    "checks:",
    ...checks.flatMap(({ details, found, name, status }) => [
      `  ${status} ${name}: ${found}`,
      ...details.map((line) => `    ${line}`)
    ])
  ].join("\n")

/** Shows the value of a setting if it is one of a few words or a number. Any other value may identify a person. */
const shown = (setting: Setting<unknown>, { variables }: Environment) => {
  const { accepts, name, restricts } = setting
  const value = plainValue(name, variables[name] ?? "")
  if (variables[name] === undefined || (isBlank(value) && !restricts)) return Effect.succeed<ReadonlyArray<string>>([])
  return Effect.map(
    Effect.either(readSetting(setting, variables)),
    (read): ReadonlyArray<string> => [
      `${name}: ${Either.isLeft(read) ? "wrong" : CLOSED.test(accepts) ? value : "set"}`
    ]
  )
}

/** Matches `accepts` of a setting whose values are a few words or numbers. */
const CLOSED = /^(?:a whole number|one of|true, false)/

/** Replaces texts that identify a person, a bot, a guild or a machine. */
export const anonymize = (text: string, { directory, platform, variables }: Environment): string => {
  const replace = (result: string, [path = "", mark]: readonly [string | undefined, string]) =>
    path.length > 1 ? result.replaceAll(pathPattern(path, platform), mark) : result
  const privatePaths = [
    ...[variables.HOME, variables.USERPROFILE].map((path) => [path, "~"] as const),
    [directory, "."] as const,
    // `PATTERNS` cannot find the end of a path that contains spaces.
    ...Object.values(variables)
      .filter((value) => value !== undefined && ABSOLUTE.test(value) && value.includes(" "))
      .map((path) => [path, "<path>"] as const)
  ]
  const withoutAddresses = text.replaceAll(ADDRESS, anonymousAddress)
  return PATTERNS.reduce(
    (result, [pattern, mark]) => result.replaceAll(pattern, mark),
    privatePaths.reduce(replace, withoutAddresses)
  )
}

/** Matches a path with either kind of separator, and not the beginning of another name. */
const pathPattern = (path: string, platform: string): RegExp => {
  const names = path.replace(/(?<=.)[\\/]+$/, "").split(/[\\/]+/)
  const pattern = names.map((name) => name.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join(String.raw`[\\/]+`)
  return new RegExp(`${pattern}(?![\\w-])`, platform === "win32" ? "gi" : "g")
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/

const ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]*[^\s"'<>),.;:]/gi

/** Returns an address without its user and query. Of other hosts than Discord and this machine, only the scheme is left. */
const anonymousAddress = (address: string): string => {
  const [, scheme = "", host = "", path = ""] = /^([^:]*):\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/.exec(address) ?? []
  if (scheme.toLowerCase() === "file") return path
  return PUBLIC_HOST.test(host) ? `${scheme}://${host}${path}` : `${scheme}://<host>`
}

const PUBLIC_HOST = /^(?:(?:[\w-]+\.)*discord(?:status)?\.com|127\.0\.0\.1|localhost)(?::\d+)?$/

const PATTERNS: ReadonlyArray<readonly [RegExp, string]> = [
  // Names of people, bots and guilds, and wrong values of settings.
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  // A word in lower case after $ is no variable, but may be a wrong token.
  [/\$(?![A-Z_][A-Z\d_]*\b|\{)\S+/g, "$…"],
  // Absolute paths: of Windows, of a Windows share, and of other systems. Routes of Discord follow their method.
  [/(?<![\w\\])\\\\[^\s\\]+\\[^\s"']+/g, "<path>"],
  [/(?<![A-Za-z])[A-Za-z]:[\\/]+(?:[^\\/:*?"<>|,\n]+[\\/]+)*[^\s\\/:*?"'<>|,;()]*/g, "<path>"],
  [
    /(?<![\w.~/<>…]|\b(?:GET|POST|PUT|PATCH|DELETE) )\/(?!c\s)(?:(?:home|Users)\/[^/\n"':;,()]+(?=\/)|[^\s/"'`:;,()]+)(?:\/[^\s/"'`:;,()]*)*/g,
    "<path>"
  ],
  // Addresses of mail and of machines.
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}/g, "<address>"],
  [/\b(?!127\.)\d{1,3}(?:\.\d{1,3}){3}\b/g, "<host>"],
  [/\b(ENOTFOUND|EAI_AGAIN) \S+/g, "$1 <host>"],
  [/\d{17,20}/g, "<id>"]
]
