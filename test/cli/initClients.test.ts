/** What is special about single clients. */
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { clients } from "../../src/cli/init/clients.ts"
import { configPath } from "../../src/cli/init/locations.ts"
import { init, temporaryHome } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const windows = {
  platform: "win32",
  variables: { USERPROFILE: "C:\\Users\\ada", APPDATA: "C:\\Users\\ada\\AppData\\Roaming" },
  directory: "C:\\tides"
}

const PACKAGES = "C:\\Users\\ada\\AppData\\Local\\Packages"
const inPackage = (name: string) => `${PACKAGES}\\${name}\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`

/** Returns the config file of Claude Desktop on a Windows with these packages and files. */
const claudeDesktop = (packages: ReadonlyArray<string>, files: ReadonlyArray<string> = []) =>
  Effect.flatMap(Effect.fromNullable(clients.find(({ name }) => name === "claude-desktop")), ({ locations }) =>
    configPath(locations[0], windows)
  ).pipe(
    Effect.provideService(
      FileSystem.FileSystem,
      FileSystem.makeNoop({
        readDirectory: (path) => Effect.succeed(path === PACKAGES ? [...packages] : []),
        exists: (path) => Effect.succeed(files.includes(path))
      })
    )
  )

describe("the config file of Claude Desktop on Windows", () => {
  it.effect("is that of the MSIX package if one is installed", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* claudeDesktop(["Microsoft.Paint_1", "Claude_abc"]), inPackage("Claude_abc"))
      assert.strictEqual(
        yield* claudeDesktop(["Claude_abc", "Claude_old"], [inPackage("Claude_old")]),
        inPackage("Claude_old")
      )
    })
  )

  it.effect("is in the roaming application data without a package", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* claudeDesktop(["Microsoft.Paint_1"]),
        "C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json"
      )
    })
  )
})

describe("init of a client with a limit of tools", () => {
  it.scoped("warns if the entry lists more tools, and names the source of the limit", () =>
    Effect.gen(function* () {
      for (const { name, title, toolLimit } of clients) {
        const { environment } = yield* temporaryHome
        const options = { client: Option.some(name), dryRun: true }
        assert.notInclude((yield* init(environment, options)).text, "Warning", name)
        const { text } = yield* init(environment, { ...options, surface: Option.some("full") })
        if (toolLimit === undefined) assert.notInclude(text, "Warning", name)
        else {
          assert.include(text, `${title} uses at most ${toolLimit.max}, of all servers together (${toolLimit.source}).`)
          assert.match(text, /^Warning: this entry lists 2\d\d tools\./m)
        }
      }
    }).pipe(withNodeContext)
  )
})

describe("an entry of one client", () => {
  const writtenEntry = (client: string) =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const { text } = yield* init(environment, { client: Option.some(client), json: true })
      return Object(Object.values(Object(Object.values(Object(JSON.parse(text))).at(-1)))[0])
    })

  it.scoped("gives the first start time to download the package, in Codex", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* writtenEntry("codex")).startup_timeout_sec, 60)
    }).pipe(withNodeContext)
  )

  it.scoped("enables all tools, in Copilot CLI", () =>
    Effect.gen(function* () {
      const entry = yield* writtenEntry("copilot-cli")
      assert.deepStrictEqual([entry.type, entry.tools], ["local", ["*"]])
      assert.strictEqual(entry.env.DISCORD_TOKEN, `\${DISCORD_TOKEN}`)
    }).pipe(withNodeContext)
  )

  it.scoped("serves the sandbox with these permissions", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const options = { client: Option.some("zed"), sandbox: true, permissions: Option.some("none"), json: true }
      const { text } = yield* init(environment, options)
      assert.deepStrictEqual(Object(JSON.parse(text)).context_servers.discord.args.slice(-4), [
        "serve",
        "--sandbox",
        "--permissions",
        "none"
      ])
    }).pipe(withNodeContext)
  )
})
