// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Cause, Console, Effect, Layer, Logger, Option, Redacted } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { Settings } from "../config/Settings.ts"
import * as Discord from "../discord/Discord.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import * as BotQueries from "./doctor/BotQueries.ts"
import type { CheckContext } from "./doctor/CheckContext.ts"
import { doctorVerdict } from "./doctor/Finding.ts"
import * as ResponseRecorder from "./doctor/ResponseRecorder.ts"
import { withoutCredentials } from "./doctor/reachable.ts"
import { type ReportOptions, renderCheck, renderSummary } from "./doctor/renderReport.ts"
import { runChecks } from "./doctor/runChecks.ts"
import type { Environment } from "./Environment.ts"
import { exitCodes, ReportedFailure, reportFailure } from "./exit.ts"
import { currentLaunchCommand } from "./init/LaunchCommand.ts"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "./init/McpClient.ts"
import { environmentVariables, platform, program, stdout, workingDirectory } from "./process.ts"
import { styleFor } from "./rendering/Style.ts"
import { sandboxSettings } from "./sandboxSettings.ts"
import { loadCliSettings } from "./settings.ts"
import { version } from "./version.ts"

/** The flags of `doctor`. */
export interface DoctorOptions {
  readonly json: boolean
  readonly offline: boolean
}

/** The environment that the doctor checks, and the style of its report. */
export interface DoctorEnvironment {
  readonly environment: Environment
  readonly script: string
  readonly node: string
  readonly report: ReportOptions
}

/** Checks the environment of the server and prints a report. Fails with the exit code of the verdict. */
export const doctor = ({ sandbox, ...options }: DoctorOptions & { readonly sandbox: boolean }) =>
  Effect.scoped(
    Effect.flatMap(sandbox ? sandboxSettings : Effect.succeed({}), (overrides) =>
      doctorWith(
        {
          environment: {
            platform: platform(),
            variables: environmentVariables(overrides),
            directory: workingDirectory()
          },
          ...program,
          report: { style: styleFor(stdout.coloured), signs: stdout.onTerminal }
        },
        options
      )
    )
  )

/** Runs the doctor in the given environment. */
export const doctorWith = Effect.fn("cli.doctor")(
  function* (host: DoctorEnvironment, { json, offline }: DoctorOptions) {
    const { environment, report } = host
    const read = yield* readSettings(environment.variables)
    const redactor = Redactor.make(secretsOf(environment.variables, read.token))
    const print = (text: string) => (json ? Effect.void : Console.log(redactor.text(text)))
    const launch = yield* currentLaunchCommand(host.script, environment.platform)
    const bot = offline ? BotQueries.skippedQueries("--offline asks nothing of Discord") : yield* botOf(read)

    yield* print(`${report.style.bold(`effect-discord-mcp ${version}`)}\n`)
    const checks = yield* runChecks({ ...read, environment, node: host.node, launch, bot }, (it) =>
      print(renderCheck(it, report))
    )
    yield* print(`\n${renderSummary(checks, report)}`)
    const verdict = doctorVerdict(checks)
    const ok = verdict === "ok"
    if (json) yield* Console.log(JSON.stringify(redactor.value({ version, ok, verdict, checks }), undefined, 2))
    if (!ok) return yield* new ReportedFailure({ exitCode: exitCodes.doctor[verdict] })
  },
  Effect.scoped,
  // Exit code 1 of the doctor means warnings only, so a defect must end with another code.
  Effect.catchAllDefect((defect) =>
    Effect.zipRight(reportFailure(Cause.die(defect)), new ReportedFailure({ exitCode: exitCodes.doctor.failed }))
  ),
  // The checks report failures themselves, so the logs of retries are dropped.
  Effect.provide(Logger.remove(Logger.defaultLogger))
)

type Read = Pick<CheckContext, "settings" | "token" | "problems" | "warnings">

/** Reads the settings. Uses the defaults in place of wrong values, so that the other checks can run. */
const readSettings = (given: Environment["variables"]): Effect.Effect<Read> =>
  loadCliSettings(given).pipe(
    Effect.map(toRead),
    Effect.catchAll(({ problems }) => {
      // Each problem begins with the name of its variable.
      const wrong = problems.map((problem) => problem.split(":")[0] ?? "")
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)))
      const hasToken = !wrong.includes(TOKEN) && !wrong.includes(TOKEN_FILE)
      return loadCliSettings(hasToken ? rest : { ...rest, [TOKEN]: NO_TOKEN }).pipe(
        Effect.map((loaded): Read => ({ ...toRead(loaded), problems, ...(!hasToken && { token: Option.none() }) })),
        Effect.orDie
      )
    })
  )

/** Settings need a token to load. This one is never sent. */
const NO_TOKEN = "no-token"

const toRead = ({ settings, token, warnings }: Loaded): Read => ({
  settings,
  token: Option.some(token),
  problems: [],
  warnings
})

/** Makes the bot queries with the server's own request path, and records the responses. */
const botOf = ({ settings, token }: Read) =>
  Effect.suspend(() => {
    const recorder = ResponseRecorder.make()
    const transport = RestTransport.layer({
      apiUrl: settings.apiUrl,
      token: Option.getOrElse(token, () => Redacted.make("")),
      userAgent: `effect-discord-mcp/${version}`
    })
    return Layer.build(
      Discord.layer.pipe(
        Layer.provide(recorder.record(transport)),
        Layer.provide(Layer.succeed(Settings, { ...settings, expectedBotId: undefined }))
      )
    ).pipe(
      Effect.flatMap((context) =>
        Effect.provide(BotQueries.make(recorder, Option.isSome(token), withoutCredentials(settings.apiUrl)), context)
      )
    )
  })

/** Returns the texts to redact: the token, and the raw variable, which may hold another secret. */
const secretsOf = (given: Environment["variables"], token: Read["token"]): ReadonlyArray<Redacted.Redacted> =>
  [given[TOKEN]?.trim() ?? "", ...Option.toArray(Option.map(token, Redacted.value))]
    .filter((secret) => secret.length >= SECRET_MIN_CHARS && secret !== PLACEHOLDER && !secret.startsWith("$"))
    .map((secret) => Redacted.make(secret))

/** Redacting a shorter text would damage ordinary words. */
const SECRET_MIN_CHARS = 8
