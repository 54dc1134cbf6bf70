/** The list of changes as tab-separated values, and what it says by folder. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"

export const COLUMNS = [
  ...["id", "folder", "position", "kind", "before", "after"],
  ...["result", "file_of_test", "test", "tried", "seconds"]
]

export const toLine = (row) => COLUMNS.map((name) => String(row[name] ?? "").replace(/\s+/g, " ")).join("\t")

/** Returns the rows of a list. Of several rows of one change, the last counts. */
export const readRows = (path) => {
  if (!existsSync(path)) return []
  const [head = "", ...lines] = readFileSync(path, "utf8").split("\n").filter(Boolean)
  const names = head.split("\t")
  const rows = lines.map((line) => Object.fromEntries(line.split("\t").map((cell, at) => [names[at], cell])))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

export const writeRows = (path, rows) =>
  writeFileSync(path, `${[COLUMNS.join("\t"), ...rows.map(toLine)].join("\n")}\n`)

/**
 * What can become of a change, in the order of the table: the tier that found it; only the compiler did; nothing did;
 * the closest tests did not, and the others did not run; its position no longer exists.
 */
const RESULTS = ["test", "process", "package", "compiler", "survived", "left", "gone"]

/** Returns a table of how many changes of each folder were found by what. */
export const summary = (rows) => {
  const folders = [...new Set(rows.map(({ folder }) => folder))]
  const count = (of, result) => of.filter((row) => row.result === result).length
  const line = (name, of) => `| ${[name, of.length, ...RESULTS.map((result) => count(of, result))].join(" | ")} |`
  return `${[
    `| ${["folder", "changes", ...RESULTS].join(" | ")} |`,
    `|${"---|".repeat(RESULTS.length + 2)}`,
    ...folders.map((folder) =>
      line(
        folder,
        rows.filter((row) => row.folder === folder)
      )
    ),
    line("all", rows)
  ].join("\n")}\n`
}

/** Returns the values by their keys, in their order. */
export const groupBy = (values, key) => {
  const groups = {}
  for (const value of values) {
    groups[key(value)] ??= []
    groups[key(value)].push(value)
  }
  return groups
}
