/** The package as it is published: what is in it, what it brings along, and that each entry works in an empty project. */
// @effect-diagnostics nodeBuiltinImport:off
import { cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { build } from "esbuild"
import { publint } from "publint"
import manifest from "../../package.json" with { type: "json" }
import * as Tarballs from "./tarball.ts"
import { type Packed, root, run, Tarball } from "./tarball.ts"

/** Two projects that have the package: one nothing but that, and one Effect beside it. */
class Project extends Context.Tag("test/package/Project")<
  Project,
  { readonly alone: string; readonly directory: string; readonly packed: Packed; readonly tarball: string }
>() {}

/** Effect is the user's dependency. It is linked from this repository, so nothing is downloaded. */
const offline = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund"]
const companions = ["effect", "@standard-schema/spec", "fast-check", "pure-rand"]

/** The package, installed once for all tests. */
const installed = Layer.effect(
  Project,
  Effect.gen(function* () {
    const { folder, packed, path } = yield* Tarball
    const [directory, alone] = [join(folder, "project"), join(folder, "alone")]
    for (const path of [directory, alone]) mkdirSync(path)
    const dependencies = Object.fromEntries(
      companions.map((name) => [name, `file:${join(root, "node_modules", name)}`])
    )
    writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }))
    yield* run(directory, ["npm", "install", ...offline, path])
    cpSync(join(root, "docs/examples"), join(directory, "docs/examples"), { recursive: true })
    const main = readFileSync(join(root, "test/package/project/main.ts"), "utf8")
    // Old compilers take no import that ends with .ts.
    writeFileSync(join(directory, "main.ts"), main.replaceAll(/"[./]*\/(docs\/[^"]+)\.ts"/g, '"./$1.js"'))
    writeFileSync(join(alone, "package.json"), JSON.stringify({ private: true }))
    yield* run(alone, ["npm", "install", ...offline, path])
    return { alone, directory, packed, tarball: path }
  })
).pipe(Layer.provide(Tarballs.layer))

/** Returns what an import of a module loads: our files by path, other modules by name. */
const loadedBy = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  seen.add(file)
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*"([^"]+)"/g)) {
    if (!name.startsWith(".")) seen.add(name)
    else if (!seen.has(resolve(dirname(file), name))) loadedBy(resolve(dirname(file), name), seen)
  }
  return seen
}

const compile = (directory: string, moduleResolution: "nodenext" | "bundler", compiler = "typescript") => {
  const module = moduleResolution === "bundler" ? "preserve" : "nodenext"
  // The declarations of Effect themselves need TypeScript 5.7.
  const skipLibCheck = compiler === "typescript-5.4"
  const compilerOptions = { module, moduleResolution, target: "es2022", strict: true, skipLibCheck, types: [] }
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }))
  return run(directory, [process.execPath, join(root, "node_modules", compiler, "bin/tsc"), "--project", "."])
}

layer(installed, { excludeTestServices: true })("the package", (it) => {
  it.effect("contains only the needed files", () =>
    Effect.map(Project, ({ packed }) => {
      const needed =
        /^(package\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE|dist\/THIRD_PARTY_NOTICES\.md|dist\/bin\/[\w-]+\.js|dist\/lib\/.+(\.js|\.d\.ts))$/
      assert.deepStrictEqual(
        packed.files.map(({ path }) => path).filter((path) => !needed.test(path)),
        []
      )
      assert.isBelow(packed.unpackedSize, 7_600_000)
    })
  )

  it.effect("has no dependencies, and its server runs without any", () =>
    Effect.gen(function* () {
      const { alone } = yield* Project
      const { packages } = JSON.parse(readFileSync(join(alone, "package-lock.json"), "utf8"))
      assert.sameMembers(Object.keys(packages), ["", `node_modules/${manifest.name}`])
      assert.include(
        yield* run(join(alone, "node_modules/.bin"), [`./${manifest.name}`, "--version"]),
        manifest.version
      )
      const answer = yield* run(alone, [`node_modules/.bin/${manifest.name}`, "tools", "messages_send", "--json"])
      assert.strictEqual(JSON.parse(answer).name, "messages_send")
    })
  )

  it.effect("has a file and types for every entry in exports", () =>
    Effect.map(Project, ({ directory }) => {
      const { "./package.json": _, ...entries } = manifest.exports
      assert.sameMembers(Object.keys(entries), [".", "./errors", "./client", "./resilience", "./testing"])
      for (const path of Object.values(entries).flatMap((entry) => Object.values(entry))) {
        assert.isTrue(statSync(join(directory, "node_modules", manifest.name, path)).isFile(), path)
      }
    })
  )

  it.effect("loads only Effect and its own files, except for ./testing", () =>
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

  it.effect("has no part that fails when it is loaded, also none that is loaded late", () =>
    Effect.gen(function* () {
      const { directory } = yield* Project
      const chunks = `node_modules/${manifest.name}/dist/lib/chunks`
      const program = `const { readdirSync } = await import("node:fs")
        const names = readdirSync("${chunks}")
        for (const name of names) await import(new URL("${chunks}/" + name, "file://" + process.cwd() + "/"))
        console.log(names.length)`
      const loaded = yield* run(directory, [process.execPath, "--input-type=module", "--eval", program])
      assert.isAbove(Number(loaded), 50)
    })
  )

  it.effect("compiles under moduleResolution bundler", () =>
    Effect.flatMap(Project, ({ directory }) => compile(directory, "bundler", "@typescript/native"))
  )

  for (const compiler of ["typescript-5.4", "@typescript/native"]) {
    it.effect(`compiles with ${compiler}`, () =>
      Effect.flatMap(Project, ({ directory }) => compile(directory, "nodenext", compiler))
    )
  }

  it.effect("has entries that run in browsers: errors, client and resilience", () =>
    Effect.gen(function* () {
      const { directory } = yield* Project
      const imports = ["errors", "client", "resilience"].map(
        (entry) => `export * as ${entry} from "${manifest.name}/${entry}"`
      )
      const { metafile, warnings } = yield* Effect.promise(() =>
        build({
          stdin: { contents: imports.join("\n"), resolveDir: directory },
          bundle: true,
          write: false,
          metafile: true,
          platform: "browser",
          format: "esm",
          // The client starts a server through it, for which a browser has no process.
          external: ["@modelcontextprotocol/sdk"],
          logLevel: "silent"
        })
      )
      assert.deepStrictEqual(warnings, [])
      const external = Object.values(metafile.outputs).flatMap(({ imports }) => imports)
      assert.deepStrictEqual(
        external.map(({ path }) => path).filter((path) => !path.startsWith("@modelcontextprotocol/sdk")),
        []
      )
    })
  )

  it.effect("has errors with messages, also in the bundle of a user", () =>
    Effect.gen(function* () {
      const { directory } = yield* Project
      const error = `new DiscordRateLimitError({ retry_after_ms: 5000, scope: "user", sent: true })`
      const programs = [
        `import { DiscordRateLimitError } from "${manifest.name}/errors"; console.log(${error}.message)`,
        `import { Bulkhead } from "${manifest.name}/resilience"; import { Effect } from "effect"
        const full = Bulkhead.make({ limit: 0 }).pipe(Effect.flatMap((bulkhead) => bulkhead.apply("key")(Effect.void)))
        console.log(Effect.runSync(Effect.flip(full)).message)`
      ]
      const printed: Array<string> = []
      for (const contents of programs) {
        const outfile = join(directory, "bundled.mjs")
        yield* Effect.promise(() =>
          build({
            stdin: { contents, resolveDir: directory },
            bundle: true,
            outfile,
            format: "esm",
            platform: "node",
            logLevel: "silent"
          })
        )
        printed.push(yield* run(directory, [process.execPath, outfile]))
      }
      assert.match(printed[0] ?? "", /^Discord's user rate limit was hit\. Wait 5000 ms, then retry\./)
      assert.match(printed[1] ?? "", /^Too many calls at once.*: 0 calls are in flight\. Wait until/)
    })
  )

  it.effect("has readable code in its entries", () =>
    Effect.map(Project, ({ directory }) => {
      const file = join(directory, "node_modules", manifest.name, "dist/lib/errors/index.js")
      const text = [...loadedBy(file)]
        .filter((path) => path.startsWith("/"))
        .map((path) => readFileSync(path, "utf8"))
        .join("\n")
      assert.include(text, "DiscordRateLimitError")
      assert.isBelow(text.length / text.split("\n").length, 80)
    })
  )

  it.effect("satisfies publint and arethetypeswrong", () =>
    Effect.gen(function* () {
      const { directory, tarball } = yield* Project
      const { messages } = yield* Effect.promise(() =>
        publint({ pkgDir: join(directory, "node_modules", manifest.name), strict: true, pack: false })
      )
      assert.deepStrictEqual(messages, [])
      const bin = join(root, "node_modules/.bin/attw")
      // It exits with 1 if it finds a problem.
      const report = yield* run(directory, [bin, tarball, "--profile", "esm-only", "--no-color", "--no-emoji"])
      for (const entry of Object.keys(manifest.exports)) {
        assert.include(report, `"${manifest.name}${entry.slice(1)}"`)
      }
    })
  )

  it.effect("lists the licence of every bundled package", () =>
    Effect.map(Project, ({ directory }) => {
      const notices = readFileSync(
        join(directory, "node_modules", manifest.name, "dist/THIRD_PARTY_NOTICES.md"),
        "utf8"
      )
      for (const name of ["effect", "@discordjs/rest", "@modelcontextprotocol/sdk", "undici", "zod"]) {
        assert.include(notices, `* ${name} `)
      }
      const named = [...notices.matchAll(/^\* \S+ \S+ \((.+)\)$/gm)].map(([, licence]) => licence)
      assert.isAbove(named.length, 20)
      assert.sameMembers([...new Set(named)], ["MIT", "Apache-2.0", "ISC"])
    })
  )

  it.effect("compiles under moduleResolution nodenext, and every entry works", () =>
    Effect.gen(function* () {
      const { directory } = yield* Project
      yield* compile(directory, "nodenext")
      const { plain, served, tested } = JSON.parse(yield* run(directory, [process.execPath, "main.js"]))
      assert.deepStrictEqual(plain, { code: "DISCORD_RATE_LIMITED", violations: [], waitMs: 200, isOne: true })
      const { handled, ...rest } = tested
      assert.match(handled, /^the person: /)
      assert.deepStrictEqual(rest, { refused: "DiscordPermissionError", length: 3, drawn: "string" })
      assert.match(served.failed, /@modelcontextprotocol\/sdk, which your project must install/)
      // The client works with the SDK of the project.
      const sdk = "node_modules/@modelcontextprotocol"
      symlinkSync(join(root, sdk), join(directory, sdk))
      const again = JSON.parse(yield* run(directory, [process.execPath, "main.js"]))
      assert.deepStrictEqual(again.served, { server: "effect-discord-mcp", bot: true })
    })
  )
})
