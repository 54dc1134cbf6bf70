/**
 * Runs before each test file. Restores the testers of `it`, which all files share: `layer` of `@effect/vitest` replaces
 * them. Without this, the tests of a later file would run in the layer of an earlier one.
 */
import { effect, flakyTest, it, prop, scoped } from "@effect/vitest"

Object.assign(it, { effect, scoped, prop, flakyTest })

// Vitest records 100 frames for every error. The failures of thousands of calls are errors.
Error.stackTraceLimit = 10
