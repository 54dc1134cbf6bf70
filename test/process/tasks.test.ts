// @effect-diagnostics processEnvInEffect:off
import { fileURLToPath } from "node:url"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Binary, layer as binary } from "./binary.ts"
import { startProcess } from "./child.ts"

const runner = fileURLToPath(new URL("../tasks/run.mjs", import.meta.url))

/** Runs the runner against the binary, and returns its exit code, its table and its rows. */
const run = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const json = `${yield* fs.makeTempDirectoryScoped()}/rows.json`
  const server = `'${process.execPath}' '${yield* Binary}' serve`
  const child = yield* startProcess(process.execPath, [runner, "--server", server, "--json", json, ...args], {
    PATH: String(process.env.PATH)
  })
  const { code } = yield* child.ended
  const rows = JSON.parse(yield* fs.readFileString(json))
  return { code, table: child.stdout.text, stderr: child.stderr.text, rows }
})

layer(Layer.merge(NodeContext.layer, binary), { excludeTestServices: true })("the runner of the tasks", (it) => {
  it.scoped("runs an agent over stdio, counts what it does, and reports what is wrong", () =>
    Effect.gen(function* () {
      const chosen = ["slow mode", "says no", "purge", "who has a role"].flatMap((name) => ["--task", name])
      const command = `if [ "$TASK_NAME" = "who has a role" ]; then cat; printf %s {task}; exit 3; fi; {scripted}`
      const { code, rows, stderr, table } = yield* run("--command", command, ...chosen)
      assert.deepStrictEqual(
        rows.map(({ calls, failures, problems, task }: Record<string, unknown>) => [task, problems, calls, failures]),
        [
          ["slow mode in two channels", [], 1, 0],
          ["purge spam", [], 2, 0],
          ["a person who says no", [], 1, 1],
          [
            "who has a role",
            [
              "the agent ended with code 3",
              "the answer lacks /Ada.{0,60}moderator|moderator.{0,60}Ada/is",
              "the answer lacks /Dmitri.{0,60}admin|admin.{0,60}Dmitri/is"
            ],
            0,
            0
          ]
        ],
        stderr
      )
      assert.match(table, /^all +core +3 of 4 +4 +1( +[\d,]+){5}$/m)
      assert.strictEqual(code, 1)
    })
  )

  it.scoped("ends an agent that takes too long", () =>
    Effect.gen(function* () {
      const { rows } = yield* run("--command", "sleep 600", "--task", "reply", "--timeout", "0.2")
      assert.include(rows[0].problems, "the agent took more than 0.2 seconds")
    })
  )
})
