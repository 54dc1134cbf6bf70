/**
 * The boundary to a synchronous write. An append to the page cache takes microseconds.
 * On a busy machine, node's thread pool would take as long as the rest of a call.
 */
import { writeSync } from "node:fs"
import type { FileSystem } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { Effect } from "effect"

/** Appends all bytes to a file that was opened for appending. */
export const writeNow = ({ fd }: FileSystem.File, bytes: Uint8Array): Effect.Effect<void, SystemError> =>
  Effect.try({
    try: () => {
      for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written)
    },
    catch: (error) =>
      new SystemError({
        reason: "Unknown",
        module: "FileSystem",
        method: "writeSync",
        description: String(Object(error).message ?? error)
      })
  })
