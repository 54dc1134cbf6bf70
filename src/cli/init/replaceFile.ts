import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Effect, Option, Ref } from "effect"
import { reasonOf, writeFileAtomically } from "../fileSystem.ts"
import { type ConfigFile, ConfigFileError, stripBom } from "./ConfigFile.ts"
import type { ConfigScope } from "./McpClient.ts"

/**
 * Replaces a file atomically, and keeps a backup of the old file beside it.
 * Returns the path of the backup, if there was a file.
 */
export const replaceFile = Effect.fn("init.replaceFile")(function* (
  file: ConfigFile,
  text: string,
  scope: ConfigScope
) {
  const fs = yield* FileSystem.FileSystem
  const stamp = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:.]/g, "-")
  const backup = yield* Ref.make(Option.none<string>())
  const before = Effect.gen(function* () {
    if (!(yield* isAsRead(fs, file))) {
      return yield* new ConfigFileError({
        path: file.path,
        problem: "was changed by another program: retry"
      })
    }
    if (file.exists) yield* Ref.set(backup, Option.some(yield* backUp(fs, file, stamp)))
  })
  // The file may contain the token, so a file of one user is readable only by that user.
  const mode = file.mode ?? (scope === "user" ? 0o600 : 0o644)
  yield* writeFileAtomically(file.target, text, { mode, ignoreUmask: file.exists, before }).pipe(
    // Without a change, there is nothing to go back to.
    Effect.onError(() =>
      Effect.flatMap(Ref.get(backup), (path) =>
        Option.isSome(path) ? Effect.ignore(fs.remove(path.value)) : Effect.void
      )
    ),
    Effect.catchTags({ SystemError: (error) => cannot(file, error), BadArgument: (error) => cannot(file, error) })
  )
  return Option.getOrUndefined(yield* Ref.get(backup))
})

/** Returns whether the file is unchanged since it was read. A client may have written the file meanwhile. */
const isAsRead = (fs: FileSystem.FileSystem, { exists, target, text }: ConfigFile) =>
  exists
    ? Effect.map(fs.readFileString(target), (now) => stripBom(now) === stripBom(text))
    : Effect.map(fs.exists(target), (is) => !is)

/** The maximum number of backup names to try. */
const BACKUP_NAMES_MAX = 100

/** Copies the file to an unused name. */
const backUp = (fs: FileSystem.FileSystem, { mode, target }: ConfigFile, stamp: string) => {
  const attempt = (number: number): Effect.Effect<string, PlatformError> => {
    const path = `${target}.${stamp}${number === 1 ? "" : `-${number}`}.bak`
    return fs.readFile(target).pipe(
      Effect.flatMap((bytes) => fs.writeFile(path, bytes, { flag: "wx", ...(mode !== undefined && { mode }) })),
      Effect.as(path),
      Effect.catchIf(
        (error) => error._tag === "SystemError" && error.reason === "AlreadyExists" && number < BACKUP_NAMES_MAX,
        () => attempt(number + 1)
      )
    )
  }
  return attempt(1)
}

const cannot = ({ path }: ConfigFile, error: PlatformError) =>
  new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` })
