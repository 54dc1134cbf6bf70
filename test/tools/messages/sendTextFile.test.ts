// @effect-diagnostics strictEffectProvide:off
/** The text of a file is sent as messages, split before its headings. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { splitText } from "../../../src/tools/messages/splitText.ts"
import { call, codeOf, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { issuesOf } from "../wired.ts"

/** Runs a test with a directory for files. */
const withDirectory = <E>(
  test: (write: (name: string, data: string | Uint8Array) => void) => Effect.Effect<void, E, Served>
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "texts-"))),
    (directory) =>
      served({ MCP_FILES_DIR: directory })(test((name, data) => writeFileSync(join(directory, name), data))),
    (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
  )

const partsOf = (text: string): ReadonlyArray<string> => Either.getOrThrow(splitText(text)).map((part) => part.text)

const paragraph = (words: number) => `${"tide ".repeat(words).trim()}.`
const section = (heading: string, words: number) => `${heading}\n\n${paragraph(words)}\n\n${paragraph(words)}`

describe("a heading", () => {
  it("begins a part, before any paragraph, on each level that Discord renders", () => {
    for (const marker of ["#", "##", "###"]) {
      const sections = [150, 120, 170].map((words, at) => section(`${marker} Part ${at}`, words))
      assert.deepStrictEqual(partsOf(sections.join("\n\n")), sections)
      assert.deepStrictEqual(partsOf(sections.join("\n")), sections)
    }
  })

  it("stays with the headings above and the text below it, and begins nothing inside a code block", () => {
    const nested = `# Title\n## Part\n${paragraph(190)}`
    assert.deepStrictEqual(partsOf(`${section("# First", 120)}\n\n${nested}`), [section("# First", 120), nested])
    const codeBlock = `\`\`\`sh\n# no heading\n${"echo tide\n".repeat(40)}\`\`\``
    const [first = ""] = partsOf(`${paragraph(200)}\n\n${codeBlock}\n\n${paragraph(300)}`)
    assert.isTrue(first.endsWith("```"))
    for (const plain of ["#### Small", "#tag", "-# subtext", "> # quoted"]) {
      const [start = ""] = partsOf(`${paragraph(100)}\n\n${plain}\n\n${paragraph(250)}\n\n${paragraph(250)}`)
      assert.include(start, plain)
    }
  })
})

describe("messages_send_text_file", () => {
  it.live("sends a file of any encoding in parts, and answers without its text", () =>
    withDirectory((write) =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        const sections = [180, 160, 190].map((words, at) => section(`## Part ${at}`, words))
        const text = sections.join("\n\n")
        for (const data of [text, `\ufeff${text.replaceAll("\n", "\r\n")}`, Buffer.from(`\ufeff${text}`, "utf16le")]) {
          write("rules.md", data)
          const { structured } = yield* call("messages_send_text_file", { channel_id: general, file: "rules.md" })
          const sent = (yield* sandbox.messages(general)).slice(0, 3).toReversed()
          assert.deepStrictEqual(
            sent.map(({ content }) => content),
            sections
          )
          assert.deepStrictEqual(
            Object(structured.parts).map((part: { readonly id: string }) => part.id),
            sent.map(({ id }) => id)
          )
          assert.notInclude(JSON.stringify(structured), text.slice(0, 200))
        }
        const { structured } = yield* call("messages_send_text_file", {
          channel_id: general,
          file: "rules.md",
          from_part: 3
        })
        assert.strictEqual(Object(structured.parts).length, 1)
      })
    )
  )

  it.live("pings neither everyone nor roles", () =>
    withDirectory((write) =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        write("news.md", "@everyone the tide is in")
        yield* call("messages_send_text_file", { channel_id: general, file: "news.md" })
        const [message] = yield* sandbox.messages(general)
        assert.isFalse(message?.mention_everyone)
      })
    )
  )

  it.live("refuses what is no text, too long or outside of the directory, and sends nothing", () =>
    withDirectory((write) =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { general } = sandbox.ids.channels
        const before = (yield* sandbox.messages(general)).length
        write("long.md", "x".repeat(20_001))
        write("bytes.bin", Uint8Array.of(0xc3, 0x28, 0xa0))
        write("blank.md", " \n")
        for (const [file, problem] of [
          ["long.md", /must have at most 20000 characters, has 20001/],
          ["bytes.bin", /not a text/],
          ["blank.md", /has no text/],
          ["../secret.md", /./],
          ["absent.md", /./]
        ] as const) {
          const answer = yield* call("messages_send_text_file", { channel_id: general, file })
          assert.strictEqual(codeOf(answer), "VALIDATION_FAILED")
          assert.match(String(issuesOf(answer)), problem)
        }
        assert.strictEqual((yield* sandbox.messages(general)).length, before)
      })
    )
  )
})
