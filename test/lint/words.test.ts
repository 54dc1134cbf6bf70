/** Holds names, comments, docs, messages and tests to the standard terms of the field (AGENTS.md, "Words"). */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"

interface Entry {
  /** A regular expression of whole words. A name counts by its words: `inFence` is "in Fence". */
  readonly find: string
  readonly write: string
  /** Where the word is right, by `path: line`, with the reason. */
  readonly allowed?: ReadonlyArray<readonly [where: RegExp, reason: string]>
}

/** The synonyms of a tool: what people say for it. A description starts with a capital letter. */
const PHRASES = /^src\/tools\/\w+\/\w+\.ts: +(?:\w+: )?"[a-z]/

const words: ReadonlyArray<Entry> = [
  { find: "doors?", write: "dispatcher, entry point" },
  {
    find: "rooms?",
    write: "module, capacity",
    allowed: [
      [/"[a-z]+-room"/, "a channel's name"],
      [PHRASES, "what people call a channel"],
      [/everydayRequests\.ts/, "what people call a channel"],
      [/evening\.ts/, "a message of a user"]
    ]
  },
  { find: "houses?|worlds?|realms?", write: "module, state, environment" },
  { find: "shelf|shelves|stock", write: "registry, store" },
  { find: "fence[sd]?|fencing", write: "delimiters" },
  { find: "foresight|foresees?|foresaw|certainly refused", write: "preview facts" },
  { find: "weigh(?:s|ed|ing)?", write: "resolve the risk" },
  { find: "clearances?", write: "permit" },
  { find: "patient(?:ly)?", write: "keepalive, retry" },
  { find: "places|placing|sought", write: "positions, paths, guild resolution" },
  { find: "defus(?:e[sd]?|ing)|disarm(?:s|ed|ing)?", write: "escape, sanitize" },
  { find: "touches", write: "changes, contains, referenced ids" },
  { find: "latch(?:es)?", write: "kill switch", allowed: [[/makeLatch|Effect\.Latch/, "Effect's latch"]] },
  { find: "lanes?", write: "queue, rate limit key" },
  { find: "gates", write: "route blocks, deferreds" },
  { find: "trips?", write: "attempt, open", allowed: [[/round trip|plan a trip/, "a term of networking; a message"]] },
  { find: "tries", write: "attempts" },
  { find: "to Wire", write: "build request" },
  { find: "standing", write: "permission context" },
  {
    find: "obstacles?",
    write: "denial reason",
    allowed: [[/["'`]obstacle["'`]|(?:[{,:] +|readonly )obstacle(?:\??:| [},])/, "a field of results"]]
  },
  { find: "told", write: "reported, expected", allowed: [[/what you were told/, "a message of a user"]] },
  { find: "tellable", write: "sanitized" },
  { find: "clip(?:s|ped|ping)?", write: "truncate", allowed: [[/clip-path|clipPath/, "SVG"]] },
  { find: "gathered|gathers?", write: "collect, group" },
  { find: "heard|hears?", write: "received" },
  { find: "offers", write: "has, lists, handlers" },
  { find: "plainly", write: "strip ANSI, directly" },
  { find: "witness(?:es)?|sightings?", write: "recorder, response" },
  {
    find: "stages?",
    write: "step, phase",
    allowed: [
      [
        /^(src\/(sandbox|discord|objects|tools|blueprint|undo|catalogue|live)|test\/(contract|sandbox|discord|tools|blueprint|undo|catalogue|live|safety|snapshots|errors|property|docs))\//,
        "a channel"
      ],
      [/^(docs\/(tools|sandbox|migrating)|README)\.md/, "a channel of Discord"],
      [/(src|test)\/mcp\/(instructions|McpServer\.test)\.ts/, "a channel of Discord"],
      [/dockerfile\.test\.ts/, "a term of Docker"]
    ]
  },
  { find: "scenes?", write: "step" },
  { find: "conceal(?:s|ed)?", write: "redact" },
  { find: "surroundings|standpoint", write: "environment" },
  { find: "plant(?:s|ed)?|furnish(?:es|ed)?|equip(?:s|ped)?|belongings", write: "seed" },
  {
    find: "things?",
    write: "entity, value, what it is",
    allowed: [
      [PHRASES, "words of users"],
      [/everydayRequests\.ts|heldOutRequests\.ts|evening\.ts/, "words of users"],
      [/test\/property\/pipeline\.test\.ts/, "a value"]
    ]
  },
  { find: "harm(?:s|ed)?|spoil(?:s|ed)?", write: "fault effect, risk" },
  { find: "mend(?:s|ed|ing)?", write: "fix" },
  { find: "dice|nasty", write: "random numbers, hostile" },
  { find: "anew|lest|thereof|hence", write: "again, so that" },
  // Inversions, and pronouns without a noun nearby.
  {
    find: "whoever|whatever",
    write: "any, even if",
    allowed: [[/whatever you like|evening\.ts/, "messages of users"]]
  },
  { find: "what is none|the same of|asked for nothing", write: "a sentence with a subject" },
  { find: "of (?:its|their|our|one's) own", write: "its own, separate" },
  { find: "at hand", write: "a plain sentence", allowed: [[PHRASES, "words of users"]] },
  { find: "stands? between|who they are|in so many|comes? down to|the very", write: "a sentence with a verb" },
  { find: "nor (?:do|does|did)", write: "a separate sentence" },
  {
    find: "stands? (?:in|for|beside|behind|there)|goes by|read off|is said",
    write: "is, means, replaces",
    allowed: [[/goes_by/, "a field of results"]]
  },
  { find: "in the hands of|as good as none|if need be|of our own|without a word", write: "a plain sentence" }
]

/** The words of names and texts, at the same lines. */
const spaced = (text: string): string => text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ").replaceAll("_", " ")

/** A phrase may be broken over lines of a comment. */
const expression = ({ find }: Entry): string => `(?:${find.replaceAll(" ", String.raw`[\s*/]+`)})`

const anyWord = new RegExp(String.raw`(?<![\w-])(?:${words.map(expression).join("|")})(?!\w)`, "gi")
const single = words.map((entry) => ({ ...entry, is: new RegExp(`^${expression(entry)}$`, "i") }))

/** Each use of a word that the table does not allow: file, line, word, and what to write instead. */
const misuses = (path: string, text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const plain = spaced(text)
  return [...plain.matchAll(anyWord)].flatMap(({ 0: word, index }) => {
    const at = plain.slice(0, index).split("\n").length
    const line = `${path}: ${lines[at - 1]}`
    const entry = single.find(({ is }) => is.test(word))
    if (entry?.allowed?.some(([where]) => where.test(line))) return []
    return [`${path}:${at} "${word.replaceAll(/\s+/g, " ")}": write ${entry?.write}`]
  })
}

/** A text for each alternative of an entry, with the first of its endings. */
const samples = ({ find }: Entry): ReadonlyArray<string> =>
  find
    .replaceAll(/\[(\w)\w*\]\??/g, "$1")
    .replaceAll(/\(\?:([^|)]*)[^)]*\)\??/g, "$1")
    .replaceAll(/(\w)\?/g, "$1")
    .split("|")

/** The client's types are written from the tools. */
const GENERATED = "src/client/Tools.ts"
/** Discord's names of emojis. */
const EMOJIS = "src/text/emojiTable.ts"
const SELF = "test/lint/words.test.ts"

const filesIn = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => `${path}/${name.replaceAll("\\", "/")}`)
    : [path]

const files = [
  ...["src", "test", "docs", "packaging", "build.mjs", ".ci", ".github"],
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "AGENTS.md", "SECURITY.md"]
]
  .flatMap(filesIn)
  .filter((path) => path !== GENERATED && path !== EMOJIS && path !== SELF && statSync(path).isFile())

describe("the words of names, comments, docs and tests", () => {
  it("are standard terms", () => {
    assert.deepStrictEqual(
      files.flatMap((path) => misuses(path, readFileSync(path, "utf8"))),
      []
    )
    assert.isAbove(files.length, 900)
  })

  it("are found in names, comments and over the end of a line", () => {
    assert.deepStrictEqual(
      misuses(
        "src/a.ts",
        "const roomOf = inFence()\n// Whoever stands\n * between\nconst SPARE_ROOMS = 1\nconst lookup = mushroom"
      ),
      [
        'src/a.ts:1 "room": write module, capacity',
        'src/a.ts:1 "Fence": write delimiters',
        'src/a.ts:2 "Whoever": write any, even if',
        'src/a.ts:2 "stands * between": write a sentence with a verb',
        'src/a.ts:4 "ROOMS": write module, capacity'
      ]
    )
  })

  it("are rejected where the table names no reason", () => {
    assert.deepStrictEqual(
      words.flatMap((entry) => samples(entry).filter((sample) => misuses("src/a.ts", `// A ${sample}.`).length !== 1)),
      []
    )
    assert.deepStrictEqual(misuses("src/a.ts", "const { obstacle } = preview"), [])
    assert.lengthOf(misuses("src/a.ts", "const obstacle = preview"), 1)
  })

  it("are allowed where the table names a reason", () => {
    assert.deepStrictEqual(misuses("src/tools/events/tools.ts", "Start a stage."), [])
    assert.deepStrictEqual(misuses("src/cli/demo.ts", "Start a stage."), [
      'src/cli/demo.ts:1 "stage": write step, phase'
    ])
  })
})
