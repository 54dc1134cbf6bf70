import { holdFor } from "./consumer.ts"
import { pnpm } from "./PackageManager.ts"

holdFor("pnpm 9", pnpm, { vitest: true })
