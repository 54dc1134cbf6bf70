import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { root } from "../../sources.ts"

/** Returns the files that a file loads with it, below `src`, and the packages. Dynamic imports load later. */
const loadedBy = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(path)) return seen
  seen.add(path)
  const text = readFileSync(root + path, "utf8")
  for (const [, isType, module = ""] of text.matchAll(/^(?:import|export) (type )?[^"]*?from "([^"]+)"/gm)) {
    if (isType !== undefined) continue
    if (module.startsWith(".")) loadedBy(new URL(module, `file:///${path}`).pathname.slice(1), seen)
    else seen.add(module)
  }
  return seen
}

describe("a sandbox without a client of its gateway", () => {
  it("does not load the gateway, WebSockets, zlib or an HTTP client", () => {
    const loaded = [...loadedBy("sandbox/Sandbox.ts")]
    assert.include(loaded, "sandbox/State.ts")
    assert.deepStrictEqual(
      loaded.filter((name) => /^(ws|node:zlib|@effect\/platform\/FetchHttpClient)$|sandbox\/gateway\//.test(name)),
      ["sandbox/gateway/GatewayStatus.ts"]
    )
  })
})
