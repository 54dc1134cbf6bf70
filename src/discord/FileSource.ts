import { FileSystem, Path } from "@effect/platform"
import { Context, Duration, Effect, Either, Encoding, Layer, Scope } from "effect"
import { Settings } from "../config/Settings.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import * as Deadline from "../resilience/Deadline.ts"
import { secureToken } from "../text/secureToken.ts"
import type { RequestFile } from "./DiscordRequest.ts"
import type { Downloaded, DownloadOptions } from "./download.ts"
import { DownloadFailed, type DownloadPolicy, discordMedia, publicInternet } from "./downloadPolicy.ts"
import { BYTES_IN_FLIGHT, makeFileMemory } from "./FileMemory.ts"
import type { ServedRecording, Transcribe } from "./Recordings.ts"
import { makeWrittenFiles } from "./WrittenFiles.ts"

/** A file of a call: exactly one of URL, path and content. */
export interface FileInput {
  readonly name?: string
  readonly url?: string
  readonly path?: string
  readonly base64?: string
  /** The alternative text. */
  readonly description?: string
}

/** A file that Discord serves. `at`: the path of the field for error messages. `bytes`: its size, if Discord says it. */
export interface MediaToSave {
  readonly url: string
  readonly name: string
  readonly at: string
  readonly bytes: number | undefined
}

/** A file that was saved. Its path is inside the operator's directory. */
export interface SavedFile {
  readonly path: string
  readonly fullPath: string
  readonly bytes: number
}

/**
 * Loads files from URLs (https, public addresses only), from the operator's directory, or from base64.
 * `at` is the path of the field for error messages. Files larger than `maxBytes` are rejected.
 */
export class FileSource extends Context.Tag("effect-discord-mcp/discord/FileSource")<
  FileSource,
  {
    readonly load: (file: FileInput, at: string, maxBytes?: number) => Effect.Effect<RequestFile, ValidationError>
    /** Reads a file of the operator's directory. `at` is the path of the field for error messages. */
    readonly read: (path: string, at: string, maxBytes: number) => Effect.Effect<Uint8Array, ValidationError>
    /** Creates a file in the operator's directory, whole or not at all. A file that exists is never replaced. */
    readonly create: (path: string, at: string, text: string) => Effect.Effect<void, ValidationError>
    /**
     * Downloads media that Discord serves to a new file of the operator's directory, chunk by chunk. The file is whole when
     * it appears, and none is replaced: if the name is taken, it gets a number.
     */
    readonly save: (file: MediaToSave) => Effect.Effect<SavedFile, ValidationError | DownloadFailed>
    /** Downloads media that Discord serves, from Discord's own hosts only. */
    readonly loadMedia: (url: string, options: DownloadOptions) => Effect.Effect<Downloaded, DownloadFailed>
    /** Returns the text of a recording that Discord serves, by the operator's service. The link must work. */
    readonly transcribe: Transcribe
    /**
     * Loads files and reserves memory for their bytes until the scope closes. All calls
     * together reserve at most `BYTES_IN_FLIGHT`, and those of a client `CLIENT_BYTES`; further calls
     * wait. `sizeOf` returns the loaded bytes, and the rest of the reservation is released.
     */
    readonly withReservation: <A>(
      files: ReadonlyArray<FileInput>,
      load: Effect.Effect<A, ValidationError>,
      sizeOf: (loaded: A) => number
    ) => Effect.Effect<A, ValidationError, Scope.Scope>
  }
>() {}

/** The time limit of one download. The deadline of the call can be earlier. */
const DOWNLOAD_TIMEOUT = "20 seconds"

/** How many files of one name are saved. */
const SAME_NAMES_MAX = 20

/** The memory of the current call: the bytes that it may still load, and how a download reserves them. */
interface Reservation {
  left: number
  readonly reserve: (bytes: number) => Effect.Effect<void>
}

class CurrentReservation extends Context.Reference<CurrentReservation>()(
  "effect-discord-mcp/discord/CurrentReservation",
  {
    defaultValue: (): Reservation | undefined => undefined
  }
) {}

/** Provides file loading within the operator's settings and the download policy. */
export const layer = (
  policy: DownloadPolicy = publicInternet
): Layer.Layer<FileSource, never, Settings | FileSystem.FileSystem | Path.Path> =>
  Layer.scoped(
    FileSource,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { apiUrl, filesDir } = settings
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const scope = yield* Effect.scope
      const written = yield* makeWrittenFiles
      // Loaded at the first download, and uninterruptible: the call that loads it may be cancelled while others wait.
      const downloader = (policy: DownloadPolicy) =>
        Effect.map(
          Effect.cached(
            Effect.flatMap(
              Effect.promise(() => import("./download.ts")),
              ({ make }) => Scope.extend(make(policy, settings), scope)
            ).pipe(Effect.uninterruptible)
          ),
          (make) => (url: string, options: DownloadOptions) =>
            Effect.flatMap(Deadline.remainingMs, (left) =>
              Effect.flatMap(make, (download) => download(url, options)).pipe(
                Effect.timeoutFail({
                  duration: Duration.min(DOWNLOAD_TIMEOUT, Math.max(0, left)),
                  onTimeout: () => new DownloadFailed({ problem: "could not be downloaded in time" })
                })
              )
            )
        )
      const download = yield* downloader(policy)
      const downloadMedia = yield* downloader(discordMedia(apiUrl))

      const nameOf = (name: string | undefined, fallback: string): string =>
        name ?? (fallback === "" ? "file" : fallback)

      const fromUrl = (url: string, { at, maxBytes, name, reserve }: LoadOptions) =>
        Effect.mapBoth(download(url, { maxBytes, reserve }), {
          onSuccess: ({ contentType, data }): RequestFile => ({
            name: nameOf(name, paths.basename(pathnameOf(url))),
            data,
            ...(contentType !== undefined && { contentType })
          }),
          onFailure: ({ problem }) => fileIssue(`${at}.url`, problem)
        })

      const isInside = (root: string, path: string): boolean =>
        path.startsWith(root.endsWith(paths.sep) ? root : root + paths.sep)

      /** Returns the real path of a file, or of the directory of a new one. Symbolic links must not lead out. */
      const pathInside = Effect.fnUntraced(function* (path: string, at: string, isNew: boolean) {
        if (filesDir === undefined) {
          const what = isNew ? "files cannot be written here" : "files may not be named by path here"
          return yield* fileIssue(at, `${what}: the operator has set no MCP_FILES_DIR`)
        }
        const outside = () => fileIssue(at, "is outside the operator's files directory")
        const unreadable = () => fileIssue(at, isNew ? "is in no directory that exists" : "is not a readable file")
        const root = yield* Effect.mapError(fs.realPath(filesDir), unreadable)
        const asked = paths.resolve(filesDir, path)
        // Checked before the disk is read, so that the error does not show whether the file exists.
        if (!isInside(paths.resolve(filesDir), asked) && !isInside(root, asked)) return yield* outside()
        const real = yield* Effect.mapError(fs.realPath(isNew ? paths.dirname(asked) : asked), unreadable)
        if (!isInside(root, real) && !(isNew && real === root)) return yield* outside()
        return isNew ? paths.join(real, paths.basename(asked)) : real
      })

      const read = Effect.fnUntraced(function* (path: string, at: string, maxBytes: number) {
        const unreadable = () => fileIssue(at, "is not a readable file")
        const real = yield* pathInside(path, at, false)
        const { size, type } = yield* Effect.mapError(fs.stat(real), unreadable)
        // Reading a pipe or device might never end.
        if (type !== "File") return yield* unreadable()
        if (Number(size) > maxBytes) return yield* tooLarge(at, maxBytes)
        return yield* Effect.mapError(fs.readFile(real), unreadable)
      })

      const unwritable =
        (at: string) =>
        ({ reason }: { readonly reason?: string }) =>
          fileIssue(at, reason === "AlreadyExists" ? "exists already: choose another name" : "cannot be written")

      /** Writes a new file: `write` makes the part, whose link is the file. A link fails where a file or a link is. */
      const writeNew = Effect.fnUntraced(function* <A, E>(
        { at, bytes, target }: { readonly at: string; readonly bytes: number; readonly target: string },
        write: (part: string) => Effect.Effect<A, E>
      ) {
        const part = `${target}.${yield* secureToken}.part`
        return yield* write(part).pipe(
          Effect.tap(() =>
            Effect.catchTags(fs.link(part, target), {
              BadArgument: () => unwritable(at)({}),
              SystemError: unwritable(at)
            })
          ),
          Effect.ensuring(Effect.ignore(fs.remove(part, { force: true }))),
          written.within(target, bytes, (problem) => fileIssue(at, problem))
        )
      })

      const NEW = { flag: "wx", mode: 0o600 } as const

      const create = Effect.fnUntraced(function* (path: string, at: string, text: string) {
        const target = yield* pathInside(path, at, true)
        yield* writeNew({ at, bytes: Buffer.byteLength(text), target }, (part) =>
          Effect.catchTags(fs.writeFileString(part, text, NEW), {
            BadArgument: () => unwritable(at)({}),
            SystemError: unwritable(at)
          })
        )
      }, Effect.uninterruptible)

      /** Returns the name with the first number that is free. */
      const freePath = Effect.fnUntraced(function* (name: string, at: string) {
        const first = yield* pathInside(name, at, true)
        const { dir, ext, name: stem } = paths.parse(first)
        for (let number = 1; number <= SAME_NAMES_MAX; number++) {
          const target = number === 1 ? first : paths.join(dir, `${stem}-${number}${ext}`)
          if (!(yield* Effect.orElseSucceed(fs.exists(target), () => true))) return target
        }
        return yield* fileIssue(at, `is in ${SAME_NAMES_MAX} files already: ${name}`)
      })

      const save = Effect.fnUntraced(function* ({ at, bytes = policy.maxBytes, name, url }: MediaToSave) {
        if (bytes > policy.maxBytes) {
          return yield* new DownloadFailed({ problem: `is larger than ${policy.maxBytes} bytes`, refused: "too_large" })
        }
        const target = yield* freePath(name, at)
        const failed = () => new DownloadFailed({ problem: "cannot be written to MCP_FILES_DIR" })
        const { size } = yield* writeNew({ at, bytes, target }, (part) =>
          Effect.scoped(
            Effect.flatMap(Effect.mapError(fs.open(part, NEW), failed), (file) =>
              downloadMedia(url, {
                maxBytes: bytes,
                into: (chunk) => Effect.mapError(file.writeAll(chunk), failed)
              })
            )
          )
        )
        return { path: paths.basename(target), fullPath: target, bytes: size }
      })

      const fromPath = (path: string, { at, maxBytes, name }: LoadOptions) =>
        Effect.map(
          read(path, `${at}.path`, maxBytes),
          (data): RequestFile => ({ name: nameOf(name, paths.basename(path)), data })
        )

      const fromBase64 = (
        given: string,
        { at, maxBytes, name }: LoadOptions
      ): Effect.Effect<RequestFile, ValidationError> => {
        const [, contentType, base64 = given] = DATA_ADDRESS.exec(given) ?? []
        return Either.match(Encoding.decodeBase64(base64), {
          onLeft: () => fileIssue(`${at}.base64`, "is not base64"),
          onRight: (data): Effect.Effect<RequestFile, ValidationError> =>
            data.length > maxBytes
              ? tooLarge(`${at}.base64`, maxBytes)
              : Effect.succeed({ name: nameOf(name, ""), data, ...((contentType ?? "") !== "" && { contentType }) })
        })
      }

      const memory = makeFileMemory()

      /** Returns the maximum size of a file in bytes. An unreadable path is rejected when it is loaded. */
      const mostBytesOf = ({ base64, path }: FileInput): Effect.Effect<number> => {
        if (base64 !== undefined) return Effect.succeed(Math.ceil((base64.length * 3) / 4))
        if (path === undefined || filesDir === undefined)
          return Effect.succeed(path === undefined ? policy.maxBytes : 0)
        return fs.stat(paths.resolve(filesDir, path)).pipe(
          Effect.map(({ size }) => (Number(size) > policy.maxBytes ? 0 : Number(size))),
          Effect.orElseSucceed(() => 0)
        )
      }

      /**
       * Returns the number of bytes to reserve before anything is loaded. Downloads share the rest, because
       * their size is not known yet. A call with one download reserves its size when the server declares it.
       * A call with more must not wait while it holds memory, because calls that wait for each other never end.
       */
      const reservationFor = Effect.fnUntraced(function* (files: ReadonlyArray<FileInput>, most: number) {
        if (files.length === 1 && files[0]?.url !== undefined) return 0
        const known = yield* Effect.forEach(
          files.filter(({ url }) => url === undefined),
          mostBytesOf
        )
        const least = known.reduce((sum, size) => sum + size, 0)
        if (least > most) {
          return yield* fileIssue("files", `are larger than ${most} bytes in total, the limit of one call`)
        }
        return Math.min(most, least + (files.length - known.length) * policy.maxBytes)
      })

      const loadMedia = (url: string, options: DownloadOptions) =>
        Effect.scoped(Effect.flatMap(memory.holder, ({ reserve }) => downloadMedia(url, { ...options, reserve })))

      const downloadFor = <A, E>({ url }: ServedRecording, use: (file: Downloaded) => Effect.Effect<A, E>) =>
        Effect.scoped(
          Effect.flatMap(memory.holder, ({ reserve }) =>
            Effect.flatMap(downloadMedia(url, { maxBytes: policy.maxBytes, reserve }), use)
          )
        )
      // Loaded at the first recording, and uninterruptible, as downloads are.
      const transcriber = yield* Effect.cached(
        Effect.flatMap(
          Effect.promise(() => import("./Recordings.ts")),
          ({ makeTranscribe }) => Scope.extend(makeTranscribe(settings, downloadFor), scope)
        ).pipe(Effect.uninterruptible)
      )

      return FileSource.of({
        transcribe: (recording) => Effect.flatMap(transcriber, (transcribe) => transcribe(recording)),
        read,
        create,
        save,
        loadMedia,
        withReservation: (files, load, sizeOf) =>
          Effect.gen(function* () {
            const { keep, most, reserve } = yield* memory.holder
            const reserved = yield* reservationFor(files, most)
            yield* reserve(reserved)
            // Memory that is reserved up front is not reserved again.
            const later = reserved === 0 ? reserve : () => Effect.void
            const loaded = yield* Effect.provideService(load, CurrentReservation, { left: most, reserve: later })
            yield* keep(sizeOf(loaded))
            return loaded
          }),
        load: (file, at, maxBytes = policy.maxBytes) =>
          Effect.flatMap(CurrentReservation, (reservation) => {
            const { base64, name, path, url } = file
            const { left, reserve } = reservation ?? { left: BYTES_IN_FLIGHT, reserve: () => Effect.void }
            const asked = { name, at, maxBytes: Math.min(maxBytes, policy.maxBytes, left), reserve }
            const loaded = (loading: Effect.Effect<RequestFile, ValidationError>, field: string) =>
              Effect.tap(rejectEmpty(loading, `${at}.${field}`), ({ data }) =>
                Effect.sync(() => {
                  if (reservation !== undefined) reservation.left -= data.length
                })
              )
            if (url !== undefined) return loaded(fromUrl(url, asked), "url")
            if (path !== undefined) return loaded(fromPath(path, asked), "path")
            if (base64 !== undefined) return loaded(fromBase64(base64, asked), "base64")
            return fileIssue(at, "needs url, path or base64")
          })
      })
    })
  )

/** The name, field path and size limit of a file. */
interface LoadOptions {
  readonly name: string | undefined
  readonly at: string
  readonly maxBytes: number
  readonly reserve: (bytes: number) => Effect.Effect<void>
}

/** Rejects empty files. Discord shows them as broken, and its error for an empty picture names no field. */
const rejectEmpty = (loading: Effect.Effect<RequestFile, ValidationError>, path: string) =>
  Effect.filterOrElse(
    loading,
    ({ data }) => data.length > 0,
    () => fileIssue(path, "is empty: a file needs at least one byte")
  )

const tooLarge = (path: string, maxBytes: number) => fileIssue(path, `is larger than ${maxBytes} bytes`)

const fileIssue = (path: string, message: string): ValidationError =>
  new ValidationError({ validation_issues: [{ path, message, code: "file" }] })

/** Matches a data URL: its media type and its content. */
const DATA_ADDRESS = /^data:([^;,]*)[^,]*;base64,(.*)$/s

/** Returns the decoded path of a URL. */
const pathnameOf = (url: string): string => {
  const { pathname } = new URL(url)
  return Either.getOrElse(Encoding.decodeUriComponent(pathname), () => pathname)
}
