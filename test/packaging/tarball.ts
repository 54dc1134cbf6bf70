/** The package as a file, as npm publishes it. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Effect, Layer } from "effect"
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

/** Packs the current `dist`, or else a build in a copy of the checkout. */
export const layer: Layer.Layer<Tarball> = Layer.scoped(
  Tarball,
  Effect.gen(function* () {
    const base = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "effect-discord-mcp-pack-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true, maxRetries: 3 }))
    )
    const checkout = join(base, "checkout")
    mkdirSync(checkout)
    for (const path of FILES) cpSync(join(root, path), join(checkout, path))
    for (const path of ["src", "packaging", "node_modules"]) symlinkSync(join(root, path), join(checkout, path))
    const dist = currentDist()
    if (dist === undefined) yield* run(checkout, [process.execPath, "build.mjs"])
    else cpSync(dist, join(checkout, "dist"), { recursive: true })
    const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", base]
    const [packed]: ReadonlyArray<Packed> = JSON.parse(yield* run(checkout, pack))
    if (packed === undefined) return yield* Effect.dieMessage("npm has packed nothing")
    return { folder: base, packed, path: join(base, packed.filename) }
  })
)
