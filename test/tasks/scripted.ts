/** The scripted agent as a program: plays the solution of the task whose name the runner passes in `TASK_NAME`. */
// @effect-diagnostics processEnvInEffect:off processEnv:off
import { readFileSync } from "node:fs"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { Effect } from "effect"
import { seedState } from "../../src/sandbox/Seed.ts"
import { agentOver, connect } from "./agent.ts"
import { tasks } from "./tasks/all.ts"

const [config = "", sentence = ""] = process.argv.slice(2)
const { discord } = JSON.parse(readFileSync(config, "utf8")).mcpServers
const task = tasks.find(({ name }) => name === process.env.TASK_NAME)

const main = Effect.gen(function* () {
  if (task === undefined) return yield* Effect.dieMessage(`There is no task ${process.env.TASK_NAME}.`)
  const client = yield* connect(new StdioClientTransport({ ...discord, stderr: "inherit" }))
  const agent = yield* agentOver(client, sentence)
  const { ids } = yield* seedState(1)
  return yield* task.solve(agent, ids)
})

process.stdout.write(`${await Effect.runPromise(Effect.scoped(main))}\n`)
