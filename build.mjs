// The binary: one bundle, split so that a command loads only what it runs. In a whole checkout, the library too.
import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
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

/** Leaves out what reads configuration files for a command line: ours has none. */
const withoutConfigFiles = {
  name: "no configuration files",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^(ini|toml|yaml)$/ }, ({ path }) => ({ path, namespace: "nothing" }))
    bundle.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "export const parse = undefined" }))
  }
}

/** Takes what speaks HTTP from a file of its own, which both bundles share: it knows nothing of Effect. */
const withHttp = (path) => ({
  name: "shared http",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^(undici|@discordjs\/rest)$/ }, () => ({ path, external: true }))
  }
})

/** What all bundles have in common. */
const common = {
  bundle: true,
  // Names go, too: they would be a megabyte of every installation.
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  // Its main file finds its parts by a `require` that no bundler sees.
  alias: { "jsonc-parser": fileURLToPath(import.meta.resolve("jsonc-parser").replace("/umd/", "/esm/")) },
  // CommonJS dependencies ask for `require`, which an ES module does not have.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
}

/** The names and the lists of tools, made from the catalogue at build time: a server starts without loading it. */
const prebuilt = async () => {
  const directory = await mkdtemp(join(tmpdir(), "effect-discord-mcp-"))
  const outfile = join(directory, "prebuild.mjs")
  await build({ ...common, entryPoints: ["src/mcp/prebuild.ts"], outfile })
  const { prebuild } = await import(pathToFileURL(outfile).href)
  await rm(directory, { recursive: true })
  return prebuild()
}

/** Puts the names and the lists in the place of the files that make them from the catalogue; each list in its own chunk. */
const withPrebuilt = ({ lists, names }) => ({
  name: "prebuilt lists",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^listing:/ }, ({ path }) => ({ path, namespace: "listing" }))
    bundle.onLoad({ filter: /.*/, namespace: "listing" }, ({ path }) => ({
      contents: `export const list = JSON.parse(${JSON.stringify(JSON.stringify(lists[path.slice("listing:".length)]))})`
    }))
    bundle.onLoad({ filter: /[\\/]src[\\/]toolNames\.ts$/ }, () => ({
      contents: `export const namesByCategory = ${JSON.stringify(names)}`
    }))
    bundle.onLoad({ filter: /[\\/]mcp[\\/]prebuilt\.ts$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `import * as Effect from "effect/Effect"
        const lists = {${Object.keys(lists).map((stock) => `${stock}: () => import("listing:${stock}")`)}}
        export const prebuilt = (stock) => Effect.map(Effect.promise(lists[stock]), ({ list }) => list)`
    }))
  }
})

/**
 * What starts a server in few files. A module goes to a file with those that the same
 * parts of the program need: two dozen, and to open each takes its time. So every part
 * that needs some of what a start needs is made to need all of it.
 */
const inFewFiles = async (directory) => {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".js"))
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), "utf8")]))
  )
  const needs = (name, found = new Set()) => {
    found.add(name)
    for (const [, next] of texts.get(name).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)) {
      if (texts.has(next) && !found.has(next)) needs(next, found)
    }
    return found
  }
  const loadedLater = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(/import\("\.\/([\w-]+\.js)"\)/g)].map(([, name]) => name))
  )
  const part = (name) => needs([...loadedLater].find((file) => file.startsWith(`${name}-`)))
  const commandLine = part("run")
  const start = [...new Set([...needs("main.js"), ...part("serve")])].filter((name) => name.startsWith("chunk-"))
  const entry = needs("main.js")
  const early = (name) => commandLine.has(name) || entry.has(name)
  const groups = [start.filter(early), start.filter((name) => !early(name))]
  const whole = (name) => groups.filter((group) => group.some((file) => needs(name).has(file))).flat()
  return {
    name: "few files at the start",
    setup: (bundle) => {
      bundle.onLoad({ filter: /\.js$/ }, ({ path }) => {
        const name = basename(path)
        const isPart = name === "main.js" || loadedLater.has(name)
        const more = isPart && texts.has(name) ? whole(name).map((file) => `import "./${file}";`) : []
        return { contents: [texts.get(name), ...more].join("\n") }
      })
    }
  }
}

await rm("dist", { recursive: true, force: true })
const lists = await prebuilt()
await build({
  ...common,
  stdin: {
    contents: `export { Agent, FormData, Headers, request } from "undici"; export { REST } from "@discordjs/rest"`,
    resolveDir: dirname(fileURLToPath(import.meta.url))
  },
  outfile: "dist/bin/http.js"
})
const staged = await mkdtemp(join(tmpdir(), "effect-discord-mcp-"))
// The imports that inFewFiles adds are for their effect alone, whatever a package.json above the folder says.
await writeFile(join(staged, "package.json"), JSON.stringify({ type: "module", sideEffects: true }))
await build({
  ...common,
  banner: {},
  entryPoints: ["src/main.ts"],
  outdir: staged,
  splitting: true,
  plugins: [withPrebuilt(lists), withHttp("./http.js"), narrowEffect, withoutAjv, withoutConfigFiles]
})
await build({
  ...common,
  entryPoints: [join(staged, "main.js")],
  outdir: "dist/bin",
  splitting: true,
  external: ["*/http.js"],
  plugins: [await inFewFiles(staged)]
})
await rm(staged, { recursive: true })

// An image, and a test of the binary, have no more of the checkout than it is made of.
if (existsSync("packaging")) {
  const { declarations } = await import("./packaging/declarations.mjs")
  const { exports } = JSON.parse(await readFile("package.json", "utf8"))
  const entries = Object.values(exports).flatMap((entry) => /^\.\/dist\/lib\/(.*)\.js$/.exec(entry.default)?.[1] ?? [])
  await build({
    ...common,
    entryPoints: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    outdir: "dist/lib",
    splitting: true,
    // As deep as the entries, so that the way to what is shared is one.
    chunkNames: "chunks/[hash]",
    // The user's own: there must be one Effect, and the client's is the SDK that speaks to it.
    external: ["effect", "@modelcontextprotocol/sdk"],
    plugins: [withPrebuilt(lists), withHttp("../../bin/http.js"), narrowEffect]
  })
  declarations(
    entries.map((entry) => `${entry}.ts`),
    "dist/lib"
  )
}
