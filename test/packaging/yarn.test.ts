import { holdFor } from "./consumer.ts"
import { yarn } from "./PackageManager.ts"

// Vitest itself is installed; its run is the same as with pnpm.
await holdFor("yarn 4", yarn, { vitest: false })
