/**
 * The scripted agent as a program: plays the solution of the task whose name the runner passes in `TASK_NAME`. The file of
 * its third argument has the tools that earlier tasks of the session have read.
 */
// @effect-diagnostics processEnvInEffect:off processEnv:off
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect } from "effect"
import { seedState } from "../../src/sandbox/Seed.ts"
import { agentOver, connect } from "./agent.ts"
import { tasks } from "./tasks/all.ts"

const [config = "", sentence = "", session = ""] = process.argv.slice(2)
const { discord } = JSON.parse(readFileSync(config, "utf8")).mcpServers
const task = tasks.find(({ name }) => name === process.env.TASK_NAME)

const main = Effect.gen(function* () {
  if (task === undefined) return yield* Effect.dieMessage(`There is no task ${process.env.TASK_NAME}.`)
  const client = yield* connect(new StdioClientTransport({ ...discord, stderr: "inherit" }))
  const tools = new Set<string>(existsSync(session) ? JSON.parse(readFileSync(session, "utf8")) : [])
  const agent = yield* agentOver(client, sentence, tools)
  const { ids } = yield* seedState(1)
  const text = yield* task.solve(agent, ids)
  writeFileSync(session, JSON.stringify([...tools]))
  return text
})

process.stdout.write(`${await Effect.runPromise(Effect.scoped(main))}\n`)
