import { FileSystem } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Data, Effect, Either, Option } from "effect"
import type { Client } from "./Client.ts"
import type { Fields } from "./Entry.ts"
import type { Format } from "./Format.ts"
import { json } from "./json.ts"
import { toml } from "./toml.ts"

/** A client's file as it is. One that is not there has no text, and no settings. */
export interface SettingsFile {
  readonly path: string
  /** Where it really is: settings are often links to files that are kept elsewhere. */
  readonly target: string
  readonly exists: boolean
  readonly text: string
  readonly content: Fields
  /** Its permissions; `undefined` while it is not there. */
  readonly mode: number | undefined
}

/** A file that is left as it is, and why. */
export class SettingsUnusable extends Data.TaggedError("SettingsUnusable")<{
  readonly path: string
  readonly problem: string
}> {
  override get message(): string {
    return `${this.path} ${this.problem}. Nothing was changed.`
  }
}

/** How a client writes its settings. */
export const formatOf = ({ format }: Client): Format => (format === "json" ? json : toml)

/** Reads a client's file. */
export const readSettingsFile = Effect.fn("init.readSettingsFile")(function* (path: string, client: Client) {
  const fs = yield* FileSystem.FileSystem
  const cannot = (error: PlatformError) => unusable(path, `cannot be read (${reasonOf(error)})`)
  const found = yield* Effect.catchAll(Effect.asSome(fs.realPath(path)), (error) =>
    isMissing(error) ? missing(fs, path) : cannot(error)
  )
  if (Option.isNone(found)) {
    const nothing = { exists: false, text: "", content: {}, mode: undefined }
    return { path, target: path, ...nothing } satisfies SettingsFile as SettingsFile
  }
  const target = found.value
  const { mode, size, type } = yield* Effect.mapError(fs.stat(target), cannot)
  if (type !== "File") return yield* unusable(path, "is no file")
  if (size > BYTES_MAX) return yield* unusable(path, `is larger than ${BYTES_MAX} bytes`)
  const text = yield* Either.mapLeft(decode(yield* Effect.mapError(fs.readFile(target), cannot)), () =>
    unusable(path, "is not written in UTF-8")
  )
  const content = yield* Either.mapLeft(formatOf(client).read(withoutMark(text)), ({ column, line, problem }) =>
    unusable(path, `cannot be read: line ${line}, column ${column}: ${problem}`)
  )
  return { path, target, exists: true, text, content, mode: mode & 0o7777 } satisfies SettingsFile as SettingsFile
})

/** The text without the mark of its byte order, which stands at the beginning of some files on Windows. */
export const withoutMark = (text: string): string => text.replace(MARK, "")

/** The mark, where a text has it. */
export const markOf = (text: string): string => MARK.exec(text)?.[0] ?? ""

/** In a word, why a file system would not. */
export const reasonOf = (error: PlatformError): string => (error._tag === "SystemError" ? error.reason : error._tag)

const MARK = /^\uFEFF/

/** Settings are small: what is larger is something else. */
const BYTES_MAX = 16 * 1024 * 1024

const unusable = (path: string, problem: string) => new SettingsUnusable({ path, problem })

const isMissing = (error: PlatformError): boolean => error._tag === "SystemError" && error.reason === "NotFound"

/** Nothing is there, unless it is a link that leads nowhere: a file in its place would hide that. */
const missing = (fs: FileSystem.FileSystem, path: string) =>
  Effect.matchEffect(fs.readLink(path), {
    onSuccess: (to) => unusable(path, `is a link to ${to}, where nothing is`),
    onFailure: () => Effect.succeedNone
  })

const decode = (bytes: Uint8Array): Either.Either<string, unknown> =>
  Either.try(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes))
