import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Data, Effect, Either, Option } from "effect"
import { reasonOf } from "../fileSystem.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import type { ConfigFormat } from "./ConfigFormat.ts"
import { json } from "./json.ts"
import type { McpClient } from "./McpClient.ts"
import { toml } from "./toml.ts"

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
  const found = yield* Effect.catchAll(Effect.asSome(fs.realPath(path)), (error) =>
    isMissing(error) ? missing(fs, path) : cannot(error)
  )
  if (Option.isNone(found)) {
    const nothing = { exists: false, text: "", content: {}, mode: undefined }
    return { path, target: path, ...nothing } satisfies ConfigFile as ConfigFile
  }
  const target = found.value
  const { mode, size, type } = yield* Effect.mapError(fs.stat(target), cannot)
  if (type !== "File") return yield* unusable(path, "is not a file")
  if (size > BYTES_MAX) return yield* unusable(path, `is larger than ${BYTES_MAX} bytes`)
  const text = yield* Either.mapLeft(decode(yield* Effect.mapError(fs.readFile(target), cannot)), () =>
    unusable(path, "is not valid UTF-8")
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
