/** The maximum size of `tools/list` on each surface. docs/decisions.md gives the reasons. */
export const limits = {
  core: { bytes: 40_000, tokens: 9_000 },
  full: { bytes: 180_000, tokens: 45_000 },
  search: { bytes: 6_000, tokens: 1_500 }
} as const
