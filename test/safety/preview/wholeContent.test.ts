import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { previewFacts } from "../../../src/errors/preview/facts.ts"
import { answer } from "../../discord/wire.ts"
import { gateServer, nobody } from "../gateServer.ts"
import { riskyCalls, riskyGuild } from "../riskyCalls.ts"

/** A text that ends far behind what any other preview shows of a text. */
const long = (end: string) => `${"Read this first. ".repeat(60)}${end}`

/** Replaces each text that people read by a long one, and returns the ends of these. */
const withLongTexts = (input: object) => {
  const ends: Array<string> = []
  const visit = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, name))
    if (Predicate.isRecord(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, key)]))
    }
    if (!["content", "text"].includes(name) || typeof value !== "string") return value
    ends.push(`END${ends.length}`)
    return `${value} ${long(`END${ends.length - 1}`)}`
  }
  return { input: Object(visit(input)) as object, ends }
}

const sendsContent = ([tool]: readonly [string, object]): boolean =>
  findTool(tool)?.asks?.some((kind) => kind === "pings_everyone" || kind === "publishes") === true

const armed = { MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }

describe("the preview of a call whose content is the risk", () => {
  for (const [tool, plain] of riskyCalls.filter(sendsContent)) {
    it.scoped(`shows all of it: ${tool} ${JSON.stringify(plain).slice(0, 80)}`, () =>
      Effect.gen(function* () {
        const { ends, input } = withLongTexts(plain)
        const server = yield* gateServer(armed, riskyGuild)
        const { structured, text } = yield* server.call(tool, input, nobody)
        assert.strictEqual(structured.code, "DRY_RUN_PREVIEW", text)
        assert.deepStrictEqual(
          ends.filter((end) => !text.includes(end)),
          []
        )
      })
    )
  }

  const everyone = { channel_id: "111122223333444455", allowed_mentions: { parse: ["everyone"] } }
  const button = { type: 2, style: 5, label: "Join", url: "https://tides.example/join" }

  it.scoped("shows embeds, link buttons, polls and names of files", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed, riskyGuild)
      const { text } = yield* server.call(
        "messages_send",
        {
          ...everyone,
          content: long("CONTENT"),
          embeds: [
            {
              title: "Tides",
              url: "https://tides.example/a",
              fields: [{ name: "High", value: long("FIELD").slice(-900) }]
            }
          ],
          components: [{ type: 1, components: [button] }],
          files: [{ base64: "QUJD".repeat(300), name: "tides.txt", description: "ALTERNATIVE" }],
          poll: { question: "Which TIDE?", answers: [{ text: "HIGH" }, { text: "LOW" }] }
        },
        nobody
      )
      const parts = [
        "CONTENT",
        "FIELD",
        "https://tides.example/a",
        button.url,
        "tides.txt",
        "ALTERNATIVE",
        "TIDE",
        "LOW"
      ]
      assert.deepStrictEqual(
        parts.filter((part) => !text.includes(part)),
        []
      )
      assert.notInclude(text, "QUJDQUJD")
    })
  )

  it.scoped("shows it among the steps of a plan, also if the plan is too long to be shown in full", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed, riskyGuild)
      const plain = (n: number) => ({
        id: `s${n}`,
        tool: "messages_send",
        args: { channel_id: everyone.channel_id, content: `${n} ${long("")}` }
      })
      const steps = [
        ...Array.from({ length: 20 }, (_, n) => plain(n)),
        { id: "ping", tool: "messages_send", args: { ...everyone, content: long("PING") } },
        { id: "again", tool: "messages_send", args: { ...everyone, content: long("AGAIN") } }
      ]
      const { structured, text } = yield* server.call("mcp_pipeline", { steps }, nobody)
      assert.strictEqual(structured.code, "DRY_RUN_PREVIEW", text)
      assert.deepStrictEqual([text.includes("PING"), text.includes("AGAIN")], [true, true])
    })
  )

  it.scoped("is refused if it is too long, and nothing runs", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed, riskyGuild)
      const { structured } = yield* server.call(
        "messages_send",
        { ...everyone, split: true, content: "x ".repeat(3500) },
        nobody
      )
      assert.include(JSON.stringify(structured.validation_issues), "too_much_to_show")
      assert.deepStrictEqual(server.changes(), [])
    })
  )

  it.scoped(
    "shows all of a message that is published: text, embeds, buttons, poll, files, stickers, what it forwards",
    () =>
      Effect.gen(function* () {
        const message = {
          id: "222233334444555566",
          author: { id: "1", username: "ada" },
          content: long("CONTENT"),
          embeds: [{ description: long("EMBED"), author: { name: "x", url: "https://tides.example/author" } }],
          components: [{ type: 1, components: [button] }],
          attachments: [{ id: "1", filename: "tides.pdf" }],
          sticker_items: [{ id: "1", name: "STICKER" }],
          poll: { question: { text: "QUESTION" }, answers: [{ answer_id: 1, poll_media: { text: "ANSWER" } }] },
          message_snapshots: [{ message: { content: long("FORWARDED") } }]
        }
        const server = yield* gateServer(armed, (request, onPhase) =>
          (request.method === "GET" && request.path.includes("/messages/") ? answer(200, message) : riskyGuild)(
            request,
            onPhase
          )
        )
        const input = { channel_id: everyone.channel_id, message_id: message.id }
        const { text } = yield* server.call("messages_crosspost", input, nobody)
        const parts = [
          "CONTENT",
          "EMBED",
          "https://tides.example/author",
          button.url,
          "tides.pdf",
          "STICKER",
          "QUESTION"
        ]
        assert.deepStrictEqual(
          [...parts, "ANSWER", "FORWARDED"].filter((part) => !text.includes(part)),
          []
        )
      })
  )
})

describe("the facts of previews", () => {
  it.scoped("each have a row that says how consent binds them", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, riskyGuild)
      const names = new Set<string>()
      for (const [tool, input] of riskyCalls.filter(([name]) => findTool(name)?.duration !== "steps")) {
        const { structured } = yield* server.call(tool, input, nobody)
        for (const name of Object.keys(Object(Object(structured.preview).facts))) names.add(name)
      }
      assert.isAbove(names.size, 8)
      assert.deepStrictEqual(
        [...names].filter((name) => !Object.hasOwn(previewFacts, name)),
        []
      )
    })
  )
})
