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
      const { maxBytes } = policy
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const scope = yield* Effect.scope
      const written = yield* makeWrittenFiles
      const memory = makeFileMemory()
      const download = yield* makeDownload(policy, settings, scope)
      const downloadMedia = yield* makeDownload(discordMedia(settings.apiUrl), settings, scope)
      const directory = new FilesDirectory({
        downloadMedia,
        filesDir: settings.filesDir,
        fs,
        maxBytes,
        paths,
        written
      })
      const loader = new FileLoader({ directory, download, downloadMedia, maxBytes, memory, paths })
      // Loaded at the first recording, and uninterruptible, as downloads are.
      const transcriber = yield* Effect.cached(
        Effect.flatMap(
          Effect.promise(() => import("./Recordings.ts")),
          ({ makeTranscribe }) => Scope.extend(makeTranscribe(settings, loader.downloadRecording), scope)
        ).pipe(Effect.uninterruptible)
      )
      return FileSource.of({
        transcribe: (recording) => Effect.flatMap(transcriber, (transcribe) => transcribe(recording)),
        read: (path, at, maxBytes) => directory.read(path, at, maxBytes),
        create: (path, at, text) => directory.create(path, at, text),
        save: (file) => directory.save(file),
        loadMedia: (url, options) => loader.loadMedia(url, options),
        withReservation: (files, load, sizeOf) => loader.withReservation(files, load, sizeOf),
        load: (file, at, maxBytes) => loader.load(file, at, maxBytes)
      })
    })
  )

type Download = (url: string, options: DownloadOptions) => Effect.Effect<Downloaded, DownloadFailed>

/**
 * Makes the downloads of a policy. Their code is loaded at the first download, and uninterruptible: the call that loads it
 * may be cancelled while others wait.
 */
const makeDownload = (
  policy: DownloadPolicy,
  settings: Settings["Type"],
  scope: Scope.Scope
): Effect.Effect<Download> =>
  Effect.map(
    Effect.cached(
      Effect.flatMap(
        Effect.promise(() => import("./download.ts")),
        ({ make }) => Scope.extend(make(policy, settings), scope)
      ).pipe(Effect.uninterruptible)
    ),
    (make) => (url, options) =>
      Effect.flatMap(Deadline.remainingMs, (left) =>
        Effect.flatMap(make, (download) => download(url, options)).pipe(
          Effect.timeoutFail({
            duration: Duration.min(DOWNLOAD_TIMEOUT, Math.max(0, left)),
            onTimeout: () => new DownloadFailed({ problem: "could not be downloaded in time" })
          })
        )
      )
  )

/** What the operator's directory needs. */
interface DirectoryParts {
  readonly downloadMedia: Download
  /** Unset: the operator has set no directory. */
  readonly filesDir: string | undefined
  readonly fs: FileSystem.FileSystem
  readonly maxBytes: number
  readonly paths: Path.Path
  readonly written: Effect.Effect.Success<typeof makeWrittenFiles>
}

/** How a new file is opened: none may exist, and only the user of this process may read it. */
const NEW = { flag: "wx", mode: 0o600 } as const

/** The operator's directory, which has all files that are named by path. */
class FilesDirectory {
  readonly #parts: DirectoryParts

  constructor(parts: DirectoryParts) {
    this.#parts = parts
  }

  readonly read = Effect.fnUntraced(function* (this: FilesDirectory, path: string, at: string, maxBytes: number) {
    const { fs } = this.#parts
    const unreadable = () => fileIssue(at, "is not a readable file")
    const real = yield* this.#pathInside(path, at, false)
    const { size, type } = yield* Effect.mapError(fs.stat(real), unreadable)
    // Reading a pipe or device might never end.
    if (type !== "File") return yield* unreadable()
    if (Number(size) > maxBytes) return yield* tooLarge(at, maxBytes)
    return yield* Effect.mapError(fs.readFile(real), unreadable)
  })

  readonly create = Effect.fnUntraced(function* (this: FilesDirectory, path: string, at: string, text: string) {
    const target = yield* this.#pathInside(path, at, true)
    yield* this.#writeNew({ at, bytes: Buffer.byteLength(text), target }, (part) =>
      Effect.catchTags(this.#parts.fs.writeFileString(part, text, NEW), {
        BadArgument: () => unwritable(at)({}),
        SystemError: unwritable(at)
      })
    )
  }, Effect.uninterruptible)

  readonly save = Effect.fnUntraced(function* (
    this: FilesDirectory,
    { at, bytes = this.#parts.maxBytes, name, url }: MediaToSave
  ) {
    const { downloadMedia, fs, maxBytes, paths } = this.#parts
    if (bytes > maxBytes) {
      return yield* new DownloadFailed({ problem: `is larger than ${maxBytes} bytes`, refused: "too_large" })
    }
    const target = yield* this.#freePath(name, at)
    const failed = () => new DownloadFailed({ problem: "cannot be written to MCP_FILES_DIR" })
    const { size } = yield* this.#writeNew({ at, bytes, target }, (part) =>
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

  /** Returns the size of a file, or 0 if it is too large or cannot be read. */
  sizeOf(path: string): Effect.Effect<number> {
    const { filesDir, fs, maxBytes, paths } = this.#parts
    if (filesDir === undefined) return Effect.succeed(0)
    return fs.stat(paths.resolve(filesDir, path)).pipe(
      Effect.map(({ size }) => (Number(size) > maxBytes ? 0 : Number(size))),
      Effect.orElseSucceed(() => 0)
    )
  }

  /** Returns the real path of a file, or of the directory of a new one. Symbolic links must not lead out. */
  readonly #pathInside = Effect.fnUntraced(function* (this: FilesDirectory, path: string, at: string, isNew: boolean) {
    const { filesDir, fs, paths } = this.#parts
    if (filesDir === undefined) {
      const what = isNew ? "files cannot be written here" : "files may not be named by path here"
      return yield* fileIssue(at, `${what}: the operator has set no MCP_FILES_DIR`)
    }
    const outside = () => fileIssue(at, "is outside the operator's files directory")
    const unreadable = () => fileIssue(at, isNew ? "is in no directory that exists" : "is not a readable file")
    const root = yield* Effect.mapError(fs.realPath(filesDir), unreadable)
    const asked = paths.resolve(filesDir, path)
    // Checked before the disk is read, so that the error does not show whether the file exists.
    if (!this.#isInside(paths.resolve(filesDir), asked) && !this.#isInside(root, asked)) return yield* outside()
    const real = yield* Effect.mapError(fs.realPath(isNew ? paths.dirname(asked) : asked), unreadable)
    if (!this.#isInside(root, real) && !(isNew && real === root)) return yield* outside()
    return isNew ? paths.join(real, paths.basename(asked)) : real
  })

  #isInside(root: string, path: string): boolean {
    const { sep } = this.#parts.paths
    return path.startsWith(root.endsWith(sep) ? root : root + sep)
  }

  /** Returns the name with the first number that is free. */
  readonly #freePath = Effect.fnUntraced(function* (this: FilesDirectory, name: string, at: string) {
    const { fs, paths } = this.#parts
    const first = yield* this.#pathInside(name, at, true)
    const { dir, ext, name: stem } = paths.parse(first)
    for (let number = 1; number <= SAME_NAMES_MAX; number++) {
      const target = number === 1 ? first : paths.join(dir, `${stem}-${number}${ext}`)
      if (!(yield* Effect.orElseSucceed(fs.exists(target), () => true))) return target
    }
    return yield* fileIssue(at, `is in ${SAME_NAMES_MAX} files already: ${name}`)
  })

  /** Writes a new file: `write` makes the part, whose link is the file. A link fails where a file or a link is. */
  readonly #writeNew = Effect.fnUntraced(function* <A, E>(
    this: FilesDirectory,
    { at, bytes, target }: { readonly at: string; readonly bytes: number; readonly target: string },
    write: (part: string) => Effect.Effect<A, E>
  ) {
    const { fs, written } = this.#parts
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
}

const unwritable =
  (at: string) =>
  ({ reason }: { readonly reason?: string }) =>
    fileIssue(at, reason === "AlreadyExists" ? "exists already: choose another name" : "cannot be written")

/** What the loading of files needs. */
interface LoaderParts {
  readonly directory: FilesDirectory
  readonly download: Download
  readonly downloadMedia: Download
  readonly maxBytes: number
  readonly memory: ReturnType<typeof makeFileMemory>
  readonly paths: Path.Path
}

/** Loads the files of calls, within the memory that they share. */
class FileLoader {
  readonly #parts: LoaderParts

  constructor(parts: LoaderParts) {
    this.#parts = parts
  }

  load(file: FileInput, at: string, maxBytes = this.#parts.maxBytes): Effect.Effect<RequestFile, ValidationError> {
    return Effect.flatMap(CurrentReservation, (reservation) => {
      const { base64, name, path, url } = file
      const { left, reserve } = reservation ?? { left: BYTES_IN_FLIGHT, reserve: () => Effect.void }
      const options = { name, at, maxBytes: Math.min(maxBytes, this.#parts.maxBytes, left), reserve }
      const loaded = (loading: Effect.Effect<RequestFile, ValidationError>, field: string) =>
        Effect.tap(rejectEmpty(loading, `${at}.${field}`), ({ data }) =>
          Effect.sync(() => {
            if (reservation !== undefined) reservation.left -= data.length
          })
        )
      if (url !== undefined) return loaded(this.#fromUrl(url, options), "url")
      if (path !== undefined) return loaded(this.#fromPath(path, options), "path")
      if (base64 !== undefined) return loaded(fromBase64(base64, options), "base64")
      return fileIssue(at, "needs url, path or base64")
    })
  }

  #fromUrl(url: string, { at, maxBytes, name, reserve }: LoadOptions): Effect.Effect<RequestFile, ValidationError> {
    const { download, paths } = this.#parts
    return Effect.mapBoth(download(url, { maxBytes, reserve }), {
      onSuccess: ({ contentType, data }): RequestFile => ({
        name: nameOf(name, paths.basename(pathnameOf(url))),
        data,
        ...(contentType !== undefined && { contentType })
      }),
      onFailure: ({ problem }) => fileIssue(`${at}.url`, problem)
    })
  }

  #fromPath(path: string, { at, maxBytes, name }: LoadOptions): Effect.Effect<RequestFile, ValidationError> {
    const { directory, paths } = this.#parts
    return Effect.map(
      directory.read(path, `${at}.path`, maxBytes),
      (data): RequestFile => ({ name: nameOf(name, paths.basename(path)), data })
    )
  }

  readonly withReservation = Effect.fnUntraced(function* <A>(
    this: FileLoader,
    files: ReadonlyArray<FileInput>,
    load: Effect.Effect<A, ValidationError>,
    sizeOf: (loaded: A) => number
  ) {
    const { keep, most, reserve } = yield* this.#parts.memory.holder
    const reserved = yield* this.#reservationFor(files, most)
    yield* reserve(reserved)
    // Memory that is reserved up front is not reserved again.
    const later = reserved === 0 ? reserve : () => Effect.void
    const loaded = yield* Effect.provideService(load, CurrentReservation, { left: most, reserve: later })
    yield* keep(sizeOf(loaded))
    return loaded
  })

  /**
   * Returns the number of bytes to reserve before anything is loaded. Downloads share the rest, because
   * their size is not known yet. A call with one download reserves its size when the server declares it.
   * A call with more must not wait while it holds memory, because calls that wait for each other never end.
   */
  readonly #reservationFor = Effect.fnUntraced(function* (
    this: FileLoader,
    files: ReadonlyArray<FileInput>,
    most: number
  ) {
    if (files.length === 1 && files[0]?.url !== undefined) return 0
    const sizes = yield* Effect.forEach(
      files.filter(({ url }) => url === undefined),
      (file) => this.#mostBytesOf(file)
    )
    const least = sizes.reduce((sum, size) => sum + size, 0)
    if (least > most) {
      return yield* fileIssue("files", `are larger than ${most} bytes in total, the limit of one call`)
    }
    return Math.min(most, least + (files.length - sizes.length) * this.#parts.maxBytes)
  })

  /** Returns the maximum size of a file in bytes. An unreadable path is rejected when it is loaded. */
  #mostBytesOf({ base64, path }: FileInput): Effect.Effect<number> {
    if (base64 !== undefined) return Effect.succeed(Math.ceil((base64.length * 3) / 4))
    return path === undefined ? Effect.succeed(this.#parts.maxBytes) : this.#parts.directory.sizeOf(path)
  }

  loadMedia(url: string, options: DownloadOptions): Effect.Effect<Downloaded, DownloadFailed> {
    const { downloadMedia, memory } = this.#parts
    return Effect.scoped(Effect.flatMap(memory.holder, ({ reserve }) => downloadMedia(url, { ...options, reserve })))
  }

  readonly downloadRecording = <A, E>({ url }: ServedRecording, use: (file: Downloaded) => Effect.Effect<A, E>) => {
    const { downloadMedia, maxBytes, memory } = this.#parts
    return Effect.scoped(
      Effect.flatMap(memory.holder, ({ reserve }) => Effect.flatMap(downloadMedia(url, { maxBytes, reserve }), use))
    )
  }
}

const nameOf = (name: string | undefined, fallback: string): string => name ?? (fallback === "" ? "file" : fallback)

const fromBase64 = (
  input: string,
  { at, maxBytes, name }: LoadOptions
): Effect.Effect<RequestFile, ValidationError> => {
  const [, contentType, base64 = input] = DATA_ADDRESS.exec(input) ?? []
  return Either.match(Encoding.decodeBase64(base64), {
    onLeft: () => fileIssue(`${at}.base64`, "is not base64"),
    onRight: (data): Effect.Effect<RequestFile, ValidationError> =>
      data.length > maxBytes
        ? tooLarge(`${at}.base64`, maxBytes)
        : Effect.succeed({ name: nameOf(name, ""), data, ...((contentType ?? "") !== "" && { contentType }) })
  })
}

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
