/** A disk in memory whose process can be killed in the middle of a write. */
import { SystemError } from "@effect/platform/Error"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import { inMemory, type SegmentFiles } from "../../src/live/SegmentFiles.ts"

/** When a process is killed: after so many writes, and so many bytes of the last one. */
export interface Kill {
  readonly writes: number
  readonly bytes: number
}

const notFound = (pathOrDescriptor: string) =>
  new SystemError({ reason: "NotFound", module: "FileSystem", method: "open", pathOrDescriptor })

/** A disk. The files stay when a process ends. */
export class DiskModel {
  readonly files = new Map<string, string>()
  readonly segments = new Map<string, string>()

  /** The view of one process. After its death it changes nothing. */
  process() {
    let [isDead, kill] = [false, undefined as Kill | undefined]
    const alive = Effect.suspend(() => (isDead ? Effect.die("killed") : Effect.void))
    /** Does a write, or as much of it as the process lives to do. */
    const write = <A>(whole: () => A, part: (share: Kill) => void): Effect.Effect<A> =>
      Effect.zipRight(
        alive,
        Effect.suspend(() => {
          if (kill === undefined || kill.writes > 0) {
            if (kill !== undefined) kill = { ...kill, writes: kill.writes - 1 }
            return Effect.sync(whole)
          }
          part(kill)
          isDead = true
          return alive as Effect.Effect<never>
        })
      )
    const files = this.files
    const segments = inMemory(this.segments)
    const fs = FileSystem.makeNoop({
      readFileString: (path) =>
        Effect.suspend(() => {
          const text = files.get(path)
          return text === undefined ? Effect.fail(notFound(path)) : Effect.succeed(text)
        }),
      makeDirectory: () => Effect.void,
      realPath: (path) => Effect.succeed(path),
      remove: (path) =>
        Effect.zipRight(
          alive,
          Effect.sync(() => void files.delete(path))
        ),
      writeFileString: (path, text) =>
        write(
          () => void files.set(path, text),
          ({ bytes }) => files.set(path, text.slice(0, bytes % text.length))
        ),
      rename: (from, to) =>
        write(
          () => {
            files.set(to, files.get(from) ?? "")
            files.delete(from)
          },
          () => undefined
        )
    })
    const segmentFiles: SegmentFiles = {
      ...segments,
      append: (name, bytes) =>
        Effect.flatten(
          write(
            () => segments.append(name, bytes),
            (share) => Effect.runSync(segments.append(name, bytes.subarray(0, share.bytes % (bytes.length + 1))))
          )
        ),
      remove: (name) =>
        Effect.flatten(
          write(
            () => segments.remove(name),
            () => undefined
          )
        )
    }
    return {
      fs,
      segmentFiles,
      isDead: () => isDead,
      killAfter: (when: Kill) => {
        kill = when
      },
      die: () => {
        isDead = true
      }
    }
  }
}
