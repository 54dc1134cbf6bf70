/** The steps of the Dockerfile's last stage, by hand: nobody's user, a read-only folder, and the audit volume. */
import { spawn } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { clientsText } from "../mcp/http/httpServer.ts"
import { Binary, layer as binary } from "../process/binary.ts"
import { connectTo } from "../process/httpSession.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** A user without privileges, where the tests may become one. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const lines = readFileSync(join(root, "Dockerfile"), "utf8").split("\n")
const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM")))

const wordsOf = (instruction: string): ReadonlyArray<string> =>
  last.flatMap((line) => (line.startsWith(`${instruction} `) ? line.slice(instruction.length + 1).split(" ") : []))

const command = (instruction: string): ReadonlyArray<string> =>
  JSON.parse(
    wordsOf(instruction)
      .join(" ")
      .replace(/^.*?CMD (?=\[)/, "")
  )

/** Runs the health check, with the variables of the image. Returns its exit code. */
const healthOf = (env: Readonly<Record<string, string>>) =>
  Effect.async<number | null>((resume) => {
    const [program, ...args] = command("HEALTHCHECK")
    assert.strictEqual(program, "node")
    const child = spawn(process.execPath, args, { env, ...NOBODY, stdio: "ignore" })
    child.once("exit", (code) => resume(Effect.succeed(code)))
    return Effect.sync(() => void child.kill("SIGKILL"))
  })

/** Follows the steps in a scratch folder. The paths of the image are below it. */
const image = Effect.acquireRelease(
  Effect.gen(function* () {
    const base = mkdtempSync(join(tmpdir(), "effect-discord-mcp-image-"))
    const app = join(base, "app")
    chmodSync(base, 0o755)
    for (const path of ["package.json", "LICENSE"]) {
      mkdirSync(app, { recursive: true })
      cpSync(join(root, path), join(app, path))
    }
    cpSync(dirname(yield* Binary), join(app, "dist/bin"), { recursive: true })
    const [data, config] = [join(base, "data"), join(base, "config")]
    for (const path of [data, config]) mkdirSync(path)
    if (NOBODY.uid !== undefined) chownSync(data, NOBODY.uid, NOBODY.gid)
    writeFileSync(join(config, "clients.json"), clientsText({ one: {} }))
    const env = Object.fromEntries(
      wordsOf("ENV").map((pair) => {
        const [name = "", value = ""] = pair.split("=")
        return [name, value.startsWith("/") ? join(base, value) : value] as const
      })
    )
    const everything = readdirSync(app, { recursive: true, encoding: "utf8" }).map((path) => join(app, path))
    for (const path of [app, ...everything]) chmodSync(path, 0o555)
    return { app, base, data, env }
  }),
  ({ base }) =>
    Effect.sync(() => {
      chmodSync(join(base, "app"), 0o755)
      rmSync(base, { recursive: true, force: true })
    })
)

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("the image", (it) => {
  it.scoped("serves HTTP as nobody on a read-only file system, and records changes in its volume", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { app, data, env } = yield* image
      const [program, ...args] = [...command("ENTRYPOINT"), ...command("CMD")]
      assert.deepStrictEqual([program, args], ["node", ["dist/bin/main.js", "serve", "--http"]])
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, args, {
            cwd: app,
            ...NOBODY,
            env: {
              ...env,
              MCP_HTTP_PORT: "0",
              MCP_HTTP_ALLOWED_HOSTS: "127.0.0.1",
              DISCORD_TOKEN: sandbox.token,
              DISCORD_API_URL: sandbox.url
            },
            stdio: ["ignore", "ignore", "pipe"]
          })
        ),
        (running) => Effect.sync(() => running.kill("SIGKILL"))
      )
      const port = yield* Effect.async<string>((resume) => {
        let said = ""
        child.stderr?.setEncoding("utf8").on("data", (text: string) => {
          said += text
          const [, found] = /ready on http:\/\/0\.0\.0\.0:(\d+)\/mcp/.exec(said) ?? []
          if (found !== undefined) resume(Effect.succeed(found))
        })
        child.once("exit", () => resume(Effect.dieMessage(said)))
      })
      assert.strictEqual(yield* healthOf({ ...env, MCP_HTTP_PORT: port }), 0)
      const { client } = yield* connectTo(`http://127.0.0.1:${port}/mcp`)
      const sent = yield* Effect.promise(() =>
        client.callTool({
          name: "messages_send",
          arguments: { channel_id: sandbox.ids.channels.general, content: "from the image" }
        })
      )
      assert.isUndefined(sent.isError)
      const ended = Effect.async<number | null>((resume) => {
        child.removeAllListeners("exit")
        child.once("exit", (code) => resume(Effect.succeed(code)))
      })
      child.kill("SIGTERM")
      assert.strictEqual(yield* ended, 0)
      assert.strictEqual(yield* healthOf({ ...env, MCP_HTTP_PORT: port }), 1)
      const logs = readdirSync(data).filter((name) => name.endsWith(".log"))
      const records = logs.map((name) => readFileSync(join(data, name), "utf8")).join("")
      assert.include(records, '"client":"one"')
      assert.include(records, '"outcome":"OK"')
    })
  )

  it.scoped("is not healthy if its server answers with an error, at any address", () =>
    Effect.gen(function* () {
      for (const [host, status, expected] of [
        ["0.0.0.0", 500, 1],
        ["127.0.0.1", 404, 1],
        ["0.0.0.0", 200, 0],
        ["::1", 200, 0]
      ] as const) {
        const paths: Array<string | undefined> = []
        const server = createServer(({ url }, response) => {
          paths.push(url)
          response.writeHead(status).end("{}")
        })
        yield* Effect.acquireRelease(
          Effect.async<void>((resume) => void server.listen(0, host, () => resume(Effect.void))),
          () => Effect.sync(() => server.close())
        )
        const { port } = server.address() as AddressInfo // it listens on TCP
        const env = { MCP_HTTP_HOST: host, MCP_HTTP_PORT: String(port) }
        assert.strictEqual(yield* healthOf(env), expected, `${host} ${status}`)
        assert.deepStrictEqual(paths, ["/healthz"])
      }
    })
  )

  it("has one base, a Node that has long-term support and that the package supports", () => {
    const bases = new Set(lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? []))
    const [, major = ""] = /^node:(\d+)-alpine$/.exec([...bases].join()) ?? []
    // Even versions become LTS. Node 22 ends in April 2027, Node 24 in April 2028.
    assert.isTrue(Number(major) >= 24 && Number(major) % 2 === 0, [...bases].join())
  })
})
