/**
 * Runs before each run of a test file. All changes are in the sources, each behind a switch; the plan says which is on
 * in this run. The first run of a file has none on, and notes which tests reach which change. A later run skips the
 * tests that do not reach its change. So the modules are loaded once for all changes.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, relative } from "node:path"
import { afterAll, beforeAll, beforeEach } from "vitest"

const { MUTANTS_PLAN: plan, MUTANTS_ROOT: root, MUTANTS_SECONDS: seconds } = process.env
const file = relative(root, globalThis.__vitest_worker__.filepath)

/** The notes of a test file: `{ tests, always, load, failed }`. The first has the changes that each test reaches. */
const notes = `${root}/.mutants/${file}.json`
globalThis.__mutants ??= { runs: new Map(), plan: JSON.parse(readFileSync(plan, "utf8")) }
const worker = globalThis.__mutants
const nth = worker.runs.get(file) ?? 0
worker.runs.set(file, nth + 1)
const { id, confirm = false } = worker.plan[file]?.[nth] ?? {}

/** The parent reads each run from here: Vitest's own reports do not tell the runs of one file apart. */
const report = (what) =>
  appendFileSync(`${root}/.mutants/runs.jsonl`, `${JSON.stringify({ file, id, confirm, ...what })}\n`)
const began = performance.now()
report({ began: true })

const running = new Map()
const state = { loading: true, failed: undefined, reached: false }
const load = new Set()
const always = new Set()
const tests = {}
const failed = []

globalThis.__mutant = (point) => {
  const isOn = point === id && !confirm
  if (isOn) state.reached = true
  if (id === undefined) {
    if (state.loading) load.add(point)
    else if (running.size === 0) always.add(point)
    else for (const hits of running.values()) hits.add(point)
  }
  return isOn
}

/** Returns the name of the first failed test or suite. */
const failureIn = (task) => {
  for (const inner of task.tasks ?? []) {
    const name = failureIn(inner)
    if (name !== undefined) return name
  }
  return task.result?.state === "fail" ? nameOf(task) : undefined
}

afterAll((suite) => report({ failed: failureIn(suite.file ?? suite), ms: Math.round(performance.now() - began) }))

const nameOf = (task) => (task.suite?.name ? `${nameOf(task.suite)} > ${task.name}` : task.name)

beforeAll(() => {
  state.loading = false
})

if (id === undefined) {
  beforeEach((context) => {
    const { task } = context
    const name = nameOf(task)
    const hits = new Set()
    running.set(task, hits)
    context.onTestFailed(() => {
      failed.push(name)
    })
    context.onTestFinished(() => {
      running.delete(task)
      tests[name] = [...new Set([...(tests[name] ?? []), ...hits])]
    })
  })
  afterAll(() => {
    mkdirSync(dirname(notes), { recursive: true })
    writeFileSync(notes, JSON.stringify({ tests, always: [...always], load: [...load], failed }))
  })
} else {
  const known = existsSync(notes)
    ? JSON.parse(readFileSync(notes, "utf8"))
    : { tests: {}, always: [], load: [], failed: [] }
  const reaches = Object.keys(known.tests).filter((name) => known.tests[name].includes(id))
  const isAlways = known.always.includes(id)
  const killers = worker.killers ?? {}
  // The file itself is not loaded then.
  if (confirm && (killers[id] ?? "confirmed") === "confirmed") throw new Error("mutants: nothing to confirm")
  if (!confirm && (killers[id] !== undefined || (reaches.length === 0 && !isAlways))) {
    throw new Error("mutants: no test reaches this")
  }
  beforeEach((context) => {
    const name = nameOf(context.task)
    const runs = confirm
      ? killers[id] === name
      : state.failed === undefined &&
        performance.now() - began < 1000 * Number(seconds) &&
        !known.failed.includes(name) &&
        (isAlways || reaches.includes(name))
    if (!runs) context.skip()
    context.onTestFailed(() => {
      state.failed ??= name
    })
  })
  afterAll(() => {
    if (!confirm && state.failed !== undefined) worker.killers = { ...killers, [id]: state.failed }
    if (confirm) worker.killers = { ...killers, [id]: "confirmed" }
    if (state.reached) writeFileSync(`${root}/.mutants/${id}.reached`, file)
  })
}
