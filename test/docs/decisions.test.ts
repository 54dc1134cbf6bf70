import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { limits } from "../tools/surfaceLimits.ts"

const page = readFileSync("docs/decisions.md", "utf8")

describe("docs/decisions.md", () => {
  it("names the maximum size of each surface", () => {
    assert.deepStrictEqual(
      Object.entries(limits).filter(([surface, { bytes }]) => !page.includes(`${bytes / 1000} kB for \`${surface}\``)),
      []
    )
  })

  it("says why for every dependency", () => {
    const names = Object.keys({ ...manifest.devDependencies, ...manifest.peerDependencies })
    assert.isAbove(names.length, 20)
    assert.notProperty(manifest, "dependencies")
    assert.deepStrictEqual(
      names.filter((name) => !page.includes(`\`${name}\``)),
      []
    )
  })
})
