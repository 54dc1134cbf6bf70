import { FileSystem, Path } from "@effect/platform"
import { Effect } from "effect"
import { secureToken } from "./secureToken.ts"

/** How a file is replaced. */
export interface ReplaceOptions<A, E, R> {
  /** The permissions of the file. */
  readonly mode: number
  /** Sets permissions that the umask would remove. */
  readonly ignoreUmask?: boolean
  /** Runs when the new text is on the disk and before the file is replaced. If it fails, the file stays unchanged. */
  readonly before: Effect.Effect<A, E, R>
}

/**
 * Replaces a file atomically, and creates its directories. The target of a symbolic link is replaced, not the link.
 * Returns the result of `before`.
 */
export const writeFileAtomically = Effect.fn("text.writeFileAtomically")(function* <A, E, R>(
  path: string,
  text: string,
  { before, ignoreUmask = false, mode }: ReplaceOptions<A, E, R>
) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const target = yield* Effect.orElseSucceed(fs.realPath(path), () => path)
  const next = `${target}.${yield* secureToken}.new`
  return yield* Effect.gen(function* () {
    yield* fs.makeDirectory(paths.dirname(target), { recursive: true })
    // Restricted from the start, because the text may contain a secret.
    yield* fs.writeFileString(next, text, { flag: "wx", mode })
    if (ignoreUmask) yield* fs.chmod(next, mode)
    const result = yield* before
    yield* fs.rename(next, target)
    return result
  }).pipe(Effect.onError(() => Effect.ignore(fs.remove(next, { force: true }))))
})

/** Reads a file that may be missing. Fails if it is there and cannot be read: what it holds must not be forgotten. */
export const readFileIfPresent = Effect.fn("text.readFileIfPresent")(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.catchIf(
    Effect.asSome(fs.readFileString(path)),
    (error) => error._tag === "SystemError" && error.reason === "NotFound",
    () => Effect.succeedNone
  )
})
