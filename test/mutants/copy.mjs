/** A copy of the tree, whose sources are changed instead of those of the checkout. */
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { bodiesOf } from "./mutations.mjs"

/** Copies what Git tracks or would track, and `dist/`, to a new folder. The packages are those of the checkout. */
export const makeCopy = (root, copy) => {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e8
  })
  for (const path of listed.split("\0").filter((path) => path !== "" && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  if (existsSync(join(root, "dist"))) cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true })
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  // Tests that ask Git find a repository in the copy.
  execFileSync("git", ["init", "-q"], { cwd: copy })
  execFileSync("git", ["add", "-A"], { cwd: copy })
}

const sourceIn = (copy, { path }) => join(copy, "src", path)

/** Makes a change in the copy. Returns what undoes it. */
export const mutate = (copy, mutant) => {
  const path = sourceIn(copy, mutant)
  const text = readFileSync(path, "utf8")
  writeFileSync(path, text.slice(0, mutant.start) + mutant.after + text.slice(mutant.end))
  return { path, undo: () => writeFileSync(path, text) }
}

const isOn = (point) => `globalThis.__mutant?.(${JSON.stringify(point)})`

/**
 * Puts all changes into the sources of the copy, each behind a switch. A change that is evaluated when its module is
 * loaded has no switch. Each function of a changed file tells that it runs, by the path of its file.
 */
export const addSwitches = (copy, mutants) => {
  for (const path of new Set(mutants.map((mutant) => mutant.path))) {
    const target = sourceIn(copy, { path })
    const text = readFileSync(target, "utf8")
    const bodies = bodiesOf(path, text).map(({ block, start, end }) =>
      block ? { start, end, open: `${isOn(path)};`, close: "" } : { start, end, open: `(${isOn(path)}, (`, close: "))" }
    )
    const switches = mutants.filter((mutant) => mutant.path === path && mutant.inside).map((one) => switchOf(one, text))
    writeFileSync(target, withInserts(text, [...bodies, ...switches]))
  }
}

const switchOf = ({ id, start, end, after, probe }, text) => {
  const changed = `${text.slice(probe.start, start)}${after}${text.slice(end, probe.end)}`.trim()
  const open = `${probe.begins ? ";" : ""}(${isOn(id)} ? (${changed}) : (`
  return { start: probe.start, end: probe.end, open, close: "))" }
}

const withInserts = (text, ranges) => {
  // At one position, inner ranges close first; then outer ranges open first.
  const inserts = ranges
    .flatMap(({ start, end, open, close }) => [
      { at: start, insert: open, order: start - end },
      { at: end, insert: close, order: end - start - 2 * text.length }
    ])
    .sort((a, b) => a.at - b.at || a.order - b.order)
  let done = ""
  let from = 0
  for (const { at, insert } of inserts) {
    done += text.slice(from, at) + insert
    from = at
  }
  return done + text.slice(from)
}
