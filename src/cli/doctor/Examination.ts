import type { FileSystem, Path } from "@effect/platform"
import type { Effect, Option, Redacted } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { Standpoint } from "../init/Client.ts"
import type { Launch } from "../init/Entry.ts"
import type { Bot } from "./Bot.ts"
import type { Finding, Unanswered, Unasked } from "./Finding.ts"

/** Everything that checks go by. */
export interface Examination {
  readonly standpoint: Standpoint
  /** The version of node. */
  readonly node: string
  readonly launch: Launch
  /** What is wrong with the settings, a line each, and what is odd about them. */
  readonly problems: ReadonlyArray<string>
  readonly oddities: ReadonlyArray<string>
  /** The settings in force; for what is wrong the default. */
  readonly settings: Settings["Type"]
  readonly token: Option.Option<Redacted.Redacted>
  readonly bot: Bot
}

/** One thing that is looked at. */
export interface Check {
  readonly name: string
  readonly run: (
    examination: Examination
  ) => Effect.Effect<Finding, Unasked | Unanswered, FileSystem.FileSystem | Path.Path>
}
