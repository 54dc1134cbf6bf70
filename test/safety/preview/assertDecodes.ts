import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { decodeToolResult } from "../../../src/client/decodeToolResult.ts"

/** Asserts that the client decodes a dry run to the same preview, with every field. */
export const assertDecodes = (structured: { readonly [key: string]: unknown }): void => {
  const decoded = Effect.runSync(Effect.flip(decodeToolResult({ isError: true, structuredContent: structured })))
  assert.deepStrictEqual(
    [decoded._tag, Reflect.get(decoded, "preview")],
    ["DryRunPreview", JSON.parse(JSON.stringify(structured.preview))]
  )
}
