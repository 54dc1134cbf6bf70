import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Data, DateTime, Effect, Either, Option, Ref } from "effect"
import { writeFileAtomically } from "../../text/writeFileAtomically.ts"
import { reasonOf } from "../exit.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { type ConfigFormat, json, toml } from "./configFormats.ts"
import type { ConfigScope, McpClient } from "./McpClient.ts"

/** A config file as read. A missing file has an empty text and no content. */
export interface ConfigFile {
  readonly path: string
  /** The real path, because config files are often symbolic links. */
  readonly target: string
  readonly exists: boolean
  readonly text: string
  readonly content: JsonObject
  /** The file permissions, or `undefined` for a missing file. */
  readonly mode: number | undefined
}

/** A config file cannot be read or updated. It stays unchanged. */
export class ConfigFileError extends Data.TaggedError("ConfigFileError")<{
  readonly path: string
  readonly problem: string
  /** Another file that was written before. */
  readonly written?: string
}> {
  override get message(): string {
    const { path, problem, written } = this
    return `${path} ${problem}. ${written === undefined ? "Nothing was changed." : `Only ${written} was written.`}`
  }
}

/** Returns the config format of a client. */
export const formatOf = ({ format }: McpClient): ConfigFormat => (format === "json" ? json : toml)

/** Reads and parses a client's config file. */
export const readConfigFile = Effect.fn("init.readConfigFile")(function* (path: string, client: McpClient) {
  const fs = yield* FileSystem.FileSystem
  const cannot = (error: PlatformError) => unusable(path, `cannot be read (${reasonOf(error)})`)
  const realPath = yield* Effect.catchAll(Effect.asSome(fs.realPath(path)), (error) =>
    isMissing(error) ? missing(fs, path) : cannot(error)
  )
  if (Option.isNone(realPath)) {
    const nothing = { exists: false, text: "", content: {}, mode: undefined }
    return { path, target: path, ...nothing } satisfies ConfigFile as ConfigFile
  }
  const target = realPath.value
  const { mode, size, type } = yield* Effect.mapError(fs.stat(target), cannot)
  if (type !== "File") return yield* unusable(path, "is not a file")
  if (size > BYTES_MAX) return yield* unusable(path, `is larger than ${BYTES_MAX} bytes`)
  const text = yield* Either.mapLeft(decode(yield* Effect.mapError(fs.readFile(target), cannot)), () =>
    unusable(path, "is not valid UTF-8: save it in UTF-8 with an editor")
  )
  const content = yield* Either.mapLeft(formatOf(client).read(stripBom(text)), ({ column, line, problem }) =>
    unusable(path, `cannot be read: line ${line}, column ${column}: ${problem}`)
  )
  return { path, target, exists: true, text, content, mode: mode & 0o7777 } satisfies ConfigFile as ConfigFile
})

/** Returns the text without the BOM, which some Windows programs write. */
export const stripBom = (text: string): string => text.replace(BOM, "")

/** Returns the BOM of a text, or an empty text. */
export const bomOf = (text: string): string => BOM.exec(text)?.[0] ?? ""

const BOM = /^\uFEFF/

/** A larger file is not a config file. */
const BYTES_MAX = 16 * 1024 * 1024

const unusable = (path: string, problem: string) => new ConfigFileError({ path, problem })

const isMissing = (error: PlatformError): boolean => error._tag === "SystemError" && error.reason === "NotFound"

/**
 * Succeeds with none if the path does not exist. Fails for a broken symbolic link, because a new
 * file would hide it.
 */
const missing = (fs: FileSystem.FileSystem, path: string) =>
  Effect.matchEffect(fs.readLink(path), {
    onSuccess: (to) => unusable(path, `is a broken link to ${to}`),
    onFailure: () => Effect.succeedNone
  })

const decode = (bytes: Uint8Array): Either.Either<string, unknown> =>
  Either.try(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))

/**
 * Replaces a file atomically, and keeps a backup of the old file beside it.
 * Returns the path of the backup, if there was a file.
 */
export const replaceFile = Effect.fn("init.replaceFile")(function* (
  file: ConfigFile,
  text: string,
  scope: ConfigScope
) {
  const fs = yield* FileSystem.FileSystem
  const stamp = DateTime.formatIso(yield* DateTime.now).replaceAll(/[:.]/g, "-")
  const backup = yield* Ref.make(Option.none<string>())
  const before = Effect.gen(function* () {
    if (!(yield* isAsRead(fs, file))) {
      return yield* new ConfigFileError({
        path: file.path,
        problem: "was changed by another program: retry"
      })
    }
    if (file.exists) yield* Ref.set(backup, Option.some(yield* backUp(fs, file, stamp)))
  })
  // The file may contain the token, so a file of one user is readable only by that user.
  const mode = file.mode ?? (scope === "user" ? 0o600 : 0o644)
  yield* writeFileAtomically(file.target, text, { mode, ignoreUmask: file.exists, before }).pipe(
    // Without a change, there is nothing to go back to.
    Effect.onError(() =>
      Effect.flatMap(Ref.get(backup), (path) =>
        Option.isSome(path) ? Effect.ignore(fs.remove(path.value)) : Effect.void
      )
    ),
    Effect.catchTags({
      SystemError: (error) => unwritable(file, error),
      BadArgument: (error) => unwritable(file, error)
    })
  )
  return Option.getOrUndefined(yield* Ref.get(backup))
})

/** Returns whether the file is unchanged since it was read. A client may have written the file meanwhile. */
const isAsRead = (fs: FileSystem.FileSystem, { exists, target, text }: ConfigFile) =>
  exists
    ? Effect.map(fs.readFileString(target), (now) => stripBom(now) === stripBom(text))
    : Effect.map(fs.exists(target), (is) => !is)

/** The maximum number of backup names to try. */
const BACKUP_NAMES_MAX = 100

/** Copies the file to an unused name. */
const backUp = (fs: FileSystem.FileSystem, { mode, target }: ConfigFile, stamp: string) => {
  const attempt = (number: number): Effect.Effect<string, PlatformError> => {
    const path = `${target}.${stamp}${number === 1 ? "" : `-${number}`}.bak`
    return fs.readFile(target).pipe(
      Effect.flatMap((bytes) => fs.writeFile(path, bytes, { flag: "wx", ...(mode !== undefined && { mode }) })),
      Effect.as(path),
      Effect.catchIf(
        (error) => error._tag === "SystemError" && error.reason === "AlreadyExists" && number < BACKUP_NAMES_MAX,
        () => attempt(number + 1)
      )
    )
  }
  return attempt(1)
}

const unwritable = ({ path }: ConfigFile, error: PlatformError) =>
  new ConfigFileError({ path, problem: `cannot be written (${reasonOf(error)})` })
