/** The package as a file, as npm publishes it. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { currentDist } from "../e2e/binary.ts"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What npm reports about the package. */
export interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** The path of the packed package, and a folder for projects that install it. */
export class Tarball extends Context.Tag("test/packaging/Tarball")<
  Tarball,
  { readonly folder: string; readonly packed: Packed; readonly path: string }
>() {}

/** Runs a program to its end. Returns its stdout, or dies with all its output. */
export const run = (
  directory: string,
  [command = "", ...args]: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Effect.Effect<string> =>
  Effect.async((resume) => {
    const options = { cwd: directory, maxBuffer: 10_000_000, env: { ...process.env, ...env } }
    const child = execFile(command, args, options, (error, stdout, stderr) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.dieMessage(`${error.message}\n${stdout}\n${stderr}`))
    )
    return Effect.sync(() => child.kill())
  })

/** The files of a checkout that are packed or that the build reads, besides its folders. */
const FILES = [
  "package.json",
  "package-lock.json",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
  "tsconfig.json",
  "build.mjs"
]

/** Packs a copy of the checkout, after `prepare` has put the build there. */
const packed = (prepare: (checkout: string) => Effect.Effect<void>): Layer.Layer<Tarball> =>
  Layer.scoped(
    Tarball,
    Effect.gen(function* () {
      const base = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "effect-discord-mcp-pack-"))),
        (directory) => Effect.sync(() => rmSync(directory, { recursive: true, maxRetries: 3 }))
      )
      const checkout = join(base, "checkout")
      mkdirSync(checkout)
      for (const path of FILES) cpSync(join(root, path), join(checkout, path))
      symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
      yield* prepare(checkout)
      const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", base]
      const [packed]: ReadonlyArray<Packed> = JSON.parse(yield* run(checkout, pack))
      if (packed === undefined) return yield* Effect.dieMessage("npm has packed nothing")
      return { folder: base, packed, path: join(base, packed.filename) }
    })
  )

/** Packs the current `dist`, or else a build in a copy of the checkout. */
export const layer: Layer.Layer<Tarball> = packed((checkout) =>
  Effect.gen(function* () {
    for (const path of ["src", "packaging"]) symlinkSync(join(root, path), join(checkout, path))
    const dist = currentDist()
    if (dist === undefined) yield* run(checkout, [process.execPath, "build.mjs"])
    else cpSync(dist, join(checkout, "dist"), { recursive: true })
  })
)

/** Packs the program as the owner publishes it: package.json says so. The library is left out, which takes long to build. */
export const publishedLayer: Layer.Layer<Tarball> = packed((checkout) =>
  Effect.gen(function* () {
    writeFileSync(join(checkout, "package.json"), JSON.stringify({ ...manifest, published: true }))
    // A link would lead the build to the package.json of this checkout.
    cpSync(join(root, "src"), join(checkout, "src"), { recursive: true })
    mkdirSync(join(checkout, "packaging"))
    cpSync(join(root, "packaging/notices.mjs"), join(checkout, "packaging/notices.mjs"))
    yield* run(checkout, [process.execPath, "build.mjs"])
  })
)
