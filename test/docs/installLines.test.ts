import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import manifest from "../../package.json" with { type: "json" }
import { installLines, splitSpec } from "./installLines.ts"

/** The version of a package that the tests run with. */
const tested = (name: string): string => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version

describe("install lines of the pages", () => {
  const specs = installLines.flatMap(({ packages, path }) => packages.map((spec) => ({ path, spec })))

  it("are found in the client page and the testing page", () => {
    const paths = installLines.map(({ path }) => path)
    assert.includeMembers(paths, ["docs/client.md", "docs/testing.md"])
  })

  it("name a version for every package but this one, and the tests run with that version", () => {
    const wrong = specs.filter(({ spec }) => {
      const [name, version] = splitSpec(spec)
      return name === manifest.name ? version !== "" : version === "" || !`${tested(name)}.`.startsWith(`${version}.`)
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("install Effect with the library", () => {
    const without = installLines.filter(
      ({ packages }) => packages.includes(manifest.name) && !packages.some((spec) => splitSpec(spec)[0] === "effect")
    )
    assert.deepStrictEqual(without, [])
  })
})
