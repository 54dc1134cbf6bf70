import { Effect } from "effect"
import manifest from "../../../package.json" with { type: "json" }
import type { Check } from "./CheckContext.ts"

/** Checks the version of Node. */
export const node: Check = {
  name: "node",
  run: ({ node }) =>
    Effect.sync(() =>
      isAtLeast(node, NEEDED)
        ? { status: "ok", found: `version ${node}` }
        : { status: "failed", found: `version ${node} is too old`, todo: [`Install Node ${NEEDED} or later.`] }
    )
}

const NEEDED = manifest.engines.node.replace(">=", "")

const isAtLeast = (version: string, needed: string): boolean => {
  const [theirs, ours] = [version, needed].map((text) => text.split(".").map(Number))
  const differs = ours?.findIndex((part, at) => part !== theirs?.[at]) ?? -1
  return differs === -1 || (theirs?.[differs] ?? 0) > (ours?.[differs] ?? 0)
}
