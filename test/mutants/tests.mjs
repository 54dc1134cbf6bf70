/** The test files, by tier and by how close they are to a source. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"

/** Reads sources as texts, or holds the server to a description: a change of the text is no fault of the code. */
const LEFT_OUT = /^test\/(lint|mutants|contract|conformance)\//

/** Returns the tier of a test file, as in CONTRIBUTING.md. Those of `npm test` are of the tier `test`. */
export const tierOf = (path) => /^test\/(process|package)\//.exec(path)?.[1] ?? "test"

/** Returns the test files of a tier. */
export const testFiles = (root, tier) =>
  readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".test.ts") && !LEFT_OUT.test(path) && tierOf(path) === tier)
    .sort()

const IMPORT = /(?:from|import) ?\(?"(\.[^"]+|effect-discord-mcp\/\w+)"/g

/** Returns the files that a file imports, at once or later, by their paths in the tree. */
const importsOf = (root, path) => {
  const text = readFileSync(join(root, path), "utf8")
  return [...text.matchAll(IMPORT)]
    .map(([, name]) => (name.startsWith(".") ? join(dirname(path), name) : `src/${name.split("/")[1]}/index.ts`))
    .filter((target) => existsSync(join(root, target)))
}

/** Makes a function that returns the steps of imports from a test file to a source; `Infinity` if there are none. */
export const makeDistances = (root) => {
  const imports = new Map()
  const importsIn = (path) => {
    if (!imports.has(path)) imports.set(path, /\.[mt]s$/.test(path) ? importsOf(root, path) : [])
    return imports.get(path)
  }
  const ofTest = new Map()
  const from = (test) => {
    const steps = new Map([[test, 0]])
    for (const path of steps.keys()) {
      for (const target of importsIn(path)) if (!steps.has(target)) steps.set(target, steps.get(path) + 1)
    }
    return steps
  }
  return (test, source) => {
    if (!ofTest.has(test)) ofTest.set(test, from(test))
    return ofTest.get(test).get(`src/${source}`) ?? Number.POSITIVE_INFINITY
  }
}

/** Whether the folder of a test file mirrors that of a source, or a folder above it. */
const mirrors = (source, test) => {
  const folder = dirname(test).split("/").slice(1).join("/")
  return folder !== "" && `${dirname(source)}/`.startsWith(`${folder}/`)
}

/**
 * Orders the test files that import a source by how soon they are likely to find a change of it: that of the same name,
 * those in the folder that mirrors the source's, those that import it in few steps, and the quick ones.
 */
export const closest = (root, source, tests, distance, durations) => {
  const rank = (test) => {
    const ms = durations[test] ?? statSync(join(root, test)).size / 10
    const isNamesake = basename(test).split(".")[0].toLowerCase() === basename(source, ".ts").toLowerCase()
    return (
      distance(test, source) + Math.max(0, Math.log2(ms / 500)) + (mirrors(source, test) ? 0 : 4) - (isNamesake ? 6 : 0)
    )
  }
  return tests
    .map((test) => ({ test, rank: rank(test) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank)
    .map(({ test }) => test)
}
