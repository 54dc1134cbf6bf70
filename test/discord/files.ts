/** Loads files under a policy of the test. */

import { Context, Effect, Layer } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import type { DownloadPolicy } from "../../src/discord/downloadPolicy.ts"
import { type FileInput, FileSource, layer } from "../../src/discord/FileSource.ts"
import { settingsOf } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"

export const KIB = 1024

/** The public internet, represented by one loopback address. */
export const loopback: DownloadPolicy = {
  maxRedirects: 3,
  protocols: new Set(["http:"]),
  mayConnect: (address) => address === "127.0.0.1",
  maxBytes: 64 * KIB
}

/** The outcome of a load: the file with its content as text, or the issue. */
export const load = (
  file: FileInput,
  { by = loopback, dir, max }: { readonly dir?: string; readonly by?: DownloadPolicy; readonly max?: number } = {}
) =>
  Layer.build(source(by, dir)).pipe(
    Effect.flatMap((context) => Context.get(context, FileSource).load(file, "files[0]", max)),
    Effect.match({
      onSuccess: ({ data, ...rest }) => ({ ...rest, text: Buffer.from(data).toString() }),
      onFailure: ({ validation_issues }) =>
        validation_issues.map(({ message, path }) => `${path} ${message}`).join("; ")
    }),
    Effect.scoped
  )

/** A file source under a policy. */
export const source = (by: DownloadPolicy, dir?: string) =>
  layer(by).pipe(
    Layer.provide(Layer.effect(Settings, settingsOf(dir === undefined ? {} : { MCP_FILES_DIR: dir }))),
    Layer.provide(nodeContext)
  )
