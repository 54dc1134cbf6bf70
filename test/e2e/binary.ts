import { fileURLToPath } from "node:url"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Context, Effect, Layer } from "effect"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The path of the binary. */
export class Binary extends Context.Tag("test/e2e/Binary")<Binary, string>() {}

/**
 * The binary as `build.mjs` makes it of the sources as they are now, in a
 * directory of its own: neither a missing nor a stale `dist` is ever tested.
 */
export const layer: Layer.Layer<Binary> = Layer.scoped(
  Binary,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const directory = yield* fs.makeTempDirectoryScoped({ prefix: "effect-discord-mcp-" })
    yield* fs.symlink(path.join(root, "src"), path.join(directory, "src"))
    const build = Command.make(process.execPath, path.join(root, "build.mjs")).pipe(
      Command.workingDirectory(directory),
      Command.stdout("inherit"),
      Command.stderr("inherit")
    )
    const code = yield* Command.exitCode(build)
    if (code !== 0) return yield* Effect.dieMessage(`node build.mjs ended with ${code}`)
    return path.join(directory, "dist/bin/main.js")
  })
).pipe(Layer.provide(NodeContext.layer), Layer.orDie)
