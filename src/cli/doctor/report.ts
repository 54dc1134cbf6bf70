/** The report of the doctor: runs the checks, and renders a paragraph for each, and a summary. */
import { Duration, Effect, Fiber } from "effect"
import { counted } from "../../text/words.ts"
import { padToWidth, type Style, widthOf, wrap } from "../rendering/text.ts"
import { clock, identity, intents, reachable } from "./bot.ts"
import type { Check, CheckContext, Finding, Status } from "./Check.ts"
import { clients } from "./clients.ts"
import { gateway } from "./gateway.ts"
import { guilds, permissions } from "./guilds.ts"
import { access, redis } from "./httpServer.ts"
import { audit, files, node, proxy } from "./machine.ts"
import { settings, token } from "./settings.ts"

/** All checks, in the order of the report. */
export const checks: ReadonlyArray<Check> = [
  node,
  settings,
  token,
  proxy,
  reachable,
  clock,
  identity,
  intents,
  guilds,
  permissions,
  audit,
  files,
  gateway,
  access,
  redis,
  clients
]

/** The finding of a check, with the name of the check. */
export interface CheckResult extends Finding {
  readonly name: string
}

/** The time limit of one check. */
export const CHECK_TIMEOUT = Duration.seconds(30)

/**
 * Runs all checks concurrently. Calls `report` for each check in order, as soon as it and all
 * earlier checks are done. A failure of one check does not affect the others.
 */
export const runChecks = <E, R>(
  checks: ReadonlyArray<Check>,
  context: CheckContext,
  report: (result: CheckResult) => Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const running = yield* Effect.forEach(checks, (check) => Effect.fork(runCheck(check, context)))
    return yield* Effect.forEach(running, (fiber) => Effect.tap(Fiber.join(fiber), report))
  })

const runCheck = ({ name, run }: Check, context: CheckContext) =>
  run(context).pipe(
    Effect.catchTags({
      CheckSkipped: ({ why }) => Effect.succeed<Finding>({ status: "skipped", found: why }),
      QueryFailed: ({ found, todo }) => Effect.succeed<Finding>({ status: "failed", found, todo: [todo] })
    }),
    Effect.catchAllDefect(() =>
      Effect.succeed<Finding>({ status: "failed", found: "this check has a bug", todo: ["Report it."] })
    ),
    Effect.timeoutTo({
      duration: CHECK_TIMEOUT,
      onSuccess: (finding) => finding,
      onTimeout: (): Finding => ({
        status: "failed",
        found: `not finished within ${Duration.toSeconds(CHECK_TIMEOUT)} seconds`,
        todo: ["Retry. If it happens again, check the network and the file system."]
      })
    }),
    Effect.map((finding): CheckResult => ({ name, ...finding }))
  )

/** The style and width of the report. `signs` is true on a terminal: symbols replace the status words. */
export interface ReportOptions {
  readonly style: Style
  readonly signs: boolean
  readonly columns: number
}

/** Renders the result of one check as a paragraph. */
export const renderCheck = (
  { details = [], found, name, status, todo = [] }: CheckResult,
  options: ReportOptions
): string => {
  const sign = options.signs ? `${signs[status]} ` : padToWidth(status, STATUS_WIDTH)
  const isNarrow = options.columns < NARROW
  const margin = " ".repeat(widthOf(sign) + (isNarrow ? 0 : NAME_WIDTH))
  const colour = colourOf(options.style)[status]
  const head = colour(sign) + options.style.bold(isNarrow ? name : padToWidth(name, NAME_WIDTH))
  const arrow = options.signs ? "→ " : "- "
  const wrapped = (text: string, first: string, rest: string) =>
    wrap(text, Math.min(options.columns, COLUMNS_MAX) - widthOf(rest)).map(
      (line, at) => (at === 0 ? first : rest) + line
    )
  return [
    ...(isNarrow ? [head, ...wrapped(found, margin, margin)] : wrapped(found, head, margin)),
    ...details.flatMap((line) => wrapped(line, margin, margin)),
    ...todo.flatMap((line) => wrapped(line, margin + options.style.cyan(arrow), margin + " ".repeat(widthOf(arrow))))
  ].join("\n")
}

/** Renders the number of checks by status. */
export const renderSummary = (all: ReadonlyArray<CheckResult>, { style }: ReportOptions): string =>
  statuses
    .map((status) => [status, all.filter((it) => it.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) =>
      colourOf(style)[status](status === "warning" ? counted(count, status) : `${count} ${status}`)
    )
    .join(", ")

const statuses = ["ok", "warning", "failed", "skipped"] as const satisfies ReadonlyArray<Status>

const signs = { ok: "✔", warning: "!", failed: "✖", skipped: "–" } as const

const colourOf = ({ dim, green, red, yellow }: Style) => ({ ok: green, warning: yellow, failed: red, skipped: dim })

/** A longer line is hard to read. */
const COLUMNS_MAX = 110

/** In a narrower terminal, the texts are below the names of the checks. */
const NARROW = 70

const STATUS_WIDTH = Math.max(...statuses.map(widthOf)) + 2
const NAME_WIDTH = Math.max(...checks.map(({ name }) => widthOf(name))) + 2
