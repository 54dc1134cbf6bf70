// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Cause, Console, Effect, Logger, Option } from "effect"
import { secretsOf } from "../config/loadSettings.ts"
import { isBlank } from "../config/Setting.ts"
import { makeRedactor } from "../text/secrets.ts"
import * as BotQueries from "./doctor/BotQueries.ts"
import { type CheckContext, doctorVerdict } from "./doctor/Check.ts"
import { entryCheck, whereOf } from "./doctor/clients.ts"
import { type ConfiguredEntry, configuredEntry, variablesOf } from "./doctor/configuredEntry.ts"
import { connectBot } from "./doctor/connectBot.ts"
import { checks as knownChecks, type ReportOptions, renderCheck, renderSummary, runChecks } from "./doctor/report.ts"
import { NO_TOKEN, type ReadSettings, readSettings } from "./doctor/settings.ts"
import { anonymize, supportReport } from "./doctor/supportReport.ts"
import type { Environment } from "./Environment.ts"
import { exitCodes, ReportedFailure, reportFailure } from "./exit.ts"
import { clientStatuses, clientsWithEntry } from "./init/listClients.ts"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "./init/McpClient.ts"
import { currentLaunchCommand } from "./init/ServerEntry.ts"
import { environmentVariables, platform, program, stdout, version, workingDirectory } from "./process.ts"
import { styleFor, wrapText } from "./rendering/text.ts"
import { type SandboxChoice, sandboxSettings } from "./settings.ts"

/** The flags of `doctor`. */
export interface DoctorOptions {
  readonly json: boolean
  readonly offline: boolean
  /** Checks the entry of this client. */
  readonly client?: Option.Option<string>
  /** Prints a report for an issue, without secrets, ids, names and paths. With `json`, as JSON. */
  readonly support?: boolean
}

/** The environment that the doctor checks, and the style of its report. */
export interface DoctorEnvironment {
  readonly environment: Environment
  readonly script: string
  readonly node: string
  readonly report: ReportOptions
  /** The entry of the client whose settings are checked. */
  readonly entry?: ConfiguredEntry
  /** Whether the settings point to the embedded sandbox. */
  readonly sandbox?: boolean
}

/** Checks the environment of the server and prints a report. Fails with the exit code of the verdict. */
export const doctor = (options: DoctorOptions & SandboxChoice) =>
  Effect.scoped(
    Effect.gen(function* () {
      const own: Environment = {
        platform: platform(),
        variables: environmentVariables(),
        directory: workingDirectory()
      }
      const entry = yield* readEntry(options, own, program.script)
      const choice = options.sandbox ? options : (entry?.sandbox ?? options)
      const overrides = yield* Effect.catchTag(sandboxSettings(choice), "ServeError", ({ cause }) =>
        cannotRun(Cause.die(cause))
      )
      const variables = entry === undefined ? own.variables : variablesOf(entry, own)
      return yield* doctorWith(
        {
          environment: { ...own, variables: { ...variables, ...overrides } },
          ...program,
          report: {
            style: styleFor(stdout.coloured),
            signs: stdout.onTerminal,
            columns: stdout.onTerminal ? stdout.columns : Number.POSITIVE_INFINITY
          },
          sandbox: choice.sandbox,
          ...(entry !== undefined && { entry })
        },
        options
      )
    })
  ).pipe(withoutLogs)

/** Reads the entry of the client that `--client` names. Fails if there is no entry or it cannot be read. */
export const readEntry = Effect.fn("doctor.readEntry")(function* (
  { client = Option.none(), support = false }: DoctorOptions,
  environment: Environment,
  script: string
) {
  if (Option.isNone(client)) return undefined
  const failedWith = (message: string) =>
    Effect.zipRight(
      Console.error(support ? anonymize(message, environment) : message),
      new ReportedFailure({ exitCode: exitCodes.doctor.failed.code })
    )
  const launch = yield* currentLaunchCommand(script, environment.platform)
  return yield* configuredEntry(client.value, environment, launch).pipe(
    Effect.catchTags({
      NoEntry: ({ message }) => failedWith(message),
      ConfigFileError: ({ path, problem }) => failedWith(`${path} ${problem}.`)
    })
  )
})

/** Runs the doctor in the given environment. */
export const doctorWith = Effect.fn("cli.doctor")(
  function* (host: DoctorEnvironment, { json, offline, support = false }: DoctorOptions) {
    const { entry, environment, node, report, sandbox = false } = host
    const read = yield* readEntrySettings(environment.variables, entry)
    const token = Option.getOrUndefined(read.token)
    const redactor = makeRedactor([
      ...secretsOf({ ...read, token }, tokenTexts(environment)),
      ...(entry?.secrets ?? [])
    ])
    const print = (text: string) => (json || support ? Effect.void : Console.log(redactor.text(text)))
    const launch = yield* currentLaunchCommand(host.script, environment.platform)
    const bot = offline ? BotQueries.skippedQueries("--offline asks nothing of Discord") : yield* connectBot(read)

    const subject = subjectOf(host)
    yield* print(
      `${report.style.bold(`effect-discord-mcp ${version}`)}\n${wrapText(`Checks ${subject}.`, report.columns)}\n`
    )
    const clients = yield* clientStatuses(environment, launch)
    const hasOwn = entry !== undefined || sandbox || TOKENS.some((name) => !isBlank(environment.variables[name] ?? ""))
    const context: CheckContext = {
      ...{ ...read, environment, node, launch, bot, sandbox, offline, clients },
      withOwnToken: hasOwn ? [] : clientsWithEntry(clients)
    }
    const applying = knownChecks.filter(({ applies }) => applies?.(context) ?? true)
    const all = entry === undefined ? applying : [entryCheck(entry, offline), ...applying]
    const checks = yield* runChecks(all, context, (it) => print(renderCheck(it, report)))
    yield* print(`\n${renderSummary(checks, report)}`)
    if (support) {
      const input = { environment, node, launch, client: entry?.client.name, checks, redact: redactor.text }
      yield* Console.log(yield* supportReport(input, json))
    }
    const verdict = doctorVerdict(checks)
    const ok = verdict === "ok"
    if (json && !support)
      yield* Console.log(JSON.stringify(redactor.value({ version, subject, ok, verdict, checks }), undefined, 2))
    if (!ok) return yield* new ReportedFailure({ exitCode: exitCodes.doctor[verdict].code })
  },
  Effect.scoped,
  Effect.catchAllDefect((defect) => cannotRun(Cause.die(defect))),
  (checking) => withoutLogs(checking)
)

const TOKENS = [TOKEN, TOKEN_FILE]

/** Names what the doctor looks at. */
const subjectOf = ({ entry, sandbox = false }: DoctorEnvironment): string =>
  entry !== undefined
    ? `${whereOf(entry)}: its own settings, not those of this shell`
    : sandbox
      ? "the embedded sandbox with the settings of this shell"
      : "the settings of this shell. A client has its own: doctor --client NAME checks those"

/** Drops the logs of retries and of the sandbox, because the checks report failures themselves. */
const withoutLogs = Effect.provide(Logger.remove(Logger.defaultLogger))

/** Reports that the doctor itself failed. Its exit code 1 means warnings only, so it ends with another code. */
const cannotRun = (cause: Cause.Cause<unknown>) =>
  Effect.zipRight(reportFailure(cause), new ReportedFailure({ exitCode: exitCodes.doctor.failed.code }))

/** Reads the settings. If only the client knows the token, the bot checks are skipped. */
const readEntrySettings = (variables: Environment["variables"], entry: ConfiguredEntry | undefined) =>
  entry?.asksForToken === true
    ? Effect.map(
        readSettings({ ...variables, [TOKEN]: NO_TOKEN }),
        (read): ReadSettings => ({ ...read, token: Option.none() })
      )
    : readSettings(variables)

/** Returns the raw variable of the token, which may hold another secret. A placeholder and a reference are no secrets. */
const tokenTexts = ({ variables }: Environment): ReadonlyArray<string> => {
  const text = variables[TOKEN]?.trim() ?? ""
  return text === PLACEHOLDER || REFERENCE.test(text) ? [] : [text]
}

const REFERENCE = /^\$(?:\{[\w:.-]*\}|[A-Z_][A-Z\d_]*)$/
