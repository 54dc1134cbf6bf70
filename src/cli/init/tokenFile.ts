import { FileSystem, Path } from "@effect/platform"
import { Effect, Redacted } from "effect"
import type { Environment } from "../Environment.ts"
import { stateDirectory } from "../stateDirectory.ts"
import { botIdOf } from "../tokenFormat.ts"
import { ConfigFileError, reasonOf } from "./ConfigFile.ts"

/** Returns the path of the file for a bot's token, or `undefined` without a home directory. Each bot has its own file. */
export const tokenFileFor = (token: Redacted.Redacted, environment: Environment): string | undefined => {
  const directory = stateDirectory(environment)
  if (directory === undefined) return undefined
  const path = `${directory}/${botIdOf(Redacted.value(token)) ?? "discord"}.token`
  return environment.platform === "win32" ? path.replaceAll("/", "\\") : path
}

/** Writes a token to a file that only its owner can read. */
export const writeTokenFile = Effect.fn("init.writeTokenFile")(function* (path: string, token: Redacted.Redacted) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const next = `${path}.new`
  yield* Effect.gen(function* () {
    yield* fs.makeDirectory(paths.dirname(path), { recursive: true })
    // A file from an interrupted earlier run could have other permissions.
    yield* fs.remove(next, { force: true })
    yield* fs.writeFileString(next, `${Redacted.value(token)}\n`, { flag: "wx", mode: 0o600 })
    yield* fs.rename(next, path)
  }).pipe(
    Effect.onError(() => Effect.ignore(fs.remove(next, { force: true }))),
    Effect.mapError((error) => new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` }))
  )
})
