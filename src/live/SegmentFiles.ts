/** The files of an event log: in a directory or in memory. They are appended and removed whole. */
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Data, Duration, Effect, Option, ScopedRef } from "effect"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import { type WriteSync, writeFully } from "../telemetry/LogOutput.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { readFileIfPresent } from "../text/writeFileAtomically.ts"

/** The event log cannot be read or written. `problem` says where and why, for the operator. */
export class EventLogFailed extends Data.TaggedError("EventLogFailed")<{ readonly problem: string }> {
  override get message(): string {
    return `the event log cannot be used: ${this.problem}`
  }
}

/** Makes the failure of a call: the files cannot be used until the operator acts. The next attempt of the server is sooner. */
export const filesUnusableBy = (problem: string | undefined) =>
  new GatewayUnavailable({ reason: "files", retry_after_ms: 60_000, ...(problem !== undefined && { problem }) })

/** The files cannot be used until the operator acts. */
export const filesUnusable = filesUnusableBy(undefined)

/** How often the same warning is repeated. */
const WARN_EVERY_MS = Duration.toMillis("1 minute")

/** Makes a function that warns at once when its text changes, and otherwise at most once a minute. */
export const makeWarning = (): ((text: string) => Effect.Effect<void>) => {
  let last = { text: "", atMs: Number.NEGATIVE_INFINITY }
  return (text) =>
    Effect.flatMap(monotonicMs, (atMs) => {
      if (text === last.text && atMs - last.atMs < WARN_EVERY_MS) return Effect.void
      last = { text, atMs }
      return Effect.logWarning(text)
    })
}

/** How many bytes were written, and why not all. */
export interface Written {
  readonly written: number
  readonly problem?: string
}

/** Named files that are appended, read and removed whole. Only one process uses them. */
export interface SegmentFiles {
  readonly names: Effect.Effect<ReadonlyArray<string>, EventLogFailed>
  /** Returns the text of a file, or an empty text if the file is gone. */
  readonly read: (name: string) => Effect.Effect<string, EventLogFailed>
  /** Appends bytes, and creates the file if it is missing. */
  readonly append: (name: string, bytes: Uint8Array) => Effect.Effect<Written, EventLogFailed>
  readonly remove: (name: string) => Effect.Effect<void, EventLogFailed>
}

/** Keeps segments in a directory. `write` replaces the system call in a test of a full disk. */
export const inDirectory = Effect.fnUntraced(function* (directory: string, write?: WriteSync) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const reported = Effect.mapError(
    (error: PlatformError) => new EventLogFailed({ problem: `${directory} (${error.message})` })
  )
  const current = yield* ScopedRef.make(() => ({ name: "", fd: -1 }))
  const open = (name: string) =>
    Effect.map(fs.open(paths.join(directory, name), { flag: "a", mode: 0o600 }), ({ fd }) => ({ name, fd }))
  const descriptorOf = (name: string) =>
    Effect.flatMap(ScopedRef.get(current), (opened) =>
      opened.name === name
        ? Effect.succeed(opened.fd)
        : Effect.zipRight(
            ScopedRef.set(current, open(name)),
            Effect.map(ScopedRef.get(current), ({ fd }) => fd)
          )
    )
  yield* reported(fs.makeDirectory(directory, { recursive: true, mode: 0o700 }))
  return {
    names: reported(fs.readDirectory(directory)),
    read: (name) =>
      readFileIfPresent(paths.join(directory, name)).pipe(
        Effect.map(Option.getOrElse(() => "")),
        Effect.provideService(FileSystem.FileSystem, fs),
        reported
      ),
    // The write is synchronous: it takes microseconds, and no other event arrives in between.
    append: (name, bytes) =>
      Effect.map(reported(descriptorOf(name)), (fd) => {
        const { error, written } = writeFully(fd, bytes, write)
        return { written, ...(error !== undefined && { problem: `${directory} (${error.message})` }) }
      }),
    remove: (name) => reported(fs.remove(paths.join(directory, name), { force: true }))
  } satisfies SegmentFiles as SegmentFiles
})

/** Keeps segments in memory. A log over the same map continues it. */
export const inMemory = (files: Map<string, string> = new Map()): SegmentFiles => ({
  names: Effect.sync(() => [...files.keys()]),
  read: (name) => Effect.sync(() => files.get(name) ?? ""),
  append: (name, bytes) =>
    Effect.sync(() => {
      files.set(name, `${files.get(name) ?? ""}${Buffer.from(bytes).toString()}`)
      return { written: bytes.length }
    }),
  remove: (name) => Effect.sync(() => void files.delete(name))
})
