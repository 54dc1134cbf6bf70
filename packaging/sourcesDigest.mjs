import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The files that the build reads, besides `src` and the packages that the lock file names. */
const FILES = ["build.mjs", "package.json", "package-lock.json", "tsconfig.json"]

/**
 * Returns a digest of everything that the build reads. The build stores it in `dist/sources-digest`, so that tests use
 * `dist` instead of building again, and never a stale one.
 */
export const sourcesDigest = (root) => {
  const hash = createHash("sha256")
  const scripts = readdirSync(join(root, "packaging")).filter((name) => name.endsWith(".mjs"))
  const sources = readdirSync(join(root, "src"), { recursive: true }).filter((path) => path.endsWith(".ts"))
  for (const path of [
    ...FILES,
    ...scripts.map((name) => join("packaging", name)).toSorted(),
    ...sources.map((path) => join("src", path)).toSorted()
  ]) {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest("hex").slice(0, 16)
}
