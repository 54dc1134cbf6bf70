/** A project that installs the package as the pages say, with one package manager. */
// @effect-diagnostics nodeBuiltinImport:off asyncFunction:off
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { installLines } from "../docs/installLines.ts"
import { startProcess } from "../process/child.ts"
import { install, missing, type PackageManager } from "./PackageManager.ts"
import { reexports } from "./reexports.ts"
import { root, run, Tarball, layer as tarball } from "./tarball.ts"
import { sectionOf } from "./walks/pageShell.ts"

class Consumer extends Context.Tag("test/package/Consumer")<Consumer, string>() {}

/** Everything that any page installs. The compiler is the one beside the tests. */
const packages = [...new Set(installLines.flatMap((line) => line.packages))].filter(
  (spec) => spec !== manifest.name && !spec.startsWith("typescript@")
)

const consumer = (manager: PackageManager) =>
  Layer.effect(
    Consumer,
    Effect.gen(function* () {
      const { folder, path } = yield* Tarball
      const project = yield* install(manager, folder, [`${manifest.name}@file:${path}`, ...packages])
      cpSync(join(root, "docs/examples"), join(project, "docs/examples"), { recursive: true })
      // Vitest runs files with this ending.
      const tests = ["testing.ts", ...readdirSync(join(root, "docs/examples/testing")).map((name) => `testing/${name}`)]
      for (const name of tests.filter((path) => path.endsWith(".ts"))) {
        const from = join(project, "docs/examples", name)
        renameSync(from, from.replace(/\.ts$/, ".test.ts"))
      }
      const main = readFileSync(join(root, "test/package/project/main.ts"), "utf8")
      writeFileSync(join(project, "main.ts"), main.replaceAll("../../../docs/", "./docs/"))
      writeFileSync(join(project, "reexports.ts"), yield* reexports(project))
      return project
    })
  ).pipe(Layer.provide(tarball))

/** The code of an example on a page, and the config of its section. */
const exampleOn = (page: string, name: string): string => {
  const text = readFileSync(join(root, page), "utf8")
  const [, code] = text.split(`<!-- generated:example ${name} -->\n\`\`\`ts\n`)
  return code?.split("```")[0] ?? assert.fail(`${page} has no example ${name}`)
}
const configOn = (page: string, heading: string): string =>
  /```json\n([\s\S]*?)```/.exec(sectionOf(page, heading))?.[1] ?? assert.fail(`${page} has no config`)

const TSC = join(root, "node_modules/@typescript/native/bin/tsc")

/** Tests that the package works in a project of this package manager, and with `vitest` the examples of the testing page. */
export const holdFor = async (name: string, manager: PackageManager, { vitest }: { readonly vitest: boolean }) => {
  const reason = await missing(manager)
  if (reason !== "") {
    layer(Layer.empty)(`the package with ${name}${reason}`, (it) => it.skip("works", () => {}))
    return
  }
  layer(consumer(manager), { excludeTestServices: true, timeout: "4 minutes" })(`the package with ${name}`, (it) => {
    it.effect("is installed beside Effect 3", () =>
      Effect.map(Consumer, (project) => {
        const { version } = JSON.parse(readFileSync(join(project, "node_modules/effect/package.json"), "utf8"))
        assert.match(version, /^3\./)
      })
    )

    it.effect("compiles the examples, and declares what is built from every export", () =>
      Effect.gen(function* () {
        const project = yield* Consumer
        const compilerOptions = {
          module: "nodenext",
          target: "es2022",
          strict: true,
          declaration: true,
          rewriteRelativeImportExtensions: true,
          rootDir: ".",
          outDir: "out",
          skipLibCheck: true,
          types: []
        }
        const include = ["main.ts", "reexports.ts", "docs/examples"]
        writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include }))
        yield* run(project, [process.execPath, TSC, "--project", "."])
        const ran = JSON.parse(yield* run(project, [process.execPath, "out/main.js"]))
        const { fetched, plain, served, tested, unserved } = ran
        assert.isTrue(plain.isOne)
        assert.strictEqual(tested.refused, "DiscordPermissionError")
        assert.match(tested.handled, /^the person: /)
        assert.strictEqual(fetched, "fetched")
        assert.match(unserved, /The last lines of its stderr:\n[\s\S]*DISCORD_TOKEN/)
        assert.deepStrictEqual(served, { server: manifest.name, bot: true })
      })
    )

    it.effect("passes the first test of the testing page, saved and configured as the page says", () =>
      Effect.gen(function* () {
        const project = yield* Consumer
        const folder = join(project, "agent")
        mkdirSync(folder)
        writeFileSync(join(folder, "announce.test.ts"), exampleOn("docs/testing.md", "testing"))
        writeFileSync(join(folder, "announce.ts"), exampleOn("docs/testing.md", "announce"))
        writeFileSync(join(folder, "tsconfig.json"), configOn("docs/testing.md", "Set up"))
        yield* run(folder, [process.execPath, TSC, "--project", "."])
        const vitest = [process.execPath, join(project, "node_modules/vitest/vitest.mjs"), "run"]
        // The machine also runs other tests.
        const report = yield* run(folder, [...vitest, "--reporter=json", "--testTimeout=60000"])
        assert.deepInclude(JSON.parse(report), { numPassedTests: 1, numFailedTests: 0 })
      })
    )

    it.scoped("runs the main program of the client page with a server of the package", () =>
      Effect.gen(function* () {
        const project = yield* Consumer
        const folder = join(project, "program")
        mkdirSync(folder)
        writeFileSync(join(folder, "main.ts"), exampleOn("docs/client.md", "main"))
        // The page says how to make the tarball before it installs it.
        const start = sectionOf("docs/client.md", "Start")
        const steps = ["npm pack", "npm install ", '{ "compilerOptions"', '"serve", "--sandbox"', "callTool("]
        const positions = steps.map((step) => start.indexOf(step))
        assert.deepStrictEqual(
          positions,
          [...positions].filter((at) => at >= 0).toSorted((a, b) => a - b),
          start
        )
        writeFileSync(join(folder, "tsconfig.json"), configOn("docs/client.md", "Start"))
        yield* run(folder, [process.execPath, TSC, "--project", "."])
        const server = join(project, "node_modules", manifest.name, manifest.bin["effect-discord-mcp"])
        const child = yield* startProcess(process.execPath, [server, "serve", "--http", "--sandbox"], {
          MCP_HTTP_AUTH: "none",
          MCP_HTTP_PORT: "0"
        })
        const said = yield* child.stderr.until((text) => /ready on http:\S+\/mcp/.test(text))
        const DISCORD_MCP_URL = /ready on (http:\S+\/mcp)/.exec(said)?.[1] ?? ""
        const env = { DISCORD_MCP_URL, DISCORD_MCP_TOKEN: "none", CHANNEL: "1248328050311954441" }
        assert.match(yield* run(folder, [process.execPath, "main.js"], env), /^sandbox-bot has sent \d+\n$/)
      })
    )

    it.effect.runIf(vitest)("passes the examples of the testing page in Vitest", () =>
      Effect.gen(function* () {
        const project = yield* Consumer
        const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--dir", "docs"]
        // One worker: the machine also runs other tests, which can take longer than the default of five seconds.
        const options = ["--reporter=json", "--no-isolate", "--no-file-parallelism", "--testTimeout=60000"]
        const { numFailedTests, numPassedTests } = JSON.parse(yield* run(project, [...vitest, ...options]))
        assert.strictEqual(numFailedTests, 0)
        assert.isAbove(numPassedTests, 6)
      })
    )
  })
}
