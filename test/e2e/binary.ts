import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Context, Effect, Layer } from "effect"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The path of the binary. */
export class Binary extends Context.Tag("test/e2e/Binary")<Binary, string>() {}

/** Builds what `build.mjs` makes of the sources in `checkout`, into a folder there. */
export const buildIn = Effect.fn("buildIn")(function* (checkout: string) {
  const build = Command.make(process.execPath, join(root, "build.mjs")).pipe(
    Command.workingDirectory(checkout),
    Command.stdout("inherit"),
    Command.stderr("inherit")
  )
  const code = yield* Command.exitCode(build)
  return code === 0 ? join(checkout, "dist/bin/main.js") : yield* Effect.dieMessage(`node build.mjs ended with ${code}`)
})

/** A digest of everything the binary is made of. */
const digest = (): string => {
  const hash = createHash("sha256")
  for (const file of ["build.mjs", "package.json", "package-lock.json"]) hash.update(readFileSync(join(root, file)))
  for (const path of readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).toSorted()) {
    if (path.endsWith(".ts")) hash.update(path).update(readFileSync(join(root, "src", path)))
  }
  return hash.digest("hex").slice(0, 16)
}

/**
 * The binary as `build.mjs` makes it of the sources as they are now. It is kept
 * by a digest of these sources, so that files of tests build it once, and a
 * stale one is never tested.
 */
export const layer: Layer.Layer<Binary> = Layer.scoped(
  Binary,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    // Outside node_modules: a script there counts as an installed package, which `init` starts with npx.
    const cache = join(root, ".cache/binaries")
    const kept = join(cache, digest())
    const binary = join(kept, "dist/bin/main.js")
    if (yield* fs.exists(binary)) return binary
    yield* fs.makeDirectory(cache, { recursive: true })
    const directory = yield* fs.makeTempDirectory({ directory: cache, prefix: "build-" })
    yield* fs.symlink(join(root, "src"), join(directory, "src"))
    yield* buildIn(directory)
    // Another worker may have been faster: then its build is as good.
    yield* fs.rename(directory, kept).pipe(Effect.catchAll(() => fs.remove(directory, { recursive: true })))
    return binary
  })
).pipe(Layer.provide(NodeContext.layer), Layer.orDie)
