/**
 * Runs before each test file. Files share their modules, and `layer` of `@effect/vitest` assigns its own testers to the
 * `it` that all files share: without this, tests of a later file would run in the layer of an earlier one.
 */
import { effect, flakyTest, it, prop, scoped } from "@effect/vitest"

Object.assign(it, { effect, scoped, prop, flakyTest })
