/** `doctor --client` starts the server as the client does. What it reads: test/cli/doctorClient.test.ts. */
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { TOKEN } from "../cli/doctorHarness.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { run } from "./child.ts"

layer(Layer.mergeAll(SandboxModule.layer({ ...roomy, token: TOKEN }), binary, NodeContext.layer), {
  excludeTestServices: true
})("doctor --client", (it) => {
  it.scoped("starts the server of the entry, counts its tools, and checks with its settings", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { ids, url } = yield* Sandbox
      const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "doctor-" })
      const PATH = process.execPath.replace(/\/[^/]+$/, "")
      const set = { HOME, PATH, DISCORD_TOKEN: TOKEN, DISCORD_API_URL: url, MCP_GLOBAL_REQUESTS_PER_SECOND: "10000" }
      const init = yield* run(
        ["init", "cursor", "--token-from", "file", "--surface", "full", "--guild", ids.guild, "--yes"],
        set
      )
      assert.deepStrictEqual([init.code, init.stderr], [0, ""])
      assert.include(init.stdout, "Warning: this entry lists")

      // The client has other variables than the shell that wrote the entry.
      const { code, stderr, stdout } = yield* run(["doctor", "--client", "cursor", "--json"], {
        HOME,
        PATH,
        MCP_READ_ONLY: "true"
      })
      assert.deepStrictEqual([code, stderr], [1, ""])
      const { checks } = Object(JSON.parse(stdout))
      const check = (name: string) => Object(checks.find((it: { readonly name: string }) => it.name === name))
      assert.deepInclude(check("entry"), { status: "warning" })
      assert.match(check("entry").found, /^"discord" of Cursor \(\S+\) starts version \d\S+, which lists 2\d\d tools$/)
      assert.include(check("entry").details[0], "Cursor uses at most 40")
      assert.strictEqual(check("token").status, "ok")
      assert.include(check("token").found, "from DISCORD_TOKEN_FILE")
      assert.strictEqual(check("identity").status, "ok")
      assert.deepStrictEqual(
        check("guilds").facts.usable.map(({ id }: { readonly id: string }) => id),
        [ids.guild]
      )
      assert.notInclude(check("settings").found, "MCP_READ_ONLY")
      assert.notInclude(stdout, TOKEN)

      const support = yield* run(["doctor", "--client", "cursor", "--support"], { HOME, PATH })
      assert.include(support.stdout, "settings of cursor")
      for (const secret of [TOKEN, HOME, ids.guild, "Tidepool"]) assert.notInclude(support.stdout, secret)
    })
  )

  it.scoped("shows why the server of the entry does not start", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "doctor-" })
      const PATH = process.execPath.replace(/\/[^/]+$/, "")
      yield* run(["init", "cursor", "--surface", "core", "--yes"], { HOME })
      const unset = yield* run(["doctor", "--client", "cursor"], { HOME, PATH })
      assert.strictEqual(unset.code, 2)
      assert.match(unset.stdout, /^failed +entry +"discord" of Cursor \(\S+\) does not start: /m)
      assert.include(unset.stdout, "DISCORD_TOKEN: contains an unresolved reference to a variable")
      assert.include(unset.stdout, "write it again: init cursor")
    })
  )
})
