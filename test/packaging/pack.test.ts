/** The package as it is published: what is in it, what it brings along, and that each entry works in an empty project. */
// @effect-diagnostics nodeBuiltinImport:off
import { execFileSync } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }

const root = fileURLToPath(new URL("../../", import.meta.url))

/** A project that has nothing but the package, and what npm brings along with it. */
class Project extends Context.Tag("test/packaging/Project")<
  Project,
  {
    readonly directory: string
    /** The files of the package, and their bytes when unpacked. */
    readonly packed: { readonly unpackedSize: number; readonly files: ReadonlyArray<{ readonly path: string }> }
  }
>() {}

const run = (directory: string, command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, [...args], { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

/** What npm would fetch for the package stands beside the tests, so nothing is fetched. */
const offline = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"]
const peers = ["effect", "@standard-schema/spec", "fast-check", "pure-rand"]

/** Built in a copy, packed and installed, once for all tests. */
const installed = Layer.scoped(
  Project,
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "effect-discord-mcp-pack-"))),
      (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
    ),
    (base) => {
      const checkout = join(base, "checkout")
      const directory = join(base, "project")
      for (const path of [checkout, directory]) mkdirSync(path)
      for (const path of [
        "package.json",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "build.mjs",
        "tsconfig.json",
        "tsconfig.build.json"
      ]) {
        cpSync(join(root, path), join(checkout, path))
      }
      for (const path of ["src", "packaging", "node_modules"]) symlinkSync(join(root, path), join(checkout, path))
      run(checkout, "npm", "run", "build", "--silent")
      const [packed] = JSON.parse(
        run(checkout, "npm", "pack", "--ignore-scripts", "--json", "--pack-destination", base)
      )
      const from = (name: string) => `file:${join(root, "node_modules", name)}`
      const dependencies = Object.fromEntries(peers.map((name) => [name, from(name)]))
      writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
      run(directory, "npm", "install", ...offline, join(base, packed.filename))
      cpSync(join(root, "test/packaging/project"), directory, { recursive: true })
      return { directory, packed }
    }
  )
)

/** The files below a directory. */
const filesIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** What a module loads before it runs, by the names it is imported by; our own by their paths. */
const loadedBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  seen.add(file)
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/\bfrom\s*"([^"]+)"|\bimport\s*"([^"]+)"/g)) {
    const target = name.startsWith(".") ? resolve(dirname(file), name) : name
    if (seen.has(target)) continue
    if (name.startsWith(".")) loadedBy(target, seen)
    else seen.add(target)
  }
  return seen
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

  it.effect("brings no packages along but Effect's", () =>
    Effect.map(Project, ({ directory }) => {
      const lock = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"))
      const names = Object.keys(lock.packages).map((path) => path.replace("node_modules/", ""))
      assert.sameMembers(names, ["", manifest.name, ...peers])
    })
  )

  it.effect("has all entries it names, each with its types", () =>
    Effect.map(Project, ({ directory }) => {
      const entries = Object.entries(manifest.exports).filter(([name]) => name !== "./package.json")
      assert.deepStrictEqual(
        entries.map(([name]) => name),
        [".", "./errors", "./client", "./resilience", "./testing"]
      )
      for (const path of entries.flatMap(([, entry]) => Object.values(entry))) {
        assert.isTrue(statSync(join(directory, "node_modules", manifest.name, path)).isFile(), path)
      }
    })
  )

  for (const entry of ["errors", "resilience", "client"]) {
    it.effect(`loads for ./${entry} nothing but Effect and its own`, () =>
      Effect.map(Project, ({ directory }) => {
        const library = join(directory, "node_modules", manifest.name, "dist/lib")
        const loaded = [...loadedBy(join(library, entry, "index.js"))]
        const own = loaded.filter((name) => name.startsWith(library)).map((path) => relative(library, path))
        assert.isAbove(own.length, 1)
        assert.deepStrictEqual(
          loaded.filter((name) => !name.startsWith(library) && !/^(effect\/|node:module$)/.test(name)),
          []
        )
        // It would be caught if it did: the testing kit loads what speaks HTTP.
        assert.isTrue([...loadedBy(join(library, "testing/index.js"))].some((name) => name.endsWith("bin/http.js")))
      })
    )
  }

  for (const moduleResolution of ["nodenext", "bundler"]) {
    it.effect(`compiles under moduleResolution ${moduleResolution}`, () =>
      Effect.map(Project, ({ directory }) => {
        const module = moduleResolution === "bundler" ? "preserve" : "nodenext"
        const options = {
          module,
          moduleResolution,
          target: "es2022",
          strict: true,
          skipLibCheck: false,
          types: [],
          noEmit: true
        }
        writeFileSync(
          join(directory, "tsconfig.json"),
          JSON.stringify({ compilerOptions: options, files: ["main.ts"] })
        )
        run(directory, process.execPath, join(root, "node_modules/typescript/bin/tsc"), "--project", ".")
      })
    )
  }

  it.effect("works in every entry, the client with the user's own SDK", () =>
    Effect.map(Project, ({ directory }) => {
      const typescript = join(root, "node_modules/typescript/bin/tsc")
      run(
        directory,
        process.execPath,
        typescript,
        "--project",
        ".",
        "--noEmit",
        "false",
        "--module",
        "nodenext",
        "--moduleResolution",
        "nodenext"
      )
      const outcome = () => JSON.parse(run(directory, process.execPath, "main.js"))
      const { plain, served, tested } = outcome()
      assert.deepStrictEqual(plain, {
        hint: "Recovery: Wait 5000 ms, then retry.",
        violations: [],
        waitMs: 200,
        isOne: true
      })
      assert.deepStrictEqual(tested, { refused: "DiscordPermissionError", content: "two", drawn: "string" })
      assert.match(served.failed, /@modelcontextprotocol\/sdk/)
      symlinkSync(
        join(root, "node_modules/@modelcontextprotocol"),
        join(directory, "node_modules/@modelcontextprotocol")
      )
      assert.deepStrictEqual(outcome().served, { server: "effect-discord-mcp", bot: true })
    })
  )
})
