// @effect-diagnostics asyncFunction:off
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Bench, boundRow } from "./Row.ts"

/** What `npm install` of the packed tarball brings. */
export const install: Bench = {
  name: "install",
  run: async () => {
    const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-install-"))
    const run = (args: ReadonlyArray<string>, cwd: string) =>
      execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    const tarball = run(["pack", "--ignore-scripts", "--silent", "--pack-destination", directory], process.cwd()).trim()
    writeFileSync(join(directory, "package.json"), '{"private":true}')
    run(["install", "--no-audit", "--no-fund", join(directory, tarball)], directory)
    const sizeOf = (path: string): number =>
      readdirSync(path, { withFileTypes: true }).reduce(
        (sum, entry) =>
          sum + (entry.isDirectory() ? sizeOf(join(path, entry.name)) : statSync(join(path, entry.name)).size),
        0
      )
    const modules = join(directory, "node_modules")
    const count = readdirSync(modules).reduce(
      (sum, name) =>
        sum + (name.startsWith("@") ? readdirSync(join(modules, name)).length : name.startsWith(".") ? 0 : 1),
      0
    )
    const mb = sizeOf(modules) / 1e6
    rmSync(directory, { recursive: true })
    return [
      boundRow({
        what: "packages that npm install brings",
        limit: "the original: 130",
        value: count,
        atMost: 43,
        unit: "packages"
      }),
      boundRow({
        what: "megabytes that npm install brings",
        limit: "the original: 93 MB",
        value: mb,
        atMost: 31,
        unit: "MB"
      })
    ]
  }
}
