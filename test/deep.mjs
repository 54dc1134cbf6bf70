/**
 * Runs every property many times with another seed, and all mutations of Discord's replies: `node test/deep.mjs [FILTER]`.
 * The seed is printed; `PROPERTY_SEED` sets it. Without a filter, the changes of the sources follow: test/mutants/run.mjs.
 */
import { spawnSync } from "node:child_process"

const seed = process.env.PROPERTY_SEED ?? String(Math.floor(Math.random() * 2 ** 31))
process.stdout.write(`PROPERTY_SEED=${seed}\n`)
const env = { PROPERTY_RUNS: "12", ...process.env, PROPERTY_SEED: seed, DEEP: "1" }
const { status } = spawnSync("npx", ["vitest", "run", "--project", "unit", ...process.argv.slice(2)], {
  env,
  stdio: "inherit"
})
const mutants =
  process.argv.length > 2 ? 0 : (spawnSync("node", ["test/mutants/run.mjs"], { stdio: "inherit" }).status ?? 1)
process.exitCode = (status ?? 1) || mutants
