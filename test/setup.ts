/**
 * Runs before each test file. Restores the testers of `it`, which all files share: `layer` of `@effect/vitest` replaces
 * them. Without this, the tests of a later file would run in the layer of an earlier one.
 */
// @effect-diagnostics processEnv:off
import { effect, flakyTest, it, scoped } from "@effect/vitest"
import { FastCheck } from "effect"
import { effectPropInTurns, failLongTurns, propInTurns, runs } from "./turns.ts"

Object.assign(effect, { prop: effectPropInTurns })
Object.assign(it, { effect, scoped, prop: propInTurns, flakyTest })

failLongTurns()

// Every run checks the same cases. Another seed draws others: PROPERTY_SEED=7 npx vitest run test/property
FastCheck.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1), numRuns: runs(100) })

// Vitest records 100 frames for every error. The failures of thousands of calls are errors.
Error.stackTraceLimit = 10
