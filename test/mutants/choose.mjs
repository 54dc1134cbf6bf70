/** Chooses the changes. The same seed and source give the same list; a small change of the source keeps most of it. */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { KINDS, mutationsOf } from "./mutations.mjs"

/** The share of each folder in a hundred changes. Where a fault costs most, there are most. The rest have one share. */
const SHARES = {
  safety: 15,
  discord: 14,
  live: 11,
  "tools/dsl": 11,
  audit: 8,
  pipeline: 8,
  blueprint: 8,
  errors: 6,
  dispatch: 5
}
const REST = 100 - Object.values(SHARES).reduce((sum, share) => sum + share)

/** Generated, or for tests. */
const LEFT_OUT = /^(client\/Tools\.ts|sandbox\/|testing\/)/

/** Returns the folder that a file counts for. */
export const folderOf = (path) => Object.keys(SHARES).find((folder) => path.startsWith(`${folder}/`)) ?? "rest"

const hash = (...parts) => createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/** Returns a text on one line, at most 60 characters of it. */
const short = (text) => {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length > 60 ? `${line.slice(0, 57)}...` : line
}

/** Returns every change of the sources of a tree, with an id that other lines of the file do not alter. */
export const allMutants = (root) => {
  const paths = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !LEFT_OUT.test(path))
    .sort()
  return paths.flatMap((path) => mutantsOf(path, readFileSync(join(root, "src", path), "utf8")))
}

const mutantsOf = (path, text) => {
  const times = new Map()
  return mutationsOf(path, text).map((change) => {
    const before = text.slice(change.start, change.end)
    // An operator alone says little.
    const around = text.slice(change.probe.start, change.probe.end)
    const what = hash(path, change.kind, around, before, change.after)
    const nth = (times.get(what) ?? 0) + 1
    times.set(what, nth)
    return {
      ...change,
      id: hash(what, nth).slice(0, 8),
      path,
      folder: folderOf(path),
      before: short(before.length < 4 ? around : before),
      shown: change.kind === "step" || change.after === "" ? "(nothing)" : short(change.after)
    }
  })
}

/** Chooses `count` of all changes: by the shares of folders, then in turn by kind; one of a line, few of a file. */
export const choose = (mutants, seed, count) => {
  const quotas = Object.entries({ ...SHARES, rest: REST }).map(([folder, share]) => [folder, (share * count) / 100])
  const chosen = []
  let carried = 0
  for (const [folder, quota] of quotas) {
    const size = Math.round(quota + carried)
    const ofFolder = mutants.filter((mutant) => mutant.folder === folder)
    const taken = chooseIn(ofFolder, seed, size)
    carried += quota - taken.length
    chosen.push(...taken)
  }
  return chosen
}

const chooseIn = (mutants, seed, size) => {
  const rank = new Map(mutants.map(({ id }) => [id, hash(seed, id)]))
  const ordered = mutants.toSorted((a, b) => (rank.get(a.id) < rank.get(b.id) ? -1 : 1))
  const queues = Object.entries(KINDS).map(([kind, weight]) => [ordered.filter((one) => one.kind === kind), weight])
  const files = new Set(mutants.map(({ path }) => path)).size
  const mostOfFile = Math.max(3, Math.ceil((3 * size) / files))
  const lines = new Set()
  const ofFile = new Map()
  const chosen = []
  const take = (queue) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const line = `${next.path}:${next.line}`
      const earlier = ofFile.get(next.path) ?? 0
      if (lines.has(line) || earlier >= mostOfFile) continue
      lines.add(line)
      ofFile.set(next.path, earlier + 1)
      chosen.push(next)
      return
    }
  }
  while (chosen.length < size && queues.some(([queue]) => queue.length > 0)) {
    for (const [queue, weight] of queues) {
      for (let times = 0; times < weight && chosen.length < size; times++) take(queue)
    }
  }
  return chosen
}
