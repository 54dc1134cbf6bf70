import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { picture, steadied } from "../../packaging/picture.mjs"
import { shown } from "./shownText.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

/** A transcript of one call as the demo prints it. */
const transcript = (id: string, delimiter: string, token: string, time: string, ms: number) =>
  [
    "━━ A refusal ━━━━",
    `  \u001b[36m→\u001b[0m \u001b[36mmessages_get { "message_id": "${id}", "__confirm":\u001b[0m`,
    `    \u001b[36m"${token}" }\u001b[0m`,
    `  \u001b[32m←\u001b[0m <written-on-discord ${delimiter}>{"id":"${id}","time":"${time}"}  \u001b[2m(${ms} ms)\u001b[0m`,
    `    Retry after ms: ${4000 + ms}`,
    `  \u001b[2m·\u001b[0m \u001b[2mWaiting the ${4000 + ms} ms the refusal named & more.\u001b[0m`
  ].join("\n")

describe("the picture of the demo", () => {
  const file = read("docs/pictures/demo.svg")

  it("shows no value that differs between runs", () => {
    assert.notMatch(shown(file), /\(\d+ ms\)/)
    assert.deepStrictEqual(
      [...new Set(shown(file).match(/(?<=written-on-discord )(?!0{12})\w{12}/g))],
      ["5a08c3596c66"]
    )
  })

  it("is equal for two runs with different ids, nonces, tokens and times", () => {
    const [one, two] = [
      transcript("1573584890497073152", "d89d688808e8", "LrS63putJoikU50q5goJBrjM", "2026-11-21T06:24:33Z", 37),
      transcript("1573586390547955712", "0c1d2e3f4a5b", "KTODf3sN1AeFVBPd94u_9Z7z", "2027-01-02T03:04:05Z", 990)
    ].map((text) => picture(steadied(text)))
    assert.strictEqual(one, two)
    assert.include(shown(one ?? ""), "Waiting the 5000 ms the refusal named &amp; more.")
  })

  it("has no external resources, and respects prefers-reduced-motion", () => {
    assert.notMatch(file, /(href|src|@import|url\((?!#))/)
    assert.notInclude(file, "<script")
    assert.include(file, "prefers-reduced-motion:no-preference")
  })

  it("is on the first screen of the README", () => {
    assert.include(read("README.md").split("\n").slice(0, 40).join("\n"), "docs/pictures/demo.svg")
  })

  it("has every line that the README quotes from it", () => {
    const [, quoted = ""] = /\n```\n(→ [\s\S]*?)```/.exec(read("README.md")) ?? []
    const lines = quoted.split("\n").map((line) => line.trim())
    const all = shown(file)
      .split("\n")
      // A long call ends with its time.
      .map((line) => line.replace(/ {2}\(\d+ s\)$/, "").trim())
    assert.isAbove(lines.length, 5)
    assert.deepStrictEqual(
      lines.filter((line) => line !== "" && !all.includes(line)),
      []
    )
  })
})
