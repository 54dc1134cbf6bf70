import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { surfaceSize, surfaces } from "../../docs/surfaces.ts"
import { limits } from "./surfaceLimits.ts"

describe("the size of tools/list", () => {
  for (const surface of surfaces) {
    const { bytes, tokens = Number.POSITIVE_INFINITY }: { bytes: number; tokens?: number } = limits[surface]
    it.effect(`is within ${bytes} bytes and ${tokens} tokens: ${surface}`, () =>
      Effect.gen(function* () {
        const all = yield* surfaceSize(surface, false)
        assert.isAtMost(all.bytes, bytes)
        assert.isAtMost(all.tokens, tokens)
        assert.isBelow((yield* surfaceSize(surface, true)).bytes, all.bytes)
      })
    )
  }
})
