import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Effect } from "effect"
import { type ConfigFile, ConfigFileError, reasonOf, stripBom } from "./ConfigFile.ts"
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
  const paths = yield* Path.Path
  const stamp = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:.]/g, "-")
  const next = `${file.target}.${stamp}.new`
  return yield* Effect.gen(function* () {
    yield* fs.makeDirectory(paths.dirname(file.target), { recursive: true })
    // The file may contain the token, so a file of one user is readable only by that user.
    const mode = file.mode ?? (scope === "user" ? 0o600 : 0o644)
    yield* fs.writeFileString(next, text, { flag: "wx", mode })
    // The umask may have removed permissions at creation.
    if (file.mode !== undefined) yield* fs.chmod(next, mode)
    if (!(yield* isAsRead(fs, file))) {
      return yield* new ConfigFileError({
        path: file.path,
        problem: "was changed by another program: retry"
      })
    }
    const backup = file.exists ? yield* backUp(fs, file, stamp) : undefined
    yield* fs.rename(next, file.target)
    return backup
  }).pipe(
    Effect.onError(() => Effect.ignore(fs.remove(next, { force: true }))),
    Effect.catchTags({ SystemError: (error) => cannot(file, error), BadArgument: (error) => cannot(file, error) })
  )
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
