import { Effect, Redacted } from "effect"
import type { Environment } from "../Environment.ts"
import { stateDirectory } from "../stateDirectory.ts"
import { botIdOf } from "../tokenFormat.ts"
import { writeFileAtomically } from "../writeFileAtomically.ts"
import { ConfigFileError, reasonOf } from "./ConfigFile.ts"

/** Returns the path of the file for a bot's token, or `undefined` without a home directory. Each bot has its own file. */
export const tokenFileFor = (token: Redacted.Redacted, environment: Environment): string | undefined => {
  const directory = stateDirectory(environment)
  if (directory === undefined) return undefined
  const path = `${directory}/${botIdOf(Redacted.value(token)) ?? "discord"}.token`
  return environment.platform === "win32" ? path.replaceAll("/", "\\") : path
}

/** Writes a token to a file that only its owner can read. */
export const writeTokenFile = (path: string, token: Redacted.Redacted) =>
  Effect.mapError(
    writeFileAtomically(path, `${Redacted.value(token)}\n`, { mode: 0o600, before: Effect.void }),
    (error) => new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` })
  )
