/** A check of the doctor: its input, and its result. */
import type { FileSystem, Path } from "@effect/platform"
import type { Effect, Option, Redacted } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { stripInvisible } from "../../text/sanitize.ts"
import { quoted } from "../../text/words.ts"
import type { Environment } from "../Environment.ts"
import type { ClientStatus } from "../init/listClients.ts"
import type { LaunchCommand } from "../init/ServerEntry.ts"
import type { BotQueries, CheckSkipped, QueryFailed } from "./BotQueries.ts"

/** The input of every check. */
export interface CheckContext {
  readonly environment: Environment
  /** The version of Node. */
  readonly node: string
  readonly launch: LaunchCommand
  /** Errors in the settings, one line each. The server does not start with them. */
  readonly problems: ReadonlyArray<string>
  /** Warnings about the settings, one line each. */
  readonly warnings: ReadonlyArray<string>
  /** The settings, with defaults in place of wrong values. */
  readonly settings: Settings["Type"]
  readonly token: Option.Option<Redacted.Redacted>
  /** The state of the config files of all clients. */
  readonly clients: ReadonlyArray<ClientStatus>
  /** The clients whose entries have their own token, if these settings have none. */
  readonly withOwnToken: ReadonlyArray<ClientStatus>
  readonly bot: BotQueries
  /** The checks run with the embedded sandbox, whose token, intents and permissions are as they should be. */
  readonly sandbox: boolean
  /** Nothing is asked of another machine. */
  readonly offline: boolean
}

/** One check of the doctor. */
export interface Check {
  readonly name: string
  /** Whether the report has the check. Unset: always. */
  readonly applies?: (context: CheckContext) => boolean
  readonly run: (
    context: CheckContext
  ) => Effect.Effect<Finding, CheckSkipped | QueryFailed, FileSystem.FileSystem | Path.Path>
}

/** The result of a check. A check is skipped if its prerequisites are missing. */
export type Status = "ok" | "warning" | "failed" | "skipped"

/** What a check found, and how to fix it. */
export interface Finding {
  readonly status: Status
  readonly found: string
  /** Details, one line each. */
  readonly details?: ReadonlyArray<string>
  readonly todo?: ReadonlyArray<string>
  /** The finding as JSON. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Returns a finding about the sandbox's bot. What that bot lacks is chosen, so it is no warning. */
export const inSandbox = (finding: Finding, note?: string): Finding => {
  if (finding.status !== "warning") return finding
  const { details: _details, todo: _todo, ...rest } = finding
  return { ...rest, status: "ok", ...(note !== undefined && { details: [note] }) }
}

/** Quotes a user-defined name, without terminal control characters. */
export const safeName = (name: string): string => quoted(stripInvisible(name))

/** Says how to check the entries of clients. */
export const checkEntries = (clients: ReadonlyArray<ClientStatus>): ReadonlyArray<string> =>
  clients.map(({ client, title }) => `Check the entry of ${title}: doctor --client ${client}`)

/** The result of the doctor as a whole. */
export type DoctorVerdict = Exclude<Status, "skipped">

/** Returns the worst status. Skipped checks do not count. */
export const doctorVerdict = (all: ReadonlyArray<Pick<Finding, "status">>): DoctorVerdict =>
  worstFirst.find((verdict) => all.some(({ status }) => status === verdict)) ?? "ok"

const worstFirst = ["failed", "warning"] as const satisfies ReadonlyArray<DoctorVerdict>
