import { execFile } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"

const FILE = "src/errors/DiscordMcpError.ts"

/** The class that CONTRIBUTING.md shows. */
const added = /\/\*\*[\s\S]*/.exec(readFileSync("test/docs/newError.ts", "utf8"))?.[0] ?? ""

const before = readFileSync(FILE, "utf8")
const withClass = before.replace("/** Every way a request to Discord can fail. */", `${added}\n$&`)
const inUnion = withClass.replace(/ {2}TranscriptionUnavailable\n\)/, "  TranscriptionUnavailable,\n  VoiceTimeUsed\n)")
const inMatch = inUnion.replace("Match.tagsExhaustive({", "$&\n    VoiceTimeUsed: VoiceTimeUsed.describe,")

const run = promisify(execFile)

const COMPILER = resolve("node_modules/@typescript/native/bin/tsc")

/** Returns what the compiler says about a copy of `src/` in which the file of the union has this text. */
const problemsIn = (copy: string, text: string) =>
  Effect.promise(() => {
    writeFileSync(join(copy, FILE), text)
    return run(process.execPath, [COMPILER, "--noEmit", "-p", copy], { cwd: copy }).then(
      () => "",
      ({ stdout }: { readonly stdout: string }) => stdout
    )
  })

layer(NodeContext.layer, { excludeTestServices: true })("an error added as CONTRIBUTING.md says", (it) => {
  it.scoped("compiles once its class is in the union and in the match, and has its envelope", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const copy = yield* fs.makeTempDirectoryScoped({ prefix: "effect-discord-mcp-" })
      cpSync("src", join(copy, "src"), { recursive: true })
      cpSync("package.json", join(copy, "package.json"))
      const { include: _, ...config } = JSON.parse(readFileSync("tsconfig.json", "utf8"))
      writeFileSync(join(copy, "tsconfig.json"), JSON.stringify({ ...config, files: ["src/errors/index.ts"] }))
      yield* fs.symlink(resolve("node_modules"), join(copy, "node_modules"))

      assert.include(yield* problemsIn(copy, inUnion), "VoiceTimeUsed")
      assert.strictEqual(yield* problemsIn(copy, inMatch), "")

      const outfile = join(copy, "errors.mjs")
      const entryPoints = [join(copy, "src/errors/index.ts")]
      yield* Effect.promise(() => build({ entryPoints, outfile, bundle: true, format: "esm", platform: "node" }))
      const { VoiceTimeUsed, httpStatusOf, toEnvelope } = yield* Effect.promise(
        () => import(pathToFileURL(outfile).href)
      )
      const error = new VoiceTimeUsed({ resets_at: "2026-12-01T00:00:00Z" })
      assert.deepStrictEqual(toEnvelope(error), {
        code: "VOICE_TIME_USED",
        retriable: false,
        message: "The guild has used its time for voice.",
        recovery_hint: "Call again after 2026-12-01T00:00:00Z.",
        category: "business",
        resets_at: "2026-12-01T00:00:00Z"
      })
      assert.strictEqual(httpStatusOf(error), 403)
    })
  )
})
