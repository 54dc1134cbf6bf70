/** The budget for files that tools write below MCP_FILES_DIR, of which each client has a share. */
import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { type Excess, type Owner, SharedBudget } from "../resilience/SharedBudget.ts"
import { Caller } from "../telemetry/Caller.ts"

/** The maximum number of files that tools write, and that one client writes. */
export const WRITTEN_FILES = 400
export const CLIENT_WRITTEN_FILES = 100

/** The maximum number of bytes of the files that tools write, and that one client writes. */
export const WRITTEN_BYTES = 64 * 1024 * 1024
export const CLIENT_WRITTEN_BYTES = 16 * 1024 * 1024

/** A file that a tool has written. */
interface WrittenFile {
  readonly path: string
  readonly owner: Owner
  readonly bytes: number
}

/** Makes the budget. A file that was deleted counts no more. A new process starts with an empty budget. */
export const makeWrittenFiles = Effect.map(FileSystem.FileSystem, (fs) => {
  const counts = new SharedBudget({ total: WRITTEN_FILES, share: CLIENT_WRITTEN_FILES })
  const sizes = new SharedBudget({ total: WRITTEN_BYTES, share: CLIENT_WRITTEN_BYTES })
  const written = new Set<WrittenFile>()

  const excessOf = (owner: Owner, bytes: number): string | undefined => {
    const [files, size] = [counts.excess(owner, 1), sizes.excess(owner, bytes)]
    if (files !== undefined) return problemOf(files, counts.limitOf(owner), WRITTEN_FILES, "files")
    return size === undefined ? undefined : problemOf(size, sizes.limitOf(owner), WRITTEN_BYTES, "bytes")
  }

  const remove = (file: WrittenFile): void => {
    if (!written.delete(file)) return
    counts.give(file.owner, 1)
    sizes.give(file.owner, file.bytes)
  }

  const forgetDeleted = Effect.suspend(() =>
    Effect.forEach(
      [...written],
      (file) =>
        Effect.map(
          Effect.orElseSucceed(fs.exists(file.path), () => true),
          (exists) => {
            if (!exists) remove(file)
          }
        ),
      { concurrency: 16, discard: true }
    )
  )

  /** Runs the effect that writes a file if the file fits. A failed write does not count. `refuse` makes the failure. */
  const within = <E>(path: string, bytes: number, refuse: (problem: string) => E) =>
    Effect.fnUntraced(function* <A, E2, R>(write: Effect.Effect<A, E2, R>) {
      const { clientId: owner } = yield* Caller
      if (excessOf(owner, bytes) !== undefined) yield* forgetDeleted
      const file: WrittenFile = { path, owner, bytes }
      const problem = excessOf(owner, bytes)
      if (problem !== undefined) return yield* Effect.fail(refuse(problem))
      counts.add(owner, 1)
      sizes.add(owner, bytes)
      written.add(file)
      return yield* Effect.onError(write, () => Effect.sync(() => remove(file)))
    })

  return { within }
})

const problemOf = (excess: Excess, share: number, total: number, unit: "files" | "bytes"): string =>
  excess === "share"
    ? `would exceed the ${share} ${unit} that one client may write: the operator must delete files of MCP_FILES_DIR that it wrote`
    : `would exceed the ${total} ${unit} that tools may write: the operator must delete files of MCP_FILES_DIR that they wrote`
