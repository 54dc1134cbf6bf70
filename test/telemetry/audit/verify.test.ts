import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, FastCheck, Schema } from "effect"
import type { Checkpoint, Entry } from "../../../src/telemetry/audit/AuditRecord.ts"
import { hashOf, link, origin } from "../../../src/telemetry/audit/chain.ts"
import { type Line, verify } from "../../../src/telemetry/audit/verify.ts"
import { checkInTurns } from "../../turns.ts"
import { entries } from "./log.ts"

const asLines = (texts: ReadonlyArray<string>): ReadonlyArray<Line> =>
  texts.map((text, at) => ({ file: "audit.log", number: at + 1, text, ended: true }))

/** A log of this many calls without end, and its checkpoint. */
const logOf = (count: number) => {
  const { lines, position } = link(origin, entries(count))
  return { lines, head: { ...position, first: 1 } satisfies Checkpoint }
}

const faultsOf = (texts: ReadonlyArray<string>, head: Checkpoint | undefined) =>
  verify(asLines(texts), head).faults.map(({ line, problem }) => `${line ?? "-"} ${problem}`)

describe("the check of a chain", () => {
  const { head, lines } = logOf(6)
  const [a = "", b = "", c = "", d = "", e = "", f = ""] = lines

  it("finds no fault in an unchanged log", () => {
    const { faults, from, records, to, unended, warnings } = verify(asLines(lines), head)
    assert.deepStrictEqual([faults, warnings, records, unended], [[], [], 6, [1, 2, 3, 4, 5, 6]])
    assert.deepStrictEqual([from, to], ["2026-11-20T10:00:00.000Z", "2026-11-20T10:00:00.000Z"])
    assert.deepStrictEqual(verify([], { ...origin, first: 1 }).faults, [])
    assert.deepStrictEqual(verify([], undefined).faults, [])
  })

  const cases: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, faults: ReadonlyArray<string>]> = [
    [
      "a changed line",
      [a, b, c.replace("tool_2", "tool_x"), d, e, f],
      ["4 does not follow from line 3 before it: one of the two has been changed"]
    ],
    [
      "a changed first line",
      [a.replace("tool_0", "tool_x"), b, c, d, e, f],
      ["2 does not follow from line 1 before it: one of the two has been changed"]
    ],
    [
      "a changed last line",
      [a, b, c, d, e, f.replace("tool_5", "tool_x")],
      ["6 has been changed: the checkpoint has another hash for this record"]
    ],
    [
      "a line with one space more",
      [a, b, c, d.replace(":", ": "), e, f],
      ["5 does not follow from line 4 before it: one of the two has been changed"]
    ],
    ["a removed line", [a, b, d, e, f], ["3 is record 4, but record 3 is missing before it"]],
    ["removed lines", [a, e, f], ["2 is record 5, but records 2 to 4 are missing before it"]],
    ["a removed first line", [b, c, d, e, f], ["1 is the first line, but record 1 is missing before it"]],
    ["a removed last line", [a, b, c, d, e], ["- the end has been removed: record 6 is missing"]],
    ["a cut end", [a, b], ["- the end has been removed: records 3 to 6 are missing"]],
    ["no line at all", [], ["- the end has been removed: records 1 to 6 are missing"]],
    [
      "lines in another order",
      [a, c, b, d, e, f],
      [
        "2 is record 3, but record 2 is missing before it",
        "3 is record 2 and stands after record 3: it has been moved or repeated",
        "4 is record 4, but record 3 is missing before it"
      ]
    ],
    [
      "a repeated line",
      [a, b, b, c, d, e, f],
      ["3 is record 2 and stands after record 2: it has been moved or repeated"]
    ],
    [
      "a line that is no record",
      [a, b, "hello", c, d, e, f],
      ["3 is not a record: it has been changed, or belongs to another log"]
    ],
    [
      "a record made unreadable",
      [a, b, c.slice(1), d, e, f],
      [
        "3 is not a record: it has been changed, or belongs to another log",
        "4 is record 4, but record 3 is missing before it"
      ]
    ],
    ["a whole line added", [...lines, "hello"], ["7 is not a record: it has been changed, or belongs to another log"]],
    [
      "a first line that names one before it",
      [a.replace(origin.hash, hashOf("x")), b, c, d, e, f],
      [
        "1 is the first record but names one before it: it has been changed",
        "2 does not follow from line 1 before it: one of the two has been changed"
      ]
    ]
  ]
  for (const [what, changed, faults] of cases) {
    it(`finds ${what}`, () => assert.deepStrictEqual(faultsOf(changed, head), faults))
  }

  it("cannot detect a truncated end without the checkpoint, and says so", () => {
    assert.deepStrictEqual(faultsOf(lines, undefined), [
      "- there is no checkpoint for the log: records may have been removed from its end"
    ])
  })

  it("accepts records after the checkpoint's, because the process was killed in between", () => {
    assert.deepStrictEqual(faultsOf(lines, { seq: 5, hash: hashOf(e), first: 1 }), [])
    assert.deepStrictEqual(faultsOf(lines, { ...origin, first: 1 }), [])
  })

  it("accepts that the oldest records were removed, as many as the checkpoint says and no more", () => {
    assert.deepStrictEqual(faultsOf([c, d, e, f], { ...head, first: 3 }), [])
    assert.deepStrictEqual(faultsOf([b, c, d, e, f], { ...head, first: 3 }), [])
    assert.deepStrictEqual(faultsOf([d, e, f], { ...head, first: 3 }), [
      "1 is the first line, but record 3 is missing before it"
    ])
  })

  it("accepts a torn last line with a warning", () => {
    const torn = [...asLines(lines), { file: "audit.log", number: 7, text: '{"seq":7,"ti', ended: false }]
    const { faults, records, warnings } = verify(torn, head)
    assert.deepStrictEqual([faults, records], [[], 6])
    assert.deepStrictEqual(
      warnings.map(({ line }) => line),
      [7]
    )
    assert.match(warnings[0]?.problem ?? "", /^is torn/)
  })

  it("does not accept a torn line as the record of the checkpoint", () => {
    const cut = [...asLines(lines.slice(0, 5)), { file: "audit.log", number: 6, text: f.slice(0, 40), ended: false }]
    assert.deepStrictEqual(
      verify(cut, head).faults.map(({ problem }) => problem),
      ["the end has been removed: record 6 is missing"]
    )
  })

  const resumed = (torn: string): Entry => ({
    kind: "resumed",
    time: "2026-11-20T10:00:00.000Z",
    torn: { characters: torn.length, sha256: hashOf(torn) }
  })

  it("accepts a torn line that the next record names, and no other in its place", () => {
    const half = '{"seq":7,"ti'
    const after = link({ seq: 6, hash: hashOf(f) }, [resumed(half), ...entries(1)])
    const { faults, warnings } = verify(asLines([...lines, half, ...after.lines]), { ...after.position, first: 1 })
    assert.deepStrictEqual(
      [faults, warnings.map(({ line, problem }) => `${line} ${problem}`)],
      [[], ["7 is torn, as record 7 after it says: a process was killed while it wrote"]]
    )
    for (const other of ['{"seq":7,"tim', "x", ""]) {
      assert.deepStrictEqual(faultsOf([...lines, other, ...after.lines], { ...after.position, first: 1 }), [
        "7 is not a record: it has been changed, or belongs to another log"
      ])
    }
  })

  it("accepts a line torn twice", () => {
    const halves = ['{"seq":7,"ti', '{"se']
    const after = link({ seq: 6, hash: hashOf(f) }, [resumed(halves.join("\n"))])
    const { faults, warnings } = verify(asLines([...lines, ...halves, ...after.lines]), { ...after.position, first: 1 })
    assert.deepStrictEqual([faults, warnings.map(({ line }) => line)], [[], [7, 8]])
  })

  it("lists calls without end, and the number of unrecorded ones", () => {
    const { lines, position } = link(origin, [
      ...entries(2),
      { ...entries(1)[0], kind: "ended", of: 1, outcome: "OK", duration_ms: 3 } as Entry, // an intent's facts serve
      { kind: "resumed", time: "2026-11-20T10:00:00.000Z", unrecorded: 4 }
    ])
    const { unended, warnings } = verify(asLines(lines), { ...position, first: 1 })
    assert.deepStrictEqual(unended, [2])
    assert.deepStrictEqual(warnings, [
      { file: "audit.log", line: 4, problem: "says that 4 records before it could not be written" }
    ])
  })
})

describe("any edit of a log", () => {
  const edit = FastCheck.oneof(
    FastCheck.record({
      kind: FastCheck.constant("remove"),
      at: FastCheck.nat(),
      count: FastCheck.integer({ min: 1, max: 4 })
    }),
    FastCheck.record({ kind: FastCheck.constant("repeat"), at: FastCheck.nat(), to: FastCheck.nat() }),
    FastCheck.record({ kind: FastCheck.constant("swap"), at: FastCheck.nat(), to: FastCheck.nat() }),
    FastCheck.record({
      kind: FastCheck.constant("change"),
      at: FastCheck.nat(),
      to: FastCheck.nat(),
      by: FastCheck.constantFrom("0", "z", " ", '"', "}")
    }),
    FastCheck.record({
      kind: FastCheck.constant("insert"),
      at: FastCheck.nat(),
      line: FastCheck.oneof(
        FastCheck.string({ minLength: 1 }).map((text) => text.replaceAll(/[\r\n]/g, " ")),
        FastCheck.nat().map((seq) => link({ seq, hash: origin.hash }, entries(1)).lines[0] ?? "")
      )
    })
  )
  type Edit = typeof edit extends FastCheck.Arbitrary<infer A> ? A : never

  const edited = (lines: ReadonlyArray<string>, how: Edit): ReadonlyArray<string> => {
    const index = how.at % lines.length
    const line = lines[index] ?? ""
    if ("count" in how) return lines.toSpliced(index, how.count)
    if ("line" in how) return lines.toSpliced(index, 0, how.line)
    if ("by" in how) {
      const character = how.to % line.length
      return lines.with(index, line.slice(0, character) + how.by + line.slice(character + 1))
    }
    const other = how.to % lines.length
    return how.kind === "repeat"
      ? lines.toSpliced(other, 0, line)
      : lines.with(index, lines[other] ?? "").with(other, line)
  }

  it.effect("is detected", () => {
    const kinds = new Set<string>()
    const checked = checkInTurns(
      [FastCheck.integer({ min: 1, max: 20 }), FastCheck.array(edit, { minLength: 1, maxLength: 3 })],
      (count, edits) => {
        const { head, lines } = logOf(count)
        const changed = edits.reduce<ReadonlyArray<string>>(
          (lines, how) => (lines.length === 0 ? lines : edited(lines, how)),
          lines
        )
        const same = changed.length === lines.length && changed.every((line, at) => line === lines[at])
        const faults = faultsOf(changed, head)
        for (const fault of faults) kinds.add(fault.replaceAll(/\d+/g, "N"))
        assert.strictEqual(faults.length > 0, !same, changed.join("\n"))
      },
      // The kinds of faults at the end are those of this seed.
      { numRuns: 500, seed: 1 }
    )
    return Effect.map(checked, () => assert.isAbove(kinds.size, 5))
  })

  const facts = Arbitrary.make(
    Schema.Struct({
      client: Schema.String,
      tool: Schema.String,
      arguments: Schema.Record({ key: Schema.String, value: Schema.JsonNumber })
    })
  )

  it.prop(
    "is detected in logs of any records",
    [FastCheck.array(facts, { minLength: 2, maxLength: 6 }), FastCheck.nat()],
    ([all, at]) => {
      const { lines, position } = link(
        origin,
        all.map((some): Entry => ({ ...some, kind: "intended", time: "t", risk: "write", ids: [] }))
      )
      const head = { ...position, first: 1 }
      assert.deepStrictEqual(faultsOf(lines, head), [])
      assert.notDeepEqual(faultsOf(lines.toSpliced(at % lines.length, 1), head), [])
    }
  )
})
