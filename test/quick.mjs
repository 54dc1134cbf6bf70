/**
 * Runs the tests that find most mistakes in a change: `node test/quick.mjs [BASE]`. They are the tests of the folders of
 * `src/` that changed since `main` (or BASE), the changed tests, and those below. CONTRIBUTING.md says what it leaves out.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

/** What a change of any file can break, and what the repository generates. */
const ALWAYS = [
  "test/lint/",
  "test/docs/generated.test.ts",
  "test/snapshots/",
  "test/catalogue/catalogue.test.ts",
  "test/catalogue/describedLimits.test.ts",
  "test/catalogue/failures.test.ts",
  "test/catalogue/fieldDescriptions.test.ts"
]

const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean)

/** The commit that the branch left `main` at. On `main`, and without one, the last commit. */
const base = () => {
  try {
    return git("merge-base", process.argv[2] ?? "main", "HEAD")[0] ?? "HEAD"
  } catch {
    return "HEAD"
  }
}

/** The tests of a file: itself, or the folder in `test/` that mirrors its folder, or a folder above. */
const testsOf = (path) => {
  if (path.endsWith(".test.ts")) return existsSync(path) ? [path] : []
  if (!path.startsWith("src/")) return []
  for (let folder = dirname(path); folder !== "src" && folder !== "src/tools"; folder = dirname(folder)) {
    const mirror = join("test", folder.slice("src/".length))
    if (existsSync(mirror)) return [mirror]
  }
  return []
}

const changed = [...git("diff", "--name-only", base()), ...git("ls-files", "--others", "--exclude-standard")]
// The compiler reads all tool definitions for these types, which takes longer than all tests above.
const ofTools = changed.some((path) => /^src\/(?:tools|client)\//.test(path)) ? ["test/docs/toolTypes.test.ts"] : []
const tests = [...new Set([...ALWAYS, ...ofTools, ...changed.flatMap(testsOf)])]
// A folder has its slash, because Vitest takes each of these for a part of a path.
const filters = tests.map((path) => (/(\.ts|\/)$/.test(path) ? path : `${path}/`))
process.stdout.write(`${changed.length} changed files: ${filters.filter((path) => !ALWAYS.includes(path)).join(" ")}\n`)
process.exitCode = spawnSync("npx", ["vitest", "run", ...filters], { stdio: "inherit" }).status ?? 1
