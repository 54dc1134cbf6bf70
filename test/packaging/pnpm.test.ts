import { holdFor } from "./consumer.ts"
import { pnpm } from "./PackageManager.ts"

await holdFor("pnpm 9", pnpm, { vitest: true })
