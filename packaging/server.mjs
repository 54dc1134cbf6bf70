// Writes server.json for the MCP registry.
import { readFile, writeFile } from "node:fs/promises"
import { serverJson } from "./manifests.mjs"

const manifest = JSON.parse(await readFile("package.json", "utf8"))
await writeFile("server.json", `${JSON.stringify(serverJson(manifest), undefined, 2)}\n`)
