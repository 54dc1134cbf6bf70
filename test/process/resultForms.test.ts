import { assert, layer } from "@effect/vitest"
import { Effect, Encoding, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { tideClock } from "../../src/sandbox/seed/history.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { connect } from "./child.ts"
import { ready } from "./session.ts"

const picture = Encoding.encodeBase64(tideClock)

/** Sends a picture, views it, and fails a call, all through the official client. */
const session = (result?: string) =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    const child = yield* ready(result === undefined ? {} : { MCP_RESULT: result })
    const { client } = yield* connect(child)
    const call = (name: string, args: object) => Effect.promise(() => client.callTool({ name, arguments: { ...args } }))
    const channel_id = ids.channels.general
    yield* call("messages_send", { channel_id, files: [{ name: "clock.png", base64: picture }] })
    const latest = yield* Effect.flatMap(Sandbox, ({ messages }) => messages(channel_id))
    const viewed = Object(yield* call("messages_view_attachment", { channel_id, message_id: latest[0]?.id }))
    const failed = Object(yield* call("messages_get", { channel_id, message_id: ids.guild }))
    const others = yield* Effect.forEach(
      [
        ["mcp_tools_read", { tool: "messages_read", args: { channel_id, since: "2100-01-01T00:00:00Z" } }],
        ["mcp_pipeline", { steps: [{ id: "me", tool: "users_get_current", args: {} }] }],
        ["channels_delete", { channel_id }],
        ["messages_get", {}]
      ] as const,
      ([name, args]) => Effect.map(call(name, args), (result) => typesOf(Object(result)).join())
    )
    return { instructions: String(client.getInstructions()), viewed, failed, others }
  })

const typesOf = ({ content, structuredContent }: { content: ReadonlyArray<object>; structuredContent?: object }) => [
  ...content.map((block) => Object(block).type),
  ...(structuredContent === undefined ? [] : ["structuredContent"])
]

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("MCP_RESULT", (it) => {
  it.scoped("both is the default: text, structured content, and a picture as an image block", () =>
    Effect.gen(function* () {
      const { failed, instructions, others, viewed } = yield* session()
      assert.deepStrictEqual(typesOf(viewed), ["text", "image", "structuredContent"])
      assert.deepStrictEqual(viewed.content[1], { type: "image", data: picture, mimeType: "image/png" })
      assert.deepStrictEqual([typesOf(failed), failed.isError], [["text", "structuredContent"], true])
      assert.deepStrictEqual(others, Array(4).fill("text,structuredContent"))
      assert.include(instructions, "Both forms of a result say the same")
    })
  )

  it.scoped("text leaves out the structured content of results and of errors", () =>
    Effect.gen(function* () {
      const { failed, instructions, others, viewed } = yield* session("text")
      assert.deepStrictEqual(typesOf(viewed), ["text", "image"])
      assert.deepStrictEqual([typesOf(failed), failed.isError], [["text"], true])
      assert.deepStrictEqual(others, Array(4).fill("text"))
      assert.include(failed.content[0].text, "DISCORD_NOT_FOUND")
      assert.include(instructions, "Results have text only.")
      assert.notInclude(instructions, "untrusted_fields")
    })
  )

  it.scoped("structured leaves out the text of results and of errors", () =>
    Effect.gen(function* () {
      const { failed, instructions, others, viewed } = yield* session("STRUCTURED")
      assert.deepStrictEqual(typesOf(viewed), ["image", "structuredContent"])
      assert.deepStrictEqual([typesOf(failed), failed.isError], [["structuredContent"], true])
      assert.deepStrictEqual(others, Array(4).fill("structuredContent"))
      assert.strictEqual(failed.structuredContent.code, "DISCORD_NOT_FOUND")
      assert.include(instructions, "Results have structuredContent only.")
    })
  )
})
