import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { RunReport } from "./test/RunReport.ts"

/**
 * The longest test files. They run first, so that none is left alone at the end. Those that wait for real time come
 * between those that compute, so that the cores are busy meanwhile.
 */
const LONGEST = [
  "blueprint/apply",
  "process/sharedLimits",
  "package/walks/developer",
  "package/bothStates",
  "process/stopping",
  "package/pack",
  "package/shell",
  "discord/rateLimiter.live",
  "process/commands",
  "property/chain",
  "live/EventLog",
  "live/wholeIntake",
  "catalogue/"
]

class LongestFirst extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(`/test/${part}`))
      return at === -1 ? LONGEST.length : at
    }
    return super.sort(files).then((sorted) => sorted.toSorted((a, b) => rank(a) - rank(b)))
  }
}

const WORKERS = availableParallelism() + 1

/** What `npm run check` runs: it reads files of the repository, and runs nothing of the server. */
const LINT = ["test/lint/**/*.test.ts", "test/docs/generated.test.ts", "test/docs/toolTypes.test.ts"]
/** Tests whose subject is a process: `npm run test:process`. */
const PROCESS = ["test/process/**/*.test.ts"]
/** Tests that measure a server under load: `npm run test:load`. Nothing else may run beside them. */
const LOAD = ["test/load/**/*.test.ts"]
/** Tests of the packed package, and of the pages as a reader follows them: `npm run test:package`. */
const PACKAGE = ["test/package/**/*.test.ts"]

/** Tests that a command runs together. `npx vitest run` with the path of a file finds the file in any of them. */
const project = (
  name: string,
  include: Array<string>,
  exclude: Array<string> = []
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include, exclude }
})

export default defineConfig({
  // The examples import the package by its name, as a user does.
  resolve: {
    alias: [
      { find: /^effect-discord-mcp\/(\w+)$/, replacement: fileURLToPath(new URL("src/$1/index.ts", import.meta.url)) }
    ]
  },
  test: {
    projects: [
      project("unit", ["test/**/*.test.ts"], [...LINT, ...PROCESS, ...LOAD, ...PACKAGE]),
      project("process", PROCESS),
      project("load", LOAD),
      project("package", PACKAGE),
      project("lint", LINT)
    ],
    reporters: ["default", new RunReport()],
    setupFiles: ["test/setup.ts"],
    // Only a test that hangs takes so long. On a busy machine a test takes twenty times its usual time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share their modules: loading them for each file took more than half of the time.
    isolate: false,
    // Virtual time and child processes leave a worker idle for a third of its time. With fewer minimum than maximum
    // workers, Vitest 3.2 stops idle workers during the run and fails with "Terminating worker thread".
    minWorkers: WORKERS,
    maxWorkers: WORKERS,
    // Effects allocate many short-lived objects.
    poolOptions: { forks: { execArgv: ["--max-semi-space-size=64"] } },
    sequence: { sequencer: LongestFirst }
  }
})
