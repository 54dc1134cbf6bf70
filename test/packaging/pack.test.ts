/** The package as it is published: what is in it, what it brings along, and that each entry works in an empty project. */
// @effect-diagnostics nodeBuiltinImport:off
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Two projects that have the package: one nothing but that, and one Effect beside it. */
class Project extends Context.Tag("test/packaging/Project")<
  Project,
  { readonly alone: string; readonly directory: string; readonly packed: Packed }
>() {}

/** What npm says of the package. */
interface Packed {
  readonly filename: string
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** Runs a program to its end, for what it writes to stdout. */
const run = (directory: string, command: string, ...args: ReadonlyArray<string>): Effect.Effect<string> =>
  Effect.async((resume) => {
    const child = execFile(command, args, { cwd: directory, maxBuffer: 10_000_000 }, (error, stdout, stderr) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.dieMessage(`${error.message}\n${stdout}\n${stderr}`))
    )
    return Effect.sync(() => child.kill())
  })

/** Effect is the user's own. It stands beside the tests, so nothing is fetched. */
const offline = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"]
const companions = ["effect", "@standard-schema/spec", "fast-check", "pure-rand"]

/** Built in a copy, packed and installed, once for all tests. */
const installed = Layer.scoped(
  Project,
  Effect.gen(function* () {
    const base = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "effect-discord-mcp-pack-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
    )
    const [checkout, directory, alone] = [join(base, "checkout"), join(base, "project"), join(base, "alone")]
    for (const path of [checkout, directory, alone]) mkdirSync(path)
    for (const path of ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "tsconfig.json", "build.mjs"]) {
      cpSync(join(root, path), join(checkout, path))
    }
    for (const path of ["src", "packaging", "node_modules"]) symlinkSync(join(root, path), join(checkout, path))
    yield* run(checkout, process.execPath, "build.mjs")
    const [packed]: ReadonlyArray<Packed> = JSON.parse(
      yield* run(checkout, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", base)
    )
    if (packed === undefined) return yield* Effect.dieMessage("npm has packed nothing")
    const dependencies = Object.fromEntries(
      companions.map((name) => [name, `file:${join(root, "node_modules", name)}`])
    )
    writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
    yield* run(directory, "npm", "install", ...offline, join(base, packed.filename))
    cpSync(join(root, "test/packaging/project"), directory, { recursive: true })
    writeFileSync(join(alone, "package.json"), JSON.stringify({ private: true }))
    yield* run(alone, "npm", "install", ...offline, join(base, packed.filename))
    return { alone, directory, packed }
  })
)

/** What a module loads before it runs: our own files by their paths, all else by name. */
const loadedBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  seen.add(file)
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*"([^"]+)"/g)) {
    if (!name.startsWith(".")) seen.add(name)
    else if (!seen.has(resolve(dirname(file), name))) loadedBy(resolve(dirname(file), name), seen)
  }
  return seen
}

const compile = (directory: string, moduleResolution: "nodenext" | "bundler") => {
  const module = moduleResolution === "bundler" ? "preserve" : "nodenext"
  const compilerOptions = { module, moduleResolution, target: "es2022", strict: true, skipLibCheck: false, types: [] }
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }))
  return run(directory, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "--project", ".")
}

layer(installed, { excludeTestServices: true, timeout: "5 minutes" })("the package", (it) => {
  it.effect("holds what is needed, and no more", () =>
    Effect.map(Project, ({ packed }) => {
      const needed =
        /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/bin\/[\w-]+\.js|dist\/lib\/.+(\.js|\.d\.ts))$/
      assert.deepStrictEqual(
        packed.files.map(({ path }) => path).filter((path) => !needed.test(path)),
        []
      )
      assert.isBelow(packed.unpackedSize, 4_000_000)
    })
  )

  it.effect("brings no other package along, and its server runs without one", () =>
    Effect.gen(function* () {
      const { alone } = yield* Project
      const { packages } = JSON.parse(readFileSync(join(alone, "package-lock.json"), "utf8"))
      assert.sameMembers(Object.keys(packages), ["", `node_modules/${manifest.name}`])
      assert.include(yield* run(join(alone, "node_modules/.bin"), `./${manifest.name}`, "--version"), manifest.version)
      const answer = yield* run(alone, `node_modules/.bin/${manifest.name}`, "tools", "messages_send", "--json")
      assert.strictEqual(JSON.parse(answer).name, "messages_send")
    })
  )

  it.effect("has all entries it names, each with its types", () =>
    Effect.map(Project, ({ directory }) => {
      const { "./package.json": _, ...entries } = manifest.exports
      assert.sameMembers(Object.keys(entries), [".", "./errors", "./client", "./resilience", "./testing"])
      for (const path of Object.values(entries).flatMap((entry) => Object.values(entry))) {
        assert.isTrue(statSync(join(directory, "node_modules", manifest.name, path)).isFile(), path)
      }
    })
  )

  it.effect("loads nothing but Effect and its own, whichever entry but the testing kit is imported", () =>
    Effect.map(Project, ({ directory }) => {
      const library = join(directory, "node_modules", manifest.name, "dist/lib")
      const foreignTo = (entry: string) =>
        [...loadedBy(join(library, entry))].filter(
          (name) => relative(library, name).startsWith("..") && !/^(effect\/|node:module$)/.test(name)
        )
      for (const entry of ["index.js", "errors/index.js", "resilience/index.js", "client/index.js"]) {
        assert.deepStrictEqual(foreignTo(entry), [], entry)
      }
      assert.include(
        foreignTo("testing/index.js").map((path) => relative(library, path)),
        "../bin/http.js"
      )
    })
  )

  it.effect("compiles under moduleResolution bundler", () =>
    Effect.flatMap(Project, ({ directory }) => compile(directory, "bundler"))
  )

  it.effect("compiles under moduleResolution nodenext, and works in every entry", () =>
    Effect.gen(function* () {
      const { directory } = yield* Project
      yield* compile(directory, "nodenext")
      const { plain, served, tested } = JSON.parse(yield* run(directory, process.execPath, "main.js"))
      assert.deepStrictEqual(plain, { code: "DISCORD_RATE_LIMITED", violations: [], waitMs: 200, isOne: true })
      assert.deepStrictEqual(tested, { refused: "DiscordPermissionError", content: "two", drawn: "string" })
      assert.match(served.failed, /@modelcontextprotocol\/sdk, which your project must install/)
      // The client is complete with the SDK that the project itself has.
      const sdk = "node_modules/@modelcontextprotocol"
      symlinkSync(join(root, sdk), join(directory, sdk))
      const again = JSON.parse(yield* run(directory, process.execPath, "main.js"))
      assert.deepStrictEqual(again.served, { server: "effect-discord-mcp", bot: true })
    })
  )
})
