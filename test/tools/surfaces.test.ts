import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { surfaceSize, surfaces } from "../docs/surfaces.ts"
import { limits } from "./surfaceLimits.ts"

describe("the size of tools/list", () => {
  for (const surface of surfaces) {
    it.effect(`is within ${limits[surface].bytes} bytes and ${limits[surface].tokens} tokens: ${surface}`, () =>
      Effect.gen(function* () {
        const all = yield* surfaceSize(surface, false)
        assert.isAtMost(all.bytes, limits[surface].bytes)
        assert.isAtMost(all.tokens, limits[surface].tokens)
        assert.isBelow((yield* surfaceSize(surface, true)).bytes, all.bytes)
      })
    )
  }
})
