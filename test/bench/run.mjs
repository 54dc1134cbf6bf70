// Builds the benchmarks and runs them against the binary in dist/ (npm run build).
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "esbuild"

const outdir = await mkdtemp(join(tmpdir(), "effect-discord-mcp-bench-"))
await build({
  entryPoints: ["main", "bareServer", "restAlone", "answering", "probe"].map((name) => `test/bench/${name}.ts`),
  outdir,
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  outExtension: { ".js": ".mjs" },
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
})
const child = spawn(process.execPath, ["--expose-gc", join(outdir, "main.mjs"), ...process.argv.slice(2)], {
  stdio: "inherit"
})
child.once("exit", async (code) => {
  await rm(outdir, { recursive: true })
  process.exit(code ?? 1)
})
