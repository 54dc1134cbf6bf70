/**
 * The boundary to a write that does not wait for another thread. What is appended
 * goes to the page cache of the system, which takes microseconds. To hand it to a
 * thread and back takes as long as the rest of a call on a busy machine.
 */
import { writeSync } from "node:fs"
import type { FileSystem } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { Effect } from "effect"

/** Writes all bytes at the end of a file that was opened for appending. */
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
