/** One test of each end of the built program, as a process: stdio, HTTP, the command line, the demo. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "../process/binary.ts"
import { atSandbox, connect, run } from "../process/child.ts"
import { connectTo, readyHttp } from "../process/httpSession.ts"
import { ready } from "../process/session.ts"

const program = Layer.merge(SandboxModule.layer(roomy), binary)

layer(program, { excludeTestServices: true })("the built program", (it) => {
  it.scoped("serves a call over stdio, and ends with its input", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const child = yield* ready()
      const { client, errors } = yield* connect(child)
      const call = { name: "channels_get", arguments: { channel_id: ids.channels.general } }
      const { structuredContent } = yield* Effect.promise(() => client.callTool(call))
      assert.strictEqual(Object(structuredContent).name, "general")
      assert.deepStrictEqual(errors, [])
      yield* child.endInput
      assert.strictEqual((yield* child.ended).code, 0)
    })
  )

  it.scoped("serves a call over HTTP, and ends with a signal", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { child, url } = yield* readyHttp()
      const { client } = yield* connectTo(url)
      const call = { name: "channels_get", arguments: { channel_id: ids.channels.general } }
      const { structuredContent } = yield* Effect.promise(() => client.callTool(call))
      assert.strictEqual(Object(structuredContent).name, "general")
      yield* child.signal("SIGTERM")
      assert.strictEqual((yield* child.ended).code, 0)
    })
  )

  it.scoped("runs a command, with its result on stdout and its exit code", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const ended = yield* run(["call", "channels_get", "--channel_id", ids.channels.general], yield* atSandbox)
      assert.deepStrictEqual([ended.code, ended.stderr], [0, ""])
      assert.strictEqual(JSON.parse(ended.stdout).name, "general")
      const version = yield* run(["--version"])
      assert.deepStrictEqual([version.code, version.stdout.trim()], [0, manifest.version])
    })
  )

  it.scoped("plays the demo to its next steps", () =>
    Effect.gen(function* () {
      const { code, stdout } = yield* run(["demo"])
      assert.strictEqual(code, 0)
      assert.include(stdout, "Next steps:")
    })
  )
})
