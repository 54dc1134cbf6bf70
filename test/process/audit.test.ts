import { FileSystem } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { linesIn, logAt, namesOf, place, quiet, recordsIn, session } from "../audit/log.ts"
import { runHere } from "../cli/runHere.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, connect, run, start } from "./child.ts"

/** A file for the log, and the variables of a server that keeps it there. */
const recording = Effect.gen(function* () {
  const file = yield* place
  return { file, env: { ...(yield* atSandbox), MCP_AUDIT: "file", MCP_AUDIT_FILE: file } }
})

layer(Layer.mergeAll(SandboxModule.layer(roomy), binary, quiet), { excludeTestServices: true })(
  "the audit log of the real server",
  (it) => {
    it.scoped("records caller and call, and passes audit verify", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { env, file } = yield* recording
        const child = yield* start(["serve"], { ...env, LOG_LEVEL: "debug" })
        const { client } = yield* connect(child)
        const call = (name: string, input: Record<string, unknown>) =>
          Effect.promise(() => client.callTool({ name, arguments: input }))
        yield* call("channels_list", { guild_id: ids.guild })
        yield* call("messages_send", { channel_id: ids.channels.general, content: "hello" })
        yield* call("messages_delete", { channel_id: ids.channels.general, message_id: "1248328050999999999" })
        const records = yield* recordsIn(file)
        assert.deepStrictEqual(
          records.map((record) => {
            const { client, kind, request_id, tool } = "tool" in record ? record : assert.fail(record.kind)
            return [kind, client, typeof request_id, tool]
          }),
          [
            ["intended", "test", "string", "messages_send"],
            ["ended", "test", "string", "messages_send"],
            ["intended", "test", "string", "messages_delete"],
            ["ended", "test", "string", "messages_delete"]
          ]
        )
        // While the server runs, and after it was killed.
        for (const kill of [false, true]) {
          if (kill) yield* Effect.zipRight(child.signal("SIGKILL"), child.ended)
          const { code, stderr, stdout } = yield* run(["audit", "verify"], { MCP_AUDIT_FILE: file })
          assert.deepStrictEqual([code, stderr], [0, ""])
          assert.match(
            stdout,
            new RegExp(`^intact {2}${yield* logAt(file)}\\n {2}5 records, \\S+Z to \\S+Z, in 1 file\\n$`)
          )
        }
        const viaCli = yield* run(
          ["call", "messages_send", "--channel_id", ids.channels.general, "--content", "hi"],
          env
        )
        assert.strictEqual(viaCli.code, 0)
        assert.deepInclude((yield* recordsIn(file)).at(-1), { kind: "ended", client: "cli", seq: 3, outcome: "OK" })
        assert.strictEqual((yield* namesOf(file)).length, 2)
      })
    )

    it.scoped("is in the platform's state directory by default", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { env, file } = yield* recording
        const home = file.replace("/state/audit.log", "")
        const { MCP_AUDIT_FILE: _, ...rest } = env
        const state = `${home}/xdg`
        const where = { HOME: home, XDG_STATE_HOME: state, LOCALAPPDATA: state }
        const { code, stderr } = yield* run(
          ["call", "messages_send", "--channel_id", ids.channels.general, "--content", "hi"],
          { ...rest, ...where }
        )
        assert.deepStrictEqual([code, stderr], [0, ""])
        const verified = yield* run(["audit", "verify"], where)
        assert.strictEqual(verified.code, 0)
        assert.match(
          verified.stdout,
          /^intact {2}.*effect-discord-mcp.audit-[\dTZ]+-\d+-[\da-f]{12}\.log\n {2}3 records/
        )
      })
    )

    it.scoped("is off for the sandbox, unless the environment names a destination", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        for (const named of ["MCP_AUDIT_FILE", "MCP_AUDIT", undefined] as const) {
          const { file } = yield* recording
          const state = file.replace("/audit.log", "")
          const child = yield* start(["serve", "--sandbox"], {
            HOME: state,
            XDG_STATE_HOME: state,
            ...(named !== undefined && { [named]: named === "MCP_AUDIT" ? "file" : file })
          })
          const { client } = yield* connect(child)
          const { isError } = yield* Effect.promise(() =>
            client.callTool({ name: "messages_send", arguments: { channel_id: "1248328050311954441", content: "hi" } })
          )
          assert.isNotTrue(isError)
          const records =
            named === undefined
              ? yield* fs.exists(state)
              : yield* recordsIn(named === "MCP_AUDIT" ? `${state}/effect-discord-mcp/audit.log` : file)
          assert.deepStrictEqual(
            records === false ? [] : Array.from(Object(records), ({ kind }) => kind),
            named === undefined ? [] : ["intended", "ended"]
          )
        }
      })
    )

    it.scoped("goes to stderr if configured", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { env } = yield* recording
        const { code, stderr } = yield* run(
          ["call", "messages_send", "--channel_id", ids.channels.general, "--content", "hi"],
          { ...env, MCP_AUDIT: "stderr" }
        )
        assert.strictEqual(code, 0)
        assert.deepStrictEqual(
          stderr
            .trim()
            .split("\n")
            .map((line) => Object(JSON.parse(line)).kind),
          ["intended", "ended"]
        )
      })
    )
  }
)

layer(Layer.merge(binary, quiet), { excludeTestServices: true })("audit verify", (it) => {
  it.scoped("exits with 6 and names line and reason for an altered log", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 3)
      const log = yield* logAt(file)
      const [a = "", b = "", c = "", d = ""] = yield* linesIn(log)
      const changes: ReadonlyArray<readonly [lines: ReadonlyArray<string>, fault: string]> = [
        [
          [a, b.replace("tool_0", "tool_x"), c, d],
          `${log}:3 does not follow from line 2 before it: one of the two has been changed`
        ],
        [[a, c, d], `${log}:2 is record 3, but record 2 is missing before it`],
        [[a, b, d, c], `${log}:3 is record 4, but record 3 is missing before it`],
        [[a, b, c], "the end has been removed: record 4 is missing"]
      ]
      for (const [lines, fault] of changes) {
        yield* fs.writeFileString(log, `${lines.join("\n")}\n`)
        const { code, stderr, stdout } = yield* runHere(["audit", "verify", file])
        assert.deepStrictEqual([code, stderr], [6, ""])
        assert.match(stdout, new RegExp(`^BROKEN {2}${log}\\n`))
        assert.include(stdout.split("\n"), `  fault: ${fault}`)
      }
      // The log itself may be named, too.
      const json = yield* run(["audit", "verify", log, "--json"])
      assert.strictEqual(json.code, 6)
      const { intact, logs } = Object(JSON.parse(json.stdout))
      assert.deepStrictEqual([intact, logs.length], [false, 1])
      assert.deepInclude(logs[0], {
        log,
        files: [log],
        records: 3,
        to: "2026-11-20T10:00:00.000Z",
        faults: [{ problem: "the end has been removed: record 4 is missing" }],
        unreadable: [],
        warnings: [],
        unended: [2, 3]
      })
    })
  )

  it.scoped("warns of an incomplete last line and exits with 0", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      yield* session(file, 2)
      const log = yield* logAt(file)
      yield* fs.writeFileString(log, '{"seq":4,"ti', { flag: "a" })
      const { code, stdout } = yield* runHere(["audit", "verify", file])
      assert.strictEqual(code, 0)
      const [first, , ...rest] = stdout.trimEnd().split("\n")
      assert.deepStrictEqual(
        [first, ...rest],
        [
          `intact  ${log}`,
          `  warning: ${log}:4 is torn: a process was killed, or the disk was full, while it wrote. All lines before are intact`,
          "  note: 2 calls without an end (still running, or the process was killed): record 2, 3"
        ]
      )
    })
  )

  it.scoped("exits with 1 for a missing log, and for a directory without one", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = yield* place
      assert.deepStrictEqual(yield* run(["audit", "verify", file]), {
        code: 1,
        stdout: "",
        stderr: `There is no audit log at ${file}.\n`
      })
      assert.deepStrictEqual(yield* runHere(["audit", "verify"]), {
        code: 1,
        stdout: "",
        stderr: "No home directory is set in the environment. Name the file: audit verify FILE\n"
      })
      yield* fs.makeDirectory(file, { recursive: true })
      const unread = yield* runHere(["audit", "verify", file])
      assert.deepStrictEqual(unread, { code: 1, stdout: "", stderr: `There is no audit log at ${file}.\n` })
    })
  )
})
