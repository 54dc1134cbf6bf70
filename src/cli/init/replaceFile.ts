import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Effect } from "effect"
import type { Scope } from "./Client.ts"
import { reasonOf, type SettingsFile, SettingsUnusable } from "./SettingsFile.ts"

/**
 * Puts a new text into the place of a file in one step, so that nobody ever reads
 * half of it, and keeps the old one beside it. Gives the path of that copy, if
 * there was a file.
 */
export const replaceFile = Effect.fn("init.replaceFile")(function* (file: SettingsFile, text: string, scope: Scope) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const stamp = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:.]/g, "-")
  const next = `${file.target}.${stamp}.new`
  return yield* Effect.gen(function* () {
    yield* fs.makeDirectory(paths.dirname(file.target), { recursive: true })
    // The token may stand in it: what holds for one user is nobody else's to read.
    const mode = file.mode ?? (scope === "user" ? 0o600 : 0o644)
    yield* fs.writeFileString(next, text, { flag: "wx", mode })
    // What was asked for at the making is less what the process takes from all files.
    if (file.mode !== undefined) yield* fs.chmod(next, mode)
    if (!(yield* isAsRead(fs, file))) {
      return yield* new SettingsUnusable({
        path: file.path,
        problem: "was changed by somebody else just now: try again"
      })
    }
    const backup = file.exists ? yield* keep(fs, file, stamp) : undefined
    yield* fs.rename(next, file.target)
    return backup
  }).pipe(
    Effect.onError(() => Effect.ignore(fs.remove(next, { force: true }))),
    Effect.catchTags({ SystemError: (error) => cannot(file, error), BadArgument: (error) => cannot(file, error) })
  )
})

/** Clients write their settings, too: what they have written since we looked must not be lost. */
const isAsRead = (fs: FileSystem.FileSystem, { exists, target, text }: SettingsFile) =>
  exists
    ? Effect.map(fs.readFileString(target), (now) => withMark(now) === withMark(text))
    : Effect.map(fs.exists(target), (is) => !is)

const withMark = (text: string): string => text.replace(/^\uFEFF/, "")

const COPIES_MAX = 100

/** Copies the file to a name that nothing has. */
const keep = (fs: FileSystem.FileSystem, { mode, target }: SettingsFile, stamp: string) => {
  const attempt = (number: number): Effect.Effect<string, PlatformError> => {
    const path = `${target}.${stamp}${number === 1 ? "" : `-${number}`}.bak`
    return fs.readFile(target).pipe(
      Effect.flatMap((bytes) => fs.writeFile(path, bytes, { flag: "wx", ...(mode !== undefined && { mode }) })),
      Effect.as(path),
      Effect.catchIf(
        (error) => error._tag === "SystemError" && error.reason === "AlreadyExists" && number < COPIES_MAX,
        () => attempt(number + 1)
      )
    )
  }
  return attempt(1)
}

const cannot = ({ path }: SettingsFile, error: PlatformError) =>
  new SettingsUnusable({ path, problem: `cannot be written (${reasonOf(error)})` })
