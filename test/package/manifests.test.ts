/** The manifests for registries and clients agree with package.json and the server's settings. */
// @effect-diagnostics nodeBuiltinImport:off

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { unpackExtension } from "@anthropic-ai/mcpb"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { mcpbManifest, serverJson } from "../../packaging/manifests.mjs"
import { loadCliSettings } from "../../src/cli/settings.ts"
import { variables } from "../../src/config/Settings.ts"
import * as Built from "../process/binary.ts"
import { run } from "./tarball.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const known = new Set<string>(Object.values(variables).map(({ name }) => name))

layer(Built.layer)("the manifests", (it) => {
  it("have a server.json generated from package.json (node packaging/server.mjs)", () => {
    assert.deepStrictEqual(JSON.parse(read("server.json")), serverJson(manifest))
    assert.isAtMost(serverJson(manifest).description.length, 100)
  })

  it("name only existing variables, and mark the token as secret", () => {
    const { environmentVariables = [] } = serverJson(manifest).packages[0] ?? {}
    assert.deepStrictEqual(
      environmentVariables.filter(({ name }) => !known.has(name)),
      []
    )
    assert.isTrue(environmentVariables.find(({ name }) => name === "DISCORD_TOKEN")?.isSecret)
    assert.deepStrictEqual(
      Object.keys(mcpbManifest(manifest).server.mcp_config.env).filter((name) => !known.has(name)),
      []
    )
  })

  it.effect("have a form whose defaults are valid settings, and whose guilds cannot be left empty", () =>
    Effect.gen(function* () {
      const { server, user_config } = mcpbManifest(manifest)
      assert.deepInclude(user_config.allowed_guilds, { type: "string", required: true, default: "all" })
      // A form passes an empty field as an empty text.
      const filled = Object.entries(server.mcp_config.env).map(([name, reference]) => {
        const [, key] = /^\$\{user_config\.(\w+)\}$/.exec(reference) ?? []
        return [name, key === undefined ? reference : String(user_config[key]?.default ?? "")] as const
      })
      const { settings } = yield* loadCliSettings({ ...Object.fromEntries(filled), DISCORD_TOKEN: "a-token-of-mine" })
      assert.strictEqual(settings.allowedGuilds, undefined)
    })
  )

  it.effect("make a valid bundle whose server runs", () =>
    Effect.gen(function* () {
      const built = dirname(dirname(dirname(yield* Built.Binary)))
      const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-mcpb-test-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
      const staged = join(directory, "checkout")
      mkdirSync(staged)
      for (const path of ["package.json", "LICENSE", "packaging", "node_modules"]) {
        symlinkSync(join(root, path), join(staged, path))
      }
      symlinkSync(join(built, "dist"), join(staged, "dist"))
      yield* run(staged, [process.execPath, join(root, "packaging/mcpb.mjs"), directory])
      const outputDir = join(directory, "unpacked")
      assert.isTrue(
        yield* Effect.promise(() =>
          unpackExtension({ mcpbPath: join(directory, "effect-discord-mcp.mcpb"), outputDir, silent: true })
        )
      )
      assert.sameMembers(readdirSync(outputDir), ["LICENSE", "manifest.json", "package.json", "server"])
      const version = yield* run(directory, [process.execPath, join(outputDir, "server/main.js"), "--version"])
      assert.strictEqual(version.trim(), manifest.version)
    }).pipe(Effect.scoped)
  )

  it("have an image that copies existing files, runs without privileges and has no build tools", () => {
    const lines = read("Dockerfile").split("\n")
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(" ") ?? [])
    assert.deepStrictEqual(
      copied.filter((path) => !existsSync(join(root, path))),
      []
    )
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM")))
    assert.include(last, "COPY --from=build /build/dist/THIRD_PARTY_NOTICES.md ./")
    assert.include(last, "USER node")
    assert.isFalse(last.some((line) => /npm (ci|install|run)|apk add/.test(line)))
    assert.include(last.join("\n"), manifest.bin["effect-discord-mcp"].replace("./", ""))
    const ignored = read(".dockerignore").split("\n")
    for (const path of copied) assert.include(ignored, `!${path}`)
  })
})
