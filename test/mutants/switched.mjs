/** Runs tests for changes that have a switch: all in one tree, whose modules are loaded once. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeRunner } from "./runner.mjs"
import { groupBy } from "./table.mjs"

/** What the first run of each test file noted: see `switch.mjs`. */
export const notesOf = (tree, file) => {
  const path = join(tree, ".mutants", `${file}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined
}

/** Whether a test of a file reaches a change, while it runs or when its modules are loaded. */
export const reaches = (notes, point) =>
  notes.load.includes(point) ||
  notes.always.includes(point) ||
  Object.values(notes.tests).some((points) => points.includes(point))

/**
 * Runs a list of runs `{ file, id, confirm }` in their order, in as few workers as hanging tests allow. `onEnd` gets each
 * with its milliseconds and failure. `isOver` says which need not run any more. `onEnd` returns true to have a new worker.
 */
const runAll = async (tree, runs, onEnd, isOver) => {
  let rest = runs
  while (rest.length > 0) {
    const plan = join(tree, ".mutants", "plan.json")
    const byFile = groupBy(rest, ({ file }) => file)
    writeFileSync(plan, JSON.stringify(byFile))
    const runner = makeRunner(tree, plan)
    let at = 0
    let mustRestart = false
    let askForNew
    const isNewAsked = new Promise((resolve) => {
      askForNew = resolve
    })
    const ended = runner.run(
      rest.map(({ file }) => file),
      [],
      ({ ms, failed }) => {
        if (mustRestart) return
        mustRestart = onEnd(rest[at++], { ms, failed }) === true
        if (mustRestart) askForNew()
      }
    )
    const failure = await Promise.race([ended, isNewAsked])
    runner.stop()
    if (failure?.hangs) onEnd(rest[at++], { ms: 0, failed: failure })
    else if (!mustRestart) return
    rest = rest.slice(at).filter((run) => !isOver(run))
  }
}

/**
 * Runs tests for changes with their test files, `{ mutant, files }` each. Returns by id: `found`, the failure of a test;
 * `reached`, whether a test evaluated the change; `isDoubtful`, whether the test fails without the change as well.
 */
export const trySwitched = async (tree, list, { durations, say }) => {
  mkdirSync(join(tree, ".mutants"), { recursive: true })
  const results = new Map(list.map(({ mutant }) => [mutant.id, { tried: 0, ms: 0 }]))
  const files = [...new Set(list.flatMap((one) => one.files))]
  const firsts = files.filter((file) => notesOf(tree, file) === undefined).map((file) => ({ file }))
  const longest = Math.max(0, ...list.map((one) => one.files.length))
  const pairs = Array.from({ length: longest }, (_, rank) =>
    list.flatMap(({ mutant: { id }, files }) =>
      rank < files.length
        ? [
            { file: files[rank], id },
            { file: files[rank], id, confirm: true }
          ]
        : []
    )
  ).flat()
  const onFirst = (run, { ms, failed }) => {
    durations[run.file] = ms
    const notes = notesOf(tree, run.file)
    say(`${run.file} ${Math.round(ms)} ms${failed ? `, fails without a change: ${failed.name} ${failed.message}` : ""}`)
    // A file that cannot be loaded has no tests.
    if (notes !== undefined) return
    const path = join(tree, ".mutants", `${run.file}.json`)
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, JSON.stringify({ tests: {}, always: [], load: [], failed: [] }))
  }
  const onRun = (run, { ms, failed }) => {
    const result = results.get(run.id)
    if (failed?.message?.startsWith("mutants:")) return
    if (run.confirm) {
      result.isDoubtful = failed !== undefined
      if (!result.isDoubtful) return
      say(`${run.id}: ${run.file} > ${failed.name} fails without the change, too`)
      result.found = undefined
      return true
    }
    result.ms += ms
    result.tried++
    if (failed === undefined || result.found !== undefined) return
    result.found = { file: run.file, name: failed.name }
    say(`${run.id} found by ${run.file} > ${failed.name}`)
  }
  const isOver = ({ id }) => id !== undefined && (results.get(id).found ?? results.get(id).isDoubtful) !== undefined
  await runAll(
    tree,
    [...firsts, ...pairs],
    (run, end) => (run.id === undefined ? onFirst(run, end) : onRun(run, end)),
    isOver
  )
  for (const [id, result] of results) result.reached = existsSync(join(tree, ".mutants", `${id}.reached`))
  return results
}
