import { catalogue } from "../../../src/catalogue/catalogue.ts"

/** The maximum number of bytes that one tool takes in the list of all tools, on average. */
export const FULL_BYTES_PER_TOOL = 900

/**
 * The maximum size of what a model reads of `tools/list` on each surface: names, descriptions and input schemas.
 * docs/decisions.md gives the reasons.
 */
export const limits = {
  core: { bytes: 44_000, tokens: 10_500 },
  full: { bytes: FULL_BYTES_PER_TOOL * catalogue.length },
  search: { bytes: 6_000, tokens: 1_500 }
} as const
