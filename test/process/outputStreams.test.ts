/** Every command survives a reader that stops reading, or closes, its standard output or its log. */
// @effect-diagnostics asyncFunction:off
// @effect-diagnostics globalFetchInEffect:off
import { assert, layer } from "@effect/vitest"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { tokenOf } from "../mcp/http/httpServer.ts"
import { skipNote } from "../skips.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox, type Child, connect, start, startProcess } from "./child.ts"
import { connectTo, readyHttp } from "./httpSession.ts"
import { ready } from "./session.ts"

type Environment = Readonly<Record<string, string>>

/** A server and its client, over each transport. */
const servers = {
  stdio: (env: Environment) =>
    Effect.gen(function* () {
      const child = yield* ready({ LOG_LEVEL: "info", ...env })
      const { client } = yield* connect(child)
      return { child, client, url: undefined }
    }),
  http: (env: Environment) =>
    Effect.gen(function* () {
      const { child, url } = yield* readyHttp(env)
      const { client } = yield* connectTo(url)
      return { child, client, url }
    })
}

/** An embed whose audit record is large, so that few calls fill a pipe. */
const large = { fields: Array.from({ length: 25 }, (_, at) => ({ name: String(at), value: "x".repeat(200) })) }

const send = (client: Client, content: string, more: object = {}) =>
  Effect.flatMap(Sandbox, ({ ids }) =>
    Effect.map(
      Effect.promise(() =>
        client.callTool({ name: "messages_send", arguments: { channel_id: ids.channels.general, content, ...more } })
      ),
      ({ structuredContent }) => Object(structuredContent)
    )
  )

const read = (client: Client) =>
  Effect.flatMap(Sandbox, ({ ids }) =>
    Effect.promise(() => client.callTool({ name: "channels_get", arguments: { channel_id: ids.channels.general } }))
  )

const isSent = (content: string) =>
  Effect.flatMap(Sandbox, (sandbox) =>
    Effect.map(sandbox.messages(sandbox.ids.channels.general), (messages) =>
      messages.some((message) => message.content === content)
    )
  )

const at = (url: string, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(new URL(path, url))
    return [response.status, await response.json()]
  })

const REFUSED = { code: "SCOPE_REJECTED" }

const unready = {
  status: "not ready",
  why: "The audit log cannot be written. Calls that change Discord are refused."
}

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("a server", (it) => {
  for (const kind of ["stdio", "http"] as const) {
    it.scoped(`refuses changes and goes on if its required audit log on stderr is closed: ${kind}`, () =>
      Effect.gen(function* () {
        const { child, client, url } = yield* servers[kind]({ MCP_AUDIT: "stderr", MCP_AUDIT_REQUIRED: "true" })
        assert.notProperty(yield* send(client, "read"), "code")
        if (url !== undefined) assert.deepStrictEqual(yield* at(url, "/healthz"), [200, { status: "ok" }])
        child.process.stderr?.destroy()
        for (const content of ["unread 1", "unread 2"]) {
          assert.deepInclude(yield* send(client, `${kind} ${content}`), REFUSED)
          assert.isFalse(yield* isSent(`${kind} ${content}`))
        }
        assert.notProperty(yield* read(client), "isError")
        assert.isNull(child.process.exitCode)
        if (url === undefined) return
        assert.deepStrictEqual(yield* at(url, "/readyz"), [503, unready])
        assert.deepStrictEqual(yield* at(url, "/healthz"), [200, { status: "ok", log: "not readable (EPIPE)" }])
      })
    )

    it.scoped(`goes on without records if its audit log on stderr is closed but not required: ${kind}`, () =>
      Effect.gen(function* () {
        const { child, client, url } = yield* servers[kind]({ MCP_AUDIT: "stderr", LOG_LEVEL: "debug" })
        child.process.stderr?.destroy()
        for (let call = 0; call < 3; call++) {
          assert.notProperty(yield* send(client, `${kind} unrecorded ${call}`), "code")
          assert.isTrue(yield* isSent(`${kind} unrecorded ${call}`))
        }
        if (url !== undefined) assert.strictEqual((yield* at(url, "/readyz"))[0], 200)
        assert.isNull(child.process.exitCode)
      })
    )

    it.scoped(`refuses changes while nobody reads its required audit log on stderr: ${kind}`, () =>
      Effect.gen(function* () {
        const { child, client } = yield* servers[kind]({ MCP_AUDIT: "stderr", MCP_AUDIT_REQUIRED: "true" })
        child.process.stderr?.pause()
        let refused = ""
        for (let call = 0; refused === "" && call < 5000; call++) {
          const content = `${kind} until full ${call}`
          if ("code" in (yield* send(client, content, { embeds: [large] }))) refused = content
        }
        assert.notStrictEqual(refused, "")
        assert.isFalse(yield* isSent(refused))
        assert.notProperty(yield* read(client), "isError")
        // After the first wait, refusals take no time.
        assert.deepInclude(yield* send(client, "refused at once"), REFUSED)
        child.process.stderr?.resume()
        while ("code" in (yield* send(client, `${kind} read again`))) yield* Effect.yieldNow()
        assert.isTrue(yield* isSent(`${kind} read again`))
        yield* child.stderr.until((text) => text.includes('"kind":"resumed"'))
      })
    )
  }

  it.scoped.skipIf(process.platform === "win32")(
    `refuses changes if its required audit log is the null device${skipNote(process.platform === "win32", "Windows has no /dev/null")}`,
    () =>
      Effect.gen(function* () {
        const env = { ...(yield* atSandbox), MCP_AUDIT: "stderr", MCP_AUDIT_REQUIRED: "true" }
        for (const redirection of ["2>/dev/null", "2>&-"]) {
          const call = `exec "$0" "$@" ${redirection}`
          const args = [
            "call",
            "messages_send",
            "--channel_id",
            (yield* Sandbox).ids.channels.general,
            "--content",
            "x"
          ]
          const child = yield* startProcess("/bin/sh", ["-c", call, process.execPath, yield* Binary, ...args], env)
          assert.deepStrictEqual(yield* child.ended, { code: 5, signal: null })
        }
        assert.isFalse(yield* isSent("x"))
      })
  )
})

/** Closes the stream at once, so that the first write fails. */
const closing = (child: Child, stream: "stdout" | "stderr") => Effect.sync(() => child.process[stream]?.destroy())

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the log of a command", (it) => {
  const commands: ReadonlyArray<readonly [args: ReadonlyArray<string>, code: number]> = [
    [["doctor", "--offline"], 2],
    [["doctor", "--sandbox", "--json"], 0],
    [["tools", "--json"], 0],
    [["tools", "nothing"], 1],
    [["demo"], 0],
    [["init"], 0],
    [["call", "users_get_current", "--sandbox"], 0],
    [["call", "guild_get", "--guild_id", "1", "--sandbox"], 5],
    [["clients", "list"], 1],
    [["audit", "verify", "/nowhere/audit.log"], 1],
    [["connect", "ftp://nowhere"], 1],
    [["sandbox", "--port", "x"], 1],
    [["--help"], 0]
  ]
  for (const [args, code] of commands) {
    it.scoped(`may be closed: ${args.join(" ")} ends with ${code}, as usual`, () =>
      Effect.gen(function* () {
        const child = yield* start(args, { HOME: "/nowhere", LOG_LEVEL: "debug" })
        yield* closing(child, "stderr")
        const { code: actual, signal } = yield* Effect.timeout(child.ended, "30 seconds")
        assert.deepStrictEqual([signal, actual], [null, code])
      })
    )
  }

  it.scoped("may be closed while connect forwards to a server that cannot be reached", () =>
    Effect.gen(function* () {
      const { child: server, url } = yield* readyHttp()
      const child = yield* start(["connect", url], { DISCORD_MCP_TOKEN: tokenOf("one") })
      yield* closing(child, "stderr")
      const { client } = yield* connect(child)
      yield* Effect.zipRight(server.signal("SIGKILL"), server.ended)
      const failed = yield* Effect.flip(Effect.tryPromise(() => client.listTools()))
      assert.include(String(failed.cause), "cannot be reached")
      yield* child.endInput
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "20 seconds"), { code: 0, signal: null })
    })
  )

  it.scoped("may be closed while the sandbox runs", () =>
    Effect.gen(function* () {
      const child = yield* start(["sandbox"])
      const said = yield* child.stdout.until((text) => text.includes("/__sandbox/faults"))
      yield* closing(child, "stderr")
      yield* closing(child, "stdout")
      const url = /listens on (\S+)/.exec(said)?.[1] ?? ""
      const { status } = yield* Effect.promise(() => fetch(`${url}/v10/users/@me`))
      assert.isNumber(status)
      yield* child.signal("SIGINT")
      assert.deepStrictEqual(yield* Effect.timeout(child.ended, "10 seconds"), { code: 130, signal: null })
    })
  )
})
