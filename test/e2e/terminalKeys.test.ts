/** What a person types at a real terminal: the answers to `init`, and Ctrl-C. */
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

  it.scoped("init asks for the token without showing it, checks it, and keeps it in a file", () =>
    Effect.gen(function* () {
      const { child, fs, HOME } = yield* asking("cursor")
      yield* child.stdout.until((text) => text.includes("Token from"))
      yield* child.write(ENTER)
      yield* child.stdout.until((text) => text.includes("Bot token (hidden)"))
      yield* child.write(`${TOKEN.replace("not-a-real", "no-other")}${ENTER}`)
      // What is typed too early is not shown either.
      yield* child.write(TOKEN)
      yield* child.stdout.until((text) => /does not accept this token\.[\s\S]*\(hidden\)/.test(text))
      yield* child.write(`${TOKEN}${ENTER}`)
      yield* child.stdout.until((text) => text.includes('The token is that of the bot "sandbox-bot"'))
      yield* child.stdout.until((text) => text.includes("Write them?"))
      yield* child.write("y")
      assert.deepStrictEqual(yield* child.ended, { code: 0, signal: null })
      assert.notInclude(child.stdout.text, TOKEN.slice(-20))
      const file = `${HOME}/.local/state/effect-discord-mcp/1219699408896000001.token`
      assert.strictEqual(yield* fs.readFileString(file), `${TOKEN}\n`)
      const config = yield* fs.readFileString(`${HOME}/.cursor/mcp.json`)
      assert.strictEqual(Object(JSON.parse(config)).mcpServers.discord.env.DISCORD_TOKEN_FILE, file)
      assert.notInclude(config, TOKEN)
    })
  )

  it.scoped("init ends with 130 at Ctrl-C instead of a token, and writes nothing", () =>
    Effect.gen(function* () {
      const { child, fs, HOME } = yield* asking("claude-desktop")
      // There is only one form, so no question about it.
      yield* child.stdout.until((text) => text.includes("Bot token (hidden)"))
      yield* child.write(CTRL_C)
      assert.deepStrictEqual(yield* child.ended, { code: 130, signal: null })
      const text = child.stdout.text.replaceAll(/\s+/g, " ")
      assert.include(text, "Interrupted while init prepared the entry. Nothing was written.")
      assert.strictEqual(text.split("Nothing was written.").length, 2)
      assert.deepStrictEqual(yield* fs.readDirectory(HOME), [])
    })
  )

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
