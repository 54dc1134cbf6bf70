/** Measures everything side by side and prints a table. `npm run bench -- NAME …` measures some; `--strict` ends with 1 when a target is missed. */
// @effect-diagnostics asyncFunction:off
import { audit } from "./audit.ts"
import { bounds } from "./bounds.ts"
import { calls } from "./calls.ts"
import { cancel } from "./cancel.ts"
import { chain } from "./chain.ts"
import { growth } from "./growth.ts"
import { install } from "./install.ts"
import { listing } from "./listing.ts"
import { memory } from "./memory.ts"
import { pacing } from "./pacing.ts"
import { start } from "./start.ts"

const all = [start, memory, listing, calls, audit, chain, pacing, cancel, install, growth, bounds]
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"))
let missed = 0

process.stdout.write("| what | limit | measured | target | met |\n| --- | --- | --- | --- | --- |\n")
for (const bench of all.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  for (const { limit, measured, met, target, what } of await bench.run()) {
    if (!met) missed++
    process.stdout.write(`| ${what} | ${limit} | ${measured} | ${target} | ${met ? "yes" : "no"} |\n`)
  }
}
process.exit(process.argv.includes("--strict") && missed > 0 ? 1 : 0)
