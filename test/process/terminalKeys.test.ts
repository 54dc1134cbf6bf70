/** Ctrl-C at a real terminal. The answers to `init`: test/package/walks/ownBot.test.ts. */
import { stripVTControlCharacters } from "node:util"
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { TOKEN } from "../cli/doctorHarness.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox } from "./child.ts"
import { startOnTerminal } from "./pseudoTerminal.ts"
import { seen } from "./session.ts"

const ENTER = "\r"
const CTRL_C = "\u0003"

layer(Layer.mergeAll(SandboxModule.layer({ ...roomy, token: TOKEN }), binary, NodeContext.layer), {
  excludeTestServices: true
})("at a terminal", (it) => {
  const asking = Effect.fnUntraced(function* (client: string) {
    const fs = yield* FileSystem.FileSystem
    const HOME = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "init-" }))
    const { url } = yield* Sandbox
    const child = yield* startOnTerminal(["init", client], 60, { HOME, DISCORD_API_URL: url })
    return { child, fs, HOME }
  })

  /** The questions of `init cursor`, in order, each with the keys that answer it. */
  const questions: ReadonlyArray<readonly [question: RegExp, keys: string]> = [
    [/\? Access/, ENTER],
    [/\? Token from/, ENTER],
    [/Bot token \(hidden\)/, `${TOKEN}${ENTER}`],
    [/\? Servers/, ` ${ENTER}`],
    [/Write them\?/, "y"]
  ]

  for (const [at, [question]] of questions.entries()) {
    it.scoped(`init ends with 130 at Ctrl-C instead of an answer to ${question.source}, and writes nothing`, () =>
      Effect.gen(function* () {
        const { child, fs, HOME } = yield* asking("cursor")
        for (const [earlier, keys] of [...questions.slice(0, at), [question, CTRL_C] as const]) {
          yield* child.stdout.until((text) => earlier.test(stripVTControlCharacters(text)))
          yield* child.write(keys)
        }
        assert.deepStrictEqual(yield* child.ended, { code: 130, signal: null })
        const text = stripVTControlCharacters(child.stdout.text).replaceAll(/\s+/g, " ")
        assert.include(text, "Interrupted while init prepared the entry. Nothing was written.")
        assert.strictEqual(text.split("Nothing was written.").length, 2)
        assert.notInclude(text, TOKEN.slice(-20))
        assert.deepStrictEqual(yield* fs.readDirectory(HOME), [])
      })
    )
  }

  it.scoped("Ctrl-C during a write says that its outcome is unknown, and ends with 130", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const before = yield* seen
      yield* sandbox.inject({ match: { path: "/**" }, times: 50, do: { kind: "hang" } })
      const args = ["call", "messages_send", "--channel_id", sandbox.ids.channels.general, "--content", "x"]
      const child = yield* startOnTerminal(args, 40, { ...(yield* atSandbox), HOME: "/nowhere" })
      yield* sandbox.awaitRequests(before + 1)
      yield* child.write(CTRL_C)
      assert.deepStrictEqual(yield* child.ended, { code: 130, signal: null })
      assert.include(
        child.stdout.text.replaceAll(/\s+/g, " "),
        "Interrupted while messages_send ran; the message may have been sent: read the channel before sending again."
      )
      yield* sandbox.clearFaults
    })
  )
})
