import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }

describe("docs/decisions.md", () => {
  it("says why for every dependency", () => {
    const page = readFileSync("docs/decisions.md", "utf8")
    const names = Object.keys({ ...manifest.devDependencies, ...manifest.peerDependencies })
    assert.isAbove(names.length, 20)
    assert.notProperty(manifest, "dependencies")
    assert.deepStrictEqual(
      names.filter((name) => !page.includes(`\`${name}\``)),
      []
    )
  })
})
