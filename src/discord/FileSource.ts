import { FileSystem, Path } from "@effect/platform"
import { Context, Effect, Either, Encoding, Layer, Ref, Scope } from "effect"
import { Settings } from "../config/Settings.ts"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { RequestFile } from "./DiscordRequest.ts"
import { DownloadFailed, type DownloadPolicy, publicInternet } from "./downloadPolicy.ts"

/** A file as a caller names it: by exactly one of address, path and content. */
export interface FileInput {
  readonly name?: string
  readonly url?: string
  readonly path?: string
  readonly base64?: string
  /** Alternative text, for those who cannot see it. */
  readonly description?: string
}

/**
 * Where files come from: downloaded (https, public addresses only), read from
 * the operator's directory, or given in base64. `at` is the field's path, for
 * the complaint about it; a file of more than `maxBytes` is not loaded.
 */
export class FileSource extends Context.Tag("effect-discord-mcp/discord/FileSource")<
  FileSource,
  {
    readonly load: (file: FileInput, at: string, maxBytes?: number) => Effect.Effect<RequestFile, ValidationError>
    /**
     * Loads what these files are needed for, and holds their bytes until the scope
     * is closed: at most `BYTES_IN_FLIGHT` over all calls, the others wait. `sizeOf`
     * tells how many bytes were loaded; what was reserved beyond them is given back.
     */
    readonly holding: <A>(
      files: ReadonlyArray<FileInput>,
      load: Effect.Effect<A, ValidationError>,
      sizeOf: (loaded: A) => number
    ) => Effect.Effect<A, ValidationError, Scope.Scope>
  }
>() {}

const DOWNLOAD_TIMEOUT = "20 seconds"

/** The most bytes of files that all calls hold together. */
export const BYTES_IN_FLIGHT = 64 * 1024 * 1024

/** Files as the operator's settings and the policy for downloads allow. */
export const layer = (
  policy: DownloadPolicy = publicInternet
): Layer.Layer<FileSource, never, Settings | FileSystem.FileSystem | Path.Path> =>
  Layer.scoped(
    FileSource,
    Effect.gen(function* () {
      const { filesDir } = yield* Settings
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const scope = yield* Effect.scope
      // Loaded with the first download: most servers make none. The call that loads it may be cancelled while others wait.
      const downloads = yield* Effect.cached(
        Effect.flatMap(
          Effect.promise(() => import("./download.ts")),
          ({ make }) => Scope.extend(make(policy), scope)
        ).pipe(Effect.uninterruptible)
      )
      const download = (url: string, maxBytes: number) =>
        Effect.flatMap(downloads, (download) => download(url, maxBytes)).pipe(
          Effect.timeoutFail({
            duration: DOWNLOAD_TIMEOUT,
            onTimeout: () => new DownloadFailed({ problem: "could not be downloaded in time" })
          })
        )

      const named = (name: string | undefined, fallback: string): string =>
        name ?? (fallback === "" ? "file" : fallback)

      const fromUrl = (url: string, { at, maxBytes, name }: Asked) =>
        Effect.mapBoth(download(url, maxBytes), {
          onSuccess: ({ contentType, data }): RequestFile => ({
            name: named(name, paths.basename(pathnameOf(url))),
            data,
            ...(contentType !== undefined && { contentType })
          }),
          onFailure: ({ problem }) => refused(`${at}.url`, problem)
        })

      const isInside = (root: string, path: string): boolean =>
        path.startsWith(root.endsWith(paths.sep) ? root : root + paths.sep)

      const fromPath = Effect.fnUntraced(function* (path: string, { at, maxBytes, name }: Asked) {
        if (filesDir === undefined) {
          return yield* refused(
            `${at}.path`,
            "files may not be named by path here: the operator has set no MCP_FILES_DIR"
          )
        }
        const outside = () => refused(`${at}.path`, "lies outside the operator's files directory")
        const unreadable = () => refused(`${at}.path`, "is not a file that can be read")
        const root = yield* Effect.mapError(fs.realPath(filesDir), unreadable)
        const asked = paths.resolve(filesDir, path)
        // Before the disk is asked: whether something is there or not is nobody's business outside.
        if (!isInside(paths.resolve(filesDir), asked) && !isInside(root, asked)) return yield* outside()
        // Links are followed before the comparison: they must not lead out of the directory.
        const real = yield* Effect.mapError(fs.realPath(asked), unreadable)
        if (!isInside(root, real)) return yield* outside()
        const { size, type } = yield* Effect.mapError(fs.stat(real), unreadable)
        // A pipe or a device would be read for ever.
        if (type !== "File") return yield* unreadable()
        if (Number(size) > maxBytes) return yield* tooLarge(`${at}.path`, maxBytes)
        const data = yield* Effect.mapError(fs.readFile(real), unreadable)
        return { name: named(name, paths.basename(asked)), data } satisfies RequestFile
      })

      const fromBase64 = (
        given: string,
        { at, maxBytes, name }: Asked
      ): Effect.Effect<RequestFile, ValidationError> => {
        const [, contentType, base64 = given] = DATA_ADDRESS.exec(given) ?? []
        return Either.match(Encoding.decodeBase64(base64), {
          onLeft: () => refused(`${at}.base64`, "is not base64"),
          onRight: (data): Effect.Effect<RequestFile, ValidationError> =>
            data.length > maxBytes
              ? tooLarge(`${at}.base64`, maxBytes)
              : Effect.succeed({ name: named(name, ""), data, ...((contentType ?? "") !== "" && { contentType }) })
        })
      }

      const bytes = yield* Effect.makeSemaphore(BYTES_IN_FLIGHT)

      /** The most bytes that loading a file can take; a path that cannot be read is refused when it is loaded. */
      const mostBytesOf = ({ base64, path }: FileInput): Effect.Effect<number> => {
        if (base64 !== undefined) return Effect.succeed(Math.ceil((base64.length * 3) / 4))
        if (path === undefined || filesDir === undefined)
          return Effect.succeed(path === undefined ? policy.maxBytes : 0)
        return fs.stat(paths.resolve(filesDir, path)).pipe(
          Effect.map(({ size }) => (Number(size) > policy.maxBytes ? 0 : Number(size))),
          Effect.orElseSucceed(() => 0)
        )
      }

      /** How much to reserve. Downloads share what is left: their size is known only afterwards. */
      const reservationFor = Effect.fnUntraced(function* (files: ReadonlyArray<FileInput>) {
        const known = yield* Effect.forEach(
          files.filter(({ url }) => url === undefined),
          mostBytesOf
        )
        const least = known.reduce((sum, size) => sum + size, 0)
        if (least > BYTES_IN_FLIGHT) {
          return yield* refused(
            "files",
            `are larger than ${BYTES_IN_FLIGHT} bytes together, which is more than one call may hold`
          )
        }
        return Math.min(BYTES_IN_FLIGHT, least + (files.length - known.length) * policy.maxBytes)
      })

      return FileSource.of({
        holding: (files, load, sizeOf) =>
          Effect.uninterruptibleMask((restore) =>
            Effect.gen(function* () {
              const reserved = yield* restore(reservationFor(files))
              yield* restore(bytes.take(reserved))
              const held = yield* Ref.make(reserved)
              yield* Effect.addFinalizer(() => Effect.flatMap(Ref.get(held), bytes.release))
              const loaded = yield* restore(load)
              const needed = Math.min(reserved, sizeOf(loaded))
              yield* Ref.set(held, needed)
              yield* bytes.release(reserved - needed)
              return loaded
            })
          ),
        load: ({ base64, name, path, url }, at, maxBytes = policy.maxBytes) => {
          const asked = { name, at, maxBytes: Math.min(maxBytes, policy.maxBytes) }
          if (url !== undefined) return filled(fromUrl(url, asked), `${at}.url`)
          if (path !== undefined) return filled(fromPath(path, asked), `${at}.path`)
          if (base64 !== undefined) return filled(fromBase64(base64, asked), `${at}.base64`)
          return refused(at, "needs url, path or base64")
        }
      })
    })
  )

/** What is asked of any file, wherever it comes from. */
interface Asked {
  readonly name: string | undefined
  readonly at: string
  readonly maxBytes: number
}

/** Discord shows an empty file as a broken one, and refuses an empty picture in words that name no field. */
const filled = (loading: Effect.Effect<RequestFile, ValidationError>, path: string) =>
  Effect.filterOrElse(
    loading,
    ({ data }) => data.length > 0,
    () => refused(path, "is empty: a file needs at least one byte")
  )

const tooLarge = (path: string, maxBytes: number) => refused(path, `is larger than ${maxBytes} bytes`)

const refused = (path: string, message: string): ValidationError =>
  new ValidationError({ validation_issues: [{ path, message, code: "file" }] })

/** What a data address says of its content, and the content. */
const DATA_ADDRESS = /^data:([^;,]*)[^,]*;base64,(.*)$/s

/** The path of an address as people write it. */
const pathnameOf = (url: string): string => {
  const { pathname } = new URL(url)
  return Either.getOrElse(Encoding.decodeUriComponent(pathname), () => pathname)
}
