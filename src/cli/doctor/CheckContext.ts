import type { FileSystem, Path } from "@effect/platform"
import type { Effect, Option, Redacted } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { Environment } from "../Environment.ts"
import type { LaunchCommand } from "../init/ServerEntry.ts"
import type { BotQueries } from "./BotQueries.ts"
import type { CheckSkipped, Finding, QueryFailed } from "./Finding.ts"

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
  readonly bot: BotQueries
}

/** One check of the doctor. */
export interface Check {
  readonly name: string
  readonly run: (
    context: CheckContext
  ) => Effect.Effect<Finding, CheckSkipped | QueryFailed, FileSystem.FileSystem | Path.Path>
}
