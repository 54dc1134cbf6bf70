import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, FastCheck, Schema } from "effect"
import type { Entry } from "../../src/audit/AuditRecord.ts"
import { hashOf, link, origin, type Position } from "../../src/audit/AuditSink.ts"
import { begin, type ReadCheckpoint } from "../../src/audit/verify.ts"
import { checkInTurns } from "../turns.ts"
import { entries } from "./log.ts"

const LOG = "audit.log"

/** The first record of a file. */
const opening: Entry = { kind: "opened", time: "2026-11-20T10:00:00.000Z", log: LOG, pid: 100, others: [] }

/** Checks the lines of one file, the last of which may have no line break. */
const check = (texts: ReadonlyArray<string | Uint8Array>, checkpoint: ReadCheckpoint, torn?: string) => {
  const check = begin(LOG, checkpoint)
  if (texts.length > 0) check.file(LOG)
  const lines = [...texts, ...(torn === undefined ? [] : [torn])]
  for (const [at, text] of lines.entries()) {
    check.line({ file: LOG, number: at + 1, bytes: Buffer.from(text), ended: at < texts.length })
  }
  return check.end().verdict
}

/** A log with an `opened` record, this many calls without end, and its checkpoint. */
const logOf = (count: number) => {
  const { lines, position } = link(origin, [opening, ...entries(count)])
  return { lines, head: position satisfies Position }
}

const faultsOf = (texts: ReadonlyArray<string | Uint8Array>, head: ReadCheckpoint, torn?: string) =>
  check(texts, head, torn).faults.map(({ line, problem }) => `${line ?? "-"} ${problem}`)

describe("the check of a chain", () => {
  const { head, lines } = logOf(5)
  const [a = "", b = "", c = "", d = "", e = "", f = ""] = lines

  it("finds no fault in an unchanged log", () => {
    const { faults, from, records, to, unended, warnings } = check(lines, head)
    assert.deepStrictEqual([faults, warnings, records, unended], [[], [], 6, [2, 3, 4, 5, 6]])
    assert.deepStrictEqual([from, to], ["2026-11-20T10:00:00.000Z", "2026-11-20T10:00:00.000Z"])
  })

  const cases: ReadonlyArray<readonly [what: string, lines: ReadonlyArray<string>, faults: ReadonlyArray<string>]> = [
    [
      "a changed line",
      [a, b, c.replace("tool_1", "tool_x"), d, e, f],
      ["4 does not follow from line 3 before it: one of the two has been changed"]
    ],
    [
      "a changed first line",
      [a.replace("100", "101"), b, c, d, e, f],
      ["2 does not follow from line 1 before it: one of the two has been changed"]
    ],
    [
      "a changed last line",
      [a, b, c, d, e, f.replace("tool_4", "tool_x")],
      ["6 has been changed: the checkpoint has another hash for this record"]
    ],
    [
      "a line with one space more",
      [a, b, c, d.replace(":", ": "), e, f],
      [
        "4 is not a record: it has been changed, or belongs to another log",
        "5 is record 5, but record 4 is missing before it"
      ]
    ],
    ["a removed line", [a, b, d, e, f], ["3 is record 4, but record 3 is missing before it"]],
    ["removed lines", [a, e, f], ["2 is record 5, but records 2 to 4 are missing before it"]],
    [
      "a removed first line",
      [b, c, d, e, f],
      [
        "1 is the first line of a file but does not name the process that opened it",
        "1 is the first line, but record 1 is missing before it"
      ]
    ],
    ["a removed last line", [a, b, c, d, e], ["- the end has been removed: record 6 is missing"]],
    ["a cut end", [a, b], ["- the end has been removed: records 3 to 6 are missing"]],
    ["no file at all", [], ["- the end has been removed: records 1 to 6 are missing"]],
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

  const NO_RECORD = "is not a record: it has been changed, or belongs to another log"

  it("accepts only the bytes that the server writes", () => {
    const otherBytes: ReadonlyArray<readonly [what: string, bytes: string | Uint8Array]> = [
      ["a BOM", `\uFEFF${f}`],
      ["CRLF", `${f}\r`],
      ["a space at the end", `${f} `],
      ["a space within", f.replace(",", ", ")],
      ["a NUL byte", `${f}\0`],
      ["a repeated key", f.replace("{", '{"seq":6,')],
      ["an unknown key", f.replace('"kind"', '"mood":1,"kind"')],
      ["a number as 6.0", f.replace('"seq":6', '"seq":6.0')],
      ["an infinite number", f.replace('"seq":6', '"seq":1e999')],
      ["an escaped character", f.replace("tool_4", "\\u0074ool_4")],
      ["bytes that are not UTF-8", Buffer.concat([Buffer.from(f.slice(0, -1)), Buffer.from([0xff, 0x7d])])],
      ["half of a surrogate pair in UTF-8", Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80])])],
      ["a blank line", ""],
      ["an array", `[${f}]`]
    ]
    for (const [what, bytes] of otherBytes) {
      // The last record is not yet in the checkpoint, so nothing but its text shows the change.
      assert.include(faultsOf([a, b, c, d, e, bytes], { seq: 5, hash: hashOf(e) }), `6 ${NO_RECORD}`, what)
    }
  })

  it("accepts no other checkpoint than its own", () => {
    const cases: ReadonlyArray<readonly [ReadCheckpoint, ReadonlyArray<string>]> = [
      ["missing", ["- there is no checkpoint for the log: records may have been removed from its end"]],
      ["invalid", ["- the checkpoint has been changed: it is not one that the server writes"]],
      ["unreadable", []],
      [{ ...head, seq: 7 }, ["- the end has been removed: record 7 is missing"]],
      [{ ...head, seq: 5 }, ["5 has been changed: the checkpoint has another hash for this record"]],
      // The process was killed before it wrote the newest checkpoint.
      [{ seq: 5, hash: hashOf(e) }, []],
      [origin, []]
    ]
    for (const [checkpoint, faults] of cases) assert.deepStrictEqual(faultsOf(lines, checkpoint), faults)
    assert.deepStrictEqual(faultsOf([], origin), ["- the log has been removed: only its checkpoint is left"])
  })

  it("accepts a torn last line with a warning, if it is the start of the next record", () => {
    for (const torn of ["{", '{"seq":7,"ti', '{"seq":7,"time":"2026']) {
      const { faults, records, warnings } = check(lines, head, torn)
      assert.deepStrictEqual([faults, records, warnings.length], [[], 6, 1])
      assert.match(warnings[0]?.problem ?? "", /^is torn/)
    }
    for (const other of ["x", " ", "\0\0", '{"seq":6,"ti', '{"seq":8', "\r"]) {
      assert.deepStrictEqual(faultsOf(lines, head, other), [`7 ${NO_RECORD}`])
    }
    assert.deepStrictEqual(faultsOf([...lines, "hello"], head, '{"seq":7'), [`7 ${NO_RECORD}`])
  })

  it("does not accept a torn line as the record of the checkpoint", () => {
    for (const torn of [f.slice(0, 40), f]) {
      assert.deepStrictEqual(faultsOf(lines.slice(0, 5), head, torn), [
        "- the end has been removed: record 6 is missing"
      ])
    }
  })

  it("lists calls without end, and the number of unrecorded ones", () => {
    const { lines, position } = link(origin, [
      opening,
      ...entries(2),
      { ...entries(1)[0], kind: "ended", of: 2, outcome: "OK", duration_ms: 3 } as Entry, // an intent's facts serve
      { kind: "resumed", time: "2026-11-20T10:00:00.000Z", unrecorded: 4 }
    ])
    const { unended, warnings } = check(
      lines.map((line) => line.replace(/"ids":\[\],"arguments":\{\},(?="of")/, "")),
      position
    )
    assert.deepStrictEqual(unended, [3])
    assert.deepStrictEqual(warnings, [
      { file: LOG, line: 5, problem: "says that 4 records before it could not be written" }
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
        // Without any line, there is no file.
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
      const { lines, position } = link(origin, [
        opening,
        ...all.map((some): Entry => ({ ...some, kind: "intended", time: "t", risk: "write", ids: [] }))
      ])
      assert.deepStrictEqual(faultsOf(lines, position), [])
      assert.notDeepEqual(faultsOf(lines.toSpliced(at % lines.length, 1), position), [])
    }
  )
})
