/** The walk of a developer through docs/testing.md and docs/client.md, in an empty folder, with each package manager. */
import { holdFor } from "../consumer.ts"
import { npm, pnpm, yarn } from "../PackageManager.ts"

await holdFor("npm 10", npm, { vitest: false })
await holdFor("pnpm 9", pnpm, { vitest: true })
await holdFor("yarn 4", yarn, { vitest: false })
