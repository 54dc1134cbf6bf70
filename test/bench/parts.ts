/** The parts of a measurement: the servers side by side, and the Discord they ask. */
// @effect-diagnostics asyncFunction:off newPromise:off
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** Where the parts of the bench were built to, beside this file. */
export const beside = (name: string): string => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))

/** The bare bundle. */
export const bare: ReadonlyArray<string> = [beside("bareServer")]

/** This server, as it is installed. */
export const ours: ReadonlyArray<string> = [`${process.cwd()}/dist/bin/main.js`, "serve"]

/** The variables of both: where Discord is, and nothing that slows one of them alone. */
export const variables = (url: string): Readonly<Record<string, string>> => ({
  DISCORD_TOKEN: "x".repeat(59),
  DISCORD_API_URL: url,
  LOG_LEVEL: "error",
  MCP_AUDIT: "off",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
})

/** Runs with a Discord that answers at once, in a process of its own. */
export const withDiscord = async <A>(use: (url: string) => Promise<A>, delayMs = 0): Promise<A> => {
  const child = spawn(process.execPath, [beside("answering")], {
    env: { DELAY_MS: String(delayMs) },
    stdio: ["pipe", "pipe", "inherit"]
  })
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim()))
  )
  try {
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    child.stdin.end()
  }
}

/** A channel id of its own for each number. */
export const channel = (number: number): string => String(300_000_000_000_000_000n + BigInt(number))
