import { FileSystem } from "@effect/platform"
import { Effect, Redacted } from "effect"
import { type Environment, stateDirectory } from "../Environment.ts"
import { reasonOf, writeFileAtomically } from "../fileSystem.ts"
import { botIdOf } from "../tokenFormat.ts"
import { ConfigFileError } from "./ConfigFile.ts"

/** Returns the path of the file for a bot's token, or `undefined` without a home directory. Each bot has its own file. */
export const tokenFileFor = (token: Redacted.Redacted, environment: Environment): string | undefined => {
  const directory = stateDirectory(environment)
  if (directory === undefined) return undefined
  const path = `${directory}/${botIdOf(Redacted.value(token)) ?? "discord"}.token`
  return environment.platform === "win32" ? path.replaceAll("/", "\\") : path
}

/** A token and the file that contains it. */
export interface TokenFile {
  readonly path: string
  readonly token: Redacted.Redacted
}

/** A token file that must be written. */
export interface TokenFileChange extends TokenFile {
  readonly what: string
}

/** Returns how the file changes, or `undefined` if it already contains the token and is private. */
export const tokenFileChange = Effect.fn("init.tokenFileChange")(function* ({ path, token }: TokenFile) {
  const fs = yield* FileSystem.FileSystem
  const exists = yield* Effect.orElseSucceed(fs.exists(path), () => false)
  if (!exists) return { path, token, what: "new" } satisfies TokenFileChange as TokenFileChange
  const content = yield* Effect.orElseSucceed(fs.readFileString(path), () => undefined)
  if (content !== contentOf(token)) {
    return { path, token, what: "its token is replaced" } satisfies TokenFileChange as TokenFileChange
  }
  const mode = yield* Effect.match(fs.stat(path), { onFailure: () => 0, onSuccess: (stat) => stat.mode & 0o077 })
  // Windows has no such permissions, and reports all of them.
  return mode === 0 || path.includes("\\")
    ? undefined
    : ({ path, token, what: "it becomes readable only by you" } satisfies TokenFileChange as TokenFileChange)
})

/** Writes a token to a file that only its owner can read. */
export const writeTokenFile = ({ path, token }: TokenFile) =>
  Effect.mapError(
    writeFileAtomically(path, contentOf(token), { mode: 0o600, before: Effect.void }),
    (error) => new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` })
  )

const contentOf = (token: Redacted.Redacted): string => `${Redacted.value(token)}\n`
