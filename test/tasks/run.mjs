// Bundles the runner of the tasks and runs it, by default against the binary in dist/ (npm run build).
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const outdir = await mkdtemp(join(tmpdir(), "effect-discord-mcp-tasks-"))
await build({
  entryPoints: ["cli", "proxy", "scripted"].map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))),
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  outExtension: { ".js": ".mjs" },
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' }
})
const child = spawn(process.execPath, [join(outdir, "cli.mjs"), ...process.argv.slice(2)], { stdio: "inherit" })
child.once("exit", async (code) => {
  await rm(outdir, { recursive: true })
  process.exit(code ?? 1)
})
