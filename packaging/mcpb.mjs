// Builds the .mcpb bundle of what is in dist/ and validates its manifest: npm run mcpb [directory]
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { packExtension, validateManifest } from "@anthropic-ai/mcpb"
import { mcpbManifest } from "./manifests.mjs"

const target = resolve(process.argv[2] ?? "dist")
const manifest = JSON.parse(await readFile("package.json", "utf8"))
const directory = await mkdtemp(join(tmpdir(), "effect-discord-mcp-mcpb-"))
await writeFile(join(directory, "manifest.json"), `${JSON.stringify(mcpbManifest(manifest), undefined, 2)}\n`)
// The binary is an ES module by this word alone.
await writeFile(join(directory, "package.json"), `${JSON.stringify({ type: "module", version: manifest.version })}\n`)
await cp("dist/bin", join(directory, "server"), { recursive: true })
await cp("LICENSE", join(directory, "LICENSE"))
await mkdir(target, { recursive: true })
const bundle = join(target, `${manifest.name}.mcpb`)
const isPacked =
  validateManifest(join(directory, "manifest.json")) &&
  (await packExtension({ extensionPath: directory, outputPath: bundle, silent: true }))
await rm(directory, { recursive: true })
if (isPacked) console.log(bundle)
else process.exitCode = 1
