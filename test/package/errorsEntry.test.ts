import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { build } from "esbuild"

/** Returns what an import of a module loads: our files, packages and built-in modules. */
const loadedBy = (entry: string) =>
  Effect.map(
    Effect.promise(() =>
      build({
        entryPoints: [fileURLToPath(new URL(`../../src/${entry}`, import.meta.url))],
        bundle: true,
        write: false,
        metafile: true,
        // An unused import is loaded, too.
        treeShaking: false,
        format: "esm",
        platform: "node",
        logLevel: "silent"
      })
    ),
    ({ metafile }) => {
      const inputs = Object.keys(metafile.inputs)
      const packages = inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? [])
      return {
        own: inputs.flatMap((input) => /^src\/(.*)$/.exec(input)?.[1] ?? []),
        packages: [...new Set(packages)].sort(),
        builtins: Object.values(metafile.inputs)
          .flatMap(({ imports }) => imports)
          .flatMap(({ external, path }) => (external === true ? [path] : []))
      }
    }
  )

describe("the entry ./errors", () => {
  it.live("loads no SDK, no HTTP and no module of the server", () =>
    Effect.gen(function* () {
      const { builtins, own, packages } = yield* loadedBy("errors/index.ts")
      assert.isAbove(own.length, 10)
      assert.deepStrictEqual(
        own.filter((path) => !/^(?:errors|text)\//.test(path)),
        []
      )
      // Effect's arbitraries use fast-check.
      assert.deepStrictEqual(packages, ["discord-api-types", "effect", "fast-check", "pure-rand"])
      assert.deepStrictEqual(
        builtins.filter((path) => /^(node:)?(https?|http2|net|tls|dns|child_process|fs)\b/.test(path)),
        []
      )
    })
  )

  it.live("is compared with the server, which loads both", () =>
    Effect.gen(function* () {
      const { own, packages } = yield* loadedBy("mcp/stdio/serveStdio.ts")
      assert.include(packages, "@modelcontextprotocol/sdk")
      assert.isTrue(own.some((path) => path.startsWith("errors/")))
      const transport = yield* loadedBy("discord/RestTransport.ts")
      assert.include(transport.packages, "@discordjs/rest")
    })
  )

  it("is the package's entry ./errors", () => {
    const { exports } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
    assert.strictEqual(exports["./errors"].default, "./dist/lib/errors/index.js")
  })
})
