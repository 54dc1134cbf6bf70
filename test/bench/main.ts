/**
 * Runs all benchmarks and prints a table. `npm run bench -- NAME …` runs some. `--quick` makes
 * a tenth of the calls, `--strict` exits with 1 if a target is missed, and `--write` writes the
 * table to docs/performance.md.
 */
// @effect-diagnostics asyncFunction:off
import { readFileSync, writeFileSync } from "node:fs"
import { audit } from "./audit.ts"
import { bounds } from "./bounds.ts"
import { cancel } from "./cancel.ts"
import { chain } from "./chain.ts"
import { cpu } from "./cpu.ts"
import { events } from "./events.ts"
import { latency } from "./latency.ts"
import { listing } from "./listing.ts"
import { memory } from "./memory.ts"
import type { Row } from "./Row.ts"
import { rateLimit } from "./rateLimit.ts"
import { firstCall, start } from "./start.ts"

const all = [cpu, latency, audit, chain, start, firstCall, memory, rateLimit, cancel, listing, bounds, events]
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const rows: Array<Row> = []
const lines = ["| what | against | measured | target | met |", "| --- | --- | --- | --- | --- |"]
const print = (line: string) => process.stdout.write(`${line}\n`)

lines.forEach(print)
for (const bench of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  for (const row of await bench.run()) {
    const { limit, measured, met, target, what } = row
    const line = `| ${what} | ${limit} | ${measured} | ${target} | ${met ? "yes" : "**no**"} |`
    rows.push(row)
    lines.push(line)
    print(line)
  }
}

if (process.argv.includes("--write")) {
  const page = "docs/performance.md"
  const [before, after] = ["<!-- bench -->", "<!-- /bench -->"] as const
  const [head = "", rest = ""] = readFileSync(page, "utf8").split(before)
  writeFileSync(page, `${head}${before}\n${lines.join("\n")}\n${after}${rest.split(after)[1] ?? ""}`)
}
process.exit(process.argv.includes("--strict") && rows.some(({ met }) => !met) ? 1 : 0)
