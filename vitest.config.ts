import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The longest test files. They run first, so that none is left alone at the end. Those that wait for real time come
 * between those that compute, so that the cores are busy meanwhile.
 */
const LONGEST = [
  "tools/blueprint/apply",
  "e2e/sharedLimits",
  "e2e/walks/developer",
  "docs/bothStates",
  "e2e/stopping",
  "packaging/pack",
  "docs/shell",
  "discord/rateLimiter.live",
  "e2e/commands",
  "property/chain",
  "events/EventLog",
  "events/wholeIntake",
  "tools/catalogue/oddReplies",
  "tools/catalogue/refusals",
  "packaging/",
  "e2e/"
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

export default defineConfig({
  // The examples import the package by its name, as a user does.
  resolve: {
    alias: [
      { find: /^effect-discord-mcp\/(\w+)$/, replacement: fileURLToPath(new URL("src/$1/index.ts", import.meta.url)) }
    ]
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    // Only a test that hangs takes so long. On a busy machine a test takes ten times its usual time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
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
