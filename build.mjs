// The binary: one bundle, split so that a command loads only what it runs. In a whole checkout, the library too.

import { existsSync } from "node:fs"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { PermissionFlagsBits, RESTJSONErrorCodes } from "discord-api-types/v10"
import { build, transform } from "esbuild"
import { bundledPackages, notices } from "./packaging/notices.mjs"

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
 * Omits the SDK's form validator, a schema compiler that it loads at every start. The
 * server passes its own validator (mcp/toolCall.ts).
 */
const withoutAjv = {
  name: "no validator of forms",
  setup: (bundle) => {
    bundle.onLoad({ filter: /sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: "export class AjvJsonSchemaValidator {}"
    }))
  }
}

/** Omits the WebSockets of the platform's HTTP server, which nothing uses: every start would load them. */
const withoutWebSockets = {
  name: "no WebSockets",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^ws$/ }, ({ importer, path }) =>
      /[\\/]@effect[\\/]/.test(importer) ? { path, namespace: "no-websockets" } : undefined
    )
    bundle.onLoad({ filter: /.*/, namespace: "no-websockets" }, () => ({
      contents: "export class WebSocketServer {}; export const WebSocket = undefined"
    }))
  }
}

/** Omits the parsers of config files, which the command line does not use. */
const withoutConfigFiles = {
  name: "no configuration files",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^(ini|toml|yaml)$/ }, ({ importer, path }) =>
      /[\\/]@effect[\\/]/.test(importer) ? { path, namespace: "nothing" } : undefined
    )
    bundle.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({ contents: "export const parse = undefined" }))
  }
}

/**
 * Omits the parts of undici that this server does not use: fetch, WebSockets, caches, cookies, mocks and HTTP/2. They are
 * half of its code, and every first call would wait for them. undici's index makes one cache storage.
 */
const undiciClientOnly = {
  name: "only the HTTP client of undici",
  setup: (bundle) => {
    bundle.onLoad({ filter: UNUSED_OF_UNDICI }, () => ({ contents: "exports.CacheStorage = class {}" }))
  }
}

const UNUSED_OF_UNDICI =
  /[\\/]undici[\\/]lib[\\/](mock[\\/].*|web[\\/](cache|cookies|eventsource|fileapi|websocket)[\\/].*|web[\\/]fetch[\\/](index|request|response)\.js|dispatcher[\\/]client-h2\.js)$/

/**
 * Takes Node's own `inspect` in place of the copy of it in the event emitter of `@discordjs`. It formats messages of
 * defects, and every first call would wait for it.
 */
const withNodeInspect = {
  name: "inspect of Node",
  setup: (bundle) => {
    bundle.onLoad({ filter: /async_event_emitter[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const [before, copy, after] = (await readFile(path, "utf8")).split(
        /^\/\/ node_modules\/node-inspect-extracted\/.*$/m
      )
      const use = "var import_inspect = __toESM(require_inspect(), 1);"
      if (copy === undefined || after?.includes(use) !== true) throw new Error("the event emitter has another inspect")
      return {
        contents: `import nodeUtil from "node:util"\n${before}${after.replace(use, "var import_inspect = { default: nodeUtil };")}`
      }
    })
  }
}

/**
 * Loads Discord's enums from a separate file, which the HTTP client and the tools share. The errors get only the two that
 * they use, because every start loads the errors.
 */
const withDiscordTypes = {
  name: "shared enums of Discord",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^discord-api-types\/v10$/ }, ({ importer }) =>
      /[\\/]src[\\/]errors[\\/]/.test(importer)
        ? { path: "errors", namespace: "enums" }
        : { path: "./discordTypes.js", external: true }
    )
    bundle.onLoad({ filter: /^errors$/, namespace: "enums" }, () => ({
      contents: `export const RESTJSONErrorCodes = JSON.parse(${JSON.stringify(JSON.stringify(RESTJSONErrorCodes))})
        export const PermissionFlagsBits = {${Object.entries(PermissionFlagsBits).map(([name, bit]) => `${name}: ${bit}n`)}}`
    }))
  }
}

/** Loads the HTTP client from a separate file, which both bundles share. It does not use Effect. */
const withHttp = (path) => ({
  name: "shared http",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^(undici|@discordjs\/rest)$/ }, () => ({ path, external: true }))
  }
})

/** Loads WebSockets from a separate file, which both bundles share: they are CommonJS, and the library has no `require`. */
const withSharedWebSockets = (path) => ({
  name: "shared WebSockets",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^ws$/ }, () => ({ path, external: true }))
  }
})

/** The options of all bundles. */
const common = {
  bundle: true,
  // Names go, too: they would be a megabyte of every installation.
  minify: true,
  format: "esm",
  platform: "node",
  target: "node20",
  legalComments: "none",
  alias: {
    // Its main file finds its parts by a `require` that no bundler sees.
    "jsonc-parser": fileURLToPath(import.meta.resolve("jsonc-parser").replace("/umd/", "/esm/")),
    // Its module for Node is CommonJS, which the library cannot load, and of which a dynamic import has no names.
    yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", import.meta.url))
  },
  // CommonJS dependencies ask for `require`, which an ES module does not have.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
}

/** The names, traits and lists of tools, made from the catalogue at build time: a server starts without loading it. */
const prebuilt = async () => {
  const directory = await mkdtemp(join(tmpdir(), "effect-discord-mcp-"))
  const outfile = join(directory, "prebuild.mjs")
  await build({ ...common, entryPoints: ["src/mcp/prebuild.ts"], outfile })
  const { prebuild } = await import(pathToFileURL(outfile).href)
  await rm(directory, { recursive: true })
  return prebuild()
}

/** Puts the names, traits and lists in the place of the files that make them from the catalogue; each list in its own chunk. */
const withPrebuilt = ({ traits, lists, names }) => ({
  name: "prebuilt lists",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^listing:/ }, ({ path }) => ({ path, namespace: "listing" }))
    bundle.onLoad({ filter: /.*/, namespace: "listing" }, ({ path }) => ({
      contents: `export const list = JSON.parse(${JSON.stringify(JSON.stringify(lists[path.slice("listing:".length)]))})`
    }))
    bundle.onLoad({ filter: /[\\/]catalogue[\\/]toolNames\.ts$/ }, () => ({
      contents: `export const namesByCategory = ${JSON.stringify(names)}`
    }))
    bundle.onLoad({ filter: /[\\/]catalogue[\\/]toolTraits\.ts$/ }, () => ({
      contents: `export const toolTraits = JSON.parse(${JSON.stringify(JSON.stringify(traits))})`
    }))
    bundle.onLoad({ filter: /[\\/]mcp[\\/]prebuilt\.ts$/ }, ({ path }) => ({
      resolveDir: dirname(path),
      contents: `import * as Effect from "effect/Effect"
        const lists = {${Object.keys(lists).map((name) => `${name}: () => import("listing:${name}")`)}}
        export const prebuilt = (name) => Effect.map(Effect.promise(lists[name]), ({ list }) => list)`
    }))
  }
})

await rm("dist", { recursive: true, force: true })
const metafiles = []
/** Builds, and remembers what the bundles are made of. */
const bundle = async (options) => metafiles.push((await build({ ...common, metafile: true, ...options })).metafile)
const lists = await prebuilt()
const resolveDir = dirname(fileURLToPath(import.meta.url))
await bundle({
  stdin: { contents: `export * from "discord-api-types/v10"`, resolveDir },
  outfile: "dist/bin/discordTypes.js"
})
await bundle({
  stdin: {
    contents: `export { Agent, FormData, Headers, Pool, ProxyAgent, request, upgrade } from "undici"; export { REST } from "@discordjs/rest"`,
    resolveDir
  },
  outfile: "dist/bin/http.js",
  plugins: [undiciClientOnly, withDiscordTypes, withNodeInspect],
  // @discordjs/rest reads the global FormData. Node would load its own copy of undici for it, which takes 20 ms.
  banner: { js: `${common.banner.js}const httpGlobals={};` },
  define: { FormData: "httpGlobals.FormData", "globalThis.FormData": "httpGlobals.FormData" }
})
await bundle({
  stdin: { contents: `export { WebSocket, WebSocketServer } from "ws"`, resolveDir },
  outfile: "dist/bin/webSockets.js"
})
await bundle({
  entryPoints: ["src/main.ts"],
  outdir: "dist/bin",
  splitting: true,
  plugins: [
    withPrebuilt(lists),
    withHttp("./http.js"),
    withDiscordTypes,
    narrowEffect,
    withoutAjv,
    withoutConfigFiles,
    withoutWebSockets,
    withSharedWebSockets("./webSockets.js"),
    withNodeInspect
  ]
})

// An image, and a test of the binary, have no more of the checkout than it is made of.
const isCheckout = existsSync("packaging/declarations.mjs")
if (isCheckout) {
  const { declarations } = await import("./packaging/declarations.mjs")
  const { exports } = JSON.parse(await readFile("package.json", "utf8"))
  const entries = Object.values(exports).flatMap((entry) => /^\.\/dist\/lib\/(.*)\.js$/.exec(entry.default)?.[1] ?? [])
  await bundle({
    entryPoints: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    outdir: "dist/lib",
    // Readable in a debugger; a bundler of the user's minifies it. Without a banner, so that browsers can load it.
    minify: false,
    banner: {},
    splitting: true,
    // At the depth of the entries, so that paths to shared files are equal.
    chunkNames: "chunks/[hash]",
    // The user's own: there must be one Effect, and the client's is the SDK that speaks to it.
    external: ["effect", "@modelcontextprotocol/sdk"],
    plugins: [
      withPrebuilt(lists),
      withHttp("../../bin/http.js"),
      narrowEffect,
      withoutWebSockets,
      withSharedWebSockets("../../bin/webSockets.js"),
      withNodeInspect
    ]
  })
  // Only the testing kit loads the server and the sandbox: nobody steps through them, and they would double the package.
  const read = new Set()
  const reach = async (file) => {
    if (read.has(file)) return
    read.add(file)
    for (const [, path] of (await readFile(file, "utf8")).matchAll(/(?:from|import)[\s(]*"(\.{1,2}\/[^"]+\.js)"/g)) {
      if (!path.includes("/bin/")) await reach(join(dirname(file), path))
    }
  }
  for (const entry of entries) if (!entry.startsWith("testing/")) await reach(join("dist/lib", `${entry}.js`))
  for (const name of await readdir("dist/lib", { recursive: true })) {
    const file = join("dist/lib", name)
    if (!name.endsWith(".js") || read.has(file)) continue
    const { code } = await transform(await readFile(file, "utf8"), { minify: true, format: "esm", target: "node20" })
    await writeFile(file, code)
  }
  declarations(
    entries.map((entry) => `${entry}.ts`),
    "dist/lib"
  )
}
await writeFile("dist/THIRD_PARTY_NOTICES.md", notices(bundledPackages(metafiles)))
// Written last: its presence says that `dist` is complete.
if (isCheckout) {
  const { sourcesDigest } = await import("./packaging/sourcesDigest.mjs")
  await writeFile("dist/sources-digest", sourcesDigest("."))
}
