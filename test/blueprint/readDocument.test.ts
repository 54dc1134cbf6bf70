import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { loadYaml, TEXT_MAX } from "../../src/blueprint/parseText.ts"
import { readDocument, writeDocument } from "../../src/blueprint/readDocument.ts"
import { processorMs, someOf } from "../turns.ts"

/** The problems of a text, each as `line:column path code`. */
const problemsOf = (text: unknown) =>
  Effect.map(
    readDocument(text),
    Either.match({
      onLeft: (problems) =>
        problems.map(({ code, column, line, path }) =>
          [...(line === undefined ? [] : [`${line}:${column}`]), path, code].join(" ")
        ),
      onRight: () => []
    })
  )

/** Bad files by what is wrong with them, and their problems. */
const files: Readonly<Record<string, readonly [text: string, problems: ReadonlyArray<string>]>> = {
  "no text": ["", [" empty"]],
  "only a comment": ["# nothing\n", [" empty"]],
  "no version": ["roles: []\n", ["1:1 version required"]],
  "another version": ["version: 2\n", ["1:1 version invalid"]],
  "a tab as indentation": ["version: 1\nguild:\n\tdescription: x\n", ["3:1  syntax"]],
  "a NUL": ["version: 1\nguild: {description: a\u0000b}\n", ["2:23  character"]],
  "duplicate keys": ["version: 1\nguild: {}\nroles: []\nguild: {}\n", ["4:1 guild duplicate_key"]],
  "a merge key": ["version: 1\nroles:\n  - &a {name: a}\n  - <<: *a\n    name: b\n", ["4:5 roles[1].<< merge_key"]],
  "the prototype of a role": [
    "version: 1\nroles:\n  - name: a\n    __proto__: {hoist: true}\n",
    ["4:5 roles[0].__proto__ unknown_field"]
  ],
  "the prototype of the document": [
    "__proto__: {version: 1}\n",
    ["1:1 __proto__ unknown_field", "1:1 version required"]
  ],
  "an unknown key": ["version: 1\nroles:\n  - name: a\n    colour: '#ffffff'\n", ["4:5 roles[0].colour unknown_field"]],
  "a key of Object.prototype": [
    "version: 1\nroles:\n  - name: a\n    toString: b\n",
    ["4:5 roles[0].toString unknown_field"]
  ],
  "an alias without an anchor": ["version: 1\nroles: [*a]\n", ["2:9 roles[0] unknown_alias"]],
  "a cycle of aliases": ["version: 1\nroles: &a [*a]\n", ["2:12 roles[0] cycle"]],
  "two documents": ["version: 1\n---\nversion: 1\n", ["2:1  syntax"]],
  "a number as name": ["version: 1\nroles:\n  - name: 2026\n", ["3:5 roles[0].name invalid"]],
  "an id without quotes": ["version: 1\nids: {guild: 1248328050278400001}\n", ["2:7 ids.guild invalid"]],
  "an empty item": ["version: 1\nroles:\n  -\n", ["3:4 roles empty"]],
  "references to nothing": [
    "version: 1\nroles: [{name: staff}]\nchannels:\n  - {name: a, overwrites: {staf: {allow: []}}}\nguild: {system_channel: b}\n",
    ["4:28 channels[0].overwrites.staf unknown_reference", "5:9 guild.system_channel unknown_reference"]
  ],
  "duplicate keys of roles": ["version: 1\nroles: [{name: a}, {name: a}]\n", ["2:21 roles[1].name duplicate_key"]],
  "a category in a category": [
    "version: 1\nchannels:\n  - {name: a, channels: [{name: b, kind: category}]}\n",
    ["3:36 channels[0].channels[0].kind category_in_category"]
  ],
  "a field of another kind": [
    "version: 1\nchannels: [{name: a, kind: voice, topic: b}]\n",
    ["2:35 channels[0].topic unknown_field"]
  ],
  "a permission that is allowed and denied": [
    "version: 1\nchannels:\n  - name: a\n    overwrites: {'@everyone': {allow: [CONNECT], deny: [CONNECT]}}\n",
    ["4:57 channels[0].overwrites.@everyone.deny[0] exclusive"]
  ],
  "an unknown permission": [
    "version: 1\neveryone: {permissions: [SEND_MESAGES]}\n",
    ["2:26 everyone.permissions[0] invalid"]
  ],
  "a trigger without its words": [
    "version: 1\nautomod: [{name: a, trigger_type: spam, keyword_filter: [b]}]\n",
    ["2:41 automod[0].keyword_filter exclusive"]
  ],
  "several problems at once": [
    "version: 3\nguild:\n  verification_level: huge\nroles:\n  - {name: a, hoist: maybe}\n  - {color: '#fff'}\nchannels:\n  - {name: b, kind: txt}\n  - {name: b}\n  - {name: b}\n",
    [
      "1:1 version invalid",
      "3:3 guild.verification_level invalid",
      "5:15 roles[0].hoist invalid",
      "6:5 roles[1].name required",
      "6:6 roles[1].color invalid",
      "8:15 channels[0].kind invalid",
      "9:6 channels[1].name duplicate_key",
      "10:6 channels[2].name duplicate_key"
    ]
  ]
}

/** Repeats a text to the maximum length. */
const filled = (unit: string): string => unit.repeat(Math.floor(TEXT_MAX / unit.length))

const fill = (count: number, make: (at: number) => string, between = ","): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)

/** Makes lines to a length. */
const lines = (make: (at: number) => string, length = TEXT_MAX): string => {
  const all: Array<string> = []
  for (let at = 0, size = 0; ; at++) {
    const line = make(at)
    size += line.length + 1
    if (size > length) return all.join("\n")
    all.push(line)
  }
}

/** Files that would take long, or all memory. */
const bombs: Readonly<Record<string, () => string | Uint8Array>> = {
  "10 MB of a text": () => `version: 1\nguild: {description: ${"x".repeat(10_000_000)}}`,
  "10 MB of keys": () => Array.from({ length: 600_000 }, (_, at) => `key_number_${at}: 1`).join("\n"),
  "1 MB of keys": () => Array.from({ length: 50_000 }, (_, at) => `k${at}: 1`).join("\n"),
  "1 MB of brackets": () => "[".repeat(TEXT_MAX),
  "1 MB of braces": () => "{a: ".repeat(TEXT_MAX / 4),
  "1 MB of dashes": () => "- ".repeat(TEXT_MAX / 2),
  "1 MB of question marks": () => "? ".repeat(TEXT_MAX / 2),
  "a deep indentation": () => Array.from({ length: 1300 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"),
  "1 MB of quotes": () => '"'.repeat(TEXT_MAX),
  "1 MB of aliases": () => `a: &a 1\nb: [${"*a,".repeat(300_000)}]`,
  "1 MB of anchors": () => "&a ".repeat(TEXT_MAX / 3),
  "1 MB of tags": () => "!a ".repeat(TEXT_MAX / 3),
  "1 MB of line breaks": () => "\n".repeat(TEXT_MAX),
  "1 MB of commas": () => `[${",".repeat(TEXT_MAX - 2)}]`,
  "1 MB of colons": () => ": ".repeat(TEXT_MAX / 2),
  "1 MB of comments": () => "#\n".repeat(TEXT_MAX / 2),
  "1 MB of anchors of values": () => lines((at) => `k${at}: &a${at} 1`),
  "1 MB of tags of values": () => lines((at) => `k${at}: !!str a`),
  "1 MB of long tags": () => filled("!<tag:yaml.org,2002:str> "),
  "1 MB of versions": () => filled("%YAML 1.2\n"),
  "1 MB of declared tags": () => lines((at) => `%TAG !t${at}! x`),
  "1 MB of documents": () => filled("--- a\n...\n"),
  "1 MB of merge keys": () => lines(() => "<<: {a: 1}"),
  "1 MB of one duplicate key": () => lines(() => "a: 1"),
  "1 MB of two colons on a line": () => lines(() => "a: b: c"),
  "1 MB of texts after quotes": () => lines(() => '"a" b'),
  "1 MB of tabs": () => filled("\t"),
  "1 MB of tabs as indentation": () => `a:\n${filled("\tb: 1\n")}`.slice(0, TEXT_MAX),
  "1 MB of CRLF": () => filled("\r\n"),
  "1 MB of bad lists in lists": () => lines((at) => `${" ".repeat(at % 40)}- a`),
  "1 MB of comments in brackets": () => `[${filled("#\n")}`.slice(0, TEXT_MAX),
  "1 MB of bad escapes": () => `a: "${filled("\\q").slice(0, -10)}"`,
  "1 MB of escapes": () => `a: "${filled("\\x41").slice(0, -12)}"`,
  "1 MB of doubled quotes": () => `a: '${filled("''").slice(0, -10)}'`,
  "1 MB of folded lines": () => `a: "${filled("\n ").slice(0, -10)}"`,
  "1 MB of a literal text": () => `a: |\n${filled(" x\n")}`.slice(0, TEXT_MAX),
  "1 MB of a folded text": () => `a: >\n${filled(" x\n\n")}`.slice(0, TEXT_MAX),
  "1 MB on one line": () => `version: 1\nguild: {description: ${filled("x ").slice(0, -60)}, no: 1}`,
  "as many fields as are parsed": () => `{${"a: 1,".repeat(29_000)}}`,
  "as many items as are parsed": () => `version: 1\neveryone: {permissions: [${"A,".repeat(59_000)}A]}`,
  "as many duplicate ids as fit": () =>
    `version: 1\nids:\n  roles:\n${lines((at) => `    r${at}: "123456789012345678"`, 900_000)}`,
  "many references like keys": () =>
    `version: 1\nroles: [${fill(240, (at) => `{name: ${"a".repeat(90)}${at}}`)}]\nchannels:\n${fill(
      450,
      (at) => `  - {name: c${at}, overwrites: {${fill(15, (inner) => `${"a".repeat(90)}x${at}_${inner}: {}`)}}}`,
      "\n"
    )}`,
  "4 MB that are no UTF-8": () => new Uint8Array(4_000_000).fill(0xff),
  "nested aliases": () =>
    `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 20 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`).join("\n")}`
}

describe("readDocument", () => {
  for (const [what, [text, expected]] of Object.entries(files)) {
    it.effect(`reports ${what} with line and column`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* problemsOf(text), [...expected])
        // Line ends and the mark of the byte order change no position.
        assert.deepStrictEqual(yield* problemsOf(text.replaceAll("\n", "\r\n")), [...expected])
      })
    )
  }

  for (const [what, bomb] of someOf(Object.entries(bombs), 2)) {
    it.effect(`refuses ${what} within one second of processor time`, () =>
      Effect.gen(function* () {
        const text = bomb()
        yield* loadYaml
        const measured = Effect.gen(function* () {
          const before = processorMs()
          assert.isAbove((yield* problemsOf(text)).length, 0)
          return processorMs() - before
        })
        // Another process can take the cache, and the first run compiles: the fastest of three runs counts.
        const isFast = (ms: number) => ms < 1000
        assert.isTrue(isFast(yield* Effect.repeat(measured, { until: isFast, times: 2 })))
      })
    )
  }

  it.effect("reads what Windows writes: a byte order mark and CRLF", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* readDocument("\ufeffversion: 1\r\nroles:\r\n  - name: a\r\n"),
        Either.right({ version: 1 as const, roles: [{ name: "a" }] })
      )
    })
  )

  it.effect("takes null for absent, and an empty text and list for empty", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* readDocument("version: 1\nroles:\nchannels: [{name: a, topic: '', overwrites: {}, kind: null}]\n"),
        Either.right({ version: 1 as const, channels: [{ name: "a", topic: "", overwrites: {} }] })
      )
    })
  )

  /** Names that objects of JavaScript inherit, and that a parser could take for something else. */
  const names = [
    ...Object.getOwnPropertyNames(Object.prototype),
    ...["prototype", "length", "name", "<<", "null", "true", "1", "a.b", "a[0]", " ", "@here", "{{item}}"]
  ]

  it.effect("takes any name as a key of roles and channels, in YAML, as JSON and as a value", () =>
    Effect.gen(function* () {
      for (const name of names) {
        const overwrites = Object.fromEntries([[name, { allow: ["CONNECT" as const] }]])
        const ids = Object.fromEntries([[name, "1248328050278400777"]])
        const document = {
          version: 1 as const,
          guild: { system_channel: name },
          roles: [{ name: "staff" }, { name }],
          channels: [{ name, overwrites, channels: [{ name: "inner", overwrites }] }],
          automod: [{ name, trigger_type: "spam" as const, exempt_roles: [name], exempt_channels: [name] }],
          ids: { roles: ids, channels: ids, automod: ids, emojis: ids, stickers: ids }
        }
        const expected = Either.right(document)
        assert.deepStrictEqual(yield* readDocument(document), expected, name)
        assert.deepStrictEqual(yield* readDocument(JSON.stringify(document)), expected, name)
        assert.deepStrictEqual(yield* readDocument(yield* writeDocument(document)), expected, name)
      }
      assert.deepStrictEqual(Object.keys(Object.prototype), [])
    })
  )

  it.effect("reads JSON as a text and as a value", () =>
    Effect.gen(function* () {
      const value = { version: 1 as const, roles: [{ name: "a", hoist: true }] }
      assert.deepStrictEqual(yield* readDocument(JSON.stringify(value, undefined, 2)), Either.right(value))
      assert.deepStrictEqual(yield* readDocument({ ...value, guild: null }), Either.right(value))
      assert.deepStrictEqual(yield* problemsOf({ version: 1, rolls: [] }), ["rolls unknown_field"])
    })
  )
})
