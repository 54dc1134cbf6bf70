// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Cause, Console, Effect, Layer, Logger, Option, Redacted } from "effect"
import type { Loaded } from "../config/loadSettings.ts"
import { Settings } from "../config/Settings.ts"
import * as Discord from "../discord/Discord.ts"
import * as RestTransport from "../discord/RestTransport.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import { shownAddress } from "./doctor/address.ts"
import * as Bot from "./doctor/Bot.ts"
import type { Examination } from "./doctor/Examination.ts"
import { examine } from "./doctor/examine.ts"
import { type Look, paragraph, summary } from "./doctor/pages.ts"
import * as Witness from "./doctor/ResponseRecorder.ts"
import { verdictOf } from "./doctor/verdict.ts"
import { exitCodes, reportFailure, Told } from "./ending.ts"
import { directory, environment, platform, program, results } from "./environment.ts"
import { PLACEHOLDER, type Standpoint, TOKEN, TOKEN_FILE } from "./init/Client.ts"
import { launchHere } from "./init/launchHere.ts"
import { sandboxSettings } from "./sandboxed.ts"
import { settingsFrom } from "./settings.ts"
import { paint } from "./style.ts"
import { version } from "./version.ts"

/** What `doctor` is asked for. */
export interface DoctorOptions {
  readonly json: boolean
  readonly offline: boolean
}

/** Where the doctor looks, and who looks on. */
export interface Surroundings {
  readonly standpoint: Standpoint
  readonly script: string
  readonly node: string
  readonly look: Look
}

/** Looks at everything the server goes by, tells what it found and what to do, and ends with the code of its verdict. */
export const doctor = ({ sandbox, ...options }: DoctorOptions & { readonly sandbox: boolean }) =>
  Effect.scoped(
    Effect.flatMap(sandbox ? sandboxSettings : Effect.succeed({}), (overrides) =>
      doctorIn(
        {
          standpoint: { platform: platform(), variables: environment(overrides), directory: directory() },
          ...program,
          look: { paint: paint(results.coloured), signs: results.onTerminal }
        },
        options
      )
    )
  )

/** The same, in surroundings of one's own. */
export const doctorIn = Effect.fn("cli.doctor")(
  function* (around: Surroundings, { json, offline }: DoctorOptions) {
    const { look, standpoint } = around
    const read = yield* readable(standpoint.variables)
    const redactor = Redactor.make(secretsOf(standpoint.variables, read.token))
    const tell = (text: string) => (json ? Effect.void : Console.log(redactor.text(text)))
    const launch = yield* launchHere(around.script, standpoint.platform)
    const bot = offline ? Bot.silent("--offline asks nothing of Discord") : yield* botOf(read)

    yield* tell(`${look.paint.bold(`effect-discord-mcp ${version}`)}\n`)
    const checks = yield* examine({ ...read, standpoint, node: around.node, launch, bot }, (it) =>
      tell(paragraph(it, look))
    )
    yield* tell(`\n${summary(checks, look)}`)
    const verdict = verdictOf(checks)
    const ok = verdict === "ok"
    if (json) yield* Console.log(JSON.stringify(redactor.value({ version, ok, verdict, checks }), undefined, 2))
    if (!ok) return yield* new Told({ exitCode: exitCodes.doctor[verdict] })
  },
  Effect.scoped,
  // Of a doctor 1 says that nothing is worse than a warning: one that falls over must not end with it.
  Effect.catchAllDefect((defect) =>
    Effect.zipRight(reportFailure(Cause.die(defect)), new Told({ exitCode: exitCodes.doctor.failed }))
  ),
  // What the chain logs of its tries is told by the checks.
  Effect.provide(Logger.remove(Logger.defaultLogger))
)

type Read = Pick<Examination, "settings" | "token" | "problems" | "oddities">

/** The settings; what cannot be read is told, and its default taken, so that all else can be looked at. */
const readable = (given: Standpoint["variables"]): Effect.Effect<Read> =>
  settingsFrom(given).pipe(
    Effect.map(found),
    Effect.catchAll(({ problems }) => {
      // Each begins with the name of its variable.
      const wrong = problems.map((problem) => problem.split(":")[0] ?? "")
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.includes(name)))
      const hasToken = !wrong.includes(TOKEN) && !wrong.includes(TOKEN_FILE)
      return settingsFrom(hasToken ? rest : { ...rest, [TOKEN]: NO_TOKEN }).pipe(
        Effect.map((loaded): Read => ({ ...found(loaded), problems, ...(!hasToken && { token: Option.none() }) })),
        Effect.orDie
      )
    })
  )

/** Without any the settings are not read; this one is never used. */
const NO_TOKEN = "no-token"

const found = ({ settings, token, warnings }: Loaded): Read => ({
  settings,
  token: Option.some(token),
  problems: [],
  oddities: warnings
})

/** The bot over the chain that the server has, with a witness beside the wire. */
const botOf = ({ settings, token }: Read) =>
  Effect.suspend(() => {
    const witness = Witness.make()
    const transport = RestTransport.layer({
      apiUrl: settings.apiUrl,
      token: Option.getOrElse(token, () => Redacted.make("")),
      userAgent: `effect-discord-mcp/${version}`
    })
    return Layer.build(
      Discord.layer.pipe(
        Layer.provide(witness.watch(transport)),
        Layer.provide(Layer.succeed(Settings, { ...settings, expectedBotId: undefined }))
      )
    ).pipe(
      Effect.flatMap((context) =>
        Effect.provide(Bot.make(witness, Option.isSome(token), shownAddress(settings.apiUrl)), context)
      )
    )
  })

/** The token as it was given, too: it may not be one, and must not be shown for that. */
const secretsOf = (given: Standpoint["variables"], token: Read["token"]): ReadonlyArray<Redacted.Redacted> =>
  [given[TOKEN]?.trim() ?? "", ...Option.toArray(Option.map(token, Redacted.value))]
    .filter((secret) => secret.length >= SHORTEST_SECRET && secret !== PLACEHOLDER && !secret.startsWith("$"))
    .map((secret) => Redacted.make(secret))

/** A shorter one is no token, and masked wherever it stands it would tear words. */
const SHORTEST_SECRET = 8
