import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { FULL_BYTES_PER_TOOL, limits } from "../tools/meta/surfaceLimits.ts"

const page = readFileSync("docs/decisions.md", "utf8")

describe("docs/decisions.md", () => {
  it("names the maximum size of each surface", () => {
    for (const surface of ["core", "search"] as const) {
      assert.include(page, `${limits[surface].bytes / 1000} kB for \`${surface}\``)
    }
    assert.include(page, `${FULL_BYTES_PER_TOOL} bytes a tool for \`full\``)
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
