/** Runs tests for changes that have a switch: all in one tree, whose modules are loaded once. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeRunner } from "./runner.mjs"
import { groupBy } from "./table.mjs"

/** What the first run of each test file noted: see `switch.mjs`. */
export const notesOf = (tree, file) => {
  const path = join(tree, ".mutants", `${file}.json`)
  if (!cache.has(path) && existsSync(path)) cache.set(path, JSON.parse(readFileSync(path, "utf8")))
  return cache.get(path)
}

const cache = new Map()

/** Whether a test of a file reaches a change, while it runs or when its modules are loaded. */
export const reaches = (notes, point) =>
  notes.load.includes(point) ||
  notes.always.includes(point) ||
  Object.values(notes.tests).some((points) => points.includes(point))

/**
 * Runs a list of runs `{ file, id, confirm }` in their order, in as few workers as hanging tests allow. `onEnd` gets each
 * that ran, with `ms` and the name of the `failed` test. It returns true to have a new worker. `isOver` says which runs
 * are not needed any more.
 */
const runAll = async (tree, runs, { onEnd, isOver, seconds }) => {
  const [plan, log] = ["plan.json", "runs.jsonl"].map((name) => join(tree, ".mutants", name))
  let rest = runs
  while (rest.length > 0) {
    writeFileSync(plan, JSON.stringify(groupBy(rest, ({ file }) => file)))
    writeFileSync(log, "")
    const runner = makeRunner(tree, { plan, seconds })
    let [read, begun] = [0, 0]
    let askForNew
    const isNewAsked = new Promise((resolve) => {
      askForNew = resolve
    })
    const readOn = () => {
      const lines = readFileSync(log, "utf8").split("\n").slice(read, -1)
      read += lines.length
      for (const run of lines.map((line) => JSON.parse(line))) {
        if (run.began) begun++
        else if (onEnd(run)) askForNew("asked")
      }
    }
    const files = rest.map(({ file }) => file)
    const outcome = await Promise.race([runner.run(files, [], readOn), isNewAsked])
    runner.stop()
    readOn()
    if (outcome?.hangs && begun > 0) onEnd({ ...rest[begun - 1], ms: 0, failed: outcome.name })
    if (!outcome?.hangs && outcome !== "asked") return
    rest = rest.slice(Math.max(1, begun)).filter((run) => !isOver(run))
  }
}

/**
 * Runs tests for changes with their test files, `{ mutant, files }` each. Returns by id: `found`, the failure of a test;
 * `reached`, whether a test evaluated the change; `isDoubtful`, whether the test fails without the change as well.
 */
export const trySwitched = async (tree, list, { durations, say, seconds, onFound }) => {
  mkdirSync(join(tree, ".mutants"), { recursive: true })
  const results = new Map(list.map(({ mutant }) => [mutant.id, { tried: 0, ms: 0 }]))
  const mutants = new Map(list.map(({ mutant }) => [mutant.id, mutant]))
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
  const onFirst = ({ file, ms, failed }) => {
    durations[file] = ms
    say(`${file} ${ms} ms${failed === undefined ? "" : `, fails without a change: ${failed}`}`)
  }
  const onRun = ({ id, file, confirm, ms, failed }) => {
    const result = results.get(id)
    if (confirm) {
      result.isDoubtful = failed !== undefined
      if (!result.isDoubtful) return false
      say(`${id}: ${file} > ${failed} fails without the change, too`)
      result.found = undefined
      return true
    }
    result.ms += ms
    result.tried++
    if (failed === undefined || result.found !== undefined) return false
    result.found = { file, name: failed }
    onFound(mutants.get(id), result)
    return false
  }
  const isOver = ({ id }) => id !== undefined && (results.get(id).found ?? results.get(id).isDoubtful) !== undefined
  const onEnd = (run) => (run.id === undefined ? onFirst(run) : onRun(run))
  await runAll(tree, [...firsts, ...pairs], { onEnd, isOver, seconds })
  for (const [id, result] of results) result.reached = existsSync(join(tree, ".mutants", `${id}.reached`))
  return results
}
