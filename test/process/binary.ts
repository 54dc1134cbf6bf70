import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Context, Effect, Layer } from "effect"
import { sourcesDigest } from "../../packaging/sourcesDigest.mjs"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The path of the binary. */
export class Binary extends Context.Tag("test/process/Binary")<Binary, string>() {}

/** Builds the sources in `checkout` into `dist` there. Returns the path of the binary. */
export const buildIn = Effect.fn("buildIn")(function* (checkout: string) {
  const build = Command.make(process.execPath, join(root, "build.mjs")).pipe(
    Command.workingDirectory(checkout),
    Command.stdout("inherit"),
    Command.stderr("inherit")
  )
  const code = yield* Command.exitCode(build)
  return code === 0 ? join(checkout, "dist/bin/main.js") : yield* Effect.dieMessage(`node build.mjs ended with ${code}`)
})

/** The folder `dist` if it was built from the current sources. */
export const currentDist = (): string | undefined => {
  const dist = join(root, "dist")
  const digest = join(dist, "sources-digest")
  return existsSync(digest) && readFileSync(digest, "utf8") === sourcesDigest(root) ? dist : undefined
}

/**
 * The binary, built from the current sources: that of `dist` if it is current, as after `npm ci`. Otherwise it is built
 * once and cached by a digest of the sources, so that test files share it and a stale one is never tested.
 */
export const layer: Layer.Layer<Binary> = Layer.scoped(
  Binary,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dist = currentDist()
    if (dist !== undefined) return join(dist, "bin/main.js")
    // Outside node_modules: a script there counts as an installed package, which `init` starts with npx.
    const cache = join(root, ".cache/binaries")
    const kept = join(cache, sourcesDigest(root))
    const binary = join(kept, "dist/bin/main.js")
    if (yield* fs.exists(binary)) return binary
    yield* fs.makeDirectory(cache, { recursive: true })
    const directory = yield* fs.makeTempDirectory({ directory: cache, prefix: "build-" })
    yield* fs.symlink(join(root, "src"), join(directory, "src"))
    yield* buildIn(directory)
    // Another worker may have built the same meanwhile.
    yield* fs.rename(directory, kept).pipe(Effect.catchAll(() => fs.remove(directory, { recursive: true })))
    return binary
  })
).pipe(Layer.provide(NodeContext.layer), Layer.orDie)
