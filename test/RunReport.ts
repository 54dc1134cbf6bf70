/** Prints at the end of a run what took long, and what did not run. */
import { relative } from "node:path"
import { Array } from "effect"
import type { Reporter, TestCase, TestModule } from "vitest/node"

const FILES = 10
const SLOW_TEST_MS = 5000

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const pathOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId)

/** Prints the slowest ten files, the tests above five seconds, and a line for each file with skipped tests. */
export class RunReport implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const lines = [...slowestFiles(modules), ...slowTests(modules), ...skipped(modules)]
    if (lines.length > 0) process.stdout.write(`\n${lines.join("\n")}\n`)
  }
}

const durationOf = (module: TestModule) => {
  const { collectDuration, duration, setupDuration } = module.diagnostic()
  return collectDuration + duration + setupDuration
}

const slowestFiles = (modules: ReadonlyArray<TestModule>): ReadonlyArray<string> =>
  modules.length < FILES
    ? []
    : [
        "Slowest files:",
        ...modules
          .map((module) => [durationOf(module), pathOf(module)] as const)
          .toSorted(([a], [b]) => b - a)
          .slice(0, FILES)
          .map(([ms, path]) => `${inSeconds(ms).padStart(9)}  ${path}`)
      ]

const slowTests = (modules: ReadonlyArray<TestModule>): ReadonlyArray<string> => {
  const slow = modules
    .flatMap(({ children }) => [...children.allTests()])
    .map((test) => [test.diagnostic()?.duration ?? 0, test] as const)
    .filter(([ms]) => ms > SLOW_TEST_MS)
    .toSorted(([a], [b]) => b - a)
  return slow.length === 0 ? [] : ["Tests above 5 s:", ...slow.map(([ms, test]) => slowLine(ms, test))]
}

const slowLine = (ms: number, test: TestCase) =>
  `${inSeconds(ms).padStart(9)}  ${pathOf(test.module)}: ${test.fullName}`

/** Why a test is skipped, as its name or that of its suite says. */
const reasonOf = ({ fullName }: TestCase): string => /\(skipped: ([^)]+)\)/.exec(fullName)?.[1] ?? fullName

const skipped = (modules: ReadonlyArray<TestModule>): ReadonlyArray<string> => {
  const tests = modules.flatMap(({ children }) => [...children.allTests("skipped")])
  return Object.entries(Array.groupBy(tests, reasonOf)).map(([reason, all]) => {
    const paths = new Set(all.map(({ module }) => pathOf(module)))
    return `Skipped: ${reason}: ${all.length} tests of ${[...paths].join(", ")}`
  })
}
