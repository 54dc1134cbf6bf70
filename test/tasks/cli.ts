/**
 * Runs an agent at the tasks, and prints what it did and what it cost: `npm run tasks -- --command 'AGENT'`; without a
 * command, the scripted solutions. docs/testing.md explains the options.
 */
// @effect-diagnostics strictEffectProvide:off
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Duration, Effect, Option, Stream } from "effect"
import { type Frame, measure, type Row, tableOf } from "./measure.ts"
import type { Session } from "./proxy.ts"
import { seeded, settingsFor, startSandbox, surfaces } from "./sandbox.ts"
import type { Task } from "./task.ts"
import { taskGroups, tasks } from "./tasks/all.ts"

const { values: options } = parseArgs({
  options: {
    command: { type: "string", default: "{scripted}" },
    json: { type: "string" },
    server: { type: "string" },
    surface: { type: "string", multiple: true },
    task: { type: "string", multiple: true },
    timeout: { type: "string", default: "300" }
  }
})

const built = dirname(fileURLToPath(import.meta.url))

/** Quotes a text for a shell of POSIX. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const filled = (command: string, values: Readonly<Record<string, string>>): string =>
  command.replaceAll(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder)

/** Runs the agent's command. Returns what it printed, and what went wrong with it. */
const runAgent = Effect.fnUntraced(function* (command: string, sentence: string, environment: Record<string, string>) {
  const agent = yield* Command.make("sh", "-c", command).pipe(
    Command.env(environment),
    Command.feed(sentence),
    Command.stderr("inherit"),
    Command.start
  )
  const ended = yield* Effect.all(
    { text: agent.stdout.pipe(Stream.decodeText(), Stream.mkString), code: agent.exitCode },
    { concurrency: 2 }
  ).pipe(Effect.timeoutOption(Duration.seconds(Number(options.timeout))))
  return Option.match(ended, {
    onNone: () => ({ text: "", problems: [`the agent took more than ${options.timeout} seconds`] }),
    onSome: ({ code, text }) => ({ text, problems: code === 0 ? [] : [`the agent ended with code ${code}`] })
  })
}, Effect.scoped)

/** Runs the agent at one task. `tools` is the file of the tools that the scripted agent has read in this session. */
const runTask = Effect.fnUntraced(function* (task: Task, surface: string, command: string, tools: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "discord-task-" })
  const [session, config, log] = [join(folder, "session.json"), join(folder, "mcp.json"), join(folder, "messages")]
  const sandbox = yield* startSandbox(task)
  const { problems, sentence } = yield* seeded(task, sandbox)
  const { ids, token, url } = sandbox
  const server = options.server ?? `${quoted(process.execPath)} ${quoted(join("dist", "bin", "main.js"))} serve`
  const proxy = { command: process.execPath, args: [join(built, "proxy.mjs"), session] }
  yield* fs.writeFileString(log, "")
  yield* fs.writeFileString(config, JSON.stringify({ mcpServers: { discord: proxy } }))
  yield* fs.writeFileString(
    session,
    JSON.stringify({
      server: filled(server, { guild: ids.guild, token, url }),
      environment: { ...settingsFor(surface), DISCORD_API_URL: url, DISCORD_TOKEN: token },
      declines: task.declines === true,
      log
    } satisfies Session)
  )
  const values = {
    config: quoted(config),
    scripted: [process.execPath, join(built, "scripted.mjs"), config, sentence, tools].map(quoted).join(" "),
    server: [proxy.command, ...proxy.args].map(quoted).join(" "),
    task: quoted(sentence)
  }
  const agent = yield* runAgent(filled(command, values), sentence, { TASK_NAME: task.name })
  const lines = (yield* fs.readFileString(log)).split("\n").filter(Boolean)
  const frames = lines.map((line): Frame => JSON.parse(line))
  const row: Row = {
    task: task.name,
    surface,
    problems: [...agent.problems, ...(yield* problems(agent.text))],
    ...measure(frames)
  }
  return row
}, Effect.scoped)

const main = Effect.gen(function* () {
  const { command, json, server, surface, task: names } = options
  const chosen = tasks.filter(({ name }) => names?.some((part) => name.includes(part)) ?? true)
  if (chosen.length === 0) return yield* Effect.dieMessage(`No task has ${names?.join(" or ")} in its name.`)
  const rows: Array<Row> = []
  const sessions = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
  for (const one of surface ?? (server === undefined ? surfaces : ["core"]))
    for (const task of chosen) {
      const row = yield* runTask(task, one, command, join(sessions, one))
      rows.push(row)
      for (const problem of row.problems) process.stderr.write(`${row.task}, ${row.surface}: ${problem}\n`)
    }
  process.stdout.write(`${tableOf(rows, taskGroups)}\n`)
  if (json !== undefined)
    yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFileString(json, `${JSON.stringify(rows, null, 2)}\n`))
  process.exitCode = rows.every(({ problems }) => problems.length === 0) ? 0 : 1
}).pipe(Effect.scoped)

await Effect.runPromise(Effect.provide(main, NodeContext.layer))
