import { readdirSync, readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { errorTraits } from "../../src/errors/ErrorCode.ts"
import { claims } from "./claims.ts"

const read = (path: string) => readFileSync(path, "utf8")

/** A page without its generated parts and its code, each paragraph, item or row on one line. */
const prose = (path: string): string =>
  read(path)
    .replaceAll(/<!-- (generated:.*?|operations|bench) -->[\s\S]*?<!-- \/\w+ -->/g, "")
    .replaceAll(/```[\s\S]*?```/g, "")
    .replaceAll(/\n(?!\n|\||\* |\d+\. |#|<!--) */g, " ")

/** Numbers that claim nothing about this program, and numbers in code. */
const NO_CLAIM =
  /`[^`]*`|\bbase64\b|Apache-2\.0|jhm1909|\]\([^)]*\)|^\d+\. |\b(RFC|SHA-|OAuth|ISO|UTF-|Effect|Node|HTTP|TypeScript) ?\d[\d.]*|\b[1-5]\d\d\b(?! (ms|characters|MB|kB))|\|[^|]*\b\d+\.\d+\.\d+ (?=\|)|barryyip0625|November 2026/g

/** Limits, defaults and versions are in digits. Counts in words are not what a user decides by. */
const NUMBER = /\d/

describe("the claims of the pages", () => {
  it("are on their pages", () => {
    const gone = Object.entries(claims).flatMap(([path, all]) =>
      all.filter(({ text }) => !prose(path).includes(text)).map(({ text }) => `${path}: ${text}`)
    )
    assert.deepStrictEqual(gone, [])
  })

  it("are held by the tests and constants that they name", () => {
    const loose = Object.values(claims)
      .flat()
      .filter(({ held: [path, by] }) => !read(path).includes(by))
    assert.deepStrictEqual(loose, [])
  })

  // The thresholds of alerts are advice, and the page of errors has HTTP statuses.
  const complete = Object.entries(claims).filter(([path]) => !["docs/operations.md", "docs/errors.md"].includes(path))
  for (const [path, all] of complete) {
    it(`${path} has no number without a claim`, () => {
      const without = prose(path)
        .split("\n")
        .map((line) => all.reduce((rest, { text }) => rest.replaceAll(text, ""), line).replaceAll(NO_CLAIM, ""))
        .filter((line) => NUMBER.test(line))
      assert.deepStrictEqual(without, [])
    })
  }

  it("counts the errors and the listed tools", () => {
    assert.include(read("README.md"), `one of ${Object.keys(errorTraits).length} [documented errors]`)
    const [, core] = /\| `core` \| no \| (\d+) \|/.exec(read("docs/tools.md")) ?? []
    assert.include(read("docs/troubleshooting.md"), `lists ${core} tools`)
  })

  it("name only existing settings and error codes in the pages for teams and for troubleshooting", () => {
    const known = new Set(
      ["src/config", "src/cli", "src/errors"].flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" })
          .filter((path) => path.endsWith(".ts"))
          .flatMap((path) => read(`${folder}/${path}`).match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [])
      )
    )
    const names = ["docs/teams.md", "docs/troubleshooting.md"].flatMap((path) =>
      [...prose(path).matchAll(/`((?:[A-Z]+_)+[A-Z]+)(?:=\w+)?`/g)].map(([, name = ""]) => name)
    )
    assert.isAbove(names.length, 15)
    assert.deepStrictEqual(
      names.filter((name) => !known.has(name)),
      []
    )
  })
})
