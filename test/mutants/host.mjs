/**
 * Keeps one Vitest alive, because its start costs more than most runs. The parent says which files to run, in which
 * order, and which source changed. The parent ends this process if a test hangs.
 */
import { createVitest } from "vitest/node"

const { root, limitMs, switched } = JSON.parse(process.argv[2])

/** Files run in the order that the parent gives. */
class AsGiven {
  shard(files) {
    return files
  }
  sort(files) {
    return files
  }
}

const tell = (message) => process.send(message)
const reporter = {
  onTestModuleStart: (module) => tell({ started: module.moduleId }),
  onTestModuleEnd: (module) =>
    tell({ ended: module.moduleId, ms: module.diagnostic().duration, failed: failureOf(module) })
}

/** Returns the first failure of a file, if it has one. */
const failureOf = (module) => {
  for (const test of module.children.allTests("failed")) {
    return { name: test.fullName, message: test.result().errors?.[0]?.message ?? "" }
  }
  const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  return error === undefined ? undefined : { name: "(loading)", message: error.message }
}

const vitest = await createVitest(
  "test",
  {
    root,
    // The tests of all tiers run the same way here, so the configuration is not that of the repository.
    config: false,
    watch: false,
    cache: false,
    isolate: false,
    reporters: [reporter],
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    // The switches are there before any source is loaded.
    setupFiles: [...(switched ? ["test/mutants/switch.mjs"] : []), "test/setup.ts"],
    bail: switched ? 0 : 1,
    testTimeout: limitMs,
    hookTimeout: limitMs,
    minWorkers: 1,
    maxWorkers: 1,
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64"] } },
    silent: true,
    sequence: { sequencer: AsGiven }
  },
  {
    cacheDir: `${root}/.cache/vite`,
    resolve: { alias: [{ find: /^effect-discord-mcp\/(\w+)$/, replacement: `${root}/src/$1/index.ts` }] }
  }
)
const project = vitest.getRootProject()

process.on("message", async ({ files, changed }) => {
  for (const path of changed) vitest.invalidateFile(path)
  // Failures of an earlier run would count for `bail`.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const specs = files.map((path) => project.createSpecification(path))
  const { unhandledErrors } = await vitest.runTestSpecifications(specs)
  tell({ done: true, unhandled: unhandledErrors.map((error) => String(error?.message ?? error)) })
})
tell({ ready: true })
