/** The help of the built program: its examples run, and mistyped names are answered. Its pages: test/cli/help.test.ts. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { command } from "../../src/cli/command.ts"
import { allCommands, treeOf } from "../../src/cli/help/CommandTree.ts"
import { renderHelp } from "../../src/cli/help/renderHelp.ts"
import { styleFor, widthOf } from "../../src/cli/rendering/text.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { runHere } from "../cli/runHere.ts"
import { roomy } from "../dispatch/app.ts"
import { freePort } from "../freePort.ts"
import { Binary, layer as binary } from "./binary.ts"
import { atSandbox, run, startProcess } from "./child.ts"

/** A home directory with the program on the path. */
class Home extends Context.Tag("test/process/Home")<Home, string>() {}

const home = Layer.scoped(
  Home,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped()
    const program = `${directory}/effect-discord-mcp`
    yield* fs.writeFileString(program, `#!/bin/sh\nexec '${process.execPath}' '${yield* Binary}' "$@"\n`)
    yield* fs.chmod(program, 0o755)
    return directory
  })
)

const nodes = allCommands(treeOf(command.descriptor))

/** Examples that run until they are stopped: what they print then, and their exit code. */
const untilStopped: Readonly<Record<string, readonly [ready: RegExp, code: number]>> = {
  "serve --sandbox": [/ready on stdio/, 0],
  "serve --http --sandbox": [/ready/, 0],
  "sandbox --latency 100 --jitter 50": [/embedded Discord listens/, 143]
}

/** Examples with another exit code here: the bot lacks intents and permissions, and there is no file and no owner. */
const exitCodeOf: Readonly<Record<string, number>> = {
  doctor: 1,
  "wait --mentions-me --timeout 15m": 4,
  "wait --channel 1248328050311954441 --json": 4,
  "blueprint plan 1248328050278400001 guild.yaml": 1,
  "blueprint apply 1248328050278400001 guild.yaml": 1
}

/** Returns the examples of a page, as a person copies them. */
const examplesIn = (page: string): ReadonlyArray<string> => {
  const [, examples = ""] = page.split("\nExamples\n")
  return [...examples.matchAll(/^ {2}(?:npx -y effect-discord-mcp|node dist\/bin\/main\.js) ((?:.*\\\n)*.*)$/gm)].map(
    ([, line = ""]) => line
  )
}

const environment = Effect.gen(function* () {
  const directory = yield* Home
  return {
    ...(yield* atSandbox),
    HOME: directory,
    PATH: `${directory}:/usr/bin:/bin`,
    MCP_HTTP_CLIENTS_FILE: `${directory}/clients.json`,
    MCP_AUDIT_FILE: `${directory}/audit.log`,
    MCP_HTTP_PORT: String(yield* freePort)
  }
})

layer(Layer.provideMerge(home, Layer.mergeAll(SandboxModule.layer(roomy), binary, NodeContext.layer)), {
  excludeTestServices: true
})("the help", (it) => {
  it.effect("has an audit log and a client for its examples", () =>
    Effect.gen(function* () {
      const { MCP_AUDIT: _, ...env } = yield* environment
      assert.strictEqual((yield* run(["clients", "add", "first"], env)).code, 0)
      const sent = yield* run(["call", "messages_send", "--channel_id", "1248328050311954441", "--content", "x"], env)
      assert.strictEqual(sent.code, 0, sent.stderr)
    })
  )

  const done = new Set<string>()
  for (const node of nodes) {
    it.scoped(`fits 80 columns, and its examples run: ${node.path.join(" ")}`, () =>
      Effect.gen(function* () {
        const page = renderHelp(node, { style: styleFor(false), columns: 80 })
        for (const line of page.split("\n")) assert.isAtMost(widthOf(line), 80, line)
        const examples = examplesIn(page)
        assert.isAbove(examples.length, 0)
        for (const example of examples) {
          const line = example.replaceAll(/ \\\n +/g, " ")
          if (done.has(line)) continue
          done.add(line)
          const shell = `cd "$HOME" && exec effect-discord-mcp ${example}`
          const child = yield* startProcess("/bin/sh", ["-c", shell], yield* environment)
          const [ready, code = exitCodeOf[line] ?? 0] = untilStopped[line] ?? []
          if (ready === undefined) yield* child.endInput
          else {
            yield* Effect.race(
              child.stderr.until((text) => ready.test(text)),
              child.stdout.until((text) => ready.test(text))
            )
            yield* child.signal("SIGTERM")
          }
          const ended = yield* child.ended
          assert.strictEqual(ended.code, code, `${line}\n${child.stdout.text}${child.stderr.text}`)
        }
      })
    )
  }

  it.effect("fits 80 columns in a pipe, and is the same for help COMMAND, COMMAND --help and COMMAND -h", () =>
    Effect.gen(function* () {
      const page = yield* run(["clients", "add", "--help"])
      assert.deepStrictEqual([page.code, page.stderr], [0, ""])
      for (const line of page.stdout.split("\n")) assert.isAtMost(widthOf(line), 80, line)
      const node = nodes.find(({ path }) => path.slice(1).join(" ") === "clients add") ?? assert.fail("no such command")
      assert.strictEqual(page.stdout.trim(), renderHelp(node, { style: styleFor(false), columns: 80 }).trim())
      assert.deepStrictEqual(yield* runHere(["help", "clients", "add"]), page)
      assert.deepStrictEqual(yield* runHere(["clients", "add", "-h"]), page)
      assert.deepStrictEqual(yield* runHere(["help"]), yield* runHere(["--help"]))
      assert.include((yield* runHere(["help", "call", "messages_send"])).stdout, "--channel_id")
      assert.include((yield* runHere(["clients"])).stdout, "Usage: effect-discord-mcp clients COMMAND")
    })
  )

  for (const [args, message] of [
    [["docter"], /^There is no command "docter"; did you mean doctor\? The commands are: .*\.\n$/],
    [
      ["clients", "ad"],
      /^There is no subcommand "ad" of clients; did you mean add\? The subcommands are: add, .*\.\n$/
    ],
    [["help", "docter"], /did you mean doctor\?/],
    [["doctor", "--sandbx"], 'There is no option "--sandbx" of doctor; did you mean --sandbox?\n'],
    [["--wizard"], 'There is no option "--wizard" of effect-discord-mcp. See effect-discord-mcp --help\n'],
    [["tools", "--risk", "raed"], "--risk: expected one of read, write, destructive; did you mean read?\n"],
    [["--completions", "zhs"], "--completions: expected one of bash, zsh, fish; did you mean zsh?\n"],
    [["clients", "add"], "clients add needs NAME. Usage: effect-discord-mcp clients add NAME [options]\n"]
  ] as const) {
    it.effect(`is not printed for a wrong line, but one line that says what is wrong: ${args.join(" ")}`, () =>
      Effect.gen(function* () {
        const { code, stderr, stdout } = yield* runHere(args)
        assert.deepStrictEqual([code, stdout], [1, ""])
        if (typeof message === "string") assert.strictEqual(stderr, message)
        else assert.match(stderr, message)
      })
    )
  }
})
