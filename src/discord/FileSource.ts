import { FileSystem, Path } from "@effect/platform"
import { Context, Effect, Either, Encoding, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { RequestFile } from "./DiscordRequest.ts"
import * as Download from "./download.ts"

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
 * the complaint about it.
 */
export class FileSource extends Context.Tag("effect-discord-mcp/discord/FileSource")<
  FileSource,
  { readonly load: (file: FileInput, at: string) => Effect.Effect<RequestFile, ValidationError> }
>() {}

/** Files as the operator's settings and the policy for downloads allow. */
export const layer = (
  policy: Download.DownloadPolicy = Download.policy
): Layer.Layer<FileSource, never, Settings | FileSystem.FileSystem | Path.Path> =>
  Layer.scoped(
    FileSource,
    Effect.gen(function* () {
      const { filesDir } = yield* Settings
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const download = yield* Download.make(policy)

      const named = (name: string | undefined, fallback: string): string =>
        name ?? (fallback === "" ? "file" : fallback)

      const fromUrl = (url: string, name: string | undefined, at: string) =>
        Effect.mapBoth(download(url), {
          onSuccess: ({ contentType, data }): RequestFile => ({
            name: named(name, paths.basename(new URL(url).pathname)),
            data,
            ...(contentType !== undefined && { contentType })
          }),
          onFailure: ({ problem }) => refused(`${at}.url`, problem)
        })

      const fromPath = Effect.fnUntraced(function* (path: string, name: string | undefined, at: string) {
        if (filesDir === undefined) {
          return yield* refused(
            `${at}.path`,
            "files may not be named by path here: the operator has set no MCP_FILES_DIR"
          )
        }
        const unreadable = () => refused(`${at}.path`, "is not a file that can be read")
        // Links are followed before the comparison: they must not lead out of the directory.
        const [root, real] = yield* Effect.all([
          fs.realPath(filesDir),
          fs.realPath(paths.resolve(filesDir, path))
        ]).pipe(Effect.mapError(unreadable))
        if (!real.startsWith(root + paths.sep)) {
          return yield* refused(`${at}.path`, "lies outside the operator's files directory")
        }
        const { size } = yield* Effect.mapError(fs.stat(real), unreadable)
        if (Number(size) > policy.maxBytes)
          return yield* refused(`${at}.path`, `is larger than ${policy.maxBytes} bytes`)
        const data = yield* Effect.mapError(fs.readFile(real), unreadable)
        return { name: named(name, paths.basename(real)), data } satisfies RequestFile
      })

      const fromBase64 = (base64: string, name: string | undefined, at: string) =>
        Either.mapBoth(Encoding.decodeBase64(base64), {
          onLeft: () => refused(`${at}.base64`, "is not base64"),
          onRight: (data): RequestFile => ({ name: named(name, ""), data })
        })

      return FileSource.of({
        load: ({ base64, name, path, url }, at): Effect.Effect<RequestFile, ValidationError> => {
          if (url !== undefined) return fromUrl(url, name, at)
          if (path !== undefined) return fromPath(path, name, at)
          if (base64 !== undefined) return fromBase64(base64, name, at)
          return refused(at, "needs url, path or base64")
        }
      })
    })
  )

const refused = (path: string, message: string): ValidationError =>
  new ValidationError({ validation_issues: [{ path, message, code: "file" }] })
