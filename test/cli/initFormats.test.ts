import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { type ConfigChange, type ConfigFormat, json, toml } from "../../src/cli/init/configFormats.ts"
import { diff, headerOf } from "../../src/cli/init/diff.ts"
import { applyChanges } from "../../src/cli/init/planChanges.ts"
import { makeLineRedactor } from "../../src/cli/init/secrets.ts"

/** The text after changes, which must say what the content after them is. */
const withChanges = ({ change, read }: ConfigFormat, text: string, changes: ReadonlyArray<ConfigChange>): string => {
  const content = applyChanges(Either.getOrThrow(read(text)), changes)
  const good = change(text, changes, content).find(
    (candidate) => JSON.stringify(Either.getOrUndefined(read(candidate))) === JSON.stringify(content)
  )
  return good ?? assert.fail(`nothing says ${JSON.stringify(content)}`)
}

const a: ConfigChange = { path: ["servers", "a"], value: { command: "x", args: ["-y", 1] } }
const b: ConfigChange = { path: ["servers", "a", "env", "B"], value: "2" }

describe("JSON", () => {
  const cases: ReadonlyArray<
    readonly [what: string, before: string, changes: ReadonlyArray<ConfigChange>, after: string]
  > = [
    ["nothing", "", [{ path: ["servers"], value: { a: 1 } }], `{\n  "servers": {\n    "a": 1\n  }\n}\n`],
    ["an empty object", "{}", [{ path: ["list"], value: [] }], `{\n  "list": []\n}`],
    [
      "an object with a comment alone",
      `{\n    "servers": { // none yet\n    }\n}`,
      [a],
      `{\n    "servers": { // none yet\n        "a": {\n            "command": "x",\n            "args": ["-y", 1]\n        }\n    }\n}`
    ],
    ["an object on one line", `{"servers": {"z": 1 }}`, [{ ...a, value: 2 }], `{"servers": {"z": 1, "a": 2 }}`],
    [
      "a comma at the end",
      `{\n\t"servers": {\n\t\t"z": 1, // last, for now\n\t},\n}`,
      [{ ...a, value: { b: [{}, "c"], d: [{ e: 1 }] } }],
      `{\n\t"servers": {\n\t\t"z": 1, // last, for now\n\t\t"a": {\n\t\t\t"b": [{}, "c"],\n\t\t\t"d": [\n\t\t\t\t{\n\t\t\t\t\t"e": 1\n\t\t\t\t}\n\t\t\t]\n\t\t},\n\t},\n}`
    ],
    [
      "a comma in a comment",
      `{\n  "servers": {\n    "z": 1 /* a, b */\n  }\n}`,
      [{ ...a, value: true }],
      `{\n  "servers": {\n    "z": 1, /* a, b */\n    "a": true\n  }\n}`
    ],
    [
      "a value that is there",
      `{ "servers": { "a": { "env": { "B": /* was */ "1" } } } }`,
      [b],
      `{ "servers": { "a": { "env": { "B": /* was */ "2" } } } }`
    ],
    [
      "a list",
      `{\n  "list": [\n    { "id": 1 }\n  ]\n}`,
      [{ path: ["list"], value: { id: 2 }, item: true }],
      `{\n  "list": [\n    { "id": 1 },\n    {\n      "id": 2\n    }\n  ]\n}`
    ],
    [
      "the first field, which is removed",
      `{\n  "env": {\n    "A": 1, // why\n    // the other\n    "B": 2\n  }\n}`,
      [{ path: ["env", "A"], value: undefined, remove: true }],
      `{\n  "env": {\n    // why\n    // the other\n    "B": 2\n  }\n}`
    ],
    [
      "all fields but the last, which are removed",
      `{\n  "env": {\n    "A": "1",\n    "B": "2" /* , */ ,\n    "C": "3"\n  }\n}`,
      ["A", "B"].map((name) => ({ path: ["env", name], value: undefined, remove: true as const })),
      `{\n  "env": {\n    "C": "3"\n  }\n}`
    ],
    [
      "the last field, which is removed",
      `{ "env": { "A": 1, "B": 2 } }`,
      [{ path: ["env", "B"], value: undefined, remove: true }],
      `{ "env": { "A": 1 } }`
    ],
    [
      "a list on one line",
      `{ "list": [1] }`,
      [{ path: ["list"], value: { id: 2 }, item: true }],
      `{ "list": [1, { "id": 2 }] }`
    ]
  ]
  for (const [what, before, changes, expected] of cases) {
    it(`is added to ${what}`, () => {
      assert.strictEqual(withChanges(json, before, changes), expected)
    })
  }

  for (const [text, line, column, problem] of [
    [`{\n  "a": 1\n  "b": 2\n}`, 3, 3, "comma expected"],
    [`{ "a": }`, 1, 8, "value expected"],
    [`{ "a": 1 /* `, 1, 10, "unexpected end of comment"],
    [`"a"`, 1, 1, "expected an object"]
  ] as const) {
    it(`says where ${JSON.stringify(text)} is broken`, () => {
      assert.deepStrictEqual(json.read(text), Either.left({ line, column, problem }))
    })
  }

  const document = FastCheck.tuple(
    FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue()),
    FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue()),
    FastCheck.constantFrom(undefined, 1, 2, 4, "\t"),
    FastCheck.boolean()
  )

  it.prop("keeps every other line, and parses to the new content", [document], ([[outer, servers, unit, crlf]]) => {
    const text = JSON.stringify({ ...outer, servers: { ...servers, a: {} } }, undefined, unit)
    const before = crlf ? text.replaceAll("\n", "\r\n") : text
    const now = withChanges(json, before, [
      { path: ["servers", "a", "env"], value: { B: "1" } },
      b,
      { path: ["list\u0000"], value: [1] }
    ])
    // Removed lines only get a comma, or are split.
    const gone = diff(before, now).flatMap(({ lines }) => lines.filter(({ mark }) => mark === "-"))
    assert.isAtMost(gone.length, unit === undefined ? 1 : 2)
  })
})

describe("TOML", () => {
  const cases: ReadonlyArray<
    readonly [what: string, before: string, changes: ReadonlyArray<ConfigChange>, after: string]
  > = [
    [
      "nothing",
      "",
      [{ path: ["servers"], value: { a: { command: "x", args: ["-y"], env: { B: "C:\\d" } } } }],
      `[servers.a]\ncommand = "x"\nargs = ["-y"]\n\n[servers.a.env]\nB = "C:\\\\d"\n`
    ],
    [
      "tables of others",
      `# mine\nx = 1 # one\n\n[servers.z] # z\ncommand = "z"\n\n[last]\ny = 2\n# the end`,
      [{ path: ["servers", "a"], value: { command: "x" } }],
      `# mine\nx = 1 # one\n\n[servers.z] # z\ncommand = "z"\n\n[last]\ny = 2\n# the end\n\n[servers.a]\ncommand = "x"\n`
    ],
    [
      "lines that end as on Windows",
      `[servers.z]\r\ncommand = "z"\r\n`,
      [{ path: ["servers", "a"], value: { command: "x" } }],
      `[servers.z]\r\ncommand = "z"\r\n\r\n[servers.a]\r\ncommand = "x"\r\n`
    ],
    [
      "servers in one line",
      `servers = { z = { command = "z" } } # all\n`,
      [{ path: ["servers", "a"], value: { command: "x" } }],
      `servers = { z = { command = "z" }, a = { command = "x" } } # all\n`
    ],
    [
      "an entry that is there",
      `[servers.a]\ncommand = "old" # why\nargs = ["x", "y"]\n\n[servers.a.env] # variables\nA = "1"\n\n[tui]\n`,
      [{ path: ["servers", "a", "command"], value: "new" }, { path: ["servers", "a", "args"], value: ["z"] }, b],
      `[servers.a]\ncommand = "new" # why\nargs = ["z"]\n\n[servers.a.env] # variables\nA = "1"\nB = "2"\n\n[tui]\n`
    ],
    [
      "a list",
      `[servers.a]\nenv_vars = ["A"] # forwarded\n`,
      [{ path: ["servers", "a", "env_vars"], value: "B", item: true }],
      `[servers.a]\nenv_vars = ["A", "B"] # forwarded\n`
    ]
  ]
  for (const [what, before, changes, expected] of cases) {
    it(`is added to ${what}`, () => {
      assert.strictEqual(withChanges(toml, before, changes), expected)
    })
  }

  for (const [text, line, column] of [
    ["a = 1\nb = = 2\n", 2, 5],
    ["[x\n", 1, 3],
    ["[a]\nx = 1\n[a]\n", 3, 1]
  ] as const) {
    it(`says where ${JSON.stringify(text)} is broken`, () => {
      assert.deepInclude(
        Either.getOrElse(Either.flip(toml.read(text)), () => ({})),
        { line, column }
      )
    })
  }
})

describe("a diff", () => {
  const shown = (before: string, now: string): string =>
    diff(before, now)
      .flatMap((hunk) => [headerOf(hunk), ...hunk.lines.map(({ mark, text }) => mark + text)])
      .join("\n")

  const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)

  it("is empty for equal texts", () => assert.strictEqual(shown("a\nb\n", "a\nb\n"), ""))

  it("shows three lines of context, and separate hunks for distant changes", () => {
    const before = numbered(1, 20)
    const now = before.flatMap((it) => (it === "5" ? ["five", "5½"] : it === "16" ? [] : [it]))
    assert.strictEqual(
      shown(before.join("\n"), now.join("\n")),
      [
        "@@ -2,7 +2,8 @@",
        ...[" 2", " 3", " 4", "-5", "+five", "+5½", " 6", " 7", " 8"],
        "@@ -13,7 +14,6 @@",
        ...[" 13", " 14", " 15", "-16", " 17", " 18", " 19"]
      ].join("\n")
    )
  })

  it("starts an empty range at line zero", () => {
    assert.strictEqual(shown("", "a\nb\n"), "@@ -0,0 +1,2 @@\n+a\n+b")
    assert.strictEqual(shown("a\n", ""), "@@ -1,1 +0,0 @@\n-a")
  })

  const text = FastCheck.array(FastCheck.constantFrom("a", "b", "c", "d"), { minLength: 1 })

  it.prop("turns any text into any other", [text, text], ([a, b]) => {
    const lines = diff(a.join("\n"), b.join("\n"))
    const only = (mark: string) => lines.flatMap((hunk) => hunk.lines.filter((it) => it.mark === mark)).length
    assert.strictEqual(only("+") - only("-"), b.length - a.length)
  })

  it("is fast for long texts", () => {
    const long = numbered(1, 5000).map((it) => it.repeat(2))
    const hunks = diff(["x", ...long].join("\n"), [...long.toReversed(), "y"].join("\n"))
    assert.isAbove(hunks.length, 0)
  })
})

describe("the redaction of a diff", () => {
  const redact = makeLineRedactor(
    {
      servers: {
        files: { env: { A: "a-secret-of-files", SHORT: "abc" }, args: ["--verbose-mode"] },
        web: { headers: { "X-Id": `quo"ted-secret` }, id: "1248328050278400001" }
      },
      more: {
        args: [
          "--token",
          "flag-secret",
          "--api-key=joined-secret",
          "Authorization: Bearer header-secret",
          "--level",
          "verbose"
        ],
        url: "https://user-name:pass-word@host/x?key=query-secret"
      },
      apiKey: "a-key-for-something"
    },
    [`\${env:DISCORD_TOKEN}`]
  )
  for (const [line, shown] of [
    [`"A": "a-secret-of-files",`, `"A": "***",`],
    [`A = "a-secret-of-files"`, `A = "***"`],
    [`"X-Id": "quo\\"ted-secret"`, `"X-Id": "***"`],
    [`"apiKey": "a-key-for-something"`, `"apiKey": "***"`],
    [`"DISCORD_TOKEN": "MTIx.Gabcde.literal"`, `"DISCORD_TOKEN": "***"`],
    [`"DISCORD_TOKEN": "\${env:DISCORD_TOKEN}"`, `"DISCORD_TOKEN": "\${env:DISCORD_TOKEN}"`],
    [`"args": ["--token", "flag-secret"]`, `"args": ["--token", "***"]`],
    [`"--api-key=joined-secret", "joined-secret"`, `"***", "***"`],
    [`"x header-secret", "--level", "verbose"`, `"x ***", "--level", "verbose"`],
    [`"url": "https://user-name:pass-word@host/x?key=query-secret"`, `"url": "https://***@host/x?***"`],
    [`"args": ["--verbose-mode"]`, `"args": ["--verbose-mode"]`],
    [`"SHORT": "abc", "id": "1248328050278400001"`, `"SHORT": "abc", "id": "1248328050278400001"`]
  ] as const) {
    it(`leaves ${shown}`, () => assert.strictEqual(redact(line), shown))
  }
})
