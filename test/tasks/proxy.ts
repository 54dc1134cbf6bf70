/**
 * Runs between an agent and a server, over stdio: records every message, and answers for the person what the server asks
 * through elicitation. Started by the agent, with the file of its session as its argument.
 */
// @effect-diagnostics processEnv:off
import { spawn } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Frame } from "./measure.ts"
import { answerOf } from "./person.ts"

/** What the runner tells a proxy. */
export interface Session {
  /** The command of the server, for a shell. */
  readonly server: string
  readonly environment: Readonly<Record<string, string>>
  readonly declines: boolean
  /** The file for the messages, one per line. */
  readonly log: string
}

// The runner wrote the file.
const session = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Session
const server = spawn(session.server, {
  shell: true,
  env: { ...process.env, ...session.environment },
  stdio: ["pipe", "pipe", "inherit"]
})
server.stdin.on("error", () => undefined)
server.once("exit", (code) => process.exit(code ?? 1))
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => server.kill(signal))

const record = (from: Frame["from"], message: unknown) =>
  appendFileSync(session.log, `${JSON.stringify({ from, message } satisfies Frame)}\n`)

const parsed = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return Object(JSON.parse(line))
  } catch {
    return undefined
  }
}

const withElicitation = (message: Readonly<Record<string, unknown>>) => {
  const params = Object(message.params)
  return { ...message, params: { ...params, capabilities: { ...params.capabilities, elicitation: {} } } }
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = parsed(line)
    record("agent", message ?? line)
    server.stdin.write(`${message?.method === "initialize" ? JSON.stringify(withElicitation(message)) : line}\n`)
  })
  .once("close", () => server.stdin.end())

createInterface({ input: server.stdout }).on("line", (line) => {
  const message = parsed(line)
  if (message?.method === "elicitation/create") {
    const result = answerOf(message.params, session.declines)
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n`)
    return
  }
  record("server", message ?? line)
  process.stdout.write(`${line}\n`)
})
