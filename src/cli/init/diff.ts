/** The diff of a config file, as `diff -u` shows it, with secrets redacted. */
import type { Style } from "../rendering/text.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import type { ConfigLocation } from "./McpClient.ts"
import { authorizationOf } from "./ServerEntry.ts"
import { makeLineRedactor } from "./secrets.ts"

/** Renders the diff between a file and its new text, with secrets redacted. */
export const diffText = (
  file: ConfigFile,
  text: string,
  { remoteToken, token }: ConfigLocation,
  { bold, cyan, ...marks }: Style
): string => {
  const references = [token, remoteToken].flatMap((it) =>
    it.variable === undefined ? [] : [authorizationOf(it), it.variable]
  )
  const redact = makeLineRedactor(file.content, references)
  const colour = { "-": marks.red, "+": marks.green, " ": (it: string) => it } satisfies Record<
    DiffLine["mark"],
    unknown
  >
  return [
    bold(`--- ${file.exists ? file.path : "(nothing)"}`),
    bold(`+++ ${file.path}`),
    ...diff(file.text, text).flatMap((hunk) => [
      cyan(headerOf(hunk)),
      ...hunk.lines.map((line) => colour[line.mark](`${line.mark}${redact(line.text)}`))
    ])
  ].join("\n")
}

/** The number of context lines around a change. */
const CONTEXT = 3

/** Beyond this number of comparisons, the whole middle of the texts is shown as replaced. */
const COMPARISONS_MAX = 4_000_000

/** A line of a diff: unchanged, removed or added. */
export interface DiffLine {
  readonly mark: " " | "-" | "+"
  readonly text: string
}

/** A hunk: its first line in both texts, counted from 1, and its lines. */
export interface Hunk {
  readonly before: number
  readonly after: number
  readonly lines: ReadonlyArray<DiffLine>
}

/** Returns the hunks of the diff. Equal texts have none. */
export const diff = (before: string, after: string): ReadonlyArray<Hunk> => {
  const [a, b] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (lines: ReadonlyArray<string>) => lines.map((text) => line(" ", text))
  return hunksOf([
    ...same(a.slice(0, start)),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...same(a.slice(a.length - end))
  ])
}

/** Returns the header of a hunk. */
export const headerOf = ({ after, before, lines }: Hunk): string => {
  const range = (start: number, without: DiffLine["mark"]) => {
    const count = lines.filter(({ mark }) => mark !== without).length
    // An empty range names the line before it.
    return `${count === 0 ? start - 1 : start},${count}`
  }
  return `@@ -${range(before, "+")} +${range(after, "-")} @@`
}

const line = (mark: DiffLine["mark"], text: string): DiffLine => ({ mark, text })

/** Splits a text into lines. A final line end adds no line. */
const linesOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/))

/** Keeps the longest common subsequence of lines. The other lines are removed or added. */
const between = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<DiffLine> => {
  if (a.length * b.length > COMPARISONS_MAX) return [...a.map((it) => line("-", it)), ...b.map((it) => line("+", it))]
  const width = b.length + 1
  // The length of the longest common subsequence of the remaining lines from (i, j).
  const common = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Array<DiffLine> = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(line(" ", a[i] ?? ""))
      i++
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) lines.push(line("-", a[i++] ?? ""))
    else lines.push(line("+", b[j++] ?? ""))
  }
  return lines
}

/** Groups the lines into hunks. Drops unchanged lines that are far from a change. */
const hunksOf = (lines: ReadonlyArray<DiffLine>): ReadonlyArray<Hunk> => {
  const hunks: Array<{ before: number; after: number; lines: Array<DiffLine> }> = []
  const isNear = lines.map(() => false)
  lines.forEach(({ mark }, at) => {
    if (mark !== " ") isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  })
  let [before, after] = [1, 1]
  lines.forEach((line, at) => {
    if (isNear[at]) {
      if (!isNear[at - 1]) hunks.push({ before, after, lines: [] })
      hunks.at(-1)?.lines.push(line)
    }
    if (line.mark !== "+") before++
    if (line.mark !== "-") after++
  })
  return hunks
}
