/** What is wrong with a file of the server: damaged, or on a disk that takes nothing. */
import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { DateTime, Effect } from "effect"

/** What the codes of Node mean, for people. */
const meanings: ReadonlyMap<unknown, string> = new Map([
  ["ENOSPC", "the disk is full (ENOSPC)"],
  ["EDQUOT", "the disk quota is used up (EDQUOT)"],
  ["EFBIG", "the file is as large as it may be (EFBIG)"],
  ["EROFS", "the file system is read-only (EROFS)"],
  ["EACCES", "this user may not write there (EACCES)"],
  ["EPERM", "this user may not write there (EPERM)"],
  ["EIO", "the disk has an error (EIO)"]
])

/** Returns why a file cannot be used. Never its path: a caller may not know it. */
export const fileProblem = (error: PlatformError): string => {
  const { code } = Object(error.cause)
  return meanings.get(code) ?? (typeof code === "string" ? `the system refuses it (${code})` : "the system refuses it")
}

/** The part of the name of a file that was set aside because it is damaged. */
const DAMAGED = ".damaged-"

/** Returns whether a file was set aside because it is damaged. */
export const isSetAside = (name: string): boolean => name.includes(DAMAGED)

/**
 * Sets a damaged file aside under another name, and says so in the log. Fails if it cannot be renamed: then it must not be
 * replaced. `lost`: what is forgotten.
 */
export const keepDamaged = Effect.fn("text.keepDamaged")(function* (path: string, lost: string) {
  const fs = yield* FileSystem.FileSystem
  const aside = `${path}${DAMAGED}${DateTime.toEpochMillis(yield* DateTime.now)}`
  yield* fs.rename(path, aside)
  yield* Effect.logWarning(`${path} is damaged: ${lost} The damaged file is kept as ${aside}`)
})
