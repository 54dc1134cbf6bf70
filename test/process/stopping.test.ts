/** Every command ends cleanly if it is stopped, or if the reader of its output closes the pipe. */
// @effect-diagnostics processEnvInEffect:off
import { createServer } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { runHere } from "../cli/runHere.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { skipNote } from "../skips.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox, run, start, startProcess } from "./child.ts"
import { seen } from "./session.ts"

/** A port on loopback that is in use until the scope closes. */
const takenPort = Effect.acquireRelease(
  Effect.async<{ readonly port: number; readonly close: () => void }>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      resume(Effect.succeed({ port, close: () => void server.close() }))
    })
  }),
  ({ close }) => Effect.sync(close)
).pipe(Effect.map(({ port }) => port))

layer(Layer.merge(SandboxModule.layer(roomy), binary), { excludeTestServices: true })("a command", (it) => {
  for (const [what, args, signal, code, message] of [
    [
      "a write",
      ["call", "messages_send", "--channel_id", "CHANNEL", "--content", "x"],
      "SIGINT",
      130,
      "Interrupted while messages_send ran; the message may have been sent: read the channel before sending again.\n"
    ],
    [
      "a deletion",
      ["call", "messages_unpin", "--channel_id", "CHANNEL", "--message_id", "1248328050999999999"],
      "SIGINT",
      130,
      "Interrupted while messages_unpin ran; the deletion may have been done: check whether it still exists before you repeat it.\n"
    ],
    [
      "a change",
      ["call", "channels_modify", "--channel_id", "CHANNEL", "--topic", "x"],
      "SIGTERM",
      143,
      "Interrupted while channels_modify ran; the change may have been made: check its current state before you repeat it.\n"
    ],
    [
      "a read",
      ["call", "channels_get", "--channel_id", "CHANNEL"],
      "SIGINT",
      130,
      "Interrupted while channels_get ran. Nothing was changed.\n"
    ],
    ["doctor", ["doctor"], "SIGINT", 130, "Interrupted while the checks ran. Nothing was changed.\n"]
  ] as const) {
    it.scoped(`reports the possible outcome and exits with ${code} if it is stopped during ${what}`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const before = yield* seen
        yield* sandbox.inject({ match: { path: "/**" }, times: 50, do: { kind: "hang", at: "headers" } })
        const child = yield* start(
          args.map((word) => (word === "CHANNEL" ? sandbox.ids.channels.general : word)),
          { ...(yield* atSandbox), HOME: "/nowhere" }
        )
        yield* sandbox.awaitRequests(before + 1)
        yield* child.signal(signal)
        assert.deepStrictEqual(yield* Effect.timeout(child.ended, "60 seconds"), { code, signal: null })
        assert.strictEqual(child.stderr.text, message)
        yield* sandbox.clearFaults
      })
    )
  }

  for (const [name, args, awaited, message] of [
    ["sandbox", ["sandbox"], "listens on", "Interrupted while the sandbox ran. Its content is gone.\n"],
    ["demo", ["demo"], "The tools", "Interrupted while the demo ran in its own sandbox.\n"]
  ] as const) {
    it.scoped(`${name} says what it did and exits with 130 if it is stopped`, () =>
      Effect.gen(function* () {
        const child = yield* start(args)
        yield* child.stdout.until((text) => text.includes(awaited))
        yield* child.signal("SIGINT")
        assert.deepStrictEqual(yield* Effect.timeout(child.ended, "60 seconds"), { code: 130, signal: null })
        assert.strictEqual(child.stderr.text, message)
      })
    )
  }

  for (const args of [
    ["doctor", "--offline"],
    ["doctor", "--sandbox"],
    ["tools"],
    ["tools", "--json"],
    ["tools", "messages_send"],
    ["demo"],
    ["init"],
    ["init", "zed", "--json"],
    ["call", "users_get_current", "--sandbox"],
    ["--help"],
    ["call", "--help"]
  ]) {
    it.scoped(`exits with 0 and no output if its reader closes the pipe: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const child = yield* start(args, { HOME: "/nowhere" })
        child.process.stdout?.destroy()
        assert.deepStrictEqual(yield* Effect.timeout(child.ended, "60 seconds"), { code: 0, signal: null })
        assert.strictEqual(child.stderr.text, "")
      })
    )
  }

  it.scoped("keeps the exit code of a failed call if the pipe is closed", () =>
    Effect.gen(function* () {
      const child = yield* start(["call", "guild_get", "--guild_id", "1", "--sandbox"])
      child.process.stdout?.destroy()
      child.process.stderr?.destroy()
      assert.deepStrictEqual(yield* child.ended, { code: 5, signal: null })
    })
  )

  it.scoped.skipIf(process.platform !== "linux")(
    `exits with 2 from doctor and with 1 from tools if the output cannot be written${skipNote(process.platform !== "linux", "it needs Linux")}`,
    () =>
      Effect.gen(function* () {
        for (const [args, code] of [
          [["doctor", "--offline"], 2],
          [["tools"], 1]
        ] as const) {
          const child = yield* startProcess(
            "/bin/sh",
            ["-c", 'exec "$0" "$@" > /dev/full', process.execPath, yield* Binary, ...args],
            { HOME: "/nowhere", DISCORD_TOKEN: "not-a-real-one" }
          )
          assert.deepStrictEqual(yield* child.ended, { code, signal: null })
          assert.strictEqual(child.stderr.text, "The output cannot be written (ENOSPC).\n")
        }
      })
  )

  it.scoped.skipIf(process.platform === "win32")(
    `exits with 2 if doctor cannot run, because 1 means warnings only${skipNote(process.platform === "win32", "Windows has no signals")}`,
    () =>
      Effect.gen(function* () {
        // The working directory does not exist any more.
        const child = yield* startProcess(
          "/bin/sh",
          [
            "-c",
            'cd "$(mktemp -d)" && rmdir "$PWD" && exec "$0" "$@"',
            process.execPath,
            yield* Binary,
            "doctor",
            "--offline"
          ],
          { HOME: "/nowhere", PATH: process.env.PATH ?? "" }
        )
        assert.deepStrictEqual(yield* child.ended, { code: 2, signal: null })
        assert.include(child.stderr.text, "ENOENT")
      })
  )

  it.scoped("reports an invalid port and a used port without a stack trace", () =>
    Effect.gen(function* () {
      for (const port of ["80000", "-1", "abc", "1.5", "65536", "0x10"]) {
        const { code, stderr, stdout } = yield* runHere(["sandbox", "--port", port])
        assert.strictEqual(code, 1, port)
        assert.include(stdout + stderr, "expected a whole number from 0 to 65535", port)
        assert.notMatch(stdout + stderr, /at .*\.js/, port)
      }
      const taken = yield* takenPort
      assert.deepStrictEqual(yield* run(["sandbox", "--port", String(taken)]), {
        code: 1,
        stdout: "",
        stderr: `Port ${taken} of 127.0.0.1 is in use. Choose another port with --port, or 0 for a free one.\n`
      })
    })
  )

  it.scoped("rejects every invalid option value without a stack trace", () =>
    Effect.gen(function* () {
      for (const args of [
        ["tools", "--category", "nothing"],
        ["tools", "--risk", "nothing"],
        ["tools", "nothing"],
        ["init", "zed", "--scope", "nothing"],
        ["init", "zed", "--surface", "nothing"],
        ["init", "zed", "--guild", "nothing"],
        ["init", "nothing"],
        ["sandbox", "--latency", "-5"],
        ["sandbox", "--jitter", "soon"],
        ["sandbox", "--stamp", "nothing"],
        ["sandbox", "--algorithm", "nothing"],
        ["audit", "verify", "/nowhere/nothing.log"],
        ["call", "users_get_current", "{"],
        ["doctor", "--nothing"],
        ["nothing"]
      ]) {
        const { code, stderr, stdout } = yield* runHere(args, { HOME: "/nowhere", DISCORD_TOKEN: "not-a-real-one" })
        assert.strictEqual(code, 1, args.join(" "))
        assert.isAbove((stdout + stderr).trim().length, 10, args.join(" "))
        assert.notMatch(stdout + stderr, /\bat .*\.js/, args.join(" "))
      }
    })
  )

  it.scoped("uses the sandbox with --sandbox, for every command and position of the flag", () =>
    Effect.gen(function* () {
      for (const args of [
        ["call", "users_get_current", "--sandbox"],
        ["call", "--sandbox", "users_get_current"],
        ["--sandbox", "call", "users_get_current"]
      ]) {
        const { code, stderr, stdout } = yield* runHere(args)
        assert.deepStrictEqual([code, stderr], [0, ""], args.join(" "))
        assert.strictEqual(Object(JSON.parse(stdout)).name, "Sandbox Bot")
      }
      const bare = yield* run(["--permissions", "none", "doctor", "--sandbox", "--json"], { HOME: "/nowhere" })
      assert.match(bare.stdout, /the bot lacks permissions/)
      const doctor = yield* run(["doctor", "--sandbox", "--json"], { HOME: "/nowhere" })
      const identity = Object(JSON.parse(doctor.stdout)).checks.find(
        ({ name }: { readonly name: string }) => name === "identity"
      )
      assert.strictEqual(identity.status, "ok")
    })
  )
})
