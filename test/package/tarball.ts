/** The package as a file, as npm publishes it. */
// @effect-diagnostics nodeBuiltinImport:off
// @effect-diagnostics processEnv:off
import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { sourcesDigest } from "../../packaging/sourcesDigest.mjs"
import { currentDist } from "../process/binary.ts"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** What npm reports about the package. */
export interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** The path of the packed package, and a folder for projects that install it. */
export class Tarball extends Context.Tag("test/package/Tarball")<
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

/** Returns a digest of everything that is built or packed. */
const packedDigest = (): string => {
  const hash = createHash("sha256").update(sourcesDigest(root))
  for (const path of FILES) hash.update(readFileSync(join(root, path)))
  return hash.digest("hex").slice(0, 16)
}

/**
 * Packs a copy of the checkout, after `prepare` has put the build there. The file is kept by a digest of the sources, so
 * that all test files share it, and none installs a stale one.
 */
const packed = (kind: string, prepare: (checkout: string) => Effect.Effect<void>): Layer.Layer<Tarball> =>
  Layer.scoped(
    Tarball,
    Effect.gen(function* () {
      const cache = join(root, ".cache/packages")
      const kept = join(cache, `${kind}-${packedDigest()}`)
      if (!existsSync(kept)) {
        mkdirSync(cache, { recursive: true })
        const base = yield* temporary(join(cache, "pack-"))
        const checkout = join(base, "checkout")
        mkdirSync(checkout)
        for (const path of FILES) cpSync(join(root, path), join(checkout, path))
        symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"))
        yield* prepare(checkout)
        const result = join(base, "packed")
        mkdirSync(result)
        const pack = ["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", result]
        writeFileSync(join(result, "packed.json"), yield* run(checkout, pack))
        // Another worker may have packed the same meanwhile.
        yield* Effect.ignore(Effect.try(() => renameSync(result, kept)))
      }
      const [packed]: ReadonlyArray<Packed> = JSON.parse(readFileSync(join(kept, "packed.json"), "utf8"))
      if (packed === undefined) return yield* Effect.dieMessage("npm has packed nothing")
      const folder = yield* temporary(join(tmpdir(), "effect-discord-mcp-pack-"))
      return { folder, packed, path: join(kept, packed.filename) }
    })
  )

/** A folder that is removed at the end of the scope. */
const temporary = (prefix: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(prefix)),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true, maxRetries: 3 }))
  )

/** Packs the current `dist`, or else a build in a copy of the checkout. */
export const layer: Layer.Layer<Tarball> = packed("current", (checkout) =>
  Effect.gen(function* () {
    for (const path of ["src", "packaging"]) symlinkSync(join(root, path), join(checkout, path))
    const dist = currentDist()
    if (dist === undefined) yield* run(checkout, [process.execPath, "build.mjs"])
    else cpSync(dist, join(checkout, "dist"), { recursive: true })
  })
)

/** Packs the program as the owner publishes it: package.json says so. The library is left out, which takes long to build. */
export const publishedLayer: Layer.Layer<Tarball> = packed("published", (checkout) =>
  Effect.gen(function* () {
    writeFileSync(join(checkout, "package.json"), JSON.stringify({ ...manifest, published: true }))
    // A link would lead the build to the package.json of this checkout.
    cpSync(join(root, "src"), join(checkout, "src"), { recursive: true })
    mkdirSync(join(checkout, "packaging"))
    cpSync(join(root, "packaging/notices.mjs"), join(checkout, "packaging/notices.mjs"))
    yield* run(checkout, [process.execPath, "build.mjs"])
  })
)
