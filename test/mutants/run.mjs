/**
 * Changes the sources, one at a time, and tells which test finds each change: `node test/mutants/run.mjs`.
 * CONTRIBUTING.md has its options. It works in a copy of the tree, and takes hours.
 */
import { spawnSync } from "node:child_process"
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { allMutants, choose } from "./choose.mjs"
import { addSwitches, makeCopy, mutate } from "./copy.mjs"
import { makeRunner } from "./runner.mjs"
import { notesOf, reaches, trySwitched } from "./switched.mjs"
import { groupBy, readRows, summary, toLine, writeRows } from "./table.mjs"
import { closest, makeDistances, testFiles, tierOf } from "./tests.mjs"

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "")

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "200" },
    only: { type: "string", multiple: true },
    tier: { type: "string", default: "test" },
    from: { type: "string" },
    out: { type: "string" },
    seconds: { type: "string", default: "Infinity" },
    closest: { type: "string", default: "Infinity" },
    compile: { type: "boolean", default: false },
    work: { type: "string" },
    list: { type: "boolean", default: false }
  }
})

const say = (text) => process.stderr.write(`${text}\n`)

/** The changes of this run: `{ id, mutant, earlier }`. `mutant` is `undefined` if the position no longer exists. */
const wanted = () => {
  const all = allMutants(ROOT)
  const byId = new Map(all.map((mutant) => [mutant.id, mutant]))
  const isWanted = ({ id }) => options.only === undefined || options.only.includes(id)
  if (options.from !== undefined) {
    return readRows(options.from)
      .filter(isWanted)
      .map((row) => ({ id: row.id, earlier: row, mutant: byId.get(row.id) ?? movedTo(row, all) }))
  }
  const chosen = options.only?.map((id) => byId.get(id) ?? { id, path: undefined })
  return (chosen ?? choose(all, Number(options.seed), Number(options.count))).map((mutant) => ({
    id: mutant.id,
    mutant: mutant.path === undefined ? undefined : mutant
  }))
}

/** Returns the only position with the same change, if the position of a row is in another file now. */
const movedTo = ({ kind, before, after }, all) => {
  const same = all.filter((mutant) => mutant.kind === kind && mutant.before === before && mutant.shown === after)
  return same.length === 1 ? same[0] : undefined
}

const compiles = (copy) =>
  spawnSync(process.execPath, [join(ROOT, "node_modules/@typescript/native/bin/tsc"), "--noEmit", "-p", copy], {
    cwd: copy
  }).status === 0

/** The test file that found a change before, or its namesakes if it has moved. */
const foundBefore = (files, { file_of_test: path = "" } = {}) =>
  files.includes(path) ? [path] : files.filter((file) => basename(file) === basename(path))

/** What all changes of a run share. `durations` are milliseconds of test files, also of earlier runs. */
const makeSession = (out, mutants) => {
  const work = options.work ?? mkdtempSync(join(tmpdir(), "effect-discord-mcp-mutants-"))
  const [copy, tree] = [join(work, "copy"), join(work, "switched")]
  if (!existsSync(copy)) {
    makeCopy(ROOT, copy)
    makeCopy(ROOT, tree)
    addSwitches(tree, mutants)
  }
  const known = `${out}.durations.json`
  const durations = existsSync(known) ? JSON.parse(readFileSync(known, "utf8")) : {}
  const distance = makeDistances(ROOT)
  const allowed = testFiles(ROOT, options.tier)
  return {
    ...{ copy, durations, tree, say },
    seconds: options.seconds,
    runner: makeRunner(copy),
    /** The test files of a change: the one that found it before, the closest, and all that are known to reach it. */
    filesOf: ({ mutant, earlier }) => {
      const point = mutant.inside ? mutant.id : mutant.path
      const near = closest(ROOT, mutant.path, allowed, distance, durations).filter((file, rank) => {
        const notes = notesOf(tree, file)
        return notes === undefined ? rank < Number(options.closest) : reaches(notes, point)
      })
      return [...new Set([...foundBefore(allowed, earlier), ...near])]
    },
    record: (row) => {
      appendFileSync(out, `${toLine(row)}\n`)
      writeFileSync(known, JSON.stringify(durations))
      say(toLine(row))
    },
    close: (runner) => {
      runner.stop()
      if (options.work === undefined) rmSync(work, { recursive: true, force: true })
    }
  }
}

const rowOf = ({ mutant, id = mutant.id }, { failure, result, tried, ms }) => {
  const { folder, path, line, kind, before, shown } = mutant
  return {
    ...{ id, folder, position: `${path}:${line}`, kind, before, after: shown },
    ...{
      result: failure === undefined ? result : tierOf(failure.file),
      file_of_test: failure?.file,
      test: failure?.name
    },
    ...{ tried, seconds: (ms / 1000).toFixed(1) }
  }
}

/** Runs tests for changes behind their switches. Returns those that need their modules loaded again. */
const tryWithSwitches = async (session, list) => {
  const again = list.filter(({ mutant }) => !mutant.inside)
  for (const batch of Object.values(groupBy(list, ({ mutant }) => mutant.folder))) {
    const entries = batch
      .filter(({ mutant }) => mutant.inside)
      .map((one) => ({ one, mutant: one.mutant, files: session.filesOf(one) }))
    const onFound = (mutant, { found, tried, ms }) => session.record(rowOf({ mutant }, { failure: found, tried, ms }))
    const results = await trySwitched(session.tree, entries, { ...session, onFound })
    for (const { one, files } of entries) {
      const { found, isDoubtful, ms, reached, tried } = results.get(one.mutant.id)
      const isLoaded = files.some((file) => notesOf(session.tree, file)?.load.includes(one.mutant.id))
      if (found === undefined && (isDoubtful || isLoaded || !reached)) again.push(one)
      else if (found === undefined) session.record(rowOf(one, { result: undecided(session, one), tried, ms }))
    }
  }
  return again
}

/** Runs the tests of one change by itself: its file is changed, and the modules are loaded again. */
const tryAlone = async (session, one) => {
  const { mutant } = one
  const files = session.filesOf(one)
  const began = performance.now()
  let tried = 0
  const changed = mutate(session.copy, mutant)
  const failure = files.length === 0 ? undefined : await session.runner.run(files, [changed.path], () => void tried++)
  changed.undo()
  const ms = performance.now() - began
  session.record(rowOf(one, { failure, result: undecided(session, one), tried, ms }))
}

/** What a change is that no test finds. */
const undecided = ({ copy }, { mutant }) => {
  if (!options.compile) return "survived"
  const changed = mutate(copy, mutant)
  const isFound = !compiles(copy)
  changed.undo()
  return isFound ? "compiler" : "survived"
}

const main = async () => {
  const out = options.out ?? join(ROOT, `.cache/mutants/${options.seed}.tsv`)
  const list = wanted()
  if (options.list) {
    for (const { id, mutant: m } of list) {
      process.stdout.write(`${id}\t${m?.path}:${m?.line}\t${m?.kind}\t${m?.before} → ${m?.shown}\n`)
    }
    return
  }
  mkdirSync(dirname(out), { recursive: true })
  // A run that was ended goes on where it was.
  const earlier = readRows(out)
  writeRows(out, earlier)
  const done = new Set(earlier.map(({ id }) => id))
  const session = makeSession(
    out,
    list.flatMap(({ mutant }) => mutant ?? [])
  )
  const open = list.filter(({ id }) => !done.has(id))
  for (const { id, earlier } of open.filter(({ mutant }) => mutant === undefined)) {
    session.record({ ...earlier, id, result: "gone", file_of_test: "", test: "" })
  }
  const again = await tryWithSwitches(
    session,
    open.filter(({ mutant }) => mutant !== undefined)
  )
  for (const one of again) await tryAlone(session, one)
  session.close(session.runner)
  const rows = readRows(out)
  writeRows(out, rows)
  process.stdout.write(summary(rows))
}

await main()
process.exit(0)
