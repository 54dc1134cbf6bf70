import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck } from "effect"
import { splitText, type TextPart } from "../../../src/tools/messages/splitText.ts"
import { processorMs, runs, someOf, turn } from "../../turns.ts"

const partsOf = (text: string, limit?: number): ReadonlyArray<TextPart> => Either.getOrThrow(splitText(text, limit))
const textsOf = (text: string, limit?: number) => partsOf(text, limit).map((part) => part.text)

/** Discord counts code points. */
const lengthOf = (text: string): number => [...text].length

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, "")

/** Joins parts without what was added. */
const joined = (parts: ReadonlyArray<TextPart>): string =>
  parts.map(({ closed, opened, text }) => text.slice(opened.length, text.length - closed.length)).join("\n")

const checkParts = (text: string, parts: ReadonlyArray<TextPart>, limit: number): void => {
  assert.strictEqual(withoutSpace(joined(parts)), withoutSpace(text))
  for (const { closed, opened, text: sent } of parts) {
    assert.isAtMost(lengthOf(sent), limit)
    assert.notStrictEqual(withoutSpace(sent.slice(opened.length, sent.length - closed.length)), "")
    assert.isTrue(sent.startsWith(opened) && sent.endsWith(closed))
    // Only the marks of a cut code block or spoiler are added.
    assert.match(opened, /^(?:\|\||(?:> ?)*(?:`{3,10}|~{3,10})[\w+.#-]*\n)*$/)
    assert.match(closed, /^(?:\|\||\n(?:> ?)*(?:`{3,10}|~{3,10}))*$/)
  }
}

const word = FastCheck.constantFrom(
  ...[
    "tide",
    "harbour",
    "a",
    "Grüße",
    "漢字",
    "👩‍👩‍👧",
    "🇩🇪",
    "e\u0301",
    "x_y",
    "**bold**",
    "(see)",
    "10:00",
    "a|b",
    "don't",
    "`",
    "~~no~~"
  ]
)
const words = FastCheck.array(word, { minLength: 1, maxLength: 25 }).map((all) => `${all.join(" ")}.`)

/** What is never cut. */
const unit = FastCheck.constantFrom(
  "https://example.com/a/path?with=query&and=more#hash",
  "<https://example.com/no-preview>",
  "[the manual](https://example.com/manual/of/the/harbour)",
  "[two words (and more)](<https://example.com/x>)",
  "<@123456789012345678>",
  "<@&123456789012345678>",
  "<#123456789012345678>",
  "<:wave:123456789012345678>",
  "<a:party:123456789012345678>",
  "<t:1700000000:R>",
  "</settings list:123456789012345678>",
  "`npm run build -- --watch`",
  "``a ` b``",
  "||the ship sinks at the end||"
)
const sentence = FastCheck.tuple(words, unit, words).map((all) => all.join(" "))
const line = FastCheck.oneof(words, sentence)

const code = FastCheck.array(
  FastCheck.oneof(
    words.map((text) => `  ${text.replaceAll("`", "")}`),
    FastCheck.constantFrom("", "const x = [1] || {}", "~~~~", "- no item")
  ),
  {
    minLength: 1,
    maxLength: 20
  }
).map((lines) => lines.join("\n"))
const language = FastCheck.constantFrom("", "js", "c++", "objective-c")

const block = FastCheck.oneof(
  { weight: 3, arbitrary: FastCheck.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")) },
  FastCheck.array(line, { minLength: 1, maxLength: 6 }).map((items) => items.map((item) => `- ${item}`).join("\n")),
  FastCheck.array(line, { minLength: 1, maxLength: 4 }).map((items) =>
    items.map((item, at) => `${at + 1}. ${item}\n   - more`).join("\n")
  ),
  FastCheck.array(words, { minLength: 1, maxLength: 4 }).map((lines) => lines.map((text) => `> ${text}`).join("\n")),
  FastCheck.array(words, { minLength: 1, maxLength: 4 }).map((rows) =>
    rows.map((text) => `| ${text} | b |`).join("\n")
  ),
  words.map((text) => `## ${text}`),
  FastCheck.tuple(language, code).map(([name, text]) => `\`\`\`${name}\n${text}\nend\n\`\`\``),
  FastCheck.tuple(language, code).map(([name, text]) => `\`\`\`\`${name}\n${text}\n\`\`\`js\ninner\n\`\`\`\n\`\`\`\``),
  code.map((text) => `~~~~\n${text.replaceAll("~~~~", "")}\nend\n~~~~`),
  FastCheck.integer({ min: 1, max: 500 }).map((length) => "long".repeat(length))
)

const document = FastCheck.array(block, { minLength: 1, maxLength: 25 }).map((blocks) => blocks.join("\n\n"))

/** Characters and marks without any order. */
const noise = FastCheck.array(
  FastCheck.oneof(
    FastCheck.constantFrom(
      ...[
        "`",
        "``",
        "```",
        "````",
        "~~~",
        "~~~~\n",
        "```js\n",
        "||",
        "|",
        "[",
        "](",
        "](https://a.b",
        ")",
        "<",
        "<@",
        ">",
        "> ",
        ">>> "
      ],
      ...[
        "\n",
        "\n\n",
        " ",
        "\t",
        "- ",
        "1. ",
        "# ",
        ":",
        ". ",
        "\\",
        "https://",
        "www",
        "x".repeat(300),
        "漢".repeat(90),
        "👩‍👩‍👧",
        "\ud83d",
        "\u200b"
      ]
    ),
    FastCheck.string({ maxLength: 20 }),
    FastCheck.string({ unit: "binary", maxLength: 20 })
  ),
  { maxLength: 400 }
).map((all) => all.join(""))

describe("splitText", () => {
  it.prop(
    "keeps the text, in parts that fit and are not blank",
    { text: document, limit: FastCheck.constantFrom(150, 400, 2000) },
    ({ limit, text }) => checkParts(text, partsOf(text, limit), limit),
    { fastCheck: { numRuns: runs(300) } }
  )

  it.prop(
    "cuts no link, mention, emoji, timestamp, inline code or spoiler, and closes every code block",
    {
      blocks: FastCheck.array(
        FastCheck.oneof(
          sentence.map((text) => text.replaceAll(" ` ", " ")),
          FastCheck.tuple(language, code).map(([name, text]) => `\`\`\`${name}\n${text}\nend\n\`\`\``)
        ),
        { minLength: 2, maxLength: 30 }
      ),
      limit: FastCheck.constantFrom(150, 2000)
    },
    ({ blocks, limit }) => {
      const text = blocks.join("\n").replaceAll(/(^|\s)`(?=[\s.])/g, "$1")
      const parts = textsOf(text, limit)
      const wholes = (sent: string) =>
        [...sent.replaceAll(/```[\s\S]*?```/g, "").matchAll(WHOLE)].map(([whole]) => whole)
      assert.deepStrictEqual(parts.flatMap(wholes), wholes(text))
      for (const part of parts) assert.strictEqual(part.split("```").length % 2, 1, part)
    },
    { fastCheck: { numRuns: runs(200) } }
  )

  it.prop(
    "splits any text, or finds a link that is too long",
    { text: noise, limit: FastCheck.constantFrom(100, 2000) },
    ({ limit, text }) => {
      const split = splitText(text, limit)
      if (Either.isRight(split)) checkParts(text, split.right, limit)
      else assert.isAbove(split.left.length, limit - 30)
    },
    { fastCheck: { numRuns: runs(500) } }
  )

  it("cuts between paragraphs, and keeps each paragraph that fits", () => {
    const paragraphs = [1500, 300, 1900, 40, 1000].map((length, at) => `${at}${"word ".repeat(length / 5)}`.trim())
    assert.deepStrictEqual(textsOf(paragraphs.join("\n\n")), [
      `${paragraphs[0]}\n\n${paragraphs[1]}`,
      `${paragraphs[2]}\n\n${paragraphs[3]}`,
      paragraphs[4]
    ])
  })

  it("moves a code block to the next part if it fits there, else closes it and opens it again with its language", () => {
    const intro = "word ".repeat(200).trim()
    const short = `\`\`\`ts\n${"let a = 1\n".repeat(150)}\`\`\``
    assert.deepStrictEqual(textsOf(`${intro}\n\n${short}\nAfter.`), [intro, `${short}\nAfter.`])
    const long = `\`\`\`ts\n${"  let a = 1\n".repeat(300)}\`\`\``
    const parts = textsOf(`${intro}\n${long}\nAfter.`)
    assert.strictEqual(parts.length, 3)
    for (const part of parts.slice(1)) assert.match(part, /^```ts\n {2}let a = 1\n/)
    assert.match(parts[1] ?? "", /let a = 1\n```$/)
    assert.match(parts[2] ?? "", /let a = 1\n```\nAfter\.$/)
  })

  it("closes both code blocks where one is inside the other", () => {
    const parts = textsOf(`~~~~md\nBefore.\n\`\`\`js\n${"code()\n".repeat(500)}\`\`\`\n~~~~`)
    assert.match(parts[0] ?? "", /code\(\)\n```\n~~~~$/)
    assert.match(parts[1] ?? "", /^~~~~md\n```js\ncode\(\)\n/)
    const quoted = textsOf(`> \`\`\`js\n${"> code()\n".repeat(500)}> \`\`\``)
    assert.match(quoted[1] ?? "", /^> ```js\n> code\(\)\n/)
    assert.match(quoted[0] ?? "", /> code\(\)\n> ```$/)
  })

  it("keeps list items and their code whole, and a heading with what follows", () => {
    const item = (name: string) =>
      `- ${name} ${"word ".repeat(120)}\n  more of ${name}\n\n  \`\`\`js\n  ${name}()\n  \`\`\`\n  - nested ${name}`
    const parts = textsOf(["one", "two", "three", "four"].map(item).join("\n"))
    assert.deepStrictEqual(
      parts.map((part) => part.slice(0, 6).trim()),
      ["- one", "- four"]
    )
    const text = "word ".repeat(350).trim()
    assert.deepStrictEqual(textsOf(`${text}\n\n## Next\n\n${text}`), [text, `## Next\n\n${text}`])
  })

  it("cuts a word that is longer than a part between two characters", () => {
    const family = "👩‍👩‍👧"
    for (const part of textsOf(family.repeat(900))) {
      assert.isAtMost(lengthOf(part), 2000)
      assert.strictEqual(part.replaceAll(family, ""), "")
    }
    assert.deepStrictEqual(textsOf("x".repeat(4500)).map(lengthOf), [2000, 2000, 500])
    assert.deepStrictEqual(textsOf(`See ${"x".repeat(1998)}`), ["See", "x".repeat(1998)])
  })

  it("closes a spoiler that is longer than a part and opens it again, so that nothing shows", () => {
    const parts = textsOf(`Look: ||${"secret ".repeat(600)}end|| after`)
    assert.strictEqual(
      parts
        .join("\n")
        .replaceAll(/\|\|[^|]*\|\|/g, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
      "Look: after"
    )
  })

  it("rejects a link that is longer than a part", () => {
    const link = (length: number) => `https://example.com/${"x".repeat(length - 20)}`
    assert.deepStrictEqual(splitText(`See ${link(2001)} there.`), Either.left({ length: 2001 }))
    assert.isTrue(Either.isRight(splitText(`See ${link(2000)} there.`)))
    assert.isTrue(Either.isLeft(splitText(`See [${"label ".repeat(400)}](${link(40)}) there.`)))
    assert.isTrue(Either.isRight(splitText(`\`\`\`\n${link(3000)}\n\`\`\``)))
  })

  it("takes time in proportion to the length, for every kind of text", () => {
    const kinds = [
      "`",
      "``",
      "```",
      "```\n",
      "````\n```\n",
      "~~~ a\n",
      "~~~\n",
      "||",
      "|| a",
      "[",
      "](",
      "[](",
      "[[a](b",
      "<",
      "<@",
      "<t:",
      "> ",
      "- a\n",
      "  - a\n",
      "# a\n",
      "\n",
      " \n",
      "\\",
      "a",
      "a ",
      ". ",
      ".*",
      "。",
      "https://",
      "http://a.b ",
      "👩‍👩‍👧",
      "e\u0301",
      "\ud83d",
      "\u0301",
      ":",
      "a:\n\n",
      "`a\n\n",
      `${"x".repeat(1999)} `
    ]
    const timeOf = (text: string) => {
      const start = processorMs()
      splitText(text)
      return processorMs() - start
    }
    return Effect.runPromise(
      Effect.forEach(someOf(kinds, 2), (kind) =>
        Effect.zipRight(
          turn,
          Effect.sync(() => {
            // Ten times less than quadratic time would take.
            assert.isBelow(
              timeOf(kind.repeat(Math.ceil(50_000 / kind.length))),
              2000,
              JSON.stringify(kind.slice(0, 20))
            )
          })
        )
      )
    )
  })
})

/** Matches everything of `unit` outside of code. */
const WHOLE =
  /\[[^\]]*\]\([^)]*\)|<[^\s<>]*https?:[^\s<>]*>|https?:\/\/\S+|<(?:@&?|#|a?:\w+:|t:|\/[\w ]+:)\d+(?::R)?>|``a ` b``|`npm[^`]*`|\|\|[^|]*\|\|/g
