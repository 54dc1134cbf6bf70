import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { toRenderable } from "../../../src/tools/messages/markdown.ts"
import { splitText } from "../../../src/tools/messages/splitText.ts"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { bodyOf, issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"
const TOKEN = "x".repeat(68)
const table = "| Place | Metres |\n|:--|--:|\n| **Pier** | 4.2 |"
const block = "```\nPlace  Metres\n-----  ------\nPier      4.2\n```"
const convert = (content: string) => Object(toRenderable({ content }).input).content

/** A table whose code block is longer than the table. */
const grows = `| a | b |\n|---|---|\n${`| ${"x".repeat(60)} | y |\n`}${"| x | y |\n".repeat(45)}`
const long = `| Hour | Height |\n|---|---|\n${Array.from({ length: 400 }, (_, at) => `| hour ${at} | ${at} |`).join("\n")}`

describe("a Markdown table", () => {
  it("becomes an aligned code block, where it stands", () => {
    const cases: ReadonlyArray<readonly [text: string, sent: string]> = [
      [`Tides:\n${table}\nEnd`, `Tides:\n${block}\nEnd`],
      ["a | b\n--- | :-:\nlong | long", "```\na      b\n----  ----\nlong  long\n```"],
      ["|a|\n|-|\n|1|", "```\na\n-\n1\n```"],
      ["|a|b|\r\n|-|-|\r\n|1|2|\r\nend", "```\na  b\n-  -\n1  2\n```\nend"],
      ["|a|b|\n|-|-|\n|x\\|y||", "```\na    b\n---  -\nx|y\n```"],
      ["|a|b|\n|-|-|\n|日本|😀|\n|e\u0301|x|", "```\na     b\n----  --\n日本  😀\ne\u0301     x\n```"],
      [
        "|a|b|\n|-|-|\n|`x`|```y```|\n|use ``` here|*z* \\* ~~w~~|",
        "```\na             b\n------------  -----\nx             y\nuse `\u200b`` here  z * w\n```"
      ],
      ["|a|b|\n|-|-|\n|1|\n|1|2|3|", "```\na  b\n-  -  -\n1\n1  2  3\n```"],
      ["| |b|\n|-|-|\n|x|1<br>2|", "```\n   b\n-  ----\nx  1; 2\n```"],
      ["> |a|\n> |-|\n> |1|\n> end", "> ```\n> a\n> -\n> 1\n> ```\n> end"],
      [">>> |a|\n|-|\n|1|", ">>> ```\na\n-\n1\n```"],
      ["- |a|\n  |-|\n  |1|\n- end", "- ```\n  a\n  -\n  1\n  ```\n- end"],
      [`${table}\n\n${table}`, `${block}\n\n${block}`],
      [`\`\`\`\n${table}\n\`\`\`\n${table}`, `\`\`\`\n${table}\n\`\`\`\n${block}`],
      [`${table}\n\`\`\`sql\na | b\n\`\`\``, `${block}\n\`\`\`sql\na | b\n\`\`\``],
      [
        "|who|score|\n|-|-|\n|<@1>|3|\n|[x](https://y.example)||",
        "- **who:** <@1> · **score:** 3\n- **who:** [x](https://y.example)"
      ]
    ]
    for (const [text, sent] of cases) assert.strictEqual(convert(text), sent, text)
  })

  it("stays if it is code, has no delimiter row, or the caller keeps it", () => {
    for (const text of [
      `~~~\n${table}\n~~~`,
      `see \`\`\`\n${table}\n\`\`\``,
      "a | b\n1 | 2",
      "a | b\n\n---\nc | d",
      "||hidden||\n---"
    ]) {
      assert.strictEqual(convert(text), text, text)
    }
    const kept = { content: table, tables: "keep" }
    assert.deepStrictEqual(toRenderable(kept), { input: kept, issues: [], notices: [] })
  })

  it("wraps wide cells within the block, and loses none of their words", () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`)
    const sent = String(convert(`|a|b|\n|-|-|\n|${words.join(" ")}|x|`))
    assert.isAtMost(Math.max(...sent.split("\n").map((line) => line.length)), 100)
    assert.deepStrictEqual(sent.match(/word\d+/g), words)
  })

  it("takes time in proportion to its length", () => {
    for (const text of [
      `${" ".repeat(19_000)}|\n|-`,
      `|a|b|\n|-|-|\n|${"**a".repeat(6000)}|`,
      "a|b\n-|-\n".repeat(2200)
    ]) {
      assert.isString(convert(text))
    }
  }, 2000)

  it.effect("is converted by every tool that sends text, and the result says so", () =>
    Effect.gen(function* () {
      const message = { id: ID, channel_id: ID, content: block, author: { id: ID, username: "Tide" } }
      const cases: ReadonlyArray<readonly [tool: string, input: object, reply?: unknown]> = [
        ["messages_send", { channel_id: ID, content: table }],
        ["messages_send", { channel_id: ID, embeds: [{ description: table, fields: [{ name: "x", value: table }] }] }],
        ["messages_edit", { channel_id: ID, message_id: ID, content: table }],
        [
          "channels_forum_create_thread",
          { channel_id: ID, name: "tides", message: table },
          { id: ID, type: 11, message }
        ],
        ["webhooks_execute", { webhook_id: ID, token: TOKEN, content: table }],
        ["webhooks_edit_message", { webhook_id: ID, token: TOKEN, message_id: ID, content: table }],
        [
          "interactions_create_response",
          {
            interaction_id: ID,
            interaction_token: TOKEN,
            type: "channel_message_with_source",
            message: { content: table }
          }
        ],
        ["interactions_create_followup", { application_id: ID, interaction_token: TOKEN, content: table }],
        ["interactions_edit_original_response", { application_id: ID, interaction_token: TOKEN, content: table }],
        [
          "interactions_edit_followup",
          { application_id: ID, interaction_token: TOKEN, message_id: ID, content: table }
        ],
        [
          "components_v2_send",
          { channel_id: ID, components: [{ type: 17, components: [{ type: 10, content: table }] }] }
        ],
        ["components_v2_edit", { channel_id: ID, message_id: ID, components: [{ type: 10, content: table }] }],
        [
          "components_v2_send_from_template",
          { channel_id: ID, template: "announcement", vars: { title: "x", text: table } }
        ],
        ["polls_create", { channel_id: ID, question: "High?", answers: ["yes", "no"], content: table }]
      ]
      for (const [tool, input, reply = message] of cases) {
        const result = yield* wired(tool, input, reply, { MCP_DRY_RUN: "false" })
        const body = JSON.stringify(bodyOf(result))
        assert.include(body, JSON.stringify(block).slice(1, -1), tool)
        assert.notInclude(body, "|", tool)
        assert.match(
          String(result.structured.notice),
          /Discord shows a Markdown table as pipes: .* became a code block/,
          tool
        )
      }
    })
  )

  it.effect("is refused before anything is sent if its code block is too long, with what to do", () =>
    Effect.gen(function* () {
      const cases: ReadonlyArray<readonly [tool: string, input: object, next: RegExp]> = [
        [
          "messages_send",
          { content: grows },
          /^content has \d+ characters with its table .* may have 2000: send it with split: true, or send tables: "keep"$/
        ],
        [
          "messages_edit",
          { message_id: ID, content: grows },
          /^content .* may have 2000: shorten it, or send tables: "keep"$/
        ],
        [
          "messages_send",
          { embeds: [{ description: `${grows}${"| x | y |\n".repeat(200)}` }] },
          /^embeds\[0\]\.description .* 4096: shorten it/
        ]
      ]
      for (const [tool, input, next] of cases) {
        const issues = issuesOf(yield* wired(tool, { channel_id: ID, ...input }))
        assert.match(String(issues), next)
      }
    })
  )

  it.live("is split into messages with whole code blocks, each with the header", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const { structured } = yield* call("messages_send", { channel_id: general, content: long, split: true })
      const count = Object(structured.parts).length
      const sent = (yield* sandbox.messages(general)).slice(0, count).toReversed()
      assert.isAbove(count, 2)
      for (const { content } of sent) assert.match(content, /^```\nHour {6}Height\n-{8} {2}-{6}\n[^`]+\n```$/)
      assert.strictEqual(sent.flatMap(({ content }) => content.match(/^hour/gm) ?? []).length, 400)
      assert.deepStrictEqual(
        splitText(sent[0]?.content ?? "").pipe((parts) => parts._tag),
        "Right"
      )
    }).pipe(served())
  )
})

describe("Markdown that Discord does not render", () => {
  it("is named, with what to write in its place", () => {
    const cases: ReadonlyArray<readonly [text: string, notice: RegExp]> = [
      ["#### Tides", /#### headings as text: use # to ###/],
      ["> ###### Tides", /#### headings/],
      ["![pier](https://x.example/a.png)", /as a link, not as a picture: attach the picture with files/],
      ["High[^1]\n\n[^1]: at noon", /footnotes .* write the note/],
      ["one<br>two", /HTML tags as text/],
      ["<details><summary>x</summary></details>", /HTML tags/],
      ['<a href="https://x.example">x</a>', /HTML tags/],
      ["<!-- hidden -->", /HTML comments/],
      ["a&nbsp;b", /HTML entities/],
      ["a\n\n---\n\nb", /a rule such as ---/],
      ["Title\n===", /=== below a heading/],
      ["- [ ] buy\n- [x] sell", /task lists/],
      ["~~~js\nx\n~~~", /~~~ as text: put ``` around code/],
      ["> [!WARNING]\n> storm", /alerts/],
      ["[tides][1]\n\n[1]: https://x.example", /links by reference/],
      ["[mail](mailto:a@x.example)", /without https:\/\//],
      ["$$x^2$$", /LaTeX/],
      ["\\frac{1}{2}", /LaTeX/]
    ]
    for (const [content, notice] of cases) {
      const { input, notices } = toRenderable({ content })
      assert.match(notices.join(" "), notice, content)
      assert.deepStrictEqual(input, { content })
    }
  })

  it("is not suspected in what Discord renders, and in code", () => {
    const rendered = [
      "# A\n## B\n### C\n-# small\n> quote\n>>> all",
      "- item\n  - nested\n1. one\n* star",
      "**b** *i* __u__ ~~s~~ ||spoiler|| `#### <br>`",
      "```\n#### x\n<br>\n![a](b)\n---\n[^1]\n```",
      "<@1> <#2> <@&3> <:tide:4> <t:1700000000:R> </cmd:5> <id:guide> <https://x.example>",
      "[tides](https://x.example) and [more](<https://y.example>) $5 and $6, a < b > c, [x](y)",
      "#general ####### -- 3 - 4 [sic] arr[i](j) snake_case_name C:\\text"
    ]
    for (const content of rendered) assert.deepStrictEqual(toRenderable({ content }).notices, [], content)
  })
})
