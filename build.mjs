// The binary: one bundle, split so that a command loads only what it runs.
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"

/**
 * Takes each module of Effect from its own file: through the barrel, one chunk
 * that needs a little would load all that any chunk needs.
 */
const narrowEffect = {
  name: "narrow imports of effect",
  setup: (bundle) => {
    bundle.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) =>
      path.includes("node_modules")
        ? undefined
        : {
            loader: "ts",
            contents: (await readFile(path, "utf8")).replaceAll(/^import \{([^}]*)\} from "effect"$/gm, (_, names) =>
              names
                .split(",")
                .map((name) => name.trim())
                .filter((name) => name !== "" && !name.startsWith("type "))
                .map((name) => {
                  const [module, as = module] = name.split(" as ")
                  return /^[A-Z]/.test(module)
                    ? `import * as ${as} from "effect/${module}"`
                    : `import { ${name} } from "effect/Function"`
                })
                .join(";")
            )
          }
    )
  }
}

/**
 * Leaves out the SDK's own validator of forms, a whole compiler of schemas that it
 * loads before it is asked for anything: the server gives it one (McpServer.ts).
 */
const withoutAjv = {
  name: "no validator of forms",
  setup: (bundle) => {
    bundle.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}"
    }))
  }
}

/** What both bundles have in common. */
const common = {
  bundle: true,
  // Names stay, for they are told in logs; `keepNames` would pay for them at every closure.
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  // Its main file finds its parts by a `require` that no bundler sees.
  alias: { "jsonc-parser": fileURLToPath(import.meta.resolve("jsonc-parser").replace("/umd/", "/esm/")) },
  // CommonJS dependencies ask for `require`, which an ES module does not have.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
}

/** The list of tools, made of the catalogue once and for all: a client that starts the server need not wait for it. */
const listings = async () => {
  const directory = await mkdtemp(join(tmpdir(), "effect-discord-mcp-"))
  const outfile = join(directory, "prebuild.mjs")
  await build({ ...common, entryPoints: ["src/mcp/prebuild.ts"], outfile })
  const { prebuild } = await import(pathToFileURL(outfile).href)
  await rm(directory, { recursive: true })
  return prebuild()
}

/** Puts the lists where the source has none, each in a chunk of its own. */
const withListings = (lists) => ({
  name: "prebuilt listings",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^listing:/ }, ({ path }) => ({ path, namespace: "listing" }))
    bundle.onLoad({ filter: /.*/, namespace: "listing" }, ({ path }) => ({
      contents: `export const list = JSON.parse(${JSON.stringify(JSON.stringify(lists[path.slice("listing:".length)]))})`
    }))
    bundle.onLoad({ filter: /[\\/]mcp[\\/]prebuilt\.ts$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `import * as Effect from "effect/Effect"
        const lists = {${Object.keys(lists).map((chars) => `${chars}: () => import("listing:${chars}")`)}}
        export const prebuilt = (chars) => Effect.map(Effect.promise(lists[chars]), ({ list }) => list)`
    }))
  }
})

await rm("dist", { recursive: true, force: true })
await build({
  ...common,
  entryPoints: ["src/main.ts"],
  outdir: "dist/bin",
  splitting: true,
  plugins: [withListings(await listings()), narrowEffect, withoutAjv]
})
