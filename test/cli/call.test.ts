import { assert, layer } from "@effect/vitest"
import { Effect, Encoding, Exit, Layer } from "effect"
import type { CallOptions } from "../../src/cli/call.ts"
import { ReportedFailure } from "../../src/cli/exit.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { tideClock } from "../../src/sandbox/seed/history.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { answering } from "./doctorHarness.ts"
import { pipe, runCall, terminal } from "./runCall.ts"

const failed = Exit.fail(new ReportedFailure({ exitCode: 5 }))

layer(Layer.merge(SandboxModule.layer(roomy), nodeContext), { excludeTestServices: true })("a call", (it) => {
  const channel = Effect.map(
    Sandbox,
    ({ ids }): Partial<CallOptions> => ({
      tool: "channels_get",
      rest: ["--channel_id", ids.channels.general]
    })
  )
  const missing: Partial<CallOptions> = { tool: "channels_get", rest: ["--channel_id", "1248328050999999999"] }

  it.effect("prints readable text on a terminal, and JSON in a pipe or with --json", () =>
    Effect.gen(function* () {
      const options = yield* channel
      const page = yield* runCall({ stdout: terminal, stderr: terminal }, options)
      assert.match(page.stdout, /^id +\d+\nname +general\nkind +text\n/)
      assert.match(
        page.stdout,
        /\n\nnotice +Users wrote the contents of untrusted_fields.*\nuntrusted_fields +name, topic$/
      )
      const piped = yield* runCall({ stdout: pipe, stderr: pipe }, options)
      assert.strictEqual(piped.stdout, JSON.stringify(JSON.parse(piped.stdout), undefined, 2))
      assert.deepInclude(JSON.parse(piped.stdout), { name: "general", untrusted_fields: ["name", "topic"] })
      const asked = yield* runCall({ stdout: terminal, stderr: terminal }, { ...options, json: true })
      assert.strictEqual(asked.stdout, piped.stdout)
      for (const { exit, stderr } of [page, piped, asked]) {
        assert.deepStrictEqual([Exit.isSuccess(exit), stderr], [true, ""])
      }
    })
  )

  it.effect("prints a failure on stderr: readable on a terminal, the envelope in a pipe", () =>
    Effect.gen(function* () {
      const page = yield* runCall({ stdout: terminal, stderr: terminal }, missing)
      assert.match(page.stderr, /^✖ DISCORD_NOT_FOUND\n {2}Discord knows no channel .*\n→ Take the channel_id from/)
      assert.match(page.stderr, /^reason +unknown_channel$/m)
      const piped = yield* runCall({ stdout: pipe, stderr: pipe }, missing)
      assert.deepInclude(JSON.parse(piped.stderr), { code: "DISCORD_NOT_FOUND", reason: "unknown_channel" })
      const asked = yield* runCall({ stdout: terminal, stderr: terminal }, { ...missing, json: true })
      assert.strictEqual(asked.stderr, piped.stderr)
      for (const { exit, stdout } of [page, piped, asked]) assert.deepStrictEqual([exit, stdout], [failed, ""])
    })
  )

  it.effect("shows a preview to the person at the terminal, and the envelope in a pipe", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const message = ["--channel_id", ids.channels.general, "--message_id", ids.messages.byMember]
      const deletion = { tool: "messages_delete", rest: message }
      const both = { stdout: terminal, stderr: terminal }
      const hintOf = (text: string) => /^→ (.*)$/m.exec(text.replaceAll("\n  ", " "))?.[1]
      const page = yield* runCall({ ...both, interactive: true }, deletion)
      assert.match(page.stderr, /^! DRY_RUN_PREVIEW\n {2}A preview of messages_delete: nothing was changed\.\n/)
      assert.match(page.stderr, /\n\naction +Delete one message permanently\n/)
      assert.notMatch(page.stderr, /__confirm|the person|operator|armed|retriable/)
      for (const [interactive, variables, rest, hint] of [
        [true, {}, [], /^MCP_DRY_RUN is true, .* set MCP_DRY_RUN=false and repeat the command: you are asked/],
        [false, {}, [], /^MCP_DRY_RUN is true, .* standard input must be a terminal\.$/],
        [
          true,
          { MCP_DRY_RUN: "false" },
          ["--__confirm", "false"],
          /^To run it, repeat the command without --__confirm/
        ],
        [false, { MCP_DRY_RUN: "false" }, [], /^To run it, add --__confirm true/],
        [
          false,
          { MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" },
          [],
          /^To run it, .* standard input must be a terminal/
        ],
        [true, { MCP_WRITE_MODE: "preview" }, [], /^MCP_WRITE_MODE=preview allows only previews/]
      ] as const) {
        const { exit, stderr } = yield* runCall(
          { ...both, interactive, variables },
          { ...deletion, rest: [...message, ...rest] }
        )
        assert.match(hintOf(stderr) ?? stderr, hint)
        assert.deepStrictEqual(exit, failed)
      }
      const piped = yield* runCall({ stdout: pipe, stderr: pipe, interactive: true }, deletion)
      assert.deepInclude(JSON.parse(piped.stderr), {
        code: "DRY_RUN_PREVIEW",
        armed: false,
        held_by: "MCP_DRY_RUN",
        recovery_hint:
          "Show the preview to the person. Calls that delete, ban or time out are only previewed here (MCP_DRY_RUN=true). The person can allow them: with init and --allow destructive, or with MCP_DRY_RUN=false. Then call messages_delete again with the same arguments and __confirm: true."
      })
      const asked = yield* runCall(both, { ...deletion, json: true })
      assert.strictEqual(asked.stderr, piped.stderr)
    })
  )

  it.effect("says on stderr that a result has a picture", () =>
    Effect.gen(function* () {
      const { ids, messages } = yield* Sandbox
      const channel_id = ids.channels.general
      const files = [{ name: "clock.png", base64: Encoding.encodeBase64(tideClock) }]
      const piped = { stdout: pipe, stderr: pipe }
      yield* runCall(piped, { tool: "messages_send", rest: [JSON.stringify({ channel_id, files })] })
      const [sent] = yield* messages(channel_id)
      const view = JSON.stringify({ channel_id, message_id: sent?.id })
      const { stderr, stdout } = yield* runCall(piped, { tool: "messages_view_attachment", rest: [view] })
      assert.strictEqual(JSON.parse(stdout).file.name, "clock.png")
      assert.strictEqual(stderr, "The result also has a picture (image/png), which only MCP clients get.")
    })
  )

  it.effect("formats stdout and stderr independently", () =>
    Effect.gen(function* () {
      const options = yield* channel
      const onlyResults = { stdout: { ...terminal, coloured: true }, stderr: pipe }
      assert.match((yield* runCall(onlyResults, options)).stdout, /^.\[36mid/)
      assert.deepInclude(JSON.parse((yield* runCall(onlyResults, missing)).stderr), { code: "DISCORD_NOT_FOUND" })
      const onlyRemarks = { stdout: pipe, stderr: { ...terminal, coloured: true } }
      assert.deepInclude(JSON.parse((yield* runCall(onlyRemarks, options)).stdout), { name: "general" })
      assert.match((yield* runCall(onlyRemarks, missing)).stderr, /^.\[31m✖ /)
    })
  )

  it.effect("prints JSON in a pipe even if colours are forced", () =>
    Effect.gen(function* () {
      const forced = { ...pipe, coloured: true }
      const { stdout } = yield* runCall({ stdout: forced, stderr: forced }, yield* channel)
      assert.strictEqual(stdout, JSON.stringify(JSON.parse(stdout), undefined, 2))
    })
  )

  it.effect("removes control sequences from names, texts and failures", () =>
    Effect.gen(function* () {
      const hostile = "\u001b[2J\u001b]0;owned\u0007\u009b31mred\r\u202Eover\u0000"
      const id = "1248328050311954441"
      for (const output of [terminal, pipe]) {
        for (const [tool, rest, path, body] of [
          ["channels_get", ["--channel_id", id], `/channels/${id}`, { id, type: 0, name: hostile, topic: hostile }],
          [
            "channels_get",
            ["--channel_id", id, "--view", "full"],
            `/channels/${id}`,
            { id, type: 0, name: "x", [hostile]: { [hostile]: [hostile, { [hostile]: hostile }] } }
          ]
        ] as const) {
          yield* answering(path, body)
          const { stdout } = yield* runCall({ stdout: output, stderr: output }, { tool, rest })
          assert.include(stdout, "[2J]0;owned31mredover")
          // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
          assert.deepStrictEqual(stdout.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202E]/g), null)
        }
        const unknown = yield* runCall({ stdout: output, stderr: output }, { tool: hostile })
        assert.include(unknown.stderr, "TOOL_NOT_FOUND")
        // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
        assert.deepStrictEqual(unknown.stderr.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202E]/g), null)
      }
    })
  )

  it.effect("draws its status line only if stderr is a terminal", () =>
    Effect.gen(function* () {
      const { inject } = yield* Sandbox
      const options = yield* channel
      for (const [place, isDrawn] of [
        [{ stdout: pipe, stderr: terminal }, true],
        [{ stdout: terminal, stderr: pipe }, false],
        [{ stdout: terminal, stderr: terminal, variables: { TERM: "dumb" } }, false]
      ] as const) {
        yield* inject({ match: { method: "GET", path: "/channels/*" }, do: { kind: "latency", ms: 700 } })
        const { drawn, exit } = yield* runCall(place, options)
        assert.isTrue(Exit.isSuccess(exit))
        assert.strictEqual(drawn.includes("channels_get"), isDrawn)
        assert.isTrue(drawn === "" || drawn.endsWith("\r\u001b[K"))
      }
    })
  )
})
